"""Which files are read, and how often; names, links and folders that are not as they should be."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from penguin_board import folders
from penguin_board.folders import source_line
from penguin_board.problems import one_line
from penguin_board.tree import load_tree
from tests.trees import (
    Files,
    codes,
    experiment,
    leaderboard,
    leaf,
    problems_of,
    write_tree,
)

EXPERIMENT = "experiments/demo/exp-a"


def lines(root: Path, **more: bool) -> list[str]:
    return [one_line(problem) for problem in load_tree(root, **more).problems]


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each file is read, by the end of its path."""
    counts: Counter[str] = Counter()
    read = folders._read_bytes

    def counted(path: str | Path) -> bytes:
        parts = Path(path).parts
        start = max(i for i, part in enumerate(parts) if part in ("leaderboards", "experiments"))
        counts["/".join(parts[start:])] += 1
        return read(path)

    monkeypatch.setattr(folders, "_read_bytes", counted)
    return counts


def test_every_file_is_read_once_and_no_other(tmp_path: Path, reads: Counter[str]) -> None:
    values = [
        leaf("exp-a"),
        leaf("exp-a", metric="score_std"),
        {"op": "mean", "args": [leaf("exp-a"), leaf("exp-a"), leaf("exp-b")]},
        leaf("exp-a", phase="dev"),
    ]
    used = leaderboard(*values, order="descending")
    summary = {"n_attempt": 2, "score_mean": 0.5, "score_std": 0}
    used |= experiment("exp-a", [[1, 0], [0, 1]], summary=summary)
    used |= experiment("exp-a", [[1]], phase="dev") | experiment("exp-b", [[1]])
    unused = (
        experiment("exp-z") | experiment("exp-b", phase="train") | {"experiments/notes.yaml": "x"}
    )
    del unused[f"{EXPERIMENT[:-1]}b/meta_info.yaml"]
    unused |= {f"{EXPERIMENT}/test/notes.yaml": "x", f"{EXPERIMENT}/test/log.txt": "x"}
    problems = problems_of(tmp_path, used | unused)
    assert not any(problem.is_error for problem in problems)
    assert reads == Counter(dict.fromkeys(used, 1))


def test_a_phase_that_no_leaf_names_may_be_broken(tmp_path: Path, reads: Counter[str]) -> None:
    files = leaderboard() | experiment() | {f"{EXPERIMENT}/dev/summary.yaml": "{"}
    assert problems_of(tmp_path, files) == ()
    assert f"{EXPERIMENT}/dev/summary.yaml" not in reads


def test_a_broken_file_is_read_and_reported_once_however_often_it_is_used(
    tmp_path: Path, reads: Counter[str]
) -> None:
    values = [leaf(), {"op": "sum", "args": [leaf(), leaf()]}, leaf(metric="other")]
    files = leaderboard(*values) | experiment() | {f"{EXPERIMENT}/meta_info.yaml": "- x\n"}
    assert codes(problems_of(tmp_path, files)) == ["type"]
    assert set(reads.values()) == {1}


def test_ids_are_checked_before_a_path_is_made_of_them(tmp_path: Path, reads: Counter[str]) -> None:
    outside = experiment("secret", folder="other")
    for index, name in enumerate(("../other/secret", "..", "/etc", "a/../b", "con")):
        files = leaderboard(leaf(name)) | outside
        (problem,) = problems_of(tmp_path / str(index), files)
        assert problem.key == "values[0].experiment_id"
        assert problem.code in ("bad-id", "reserved-name")
    assert set(reads) == {"leaderboards/demo/leaderboard.yaml"}


# --- symbolic links ------------------------------------------------------------------------


