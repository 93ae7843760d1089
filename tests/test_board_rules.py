"""Boards as evaluated: the scale of bars, what counts as solved, warnings about odd entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from penguin_board.boards import Board
from penguin_board.exports import leaderboard_json
from penguin_board.tree import load_tree
from tests.trees import experiment, leaderboard, leaf, write_tree


def load(root: Path, files: dict[str, str]) -> tuple[Board | None, list[tuple[str, str]]]:
    tree = load_tree(write_tree(root, files))
    found = [(problem.code, problem.path) for problem in tree.problems]
    return (tree.boards[0] if tree.boards else None), found


def pair(op: str) -> dict[str, Any]:
    return {"op": op, "args": [leaf("exp-a"), leaf("exp-b")]}


@pytest.mark.parametrize(
    ("value", "scores", "more", "full"),
    [
        (leaf("exp-a"), (0.5, 0.25), {}, 1),
        (pair("div"), (0.5, 0.25), {}, 2),
        (pair("sum"), (0.75, 0.5), {}, 1.25),
        (pair("sub"), (0.25, 0.5), {}, 1),
        (pair("mean"), (50, 25), {}, 100),
        (pair("sum"), (75, 50), {}, 125),
        (pair("mean"), (0.5, 0.25), {"score_max": 2}, 2),
        (leaf("exp-a", metric="cost_total"), (0.5, 0.25), {"order": "ascending"}, 100),
    ],
)
def test_a_full_bar_stands_for_the_scale_or_the_largest_score(
    tmp_path: Path, value: dict[str, Any], scores: tuple[float, float], more: Any, full: float
) -> None:
    files = leaderboard(value, **more)
    for name, score in zip(("exp-a", "exp-b"), scores, strict=True):
        summary = {"cost_total": 12.5}
        files |= experiment(name, [[score]], meta={"benchmark_name": name}, summary=summary)
    board, _ = load(tmp_path, files)
    assert board is not None
    assert board.bar_full == full


@pytest.mark.parametrize(
    ("order", "solved", "by_none"), [("descending", "t1", 2), ("ascending", "t2", 1)]
)
def test_a_task_is_solved_at_the_best_score(
    tmp_path: Path, order: str, solved: str, by_none: int
) -> None:
    files = leaderboard(leaf("exp-a"), leaf("exp-b"), order=order)
    files |= experiment("exp-a", [[1, 0, 0.5]], meta={"benchmark_name": "b"})
    files |= experiment("exp-b", [[1, 0, 0]], meta={"benchmark_name": "b", "model_name": "other"})
    board, _ = load(tmp_path, files)
    assert board is not None
    tasks = {task.source: task.solved_by for task in board.grid.benchmarks[0].tasks}
    assert tasks[solved] == 2
    assert board.grid.benchmarks[0].tasks[0].source == solved
    saturation = board.grid.saturation
    assert (saturation.solved_by_all, saturation.solved_by_none) == (1, by_none)


def test_an_entry_with_a_benchmark_twice_has_a_warning_and_distinct_tasks(tmp_path: Path) -> None:
    files = leaderboard(pair("mean"))
    files |= experiment("exp-a", [[1, 0]], meta={"benchmark_name": "b"})
    files |= experiment("exp-b", [[0, 0]], meta={"benchmark_name": "b"})
    board, found = load(tmp_path, files)
    assert board is not None
    assert found == [("same-benchmark", "leaderboards/demo/leaderboard.yaml")]
    assert [benchmark.key for benchmark in board.grid.benchmarks] == ["b", "b (2)"]
    assert '"b": 0.25' in leaderboard_json(board)


@pytest.mark.parametrize("text", ["2026-13-45", "yesterday", "2026-11-30T10:00:00Z"])
def test_a_date_that_is_no_day_has_a_warning(tmp_path: Path, text: str) -> None:
    files = leaderboard() | experiment(meta={"date": text})
    _, found = load(tmp_path, files)
    assert found == [("date", "experiments/demo/exp-a/meta_info.yaml")]


def test_a_wrong_attempt_number_does_not_hide_a_gap(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=[[1], [1]])
    folder = "experiments/demo/exp-a/test"
    files[f"{folder}/attempt-3.yaml"] = "attempt: 2\n" + files.pop(f"{folder}/attempt-2.yaml")
    files[f"{folder}/attempt-3.yaml"] = "attempt: 2\nresults: [{source: t1, score: 1}]\n"
    _, found = load(tmp_path, files)
    assert sorted(code for code, _ in found) == ["attempt-gap", "attempt-number"]


def test_a_missing_metric_is_one_message_that_suggests_its_longer_name(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="cost")) | experiment(summary={"cost_total": 1.5})
    tree = load_tree(write_tree(tmp_path, files))
    (problem,) = tree.problems
    assert (problem.code, problem.hint) == ("missing-metric", 'did you mean "cost_total"?')


def test_a_negative_zero_is_zero(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=[[0]], summary={"score_mean": 0})
    path = "experiments/demo/exp-a/test/summary.yaml"
    files[path] = files[path].replace("score_mean: 0", "score_mean: -0.0")
    board, _ = load(tmp_path, files)
    assert board is not None
    assert "-0" not in leaderboard_json(board)
