"""Boards: ranks, resources, frontiers on every axis, and how scores are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from penguin_board.boards import Board
from penguin_board.entries import AXES, Axis
from tests.trees import Files, board_of, experiment, leaderboard, leaf


def board(root: Path, entries: dict[str, dict[str, Any]], **more: Any) -> Board:
    """A board with an entry a name, each a summary alone."""
    files: Files = leaderboard(*(leaf(name) for name in entries), **more)
    for name, summary in entries.items():
        content = {"n_attempt": 1, "score_mean": 0.5, **summary}
        files |= experiment(name, (), summary=content, meta={"model_name": name})
    return board_of(root, files)


def frontier(of: Board, axis: Axis, *, per_attempt: bool = False) -> set[str]:
    return {
        entry.label
        for entry in of.entries
        if axis in (entry.on_frontier_per_attempt if per_attempt else entry.on_frontier)
    }


def test_entries_stand_by_rank_then_by_label(tmp_path: Path) -> None:
    scores = {"d": 0.5, "b": 0.75, "c": 0.5, "a": 0.25}
    found = board(tmp_path, {name: {"score_mean": score} for name, score in scores.items()})
    assert [(e.rank, e.label) for e in found.entries] == [(1, "b"), (2, "c"), (2, "d"), (4, "a")]


def test_scores_that_differ_by_float_noise_share_a_rank(tmp_path: Path) -> None:
    found = board(tmp_path, {"a": {"score_mean": 0.3}, "b": {"score_mean": 0.1 + 0.2}})
    assert [entry.rank for entry in found.entries] == [1, 1]


def test_every_axis_has_a_frontier_of_its_own(tmp_path: Path) -> None:
    found = board(
        tmp_path,
        {
            "x": {"score_mean": 0.75, "cost": 3, "duration_ms": 10, "tokens": 7},
            "y": {"score_mean": 0.5, "cost": 1, "duration_ms": 20, "tokens": 7},
            "z": {"score_mean": 0.25, "cost": 2, "duration_ms": 5},
        },
    )
    assert {axis: frontier(found, axis) for axis in AXES} == {
        "cost": {"x", "y"},
        "duration": {"x", "z"},
        "token": {"x"},
    }


def test_the_frontier_of_a_board_where_less_is_better(tmp_path: Path) -> None:
    entries = {"x": {"score_mean": 0.25, "cost": 1}, "y": {"score_mean": 0.75, "cost": 2}}
    assert frontier(board(tmp_path, entries, order="ascending"), "cost") == {"x"}


def test_resources_an_attempt_have_a_frontier_of_their_own(tmp_path: Path) -> None:
    found = board(
        tmp_path,
        {
            "once": {"score_mean": 0.5, "cost": 1},
            "thrice": {"score_mean": 0.75, "n_attempt": 3, "cost": 3},
        },
    )
    assert frontier(found, "cost") == {"once", "thrice"}
    assert frontier(found, "cost", per_attempt=True) == {"thrice"}
    assert found.unequal_attempts
    assert [(e.evaluated.per_attempt.cost, e.total.cost) for e in found.entries] == [(1, 3), (1, 1)]


def test_equal_numbers_of_attempts_compare(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": {"n_attempt": 2}, "y": {"n_attempt": 2}})
    assert not found.unequal_attempts


def test_resources_are_summed_once_an_experiment_and_an_attempt_each(tmp_path: Path) -> None:
    value = {"op": "sub", "args": [leaf("a"), {"op": "mean", "args": [leaf("a"), leaf("b")]}]}
    files = leaderboard(value)
    summary = {"score_mean": 0.5, "duration_ms": 600}
    files |= experiment("a", (), summary={**summary, "n_attempt": 2, "cost": 4, "tokens": 10})
    files |= experiment("b", (), summary={**summary, "n_attempt": 3, "cost": 6})
    evaluated = board_of(tmp_path, files).entries[0].evaluated
    total, each = evaluated.total, evaluated.per_attempt
    assert (total.cost, total.duration_ms, total.tokens) == (10, 1200, None)
    assert (each.cost, each.duration_ms, each.tokens) == (4, 500, None)
    assert (evaluated.n_attempt, evaluated.n_attempt_max) == (2, 3)
    assert [total.on(axis) for axis in AXES] == [10, 1200, None]


def test_the_number_of_tasks_is_unknown_when_an_experiment_has_none(tmp_path: Path) -> None:
    value = {"op": "mean", "args": [leaf("a"), leaf("b")]}
    known = leaderboard(value) | experiment("a", [[1, 0]]) | experiment("b", [[1]])
    assert board_of(tmp_path / "known", known).entries[0].evaluated.n_tasks == 3
    files = known | experiment("b", (), summary={"n_attempt": 1, "score_mean": 1})
    del files["experiments/demo/b/test/attempt-1.yaml"]
    assert board_of(tmp_path / "unknown", files).entries[0].evaluated.n_tasks is None


def test_a_metric_without_mean_in_its_name_has_no_spread(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="pass_rate"))
    summary = {"score_mean": 0.5, "pass_rate": 0.5, "pass_rate_std": 0.1}
    files |= experiment(scores=[[1, 0], [0, 1]], summary=summary)
    entry = board_of(tmp_path, files).entries[0]
    assert (entry.score, entry.std) == (0.5, None)
    assert entry.evaluated.estimate.reason == "pass_rate has no value by attempt"


def test_a_metric_with_mean_in_its_name_has_the_spread_beside_it(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="f1_mean"))
    summary = {"n_attempt": 3, "score_mean": 0.5, "f1_mean": 0.25, "f1_std": 0.125}
    entry = board_of(tmp_path, files | experiment(scores=(), summary=summary)).entries[0]
    assert (entry.score, entry.std) == (0.25, 0.125)


@pytest.mark.parametrize(
    ("score", "more", "text"),
    [
        (0.5, {}, "50.0"),
        (1, {}, "100.0"),
        (50.25, {}, "50.2"),
        (0.5, {"score_max": 100}, "0.5"),
        (2.5, {"score_max": 5}, "2.500"),
    ],
)
def test_scores_are_shown_on_the_scale_they_were_recorded_on(
    tmp_path: Path, score: float, more: dict[str, Any], text: str
) -> None:
    found = board(tmp_path, {"x": {"score_mean": score}}, **more)
    assert found.format.text(found.entries[0].score) == text


def test_a_metric_that_is_no_score_is_shown_as_it_is(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="cost_total"), order="ascending")
    files |= experiment(scores=(), summary={"n_attempt": 1, "score_mean": 0.5, "cost_total": 0.5})
    found = board_of(tmp_path, files)
    assert found.format.text(found.entries[0].score) == "0.5000"


@pytest.mark.parametrize(
    ("scores", "full"), [([0.0], 1), ([1.0], 1), ([1.5], 100), ([100.0], 100), ([0.5, 0.25], 1)]
)
def test_a_full_bar_is_the_end_of_the_smallest_scale_that_fits(
    tmp_path: Path, scores: list[float], full: float
) -> None:
    entries = {f"e{index}": {"score_mean": score} for index, score in enumerate(scores)}
    assert board(tmp_path, entries).bar_full == full


def test_drafts_and_published_boards_say_so(tmp_path: Path) -> None:
    for status, draft in (("draft", True), ("published", False)):
        found = board(tmp_path / status, {"x": {}}, status=status)
        assert (found.is_draft, found.leaderboard_id) == (draft, "demo")