def replace_by_link(path: Path, target: Path) -> None:
    """Move ``path`` away and put a link to it in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(path, target)
    path.symlink_to(target)


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize(
    ("name", "path", "key"),
    [
        ("experiments", "experiments", ""),
        ("experiments/demo", "experiments/demo", ""),
        (EXPERIMENT, "leaderboards/demo/leaderboard.yaml", "values[0].experiment_id"),
        (f"{EXPERIMENT}/test", "leaderboards/demo/leaderboard.yaml", "values[0].phase"),
        (f"{EXPERIMENT}/meta_info.yaml", f"{EXPERIMENT}/meta_info.yaml", ""),
        (f"{EXPERIMENT}/test/summary.yaml", f"{EXPERIMENT}/test/summary.yaml", ""),
        (f"{EXPERIMENT}/test/attempt-1.yaml", f"{EXPERIMENT}/test/attempt-1.yaml", ""),
        ("leaderboards", "leaderboards", ""),
        ("leaderboards/demo", "leaderboards/demo", ""),
        ("leaderboards/demo/leaderboard.yaml", "leaderboards/demo/leaderboard.yaml", ""),
    ],
)
def test_no_link_is_followed(
    tmp_path: Path, name: str, path: str, key: str, inside: bool, reads: Counter[str]
) -> None:
    root = write_tree(tmp_path / "root", leaderboard() | experiment())
    target = (root if inside else tmp_path) / "moved" / Path(name).name
    replace_by_link(root / name, target)
    problems = load_tree(root).problems
    assert (path, key, "link") in {(p.path, p.key, p.code) for p in problems}
    assert not any(file.startswith(name) for file in reads)


def test_a_dangling_link_is_a_link(tmp_path: Path) -> None:
    root = write_tree(tmp_path, leaderboard() | experiment())
    (root / f"{EXPERIMENT}/test/summary.yaml").unlink()
    (root / f"{EXPERIMENT}/test/summary.yaml").symlink_to("nowhere")
    assert lines(root) == [
        f"{EXPERIMENT}/test/summary.yaml:1:1: error: (file): is a symbolic link, "
        "links are not followed [link]"
    ]


def test_a_device_or_a_folder_is_no_file(tmp_path: Path) -> None:
    root = write_tree(tmp_path, leaderboard() | experiment())
    for name in ("summary.yaml", "attempt-1.yaml"):
        (root / f"{EXPERIMENT}/test/{name}").unlink()
    (root / f"{EXPERIMENT}/test/summary.yaml").mkdir()
    os.mkfifo(root / f"{EXPERIMENT}/test/attempt-1.yaml")
    assert lines(root) == [
        f"{EXPERIMENT}/test/attempt-1.yaml:1:1: error: (file): is not a file [not-a-file]",
        f"{EXPERIMENT}/test/summary.yaml:1:1: error: (file): is not a file [not-a-file]",
    ]


# --- names and folders ---------------------------------------------------------------------


def test_experiments_that_differ_only_in_case_are_an_error(tmp_path: Path) -> None:
    files = leaderboard() | experiment() | experiment("Exp-A")
    (problem,) = problems_of(tmp_path, files)
    assert (problem.key, problem.code) == ("values[0].experiment_id", "case-collision")
    assert problem.message == '"exp-a" and "Exp-A" differ only in case'


def test_leaderboards_that_differ_only_in_case_are_an_error(tmp_path: Path) -> None:
    files = leaderboard() | experiment() | leaderboard(folder="Demo") | experiment(folder="Demo")
    (problem,) = problems_of(tmp_path, files)
    assert (problem.path, problem.code) == ("leaderboards/demo", "case-collision")
    assert problem.message == 'differs from "leaderboards/Demo" only in case'


def test_a_name_matches_to_the_letter(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, leaderboard(leaf("EXP-A")) | experiment())
    assert (problem.code, problem.hint) == ("missing-experiment", 'did you mean "exp-a"?')


def test_phases_that_differ_only_in_case_are_an_error(tmp_path: Path) -> None:
    files = leaderboard() | experiment() | experiment(phase="Test")
    assert codes(problems_of(tmp_path, files)) == ["case-collision"]


def test_the_leaderboard_id_equals_the_folder(tmp_path: Path) -> None:
    files = leaderboard() | experiment()
    files["leaderboards/demo/leaderboard.yaml"] = files[
        "leaderboards/demo/leaderboard.yaml"
    ].replace('"demo"', '"other"')
    assert lines(write_tree(tmp_path, files)) == [
        "leaderboards/demo/leaderboard.yaml:1:17: error: leaderboard_id: "
        'is "other" in the folder demo [id-folder]'
    ]


def test_files_in_place_of_folders_are_named(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-a"), leaf("exp-b")) | experiment("exp-a")
    for name in [file for file in files if "/test/" in file]:
        del files[name]
    files |= {f"{EXPERIMENT}/test": "x", "experiments/demo/exp-b": "x"}
    assert lines(write_tree(tmp_path, files)) == [
        "leaderboards/demo/leaderboard.yaml:5:46: error: values[0].phase: "
        f"{EXPERIMENT}/test is not a folder [not-a-folder]",
        "leaderboards/demo/leaderboard.yaml:5:73: error: values[1].experiment_id: "
        "experiments/demo/exp-b is not a folder [not-a-folder]",
    ]


def test_a_folder_without_a_leaderboard_is_a_warning(tmp_path: Path) -> None:
    files: Files = leaderboard() | experiment() | {"leaderboards/empty/readme.md": "x"}
    assert lines(write_tree(tmp_path, files)) == [
        "leaderboards/empty:1:1: warning: (file): has no leaderboard.yaml [no-leaderboard]"
    ]


@pytest.mark.parametrize("name", ["leaderboard.yml", "Leaderboard.yaml"])
def test_a_leaderboard_under_another_name_is_an_error(tmp_path: Path, name: str) -> None:
    (text,) = leaderboard().values()
    files = experiment() | {f"leaderboards/demo/{name}": text}
    tree = load_tree(write_tree(tmp_path, files), list_unreferenced=True)
    (problem,) = tree.problems
    assert problem.message == f"has no leaderboard.yaml, but {name}"
    assert problem.hint == f"rename {name} to leaderboard.yaml"
    assert not tree.is_valid


def test_hidden_folders_and_loose_files_are_passed_over(tmp_path: Path) -> None:
    files = leaderboard() | experiment()
    extra = {"leaderboards/.git/x": "x", "leaderboards/readme.md": "x", "experiments/.cache/y": "y"}
    assert lines(write_tree(tmp_path, files | extra), list_unreferenced=True) == []


def test_an_empty_tree_has_no_leaderboards(tmp_path: Path) -> None:
    tree = load_tree(tmp_path, list_unreferenced=True)
    assert (tree.boards, tree.problems, tree.n_leaderboards) == ((), (), 0)
    assert tree.is_valid


def test_folders_that_no_leaderboard_refers_to_are_listed_as_information(tmp_path: Path) -> None:
    files = leaderboard() | experiment() | experiment("exp-z") | experiment(folder="gone")
    write_tree(tmp_path, files)
    assert lines(tmp_path, list_unreferenced=True) == [
        "experiments/demo/exp-z:1:1: information: (file): "
        "no leaderboard refers to this experiment, so its files are not checked [unreferenced]",
        "experiments/gone:1:1: information: (file): "
        "has no leaderboard (expected leaderboards/gone/leaderboard.yaml), "
        "so its files are not checked [unreferenced]",
    ]
    tree = load_tree(tmp_path, list_unreferenced=True)
    assert [problem.hint for problem in tree.problems] == [
        "add it to the values of leaderboards/demo/leaderboard.yaml",
        "penguin-board new gone drafts one",
    ]
    assert load_tree(tmp_path).problems == ()
    assert tree.is_valid


def test_a_leaderboard_that_cannot_be_read_says_nothing_of_its_experiments(tmp_path: Path) -> None:
    files = experiment() | {"leaderboards/demo/leaderboard.yaml": "title: a: b\n"}
    (line,) = lines(write_tree(tmp_path, files), list_unreferenced=True)
    assert line.endswith("[syntax]")


# --- lines of the source -------------------------------------------------------------------


def test_a_source_line_is_read_as_yaml_counts_it(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbffirst\r\nsec\xffond\rthird\xe2\x80\xa8fourth"
    line_of = source_line(write_tree(tmp_path, {"a/b.yaml": data}))
    assert [line_of("a/b.yaml", number) for number in range(1, 6)] == [
        "first",
        "sec\ufffdond",
        "third",
        "fourth",
        None,
    ]


def test_there_is_no_source_line_of_what_is_not_a_file(tmp_path: Path) -> None:
    write_tree(tmp_path, {"a/b.yaml": "x"})
    (tmp_path / "link.yaml").symlink_to(tmp_path / "a" / "b.yaml")
    line_of = source_line(tmp_path)
    assert line_of("a/b.yaml", 1) == "x"
    for path in ("a", "none.yaml", "link.yaml"):
        assert line_of(path, 1) is None
