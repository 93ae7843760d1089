"""``validate --against``: what is published does not change without a line in ``changes``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from penguin_board.cli import main
from tests.command_line import snapshot
from tests.repositories import commit, repository
from tests.trees import Files, experiment, leaderboard, leaf, write_tree

BOARD = "leaderboards/demo/leaderboard.yaml"
A, B = "harness-model-a-plain-test", "harness-model-b-plain-test"


def entry(name: str, score: float) -> Files:
    """An experiment that is its summary alone."""
    summary = {"n_attempt": 1, "score_mean": score}
    meta = {"model_name": f"model {name}"}
    return experiment(f"exp-{name}", scores=(), meta=meta, summary=summary)


def board(*names: str, **more: Any) -> Files:
    return leaderboard(*(leaf(f"exp-{name}") for name in names), **more)


def line(
    entry: str, reason: str = "A grader was wrong.", date: str = "2026-11-30"
) -> dict[str, str]:
    return {"date": date, "entry": entry, "reason": reason}


PUBLISHED = {**board("a", "b"), **entry("a", 0.7), **entry("b", 0.5)}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", PUBLISHED)


def run(root: Path, base: str | Path = "main", *options: str) -> Result:
    arguments = ["validate", "--root", str(root), "--against", str(base), *options]
    return CliRunner().invoke(main, arguments)


def found(root: Path, base: str | Path = "main") -> list[tuple[str, str, str]]:
    """Severity, code and key of each problem; information apart, which lists unused folders."""
    result = run(root, base, "--format", "json")
    problems = json.loads(result.stdout)["problems"]
    errors = [problem for problem in problems if problem["severity"] == "error"]
    assert result.exit_code == (1 if errors else 0), result.output
    return [
        (problem["severity"], problem["code"], problem["key"])
        for problem in problems
        if problem["severity"] != "information"
    ]


def test_a_tree_against_itself_has_no_problems(root: Path) -> None:
    assert found(root) == []


def test_a_published_score_may_not_move(root: Path) -> None:
    write_tree(root, entry("b", 0.502))
    result = run(root)
    assert result.exit_code == 1
    assert result.stdout.startswith(
        f'{BOARD}:5:55: error: values[1]: the published score of "model b" moves from 0.5 to '
        "0.502, and no new line in changes says why [published-score]\n"
    )
    assert f"add a line to changes: {{date: .., entry: {B}, reason: ..}}" in result.stdout


@pytest.mark.parametrize(
    ("score", "is_moved"), [(0.501, False), (0.499, False), (0.5010001, True), (0.4989999, True)]
)
def test_a_score_moves_when_it_differs_by_more_than_a_thousandth(
    score: float, is_moved: bool, root: Path
) -> None:
    write_tree(root, entry("b", score))
    assert found(root) == [("error", "published-score", "values[1]")] * is_moved


def test_the_thousandth_is_in_recorded_units(tmp_path: Path) -> None:
    root = repository(tmp_path, board("a", "b") | entry("a", 70) | entry("b", 50))
    write_tree(root, entry("b", 50.002))
    assert found(root) == [("error", "published-score", "values[1]")]


@pytest.mark.parametrize("name", [B, "model b"])
def test_a_new_line_with_the_id_or_the_label_lets_a_score_move(name: str, root: Path) -> None:
    write_tree(root, entry("b", 0.6) | board("a", "b", changes=[line(name)]))
    assert found(root) == []


def test_a_line_of_another_entry_lets_nothing_move(root: Path) -> None:
    write_tree(root, entry("b", 0.6) | board("a", "b", changes=[line(A)]))
    assert found(root) == [("error", "published-score", "values[1]")]


def test_a_line_that_stood_in_the_base_explains_nothing_new(tmp_path: Path) -> None:
    old = [line(B)]
    root = repository(tmp_path, PUBLISHED | board("a", "b", changes=old))
    write_tree(root, entry("b", 0.6))
    assert found(root) == [("error", "published-score", "values[1]")]
    write_tree(root, board("a", "b", changes=[*old, line(B, "Once more.")]))
    assert found(root) == []
    write_tree(root, board("a", "b", changes=[*old, *old]))
    assert found(root) == []


def test_history_that_is_written_otherwise_is_a_warning(tmp_path: Path) -> None:
    root = repository(tmp_path, PUBLISHED | board("a", "b", changes=[line(B), line(A)]))
    write_tree(root, board("a", "b", changes=[line(B, "Other words."), line(A)]))
    assert found(root) == [("warning", "lost-change", "changes")]


def test_a_published_entry_may_not_vanish(root: Path) -> None:
    write_tree(root, board("a"))
    assert found(root) == [("error", "published-entry", "values")]
    write_tree(root, board("a", changes=[line(B)]))
    assert found(root) == []


def test_an_entry_under_another_name_has_vanished(root: Path) -> None:
    write_tree(root, experiment("exp-b", (), meta={"model_name": "c"}, summary={
        "n_attempt": 1, "score_mean": 0.5,
    }))  # fmt: skip
    assert found(root) == [("error", "published-entry", "values")]
    write_tree(root, board("a", "b", changes=[line("model b")]))
    assert found(root) == []


def test_a_second_run_beside_a_published_one_does_not_hide_it(root: Path) -> None:
    """The id of an entry gets longer when another of the same identity appears."""
    again = experiment("exp-c", (), meta={"model_name": "model b"}, summary={
        "n_attempt": 1, "score_mean": 0.9,
    })  # fmt: skip
    write_tree(root, again | board("a", "b", "c"))
    assert [row for row in found(root) if row[0] == "error"] == []
    write_tree(root, entry("b", 0.6))
    assert [row for row in found(root) if row[0] == "error"] == [
        ("error", "published-score", "values[1]")
    ]


def test_a_board_that_turns_into_a_draft_loses_its_entries(root: Path) -> None:
    write_tree(root, board("a", "b", status="draft"))
    assert found(root) == [("error", "published-entry", "status")] * 2
    write_tree(root, board("a", "b", status="draft", changes=[line(A), line(B)]))
    assert found(root) == []


def test_a_published_board_may_not_be_removed(root: Path) -> None:
    write_tree(root, leaderboard(leaf("x"), folder="other") | experiment("x", folder="other"))
    shutil.rmtree(root / "leaderboards" / "demo")
    result = run(root)
    assert result.exit_code == 1
    assert f"{BOARD}:1:1: error: (file): the published leaderboard is gone" in result.stdout


def test_a_draft_changes_freely_and_may_be_published(tmp_path: Path) -> None:
    root = repository(tmp_path, PUBLISHED | board("a", "b", status="draft"))
    write_tree(root, entry("a", 0.1) | board("a", status="draft"))
    assert found(root) == []
    write_tree(root, board("a"))
    assert found(root) == []
    shutil.rmtree(root / "leaderboards" / "demo")
    assert found(root) == []


def test_an_added_entry_needs_no_line(root: Path) -> None:
    write_tree(root, board("a", "b", "c") | entry("c", 0.9))
    assert found(root) == []


def test_a_line_that_names_no_entry_is_a_warning_with_the_nearest(root: Path) -> None:
    write_tree(root, board("a", "b", changes=[line("modl b")]))
    assert found(root) == [("warning", "unknown-entry", "changes[0].entry")]
    assert 'did you mean "model b"?' in run(root).stdout


def test_lines_on_former_entries_stay_without_a_warning(tmp_path: Path) -> None:
    root = repository(tmp_path, PUBLISHED | board("a", "b", changes=[line("long gone")]))
    assert found(root) == []
    write_tree(root, board("a", changes=[line("long gone"), line("model b")]))
    assert found(root) == []


def test_a_tree_that_is_not_valid_shows_its_own_problems_alone(root: Path) -> None:
    write_tree(root, entry("b", 0.6) | board("a", "b", "z"))
    assert found(root) == [("error", "missing-experiment", "values[2].experiment_id")]


def test_a_board_that_is_not_valid_in_the_base_is_a_warning(root: Path) -> None:
    write_tree(root, board("a", "z"))
    commit(root)
    write_tree(root, board("a"))
    assert found(root) == [("warning", "invalid-base", "")]


def test_a_folder_is_a_base(root: Path, tmp_path: Path) -> None:
    write_tree(tmp_path / "old", PUBLISHED | entry("a", 0.9))
    assert found(root, tmp_path / "old") == [("error", "published-score", "values[0]")]


def test_annotations_stand_on_the_line_of_the_entry(root: Path) -> None:
    write_tree(root, entry("b", 0.6))
    annotation = run(root, "main", "--format", "github").stdout
    assert annotation.startswith(f"::error file={BOARD},line=5,col=55,title=published-score::")


def test_a_tree_with_errors_of_its_own_is_not_compared_and_says_so(root: Path) -> None:
    write_tree(root, {BOARD: "title: a: b\n"})
    result = run(root, "no-such-revision")
    assert result.exit_code == 1
    assert "not compared with no-such-revision: this tree has errors of its own" in result.stderr


def test_an_unknown_base_is_exit_code_2_and_nothing_is_written(root: Path) -> None:
    before = snapshot(root)
    result = run(root, "--output=x")
    assert result.exit_code == 2
    assert '"--output=x" is no git revision here' in result.stderr
    assert snapshot(root) == before
