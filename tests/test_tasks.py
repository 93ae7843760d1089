"""The tasks of a board: one order and one scale a benchmark, what they tell, what is unknown."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from penguin_board.boards import Board
from penguin_board.tasks import task_means
from penguin_board.waffle_scale import grid, shade
from tests.trees import Files, board_of, experiment, leaderboard, leaf

Rows = list[list[float | None]]


def board(root: Path, entries: dict[str, Rows], **more: object) -> Board:
    """A board with an entry a name, each of one experiment with these rows of scores."""
    files: Files = leaderboard(*(leaf(name) for name in entries), **more)
    for name, rows in entries.items():
        meta = {"model_name": name, "benchmark_name": "bench"}
        files |= experiment(name, rows, meta=meta)
    return board_of(root, files)


def order(of: Board, benchmark: int = 0) -> list[str]:
    return [task.source for task in of.grid.benchmarks[benchmark].tasks]


def test_tasks_stand_by_how_many_entries_solve_them_then_by_mean_then_naturally(
    tmp_path: Path,
) -> None:
    found = board(
        tmp_path,
        {
            "x": [[0, 0.5, 1, 1, 0, 0, 0, 0, 0, 0, 0]],
            "y": [[0, 0.5, 0, 1, 0.25, 0, 0, 0, 0, 0, 0]],
        },
    )
    assert order(found) == ["t4", "t3", "t2", "t5", "t1", "t6", "t7", "t8", "t9", "t10", "t11"]
    solved = {task.source: task.solved_by for task in found.grid.benchmarks[0].tasks}
    assert (solved["t4"], solved["t3"], solved["t2"]) == (2, 1, 0)


def test_the_order_is_the_same_whatever_the_order_of_entries(tmp_path: Path) -> None:
    entries: dict[str, Rows] = {"x": [[1, 0, 0.5, 0]], "y": [[0, 1, 0.5, 0]], "z": [[0, 0, 1, 1]]}
    first = board(tmp_path / "first", entries)
    second = board(tmp_path / "second", dict(reversed(entries.items())))
    assert order(first) == order(second) == ["t3", "t1", "t2", "t4"]


def test_a_task_is_solved_when_its_mean_over_attempts_is_full(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": [[1, 1, 0], [1, 0, 0]]})
    run = found.entries[0].evaluated.runs[0]
    assert task_means(run) == {"t1": 1, "t2": 0.5, "t3": 0}
    assert [task.solved_by for task in found.grid.benchmarks[0].tasks] == [1, 0, 0]


def test_a_score_that_is_missing_is_neither_zero_nor_part_of_a_mean(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": [[1, None, 1], [0, None, None]], "y": [[1, 1, 0], [1, 1, 0]]})
    run = next(entry for entry in found.entries if entry.label == "x").evaluated.runs[0]
    assert task_means(run) == {"t1": 0.5, "t2": None, "t3": 1}
    tasks = {task.source: task for task in found.grid.benchmarks[0].tasks}
    assert (tasks["t2"].mean, tasks["t2"].solved_by, tasks["t2"].discriminates) == (1, 1, False)


def test_saturation_counts_tasks_that_all_or_none_solve(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": [[1, 0, 1, 0.5]], "y": [[1, 0, 0, 0.5]]})
    counts = found.grid.saturation
    assert (counts.total, counts.solved_by_all, counts.solved_by_none) == (4, 1, 2)
    assert counts.discriminating == 1


def test_entries_with_other_tasks_share_a_grid(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": [[1]], "y": [[0, 1]]})
    (benchmark,) = found.grid.benchmarks
    assert {task.source: task.n_entries for task in benchmark.tasks} == {"t1": 2, "t2": 1}


def test_benchmarks_stand_in_order_of_first_appearance(tmp_path: Path) -> None:
    files: Files = {}
    for name, bench in (("a", "second"), ("b", "first"), ("c", "first"), ("d", "third")):
        files |= experiment(name, [[1]], meta={"benchmark_name": bench, "model_name": "m"})
    values = [{"op": "mean", "args": [leaf(n) for n in names]} for names in ("ab", "cd")]
    found = board_of(tmp_path, leaderboard(*values) | files)
    assert [(b.name, b.occurrence) for b in found.grid.benchmarks] == [
        ("second", 1),
        ("first", 1),
        ("third", 1),
    ]
    assert sorted(tuple(sorted(entry.panels)) for entry in found.entries) == [(0, 1), (1, 2)]


def test_one_benchmark_twice_in_an_entry_has_two_columns(tmp_path: Path) -> None:
    files = experiment("a", [[1]], meta={"benchmark_name": "b"})
    files |= experiment("c", [[0]], meta={"benchmark_name": "b"})
    value = {"op": "mean", "args": [leaf("a"), leaf("c"), leaf("a")]}
    found = board_of(tmp_path, leaderboard(value) | files)
    assert [(b.name, b.occurrence) for b in found.grid.benchmarks] == [("b", 1), ("b", 2)]
    assert found.entries[0].evaluated.n_tasks == 2


def test_the_benchmark_is_named_by_meta_info_or_else_by_the_experiment(tmp_path: Path) -> None:
    for index, (meta, name) in enumerate(
        [
            ({"benchmark_name": "n", "benchmark_id": "i"}, "n"),
            ({"benchmark_id": "i"}, "i"),
            ({}, "exp-a"),
        ]
    ):
        found = board_of(tmp_path / str(index), leaderboard() | experiment(meta=meta))
        assert found.grid.benchmarks[0].name == name


def test_an_experiment_without_task_results_has_no_panel(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=(), summary={"n_attempt": 2, "score_mean": 0.5})
    found = board_of(tmp_path, files)
    assert found.grid.benchmarks == ()
    assert found.entries[0].panels == {}


def test_one_scale_holds_for_all_entries_of_a_benchmark(tmp_path: Path) -> None:
    found = board(tmp_path, {"x": [[50, 100]], "y": [[0, 0]]})
    assert found.grid.benchmarks[0].scale == (100, False, True)
    declared = board(tmp_path / "declared", {"x": [[4, 5]]}, score_max=5)
    assert declared.grid.benchmarks[0].scale == (5, False, False)


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from([1, 5, 100]))
def test_a_better_score_never_has_a_paler_shade(first: float, second: float, full: int) -> None:
    low, high = sorted((first * full, second * full))
    assert 0 <= (shade(low, full) or 0) <= (shade(high, full) or 0) <= 5


@given(st.integers(1, 3000))
def test_every_cell_has_a_place_of_its_own_in_a_wide_grid(count: int) -> None:
    panel = grid(count)
    places = {panel.position(index) for index in range(count)}
    assert len(places) == count
    assert max(row for row, _ in places) == panel.rows - 1
    assert max(column for _, column in places) == min(count, panel.columns) - 1
    assert panel.columns >= panel.rows
