"""The task scores of an entry, by benchmark, as arrays (B11)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from penguin_board.stats.checks import is_number
from penguin_board.stats.expanded import expanded_alpha_of_strata
from penguin_board.stats.replicates import Part
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings

# Coefficients up to this size are 0: the benchmark takes no part.
_NO_COEFFICIENT = 1e-12
# Scores that differ by no more have no variation.
_NO_VARIATION = 1e-9

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

    @property
    def composite(self) -> float:
        """Sum over benchmarks of coefficient times mean, by correctly rounded sums."""
        return math.fsum(
            part.coefficient * (math.fsum(part.totals.tolist()) / len(part.totals))
            for part in self.parts()
        )

    @property
    def no_interval(self) -> NoInterval | None:
        """Why the composite cannot be resampled, if it cannot."""
        if not len(self):
            return "no-tasks"
        if len(self) == 1:
            return "one-task"
        if self.sizes.min() == 1:
            return "single-task-benchmark"
        spans = np.maximum.reduceat(self.values, self.begins)
        spans = spans - np.minimum.reduceat(self.values, self.begins)
        return "no-variation" if spans.max() <= _NO_VARIATION else None

    def variances(self) -> list[tuple[int, float]]:
        """For each benchmark its number of tasks and its share of the ideal bootstrap variance."""
        means = np.add.reduceat(self.values, self.begins) / self.sizes
        deviations = self.values - np.repeat(means, self.sizes)
        squares = np.add.reduceat(deviations**2, self.begins)
        variances = self.coefficients**2 * squares / self.sizes / self.sizes
        return list(zip(self.sizes.tolist(), variances.tolist(), strict=True))

    @property
    def standard_error(self) -> float | None:
        """sqrt(sum of coefficient**2 s**2/n) over benchmarks; None where one has one task (B9)."""
        if not len(self) or self.sizes.min() < 2:
            return None
        return math.sqrt(math.fsum(value * n / (n - 1) for n, value in self.variances()))

    @property
    def inflation(self) -> float:
        """Unbiased over ideal bootstrap standard error."""
        variance = math.fsum(value for _, value in self.variances())
        error = self.standard_error
        return error / math.sqrt(variance) if error and variance > 0 else 1.0

    def level(self, settings: Settings) -> float:
        """Alpha of the percentiles (B10)."""
        if settings.method == "expanded" and self.no_interval is None:
            return expanded_alpha_of_strata(self.variances(), settings.alpha)
        return settings.alpha


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
        used = sorted(
            benchmark
            for benchmark, coefficient in entry.coefficients.items()
            if abs(_finite(coefficient, entry, benchmark)) > _NO_COEFFICIENT
        )
        tasks: list[list[int]] = []
        values: list[float] = []
        for benchmark in used:
            scores = entry.scores.get(benchmark, {})
            ordered = sorted(scores)
            tasks.append([self._numbers[benchmark][task] for task in ordered])
            values += [_finite(scores[task], entry, f"{benchmark}, {task}") for task in ordered]
        if not all(tasks):
            used, tasks, values = [], [], []
        sizes = np.array([len(numbers) for numbers in tasks], dtype=np.int64)
        return Strata(
            benchmarks=tuple(used),
            coefficients=np.array([float(entry.coefficients[name]) for name in used]),
            begins=np.cumsum(sizes) - sizes,
            sizes=sizes,
            tasks=np.array([number for numbers in tasks for number in numbers], dtype=np.int64),
            values=np.array(values, dtype=np.float64),
        )


def _finite(value: float, entry: CompositeEntry, where: str) -> float:
    if not is_number(value) or not math.isfinite(value):
        raise ValueError(f"{entry.entry_id} ({where}): {value!r} is not a finite number")
    return float(value)
