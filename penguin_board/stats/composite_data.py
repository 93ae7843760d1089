"""The task scores of an entry, by benchmark, as arrays (B11)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from penguin_board.stats.checks import is_number
from penguin_board.stats.replicates import Part
from penguin_board.stats.resample import Floats, Integers

# Coefficients up to this size are 0: the benchmark takes no part.
_NO_COEFFICIENT = 1e-12

NoInterval = Literal[
    "no-tasks",
    "one-task",
    "single-task-benchmark",
    "no-variation",
    "different-weights",
    "no-shared-tasks",
]


@dataclass(frozen=True, slots=True)
class CompositeEntry:
    """An entry whose score is a combination of benchmark means.

    Attributes:
        entry_id: Unique among the entries that are compared.
        coefficients: By benchmark, by how much the score rises when its mean rises by 1: 1/G in
            a mean over G benchmarks. A benchmark with coefficient 0 takes no part.
        scores: By benchmark, the score of each task (the mean over its attempts, A9), on any
            scale. A task that was not scored is left out.
    """

    entry_id: str
    coefficients: Mapping[str, float]
    scores: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Strata:
    """Values on the tasks of some benchmarks, one after the other.

    Attributes:
        benchmarks: Ids, ascending.
        coefficients: Of each benchmark, shape (G,).
        begins: Where each benchmark begins, shape (G,).
        sizes: Number of tasks of each, shape (G,).
        tasks: Numbers of the tasks, ascending within a benchmark, shape (N,).
        values: Scores, or differences of scores, shape (N,).
    """

    benchmarks: tuple[str, ...]
    coefficients: Floats
    begins: Integers
    sizes: Integers
    tasks: Integers
    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    def parts(self) -> list[Part]:
        """The benchmarks as the parts of a subject."""
        return [
            Part(self.values[begin : begin + size], None, benchmark, coefficient)
            for benchmark, coefficient, begin, size in zip(
                self.benchmarks,
                self.coefficients.tolist(),
                self.begins.tolist(),
                self.sizes.tolist(),
                strict=True,
            )
        ]


class StrataMaker:
    """Numbers the tasks of all entries, so that shared ones are found fast."""

    def __init__(self, entries: Sequence[CompositeEntry]) -> None:
        self._numbers: dict[str, dict[str, int]] = {}
        for entry in entries:
            for benchmark, scores in entry.scores.items():
                self._numbers.setdefault(benchmark, {}).update(dict.fromkeys(scores, 0))
        for tasks in self._numbers.values():
            tasks.update({task: number for number, task in enumerate(sorted(tasks))})

    def strata(self, entry: CompositeEntry) -> Strata:
        """The benchmarks that take part in an entry; without tasks where one has none.

        Raises ValueError for a score or coefficient that is not a finite number.
        """
        names = sorted(entry.coefficients)
        coefficients = _finite(entry, entry.coefficients, names)
        used = np.abs(coefficients) > _NO_COEFFICIENT
        names = [name for name, is_used in zip(names, used.tolist(), strict=True) if is_used]
        columns = [self._column(entry, benchmark) for benchmark in names]
        if not all(len(tasks) for tasks, _ in columns):
            names, columns, used = [], [], np.zeros(len(used), dtype=np.bool_)
        sizes = np.array([len(tasks) for tasks, _ in columns], dtype=np.int64)
        return Strata(
            benchmarks=tuple(names),
            coefficients=coefficients[used],
            begins=np.cumsum(sizes) - sizes,
            sizes=sizes,
            tasks=np.concatenate([np.empty(0, np.int64), *(tasks for tasks, _ in columns)]),
            values=np.concatenate([np.empty(0), *(values for _, values in columns)]),
        )

    def _column(self, entry: CompositeEntry, benchmark: str) -> tuple[Integers, Floats]:
        """The numbers of the tasks of a benchmark, ascending, and the scores of an entry."""
        scores = entry.scores.get(benchmark, {})
        numbers = self._numbers.get(benchmark, {})
        tasks = np.fromiter(map(numbers.__getitem__, scores), dtype=np.int64, count=len(scores))
        order = np.argsort(tasks)
        return tasks[order], _finite(entry, scores, scores, f"{benchmark}, ")[order]


def _finite(
    entry: CompositeEntry, numbers: Mapping[str, float], names: Iterable[str], where: str = ""
) -> Floats:
    """The numbers of ``names``; raises ValueError for one that is not finite."""
    values = [numbers[name] for name in names]
    if set(map(type, values)) <= {float, int}:
        array = np.array(values, dtype=np.float64)
        if np.isfinite(array).all():
            return array
    for name, value in zip(names, values, strict=True):
        if not is_number(value) or not math.isfinite(value):
            place = f"{entry.entry_id} ({where}{name})"
            raise ValueError(f"{place}: {value!r} is not a finite number")
    return np.array([float(value) for value in values])
