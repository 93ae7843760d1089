"""The Waffle view's data for the page's script: the score of every cell, in few bytes.

A score is an index into the list of distinct texts, so that each text stands in the page once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penguin_board.boards import Board, Entry
from penguin_board.display import ScoreFormat
from penguin_board.experiments import Run
from penguin_board.tasks import Benchmark, task_means
from penguin_board.views.entry_names import EntryName
from penguin_board.views.quantities import recorded_score_format
from penguin_board.waffle_scale import grid, shade

_UNSCORED, _MISSING = 0, 1


class _Texts:
    """The distinct (text, shade) pairs in order of first use; 0 is unscored, 1 is missing."""

    def __init__(self, form: ScoreFormat) -> None:
        self._form = form
        self._indexes: dict[tuple[str, int], int] = {("", -1): _UNSCORED, ("", -2): _MISSING}

    def index(self, score: float | None, maximum: float) -> int:
        """The index of a score's text."""
        look = shade(score, maximum)
        if look is None:
            return _UNSCORED
        return self._indexes.setdefault((self._form.text(score), look), len(self._indexes))

    @property
    def texts(self) -> list[str]:
        """The texts by index."""
        return [text for text, _ in self._indexes]

    @property
    def shades(self) -> list[int]:
        """The shades by index: 0 to 5, -1 unscored, -2 missing."""
        return [look for _, look in self._indexes]


def waffle_data(board: Board, names: Mapping[str, EntryName]) -> dict[str, Any]:
    """What the script needs to tell of each cell and to redraw a panel for one attempt.

    ``entries[].panels[b]`` is null, or has ``scores``, the mean and then each attempt's, and
    ``cells``, for each of these a list of indexes into ``texts``.
    """
    form = recorded_score_format(board)
    texts = _Texts(form)
    entries = [_entry(board, entry, names[entry.entry_id], texts, form) for entry in board.entries]
    return {
        "benchmarks": [_benchmark(benchmark) for benchmark in board.grid.benchmarks],
        "entries": entries,
        "texts": texts.texts,
        "shades": texts.shades,
    }


def _benchmark(benchmark: Benchmark) -> dict[str, Any]:
    return {
        "name": benchmark.name,
        "columns": grid(len(benchmark.tasks)).columns,
        "sources": [task.source for task in benchmark.tasks],
        "solved": [task.solved_by for task in benchmark.tasks],
        "having": [task.n_entries for task in benchmark.tasks],
    }


def _entry(
    board: Board, entry: Entry, name: EntryName, texts: _Texts, form: ScoreFormat
) -> dict[str, Any]:
    return {
        "label": name.label,
        "href": name.href,
        "panels": [
            _panel(entry.panels[index], benchmark, texts, form) if index in entry.panels else None
            for index, benchmark in enumerate(board.grid.benchmarks)
        ],
    }


def _panel(run: Run, benchmark: Benchmark, texts: _Texts, form: ScoreFormat) -> dict[str, Any]:
    maximum = benchmark.scale.maximum
    columns: list[Mapping[str, float | None]] = [task_means(run)]
    columns += [dict(zip(attempt.sources, attempt.scores, strict=True)) for attempt in run.attempts]
    scores = [run.summary.score_mean, *(attempt.score for attempt in run.attempts)]
    return {
        "scores": [form.text(score) for score in scores],
        "cells": [
            [
                texts.index(column[task.source], maximum) if task.source in column else _MISSING
                for task in benchmark.tasks
            ]
            for column in columns
        ],
    }
