"""The Waffle view's data for the page's script: the score of every cell, in few bytes.

A score is a number of a few digits in base 64 that counts the distinct texts, so that a text
stands in the page once and the cells of a panel are one short string.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

from penguin_board.boards import Board
from penguin_board.display import ScoreFormat
from penguin_board.experiments import Run, mean
from penguin_board.tasks import ABSENT, FULL, Benchmark, TaskScore, means_of
from penguin_board.views.known import Known
from penguin_board.views.quantities import recorded_score_format
from penguin_board.waffle_scale import grid, shade

# The digits are the characters from "?" to "~", none of which JSON or HTML has to escape but "\".
BASE, ZERO = 64, ord("?")

_UNSCORED, _MISSING = 0, 1
_Tasks = Sequence[TaskScore]


class _Column(NamedTuple):
    """What one attempt, or the mean of several, scored in all and on each task."""

    score: float | None
    tasks: _Tasks


class _Cells:
    """The distinct (text, shade) pairs in order of first use; 0 is unscored, 1 is missing."""

    def __init__(self, form: ScoreFormat) -> None:
        self._numbers: dict[tuple[str, int], int] = {("", -1): _UNSCORED, ("", -2): _MISSING}
        self._of_scale = functools.cache(functools.partial(_scaled, form, self._numbers))

    def numbers(self, benchmark: Benchmark, tasks: _Tasks) -> list[int]:
        """The numbers of the scores of the benchmark's tasks."""
        return list(map(self._of_scale(benchmark.scale.maximum).__getitem__, tasks))

    @property
    def texts(self) -> list[str]:
        """The texts by number."""
        return [text for text, _ in self._numbers]

    @property
    def shades(self) -> list[int]:
        """The shades by number: 0 to 5, -1 unscored, -2 missing."""
        return [look for _, look in self._numbers]

    @property
    def count(self) -> int:
        """How many there are so far."""
        return len(self._numbers)

    @property
    def width(self) -> int:
        """How many digits a number takes so far."""
        width = 1
        while BASE**width < self.count:
            width += 1
        return width


def _scaled(
    form: ScoreFormat, numbers: dict[tuple[str, int], int], maximum: float
) -> Known[TaskScore, int]:
    """The numbers of scores on a scale up to ``maximum``; a new pair gets the next one."""

    def number(score: TaskScore) -> int:
        if score is ABSENT:
            return _MISSING
        look = shade(score, maximum)
        if look is None:
            return _UNSCORED
        return numbers.setdefault((form.text(score), look), len(numbers))

    return Known(number)


def waffle_data(board: Board) -> dict[str, Any]:
    """What the script needs to tell of each cell and to redraw a panel.

    ``entries[e][b]`` is null, or has ``scores``, the mean and then each attempt's, and ``cells``,
    for each of these a string of ``width`` digits a task. ``overall[b]`` is the same with the
    means over the entries, which differ more, so its cells are lists of numbers. ``best`` is the
    shade of a solved task.
    """
    form = recorded_score_format(board)
    cells = _Cells(form)
    benchmarks = board.grid.benchmarks
    columns = [
        {index: _columns(run, benchmarks[index]) for index, run in entry.panels.items()}
        for entry in board.entries
    ]
    entries = [
        [
            _panel(of_entry[index], benchmark, cells, form) if index in of_entry else None
            for index, benchmark in enumerate(benchmarks)
        ]
        for of_entry in columns
    ]
    width = cells.width
    digits = [_digits(number, width) for number in range(cells.count)]
    for panel in (panel for row in entries for panel in row if panel):
        panel["cells"] = ["".join(map(digits.__getitem__, cell)) for cell in panel["cells"]]
    overall = [
        _panel(
            _means([found[index] for found in columns if index in found]), benchmark, cells, form
        )
        for index, benchmark in enumerate(benchmarks)
    ]
    return {
        "benchmarks": [
            {
                "columns": grid(len(benchmark.tasks)).columns,
                "sources": [task.source for task in benchmark.tasks],
            }
            for benchmark in benchmarks
        ],
        "best": 0 if board.ascending else FULL,
        "entries": entries,
        "overall": overall,
        "texts": cells.texts,
        "shades": cells.shades,
        "width": width,
    }


def _columns(run: Run, benchmark: Benchmark) -> list[_Column]:
    """The means over attempts, then each attempt."""
    means, attempts = benchmark.columns(run)
    scores = [run.summary.score_mean, *(attempt.score for attempt in run.attempts)]
    return [_Column(*both) for both in zip(scores, (means, *attempts), strict=True)]


def _means(runs: Sequence[Sequence[_Column]]) -> list[_Column]:
    """The means over the entries of a benchmark: of their means, then of each attempt."""
    found = []
    for number in range(max(map(len, runs))):
        columns = [run[number] for run in runs if number < len(run)]
        tasks = means_of([column.tasks for column in columns])
        found.append(_Column(mean(column.score for column in columns), tasks))
    return found


def _panel(
    columns: Sequence[_Column], benchmark: Benchmark, cells: _Cells, form: ScoreFormat
) -> dict[str, Any]:
    return {
        "scores": [form.text(column.score) for column in columns],
        "cells": [cells.numbers(benchmark, column.tasks) for column in columns],
    }


def _digits(number: int, width: int) -> str:
    return "".join(chr(ZERO + number // BASE**place % BASE) for place in reversed(range(width)))
