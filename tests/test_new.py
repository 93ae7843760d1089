"""``new`` drafts a leaderboard from the experiments that are there."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from penguin_board import scalars
from penguin_board.cli import main
from penguin_board.drafting import DraftHead, DraftRun, draft_leaderboard
from penguin_board.expression_trees import leaves
from penguin_board.located_yaml import Scalar, read_document
from penguin_board.records import read_record
from penguin_board.schema import Leaderboard, json_schema
from penguin_board.tree import load_tree
from tests.command_line import REPOSITORY
from tests.trees import board_of, experiment, leaderboard, write_tree

BOARD = "leaderboards/demo/leaderboard.yaml"


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def new(root: Path, *options: str) -> Result:
    return call("new", "demo", "--root", root, "--author", "Team", *options)


def run(
    name: str, benchmark: str, model: str = "m", score: float = 0.5, **more: str
) -> dict[str, str]:
    phase = more.pop("phase", "test")
    meta = {"benchmark_name": benchmark, "model_name": model, **more}
    return experiment(name, [[score, 0]], meta=meta, phase=phase)


def test_a_draft_over_the_experiments_of_gdpevo_gives_the_published_scores(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "experiments" / "gdpevo", tmp_path / "experiments" / "gdpevo")
    result = call("new", "gdpevo", "--root", tmp_path, "--author", "Team")
    assert result.exit_code == 0, result.output
    assert result.stderr == (
        "leaderboards/gdpevo/leaderboard.yaml: 24 entries from 288 experiments\n"
    )

    drafted, published = load_tree(tmp_path), load_tree(REPOSITORY)
    assert drafted.problems == ()
    (board,) = drafted.boards
    (wanted,) = (board for board in published.boards if board.leaderboard_id == "gdpevo")
    assert board.is_draft
    assert {entry.evaluated.identity: (entry.score, entry.std) for entry in board.entries} == {
        entry.evaluated.identity: (entry.score, entry.std) for entry in wanted.entries
    }
    assert [entry.rank for entry in board.entries] == [entry.rank for entry in wanted.entries]


def test_an_entry_is_the_mean_over_the_benchmarks_of_one_identity(tmp_path: Path) -> None:
    files = run("b-m", "b", score=1) | run("a-m", "a") | run("a-n", "a", model="n")
    write_tree(tmp_path, files)
    assert new(tmp_path).exit_code == 0
    values = yaml.safe_load((tmp_path / BOARD).read_text("utf-8"))["values"]
    assert values == [
        {
            "op": "mean",
            "args": [
                {"experiment_id": "a-m", "phase": "test"},
                {"experiment_id": "b-m", "phase": "test"},
            ],
        },
        {"experiment_id": "a-n", "phase": "test"},
    ]
    assert "# Lacks 1 of 2 benchmarks, so it does not compare: b\n" in (tmp_path / BOARD).read_text(
        "utf-8"
    )


@pytest.mark.parametrize(
    ("field", "other"),
    [("harness_name", "h2"), ("algorithm", "reflect"), ("phase", "dev")],
)
def test_another_harness_algorithm_or_phase_is_another_entry(
    tmp_path: Path, field: str, other: str
) -> None:
    write_tree(tmp_path, run("one", "a") | run("two", "a", **{field: other}))
    assert new(tmp_path).exit_code == 0
    assert len(load_tree(tmp_path).boards[0].entries) == 2


def test_several_experiments_on_one_benchmark_count_as_one(tmp_path: Path) -> None:
    files = run("a-1", "a", score=0) | run("a-2", "a", score=1) | run("b-1", "b", score=1)
    result = new(write_tree(tmp_path, files))
    assert result.exit_code == 0
    assert "[same-benchmark]" in result.stderr
    (entry,) = load_tree(tmp_path).boards[0].entries
    assert entry.score == pytest.approx(((0 + 0.5) / 2 + 0.5) / 2)
    assert "# 2 experiments on a: keep one, or their mean" in (tmp_path / BOARD).read_text("utf-8")


def test_a_draft_is_commented_and_fits_the_schema_that_it_names(tmp_path: Path) -> None:
    files = write_tree(tmp_path, run("a-m", "a"))
    options = ("--title", "T: #1", "--email", "a@example.org", "--homepage", "https://example.org")
    assert new(files, *options).exit_code == 0
    text = (tmp_path / BOARD).read_text("utf-8")
    first, _, rest = text.partition("\n")
    assert first.startswith("# yaml-language-server: $schema=https://")
    assert first.endswith("/schemas/leaderboard.schema.json")
    assert rest.count("# ") > 8
    data = yaml.safe_load(text)
    jsonschema.validate(data, json_schema("leaderboard"))
    assert data["title"] == "T: #1"
    assert data["status"] == "draft"
    assert data["author"] == {
        "name": "Team",
        "email": "a@example.org",
        "homepage": "https://example.org",
    }


@pytest.mark.parametrize(
    "name",
    [
        "values: []",
        "- # {x: 1} & *y !z | > %",
        'a "quoted" \\n name\'s',
        "no",
        "4.10",
        "line\u2028break",
        "组 · \u200fعربي",
        "</script><b>",
    ],
)
def test_names_of_others_stay_text_whatever_they_hold(tmp_path: Path, name: str) -> None:
    meta = {"harness_name": name, "model_name": name, "algorithm": name, "benchmark_name": name}
    write_tree(tmp_path, experiment("123", meta=meta) | experiment("no", meta=META_OTHER))
    result = call("new", "demo", "--root", tmp_path, "--author", name, "--title", name)
    assert result.exit_code == 0, result.output
    data = yaml.safe_load((tmp_path / BOARD).read_text("utf-8"))
    assert data["title"] == data["author"]["name"] == name
    assert {value["experiment_id"] for value in data["values"]} == {"123", "no"}
    board = board_of(tmp_path, {})
    assert name in {entry.evaluated.model_name for entry in board.entries}


META_OTHER = {"benchmark_name": "other", "model_name": "other"}


def test_the_order_of_files_on_disk_does_not_matter(tmp_path: Path) -> None:
    files = run("a-m", "a") | run("b-m", "b") | run("a-n", "a", model="n")
    texts = []
    for name, items in (("one", files.items()), ("two", reversed(files.items()))):
        new(write_tree(tmp_path / name, dict(items)))
        texts.append((tmp_path / name / BOARD).read_bytes())
    assert texts[0] == texts[1]


def test_without_experiments_the_draft_shows_how_an_entry_looks(tmp_path: Path) -> None:
    (tmp_path / "leaderboards").mkdir()
    result = new(tmp_path)
    assert result.exit_code == 0
    assert "no experiments yet" in result.stderr
    text = (tmp_path / BOARD).read_text("utf-8")
    assert "  # - op: mean\n" in text
    line = text.splitlines().index("values:") + 1
    (problem,) = load_tree(tmp_path).problems
    assert (problem.path, problem.line, problem.code) == (BOARD, line, "no-entries")


def test_an_id_without_experiments_among_those_of_others_is_likely_wrong(tmp_path: Path) -> None:
    files: dict[str, str] = {}
    for folder in ("demos", "a", "b", "c"):
        files |= experiment(folder=folder)
    result = new(write_tree(tmp_path, files))
    assert result.exit_code == 1
    assert (
        "experiments/demo:1:1: error: (file): not found; experiments/ has a, b, c and 1 more "
        "[no-experiments]\n" in result.stderr
    )
    assert 'did you mean "demos"? --empty drafts a leaderboard without entries' in result.stderr
    assert not (tmp_path / BOARD).exists()
    assert new(tmp_path, "--empty").exit_code == 0
    assert (tmp_path / BOARD).is_file()


def test_a_leaderboard_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    write_tree(tmp_path, leaderboard() | run("exp-a", "a"))
    before = (tmp_path / BOARD).read_bytes()
    result = new(tmp_path)
    assert result.exit_code == 2
    assert (
        f"{BOARD} is there already and is left as it is; --print shows the draft" in result.stderr
    )
    assert (tmp_path / BOARD).read_bytes() == before


def test_an_id_that_differs_from_another_only_in_case_is_refused(tmp_path: Path) -> None:
    write_tree(tmp_path, leaderboard(folder="Demo"))
    result = new(tmp_path)
    assert result.exit_code == 2
    assert '"demo" differs from leaderboards/Demo only in case' in result.stderr


def test_print_writes_nothing(tmp_path: Path) -> None:
    write_tree(tmp_path, leaderboard() | run("exp-a", "a"))
    before = (tmp_path / BOARD).read_bytes()
    result = new(tmp_path, "--print")
    assert result.exit_code == 0
    assert yaml.safe_load(result.stdout)["values"] == [{"experiment_id": "exp-a", "phase": "test"}]
    assert (tmp_path / BOARD).read_bytes() == before


def test_problems_of_the_experiments_are_listed_and_nothing_is_written(tmp_path: Path) -> None:
    files = run("a-m", "a") | run("b-m", "b") | run("c-m", "c")
    files["experiments/demo/a-m/meta_info.yaml"] = "harness_name: h\nmodel_name:\nalgorithm: x\n"
    files["experiments/demo/b-m/test/summary.yaml"] = "n_attempt: 1\nscore_mean: 0.75\n"
    del files["experiments/demo/c-m/test/summary.yaml"]
    files["experiments/demo/d d/x"] = ""
    result = new(write_tree(tmp_path, files))
    assert result.exit_code == 1
    for words in (
        "experiments/demo/a-m/meta_info.yaml:2:1: error: model_name: is empty",
        "experiments/demo/c-m:1:1: error: (file): has no phase with a summary.yaml [missing-file]",
        'experiments/demo/d d:1:1: error: (file): "d d" has characters that are not allowed',
    ):
        assert words in result.stderr
    assert not (tmp_path / "leaderboards").exists()

    files["experiments/demo/a-m/meta_info.yaml"] = files["experiments/demo/b-m/meta_info.yaml"]
    for name in ("c-m", "d d"):
        shutil.rmtree(tmp_path / "experiments" / "demo" / name)
    write_tree(tmp_path, {k: v for k, v in files.items() if "/a-m/" in k})
    result = new(tmp_path)
    assert result.exit_code == 1
    assert (
        "experiments/demo/b-m/test/summary.yaml:2:13: error: score_mean: is 0.75" in result.stderr
    )
    assert "1 error" in result.stderr
    assert not (tmp_path / "leaderboards").exists()


def test_links_are_not_followed(tmp_path: Path) -> None:
    write_tree(tmp_path / "other", run("a-m", "a"))
    (tmp_path / "tree" / "experiments" / "demo").mkdir(parents=True)
    link = tmp_path / "tree" / "experiments" / "demo" / "a-m"
    link.symlink_to(tmp_path / "other" / "experiments" / "demo" / "a-m")
    result = new(tmp_path / "tree")
    assert result.exit_code == 1
    assert "experiments/demo/a-m:1:1: error: (file): is a symbolic link" in result.stderr

    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "leaderboards").symlink_to(tmp_path / "other", target_is_directory=True)
    result = new(tmp_path / "linked")
    assert result.exit_code == 2
    assert "leaderboards (a link or a file where a folder is needed)" in result.stderr
    assert sorted(path.name for path in (tmp_path / "other").iterdir()) == ["experiments"]


def test_the_author_is_who_git_says_unless_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    write_tree(tmp_path, run("a-m", "a"))
    result = call("new", "demo", "--root", tmp_path)
    assert result.exit_code == 2
    assert 'give --author "My team"' in result.stderr

    config = ["git", "-C", tmp_path, "config"]
    subprocess.run([*config, "user.name", "Ada: #1"], check=True)
    subprocess.run([*config, "user.email", "ada@example.org"], check=True)
    assert call("new", "demo", "--root", tmp_path).exit_code == 0
    author = yaml.safe_load((tmp_path / BOARD).read_text("utf-8"))["author"]
    assert author == {"name": "Ada: #1"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("new", "a/b"), "has a character that is not allowed"),
        (("new", "con"), "is a reserved name on Windows"),
        (("new", "x", "--homepage", "javascript:1"), "only http:// and https://"),
        (("new", "x", "--email", "me"), "is not an e-mail address"),
        (("new", "x", "--title", " x"), "begins or ends with a space"),
        (("new", "x", "--title", ""), "is empty"),
        (("new-experiment", "x", "../y"), "has characters that are not allowed"),
        (("new-experiment", "x", "y", "--phase", "a/b"), "has characters that are not allowed"),
        (("new-experiment", "x", "y", "--attempts", "0"), "not in the range"),
        (("new-experiment", "x", "y", "--task", "t", "--task", "t"), "is given twice"),
    ],
)
def test_a_wrong_call_is_exit_code_2_and_a_sentence(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_tree_is_found_upwards_and_begun_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new", "demo", "--author", "Team").exit_code == 0
    assert (tmp_path / BOARD).is_file()
    monkeypatch.chdir(tmp_path / "leaderboards" / "demo")
    assert call("new-experiment", "demo", "exp").exit_code == 0
    assert (tmp_path / "experiments" / "demo" / "exp" / "meta_info.yaml").is_file()


def test_every_file_written_fits_its_schema(tmp_path: Path) -> None:
    arguments = ("--benchmark", "b", "--harness", "h", "--model", "m", "--algorithm", "a")
    result = call("new-experiment", "demo", "exp", "--root", tmp_path, *arguments)
    assert result.exit_code == 0
    phase = tmp_path / "experiments" / "demo" / "exp" / "test"
    data = yaml.safe_load((phase / "attempt-1.yaml").read_text("utf-8"))
    jsonschema.validate(json.loads(json.dumps(data)), json_schema("attempt"))
    data = yaml.safe_load((phase.parent / "meta_info.yaml").read_text("utf-8"))
    jsonschema.validate({k: v for k, v in data.items() if v is not None}, json_schema("meta_info"))


def _is_name(text: str) -> bool:
    try:
        text.encode()
        return scalars.read_name(Scalar(text, False, 1, 1)) == text
    except (UnicodeEncodeError, scalars.ScalarError):
        return False


NAMES = st.text(min_size=1, max_size=40).filter(_is_name)


@given(names=st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=6, unique=True), title=NAMES)
def test_any_names_give_a_draft_that_says_what_was_meant(
    names: list[tuple[str, str]], title: str
) -> None:
    runs = [
        DraftRun(
            experiment_id=f"e{index}",
            phase="test",
            benchmark=benchmark,
            harness="h",
            model=model,
            algorithm="a",
        )
        for index, (model, benchmark) in enumerate(names)
    ]
    head = DraftHead(leaderboard_id="demo", title=title, author=title, description=title)
    draft = draft_leaderboard(head, runs)
    assert draft == draft_leaderboard(head, reversed(runs))
    document = read_document(draft.text.encode(), BOARD)
    record, problems = read_record(document, Leaderboard, "")
    assert record is not None, problems
    assert (record.title, record.author.name, record.description) == (title, title, title)
    found = [{leaf.experiment_id for _, leaf in leaves(value, ())} for value in record.values]
    wanted: dict[str, set[str]] = {}
    for run in runs:
        wanted.setdefault(run.model, set()).add(run.experiment_id)
    assert sorted(found, key=sorted) == sorted(wanted.values(), key=sorted)
    assert draft.n_entries == len(wanted)
