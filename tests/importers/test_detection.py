"""Which format files have, told from their names and contents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from penguin_board.cli import main
from penguin_board.importers import FORMATS
from penguin_board.importing import import_results
from tests.command_line import penguin_board
from tests.importers.runs import codes, reasons, run, write

LM_EVAL = {
    "results": {"t": {"acc,none": 0.5}},
    "versions": {},
    "config": {"model_args": "model=m"},
}
HARBOR = {
    "task_name": "t",
    "trial_name": "t__1",
    "source": "s",
    "agent_info": {"name": "a", "model_info": {"name": "m"}},
    "verifier_result": {"rewards": {"reward": 1}},
}
UNRELATED = {"name": "package", "version": "1.0.0", "scripts": {}}


def test_the_format_is_told_from_the_contents(tmp_path: Path) -> None:
    files = {"a/results.json": LM_EVAL, "package.json": UNRELATED, "notes.txt": "hello"}
    report = run(tmp_path, None, files, algorithm="plain")
    assert codes(report) == []
    assert [row.score_mean for row in report.rows] == [0.5]
    assert reasons(report) == ["not of this format by its contents"]


def test_a_file_of_another_format_says_what_it_holds(tmp_path: Path) -> None:
    file = write(tmp_path, {"a.json": HARBOR}) / "a.json"
    report = import_results("lm-eval", [file], "demo", tmp_path / "root")
    (problem,) = report.problems
    assert (problem.code, problem.path) == ("not-wanted", file.as_posix())
    assert problem.message == (
        "is not a file of this format by its contents: it holds the keys "
        "agent_info, source, task_name, trial_name, verifier_result"
    )
    assert problem.hint.endswith("; this one looks like harbor")


def test_several_formats_are_named_and_nothing_is_written(tmp_path: Path) -> None:
    files = {"a.json": LM_EVAL, "b.json": HARBOR, "c.json": HARBOR}
    report = run(tmp_path, None, files, algorithm="plain")
    (problem,) = report.problems
    assert problem.code == "ambiguous-format"
    source = (tmp_path / "source").as_posix()
    assert f"harbor ({source}/b.json and 1 more)" in problem.message
    assert f"lm-eval ({source}/a.json)" in problem.message
    assert not (tmp_path / "root").exists()


def test_an_unknown_format_names_those_that_are_known(tmp_path: Path) -> None:
    report = run(tmp_path, None, {"package.json": UNRELATED})
    (problem,) = report.problems
    assert problem.code == "unknown-format"
    assert all(name in problem.hint for name in FORMATS)


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    text = json.dumps(LM_EVAL)
    report = run(tmp_path, None, {"a.json": text[:-5]})
    assert codes(report) == ["unknown-format", "syntax"]


def test_a_named_format_leaves_other_files_out(tmp_path: Path) -> None:
    report = run(tmp_path, "harbor", {"a.json": LM_EVAL, "b.json": HARBOR}, algorithm="plain")
    assert codes(report) == []
    assert [note.path.rpartition("/")[2] for note in report.left_out] == ["a.json"]


def test_a_file_that_was_named_and_has_another_format_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "leaderboards").mkdir()
    source = write(tmp_path, {"a.json": LM_EVAL})
    words = ("--leaderboard", "b", "--root", tmp_path, "--algorithm", "plain")
    result = penguin_board("import", "harbor", source / "a.json", *words)
    assert result.exit_code == 1
    assert "[not-wanted]" in result.words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("harbour", "."), 'did you mean "harbor"'),
        (("lm-eval",), "name the files or folders"),
        (("lm-eval", "absent.json"), "absent.json: does not exist"),
        (("absent.json",), "absent.json: does not exist"),
    ],
)
def test_arguments_that_cannot_be_meant(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "leaderboards").mkdir()
    result = penguin_board("import", *arguments, "--leaderboard", "b", "--root", tmp_path)
    assert result.exit_code == 2
    assert words in result.words


def test_without_a_format_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "leaderboards").mkdir()
    write(tmp_path, {"in/results.json": LM_EVAL})
    words = ("--leaderboard", "b", "--root", tmp_path, "--algorithm", "plain")
    result = penguin_board("import", tmp_path / "in", *words)
    assert result.exit_code == 0, result.words
    assert "experiments: 1 created" in result.stdout
    again = penguin_board("import", tmp_path / "in", *words)
    assert "experiments: 1 unchanged" in again.stdout


def test_the_folder_that_one_calls_from_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leaderboards").mkdir()
    write(tmp_path, {"in/deep/results.json": LM_EVAL})
    words = ("--leaderboard", "b", "--root", str(tmp_path), "--algorithm", "plain")
    first = CliRunner().invoke(main, ["import", str(tmp_path / "in"), *words])
    assert "experiments: 1 created" in first.output
    monkeypatch.chdir(tmp_path / "in/deep")
    again = CliRunner().invoke(main, ["import", "lm-eval", "results.json", *words])
    assert "experiments: 1 unchanged" in again.output


@pytest.mark.parametrize("name", ["summary.json", "flags.json"])
def test_a_file_that_many_tools_write_is_of_no_format(tmp_path: Path, name: str) -> None:
    content = {"debug": True} if name == "flags.json" else {"total": 3}
    assert codes(run(tmp_path, None, {name: content})) == ["unknown-format"]
