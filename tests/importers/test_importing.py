"""Importing from disk to disk: whole experiments or none, and never over other files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from penguin_board import importing
from penguin_board.importers import ImportOptions
from penguin_board.importing import ImportReport, import_results, report_text
from penguin_board.tree import load_tree

REPORT = """\
task_group_id: task_group_001
scenario_id: SCN_001_leads
model: m, high
harness: h
conditions:
  base:
    tasks:
      test_001: {scores: [1, 0, 0.5]}
  self:
    tasks:
      test_001: {scores: [1, 1, 1]}
"""
IDS = ("001-leads-base-m-20260721", "001-leads-self-m-20260721")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source/experiments/run/reports"
    folder.mkdir(parents=True)
    (folder / "task_group_001.yaml").write_text(REPORT)
    (folder.parent / "config.yaml").write_text("model: m\n")
    return tmp_path / "source"


def run(
    source: Path,
    root: Path,
    *,
    leaderboard: str = "board",
    options: ImportOptions | None = None,
    dry_run: bool = False,
    replace: bool = False,
) -> ImportReport:
    return import_results(
        "gdpevo",
        [source],
        leaderboard,
        root,
        options or ImportOptions(date="2026-07-21"),
        dry_run=dry_run,
        replace=replace,
    )


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def codes(report: ImportReport) -> list[str]:
    return [problem.code for problem in report.problems]


def statuses(report: ImportReport) -> list[tuple[str, str]]:
    return [(row.experiment_id, row.status) for row in report.rows]


def test_import_writes_whole_experiments_and_nothing_else(source: Path, tmp_path: Path) -> None:
    report = run(source, tmp_path / "root")
    assert statuses(report) == [(name, "created") for name in IDS]
    assert [(row.n_attempt, row.n_tasks, row.score_mean) for row in report.rows] == [
        (3, 1, 0.5),
        (3, 1, 1.0),
    ]
    assert sorted(tree(tmp_path / "root")) == sorted(
        f"experiments/board/{name}/{file}"
        for name in IDS
        for file in (
            "meta_info.yaml",
            "test/attempt-1.yaml",
            "test/attempt-2.yaml",
            "test/attempt-3.yaml",
            "test/summary.yaml",
        )
    )


def test_written_experiments_make_a_valid_board(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path)
    folder = tmp_path / "leaderboards/board"
    folder.mkdir(parents=True)
    values = "".join(f"  - {{ experiment_id: {name}, phase: test }}\n" for name in IDS)
    (folder / "leaderboard.yaml").write_text(
        f"leaderboard_id: board\nstatus: draft\ntitle: T\nauthor: {{ name: N }}\nvalues:\n{values}"
    )
    loaded = load_tree(tmp_path)
    assert not loaded.problems
    assert [entry.score for entry in loaded.boards[0].entries] == [1.0, 0.5]


def test_second_import_changes_nothing(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path / "root")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "root").rglob("*")}
    report = run(source, tmp_path / "root")
    assert statuses(report) == [(name, "unchanged") for name in IDS]
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "root").rglob("*")} == before


def test_folders_have_the_usual_permissions(source: Path, tmp_path: Path) -> None:
    run(source, tmp_path / "root")
    usual = tmp_path / "usual"
    usual.mkdir()
    folder = tmp_path / "root/experiments/board" / IDS[0]
    assert folder.stat().st_mode == usual.stat().st_mode


def test_different_experiment_is_an_error_and_nothing_is_written(
    source: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    changed = root / "experiments/board" / IDS[1] / "meta_info.yaml"
    changed.parent.mkdir(parents=True)
    changed.write_text("mine: 1\n")
    before = tree(root)
    report = run(source, root)
    assert codes(report) == ["exists"]
    assert report.problems[0].path == f"experiments/board/{IDS[1]}"
    assert "--replace" in report.problems[0].hint
    assert not report.rows
    assert tree(root) == before


def test_replace_leaves_no_file_of_the_old_experiment(source: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    run(source, root)
    expected = tree(root)
    (root / "experiments/board" / IDS[0] / "test/attempt-4.yaml").write_text("attempt: 4\n")
    assert codes(run(source, root)) == ["exists"]
    report = run(source, root, replace=True)
    assert statuses(report) == [(IDS[0], "replaced"), (IDS[1], "unchanged")]
    assert tree(root) == expected


def test_dry_run_writes_nothing(source: Path, tmp_path: Path) -> None:
    report = run(source, tmp_path / "root", dry_run=True)
    assert statuses(report) == [(name, "created") for name in IDS]
    assert not (tmp_path / "root").exists()
    text = report_text(report)
    assert text.endswith("experiments: 2 would be created\ndry run: nothing was written\n")


def test_errors_are_all_reported_and_nothing_is_written(source: Path, tmp_path: Path) -> None:
    folder = source / "experiments/run/reports"
    (folder / "task_group_002.yaml").write_text("a: [\n")
    (folder / "task_group_003.yaml").write_text("")
    report = run(source, tmp_path / "root")
    assert codes(report) == ["syntax", "empty"]
    assert report.failed
    assert not (tmp_path / "root").exists()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()])
def test_interruption_while_staging_leaves_nothing(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    written: list[Path] = []

    def write_some(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) == 7:
            raise error
        with path.open("wb") as file:
            return file.write(data)

    monkeypatch.setattr(Path, "write_bytes", write_some)
    with pytest.raises(type(error)):
        run(source, tmp_path / "root")
    assert list((tmp_path / "root/experiments/board").iterdir()) == []


def test_full_disk_is_a_problem(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", fail)
    report = run(source, tmp_path / "root")
    assert codes(report) == ["cannot-write"]
    assert not report.rows
    assert list((tmp_path / "root/experiments/board").iterdir()) == []


def test_interrupted_replacement_keeps_the_old_experiment(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    run(source, root)
    (root / "experiments/board" / IDS[0] / "extra.yaml").write_text("a: 1\n")
    before = tree(root)
    rename = Path.rename

    def fail_into_place(path: Path, target: Path) -> Path:
        if target.parent.name == "board" and not (path / "extra.yaml").exists():
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_into_place)
    with pytest.raises(KeyboardInterrupt):
        run(source, root, replace=True)
    assert tree(root) == before


def test_symbolic_links_are_not_written_through(source: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    for link in ("experiments", "experiments/board", f"experiments/board/{IDS[0]}"):
        root = tmp_path / f"root-{link.count('/')}"
        (root / link).parent.mkdir(parents=True)
        (root / link).symlink_to(outside, target_is_directory=True)
        report = run(source, root, replace=True)
        assert set(codes(report)) == {"not-a-folder"}
        assert report.problems[0].path == link
    assert list(outside.iterdir()) == []


def test_links_within_a_source_folder_are_left_out(source: Path, tmp_path: Path) -> None:
    folder = source / "experiments/run/reports"
    (folder / "task_group_001.yaml").rename(tmp_path / "elsewhere.yaml")
    (folder / "task_group_001.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    report = run(source, tmp_path / "root")
    assert codes(report) == ["nothing-found"]
    assert [note.reason for note in report.left_out] == ["a symbolic link"]


def test_same_experiment_twice_is_an_error(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy/experiments/run/reports/task_group_001.yaml"
    copy.parent.mkdir(parents=True)
    copy.write_text(REPORT)
    options = ImportOptions(date="2026-07-21")
    report = import_results("gdpevo", [source, copy], "board", tmp_path / "root", options)
    assert codes(report) == ["duplicate-experiment"] * 2
    assert not (tmp_path / "root").exists()


def test_override_that_makes_two_experiments_alike_keeps_both(source: Path, tmp_path: Path) -> None:
    options = ImportOptions(date="2026-07-21", algorithm="a")
    report = run(source, tmp_path / "root", options=options)
    assert not report.problems
    assert len({row.experiment_id for row in report.rows}) == 2


def test_file_given_twice_is_read_once(source: Path, tmp_path: Path) -> None:
    file = source / "experiments/run/reports/task_group_001.yaml"
    options = ImportOptions(date="2026-07-21")
    report = import_results("gdpevo", [source, file], "board", tmp_path / "root", options)
    assert len(report.rows) == 2


@pytest.mark.parametrize("given", ["missing/reports/task_group_001.yaml", "experiments/run/x.yaml"])
def test_path_that_cannot_be_used_is_an_error(source: Path, tmp_path: Path, given: str) -> None:
    (source / "experiments/run/x.yaml").write_text("")
    report = run(source / given, tmp_path / "root")
    assert codes(report) == ["unreadable" if "missing" in given else "not-wanted"]


def test_named_pipe_is_not_read(source: Path, tmp_path: Path) -> None:
    os.mkfifo(source / "experiments/run/reports/task_group_002.yaml")
    assert codes(run(source, tmp_path / "root")) == ["not-a-file"]


def test_file_name_that_is_not_utf_8_is_an_error(source: Path, tmp_path: Path) -> None:
    folder = source / os.fsdecode(b"\xff") / "reports"
    try:
        folder.mkdir(parents=True)
    except OSError:
        pytest.skip("the file system takes UTF-8 names only")
    (folder / "task_group_002.yaml").write_text(REPORT)
    assert codes(run(source, tmp_path / "root")) == ["not-utf-8"]


@pytest.mark.parametrize(
    ("leaderboard", "options", "key"),
    [
        ("../x", ImportOptions(), "--leaderboard"),
        ("a.b", ImportOptions(), "--leaderboard"),
        ("con", ImportOptions(), "--leaderboard"),
        ("x" * 300, ImportOptions(), "--leaderboard"),
        ("board", ImportOptions(phase="../x"), "--phase"),
        ("board", ImportOptions(date="2026-7-1"), "--date"),
        ("board", ImportOptions(date="2026-02-30"), "--date"),
        ("board", ImportOptions(model="a\x1bb"), "--model"),
        ("board", ImportOptions(harness=" h"), "--harness"),
        ("board", ImportOptions(benchmark="\udcff"), "--benchmark"),
        ("board", ImportOptions(algorithm=""), "--algorithm"),
    ],
)
def test_bad_options_are_errors(
    source: Path, tmp_path: Path, leaderboard: str, options: ImportOptions, key: str
) -> None:
    report = run(source, tmp_path / "root", leaderboard=leaderboard, options=options)
    assert [problem.key for problem in report.problems] == [key]
    assert not (tmp_path / "root").exists()


def test_hostile_names_stay_within_the_board(source: Path, tmp_path: Path) -> None:
    for name in ("../x", "y" * 300, "/etc/passwd", "..", "con.x"):
        options = ImportOptions(date="2026-07-21", benchmark=name, algorithm=name, model=name)
        assert not run(source, tmp_path / "root", options=options).problems
    folders = list((tmp_path / "root/experiments/board").iterdir())
    assert len(folders) == 10
    assert sorted(path.name for path in tmp_path.iterdir()) == ["root", "source"]
    assert [path.name for path in (tmp_path / "root").iterdir()] == ["experiments"]


def test_unknown_format_suggests_a_known_one(tmp_path: Path) -> None:
    report = import_results("gdpevoo", [tmp_path], "board", tmp_path)
    assert report.problems[0].hint == 'did you mean "gdpevo"?'


def test_report_text_is_a_table_with_what_was_left_out(source: Path, tmp_path: Path) -> None:
    folder = source / "experiments/run/reports"
    (folder / "task_group_013.yaml").write_text("")
    text = report_text(run(source, tmp_path / "root"))
    assert text == (
        "experiment                 status   attempts  tasks  score_mean\n"
        "001-leads-base-m-20260721  created         3      1    0.500000\n"
        "001-leads-self-m-20260721  created         3      1    1.000000\n"
        "left out: a task group outside 001 to 012: not published\n"
        f"  {folder.as_posix()}/task_group_013.yaml\n"
        "experiments: 2 created\n"
    )
    assert report_text(importing.ImportReport()) == "experiments: none\n"
