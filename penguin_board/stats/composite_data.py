"""The task scores of an entry, by benchmark, as arrays (B11)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

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


class Layout(NamedTuple):
    """The benchmarks of an entry one after the other, apart from its scores.

    ``order`` are the places of the scores, as they were given, in the order of the tasks.
    """

    begins: Integers
    sizes: Integers
    tasks: Integers
    order: Integers


class StrataMaker:
    """Numbers the tasks of all entries, so that shared ones are found fast."""

    def __init__(self, entries: Sequence[CompositeEntry]) -> None:
        # Most entries have the same tasks in the same order.
        given = {
            (benchmark, tuple(scores))
            for entry in entries
            for benchmark, scores in entry.scores.items()
        }
        self._numbers: dict[str, dict[str, int]] = {}
        for benchmark, tasks in given:
            self._numbers.setdefault(benchmark, {}).update(dict.fromkeys(tasks, 0))
        for numbers in self._numbers.values():
            numbers.update({task: number for number, task in enumerate(sorted(numbers))})
        self._layouts: dict[tuple[tuple[str, tuple[str, ...]], ...], Layout] = {}

    def strata(self, entry: CompositeEntry) -> Strata:
        """The benchmarks that take part in an entry; without tasks where one has none.

        Raises ValueError for a score or coefficient that is not a finite number.
        """
        names = sorted(entry.coefficients)
        coefficients = _finite([entry.coefficients[name] for name in names])
        if coefficients is None:
            raise _not_finite(entry, {"": dict(sorted(entry.coefficients.items()))})
        used = np.abs(coefficients) > _NO_COEFFICIENT
        names = [name for name, is_used in zip(names, used.tolist(), strict=True) if is_used]
        columns = {name: entry.scores.get(name, {}) for name in names}
        values = _finite([score for scores in columns.values() for score in scores.values()])
        if values is None:
            raise _not_finite(entry, {f"{name}, ": scores for name, scores in columns.items()})
        if not all(columns.values()):
            columns, used, values = {}, np.zeros(len(used), dtype=np.bool_), np.empty(0)
        layout = self._layout(tuple((name, tuple(scores)) for name, scores in columns.items()))
        return Strata(
            benchmarks=tuple(columns),
            coefficients=coefficients[used],
            begins=layout.begins,
            sizes=layout.sizes,
            tasks=layout.tasks,
            values=values[layout.order],
        )

    def _layout(self, given: tuple[tuple[str, tuple[str, ...]], ...]) -> Layout:
        """The layout of these benchmarks, each with its tasks in the order of their scores."""
        if given not in self._layouts:
            sizes = np.array([len(tasks) for _, tasks in given], dtype=np.int64)
            begins = np.cumsum(sizes) - sizes
            numbers = np.array(
                [self._numbers[name][task] for name, tasks in given for task in tasks],
                dtype=np.int64,
            )
            order = np.lexsort((numbers, np.repeat(np.arange(len(given)), sizes)))
            self._layouts[given] = Layout(begins, sizes, numbers[order], order)
        return self._layouts[given]


def _finite(values: Sequence[float]) -> Floats | None:
    """The numbers as an array; None where one is not finite."""
    if not set(map(type, values)) <= {float, int}:
        if not all(map(is_number, values)):
            return None
        values = [float(value) for value in values]
    array = np.array(values, dtype=np.float64)
    return array if np.isfinite(array).all() else None


def _not_finite(entry: CompositeEntry, numbers: Mapping[str, Mapping[str, float]]) -> ValueError:
    """What is wrong with the first of ``numbers``, by what they belong to, that is not finite."""
    where, name, value = next(
        (where, name, value)
        for where, named in numbers.items()
        for name, value in named.items()
        if not is_number(value) or not math.isfinite(value)
    )
    return ValueError(f"{entry.entry_id} ({where}{name}): {value!r} is not a finite number")
