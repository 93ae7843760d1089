"""``new-experiment`` writes files to fill in, ``summarize`` what follows from the attempts."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from penguin_board.cli import main
from penguin_board.tree import load_tree
from tests.trees import attempt, experiment, leaderboard, leaf, write_tree

NAMES = ("--benchmark", "b", "--harness", "h", "--model", "m", "--algorithm", "plain")


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def begin(root: Path, *options: str) -> Path:
    """A skeleton ``exp-a`` below ``root``; its phase folder."""
    result = call("new-experiment", "demo", "exp-a", "--root", root, *options)
    assert result.exit_code == 0, result.output
    return root / "experiments" / "demo" / "exp-a" / "test"


def test_it_writes_one_file_an_attempt_and_names_what_was_written(tmp_path: Path) -> None:
    options = (*NAMES, "--attempts", "3", "--phase", "dev", "--task", "t/1", "--task", "no")
    result = call("new-experiment", "demo", "exp-a", "--root", tmp_path, *options)
    top = "experiments/demo/exp-a"
    assert result.stdout.splitlines() == [
        f"{top}/meta_info.yaml",
        f"{top}/dev/summary.yaml",
        *(f"{top}/dev/attempt-{number}.yaml" for number in (1, 2, 3)),
    ]
    for name in result.stdout.splitlines():
        assert (tmp_path / name).read_text("utf-8").startswith("# yaml-language-server: $schema=")
    data = yaml.safe_load((tmp_path / top / "dev" / "attempt-2.yaml").read_text("utf-8"))
    assert data["attempt"] == 2
    assert [(row["source"], row["score"]) for row in data["results"]] == [
        ("t/1", None),
        ("no", None),
    ]


def test_what_is_to_be_filled_in_is_reported_with_its_line(tmp_path: Path) -> None:
    phase = begin(tmp_path, "--harness", "h", "--algorithm", "plain")
    write_tree(tmp_path, leaderboard(leaf()))
    problems = {
        (Path(problem.path).name, problem.key): problem
        for problem in load_tree(tmp_path).problems
        if problem.is_error
    }
    assert set(problems) == {("meta_info.yaml", "model_name"), ("summary.yaml", "score_mean")}
    lines = (phase / "summary.yaml").read_text("utf-8").splitlines()
    problem = problems["summary.yaml", "score_mean"]
    assert lines[problem.line - 1].startswith("score_mean:")
    assert problem.message == "is empty, expected a number"


def test_filled_in_and_summarized_it_is_valid(tmp_path: Path) -> None:
    phase = begin(tmp_path, *NAMES, "--attempts", "2", "--date", "2026-11-30")
    write_tree(tmp_path, leaderboard(leaf()))
    for number, scores in ((1, ("1", "0.5")), (2, ("0.25", "0"))):
        path = phase / f"attempt-{number}.yaml"
        text = path.read_text("utf-8")
        for score in scores:
            text = text.replace("score: null, cost: null", f"score: {score}, cost: 0.1", 1)
        path.write_text(text, "utf-8")
    result = call("summarize", phase)
    assert result.exit_code == 0, result.output
    assert "written, 2 attempts, score_mean 0.4375" in result.stdout
    tree = load_tree(tmp_path)
    assert tree.problems == ()
    (entry,) = tree.boards[0].entries
    assert entry.score == pytest.approx(0.4375)
    assert entry.std == pytest.approx(statistics.stdev([0.75, 0.125]))
    assert entry.total.cost == pytest.approx(0.4)
    assert entry.total.tokens is None


def test_an_experiment_that_exists_is_left_as_it_is(tmp_path: Path) -> None:
    files = experiment("exp-a")
    write_tree(tmp_path, files)
    result = call("new-experiment", "demo", "exp-a", "--root", tmp_path)
    assert result.exit_code == 2
    assert "experiments/demo/exp-a/meta_info.yaml" in result.stderr
    assert {name: (tmp_path / name).read_text("utf-8") for name in files} == files


def test_a_summary_that_says_something_else_needs_replace(tmp_path: Path) -> None:
    files = experiment("exp-a", [[1, 0], [1, 1]], summary={"score_mean": 0.5, "pass_rate": 0.25})
    phase = write_tree(tmp_path, files) / "experiments" / "demo" / "exp-a" / "test"
    before = (phase / "summary.yaml").read_bytes()
    result = call("summarize", phase)
    assert result.exit_code == 1
    assert "[exists]" in result.stderr
    assert (phase / "summary.yaml").read_bytes() == before
    assert call("summarize", phase, "--replace").exit_code == 0
    assert yaml.safe_load((phase / "summary.yaml").read_text("utf-8"))["score_mean"] == 0.75
    assert "unchanged" in call("summarize", phase).stdout
    assert sorted(path.name for path in phase.iterdir()) == [
        "attempt-1.yaml",
        "attempt-2.yaml",
        "summary.yaml",
    ]


def test_one_attempt_has_no_spread_and_unknown_totals_stay_unknown(tmp_path: Path) -> None:
    files = experiment("exp-a", [[1, 0]])
    phase = write_tree(tmp_path, files) / "experiments" / "demo" / "exp-a" / "test"
    (phase / "attempt-1.yaml").write_text(attempt([1, 0], cost=0.5, tokens=12), "utf-8")
    (phase / "summary.yaml").unlink()
    assert call("summarize", phase).exit_code == 0
    assert yaml.safe_load((phase / "summary.yaml").read_text("utf-8")) == {
        "n_attempt": 1,
        "score_mean": 0.5,
        "score_std": None,
        "cost_total": 0.5,
        "duration_ms_total": None,
        "tokens_total": 12,
    }


def test_every_problem_of_every_folder_is_listed(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    begin(tmp_path / "one", *NAMES)
    write_tree(tmp_path / "two", {"attempt-1.yaml": "results: [{source: a, score: '1'}]\n"})
    (tmp_path / "three").mkdir()
    folders = (tmp_path / "one/experiments/demo/exp-a/test", tmp_path / "two", tmp_path / "three")
    result = call("summarize", *folders)
    assert result.exit_code == 1
    assert "attempt-1.yaml:4:1: error: (file): has no task with a score" in result.stderr
    assert "two/attempt-1.yaml:1:30: error: results[0].score: expected a number" in result.stderr
    assert "three:1:1: error: (file): holds no attempt-<n>.yaml" in result.stderr
    assert "penguin-board: 3 errors" in result.stderr


def test_a_summary_is_not_written_through_a_link(tmp_path: Path) -> None:
    files = experiment("exp-a", [[1, 0]])
    phase = write_tree(tmp_path, files) / "experiments" / "demo" / "exp-a" / "test"
    outside = tmp_path / "outside.yaml"
    outside.write_text("n_attempt: 1\n", "utf-8")
    (phase / "summary.yaml").unlink()
    (phase / "summary.yaml").symlink_to(outside)
    result = call("summarize", phase, "--replace")
    assert result.exit_code == 1
    assert "is a symbolic link" in result.stderr
    assert outside.read_text("utf-8") == "n_attempt: 1\n"


def test_it_says_what_comes_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = call("new-experiment", "demo", "exp-a")
    assert "penguin-board summarize experiments/demo/exp-a/test\n" in first.stderr
    assert "is not there yet: penguin-board new demo\n" in first.stderr
    write_tree(tmp_path, leaderboard())
    second = call("new-experiment", "demo", "exp-b")
    assert "- { experiment_id: exp-b, phase: test }\n" in second.stderr
