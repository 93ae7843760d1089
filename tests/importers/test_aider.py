"""Aider: rows of a board, percentages to the digit, no free runs."""

from __future__ import annotations

from pathlib import Path

from tests.importers.runs import board_score, codes, leaf, read, run, written

BOARD = """\
- dirname: 2025-02-25--one
  test_cases: 224
  model: o1
  edit_format: diff
  commit_hash: 1234567
  pass_rate_1: 20.4
  pass_rate_2: 61.7
  percent_cases_well_formed: 91.5
  date: 2025-02-25
  versions: 0.75
  seconds_per_case: 2.5
  total_cost: 186.4958
  prompt_tokens: 100
  completion_tokens: 20
- dirname: 2025-02-25--two
  test_cases: 225
  model: free
  edit_format: whole
  pass_rate_1: 0.9
  date: 2024-12-21
  total_cost: 0.0000
"""


def test_rows_are_experiments_and_percentages_fractions(tmp_path: Path) -> None:
    report = run(tmp_path, None, {"polyglot_leaderboard.yml": BOARD})
    assert codes(report) == []
    found = written(tmp_path / "root")
    one, two = "aider-polyglot-diff-o1-20250225", "aider-polyglot-whole-free-20241221"
    assert list(found) == [one, two]
    summary = found[one]["summary"]
    assert (summary["score_mean"], summary["pass_rate_1"]) == (0.617, 0.204)
    assert (summary["n_samples"], summary["percent_cases_well_formed"]) == (224, 0.915)
    assert summary["cost_total"] == 186.4958
    assert summary["duration_ms_total"] == 560_000
    assert summary["tokens_total"] == 120
    assert found[one]["meta"]["harness_version"] == "0.75"
    assert found[two]["summary"]["cost_total"] is None
    assert board_score(tmp_path / "root", leaf(one), leaf(two)) == [0.617, 0.009]


def test_first_try_can_be_the_score() -> None:
    given = {"metric": ("pass_rate_1",), "algorithm": "plain"}
    result = read("aider", {"x/edit_leaderboard.yml": BOARD}, **given)
    scores = [e.summary.score_mean for e in result.experiments if e.summary]
    assert scores == [0.204, 0.009]
    assert {e.benchmark_name for e in result.experiments} == {"aider-edit"}


def test_a_board_of_another_name_needs_the_benchmark() -> None:
    assert codes(read("aider", {"board.yml": BOARD})) == ["missing-benchmark"]


def test_a_rate_that_is_no_percentage_is_an_error_with_its_place() -> None:
    content = BOARD.replace("61.7", "617")
    (problem,) = read("aider", {"polyglot_leaderboard.yml": content}).problems
    assert (problem.code, problem.line, problem.key) == ("score-range", 7, "[0].pass_rate_2")
