"""What is known of composites before resampling, of many on the same tasks at once (B9 to B11)."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
import numpy.typing as npt

from penguin_board.stats.composite_data import NoInterval
from penguin_board.stats.expanded import Expansion, expansion_of_strata
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings

# Scores that differ by no more have no variation.
_NO_VARIATION = 1e-9

# Why there is no interval, by number; 0 is that there is one.
REASONS: tuple[NoInterval | None, ...] = (
    None,
    "no-tasks",
    "one-task",
    "single-task-benchmark",
    "no-variation",
    "different-weights",
    "no-shared-tasks",
)


@dataclass(frozen=True, slots=True)
class CompositeFacts:
    """Composites of scores or of differences of scores, an array of shape (n,) each.

    Attributes:
        reason: Why there is no interval, a place in ``REASONS``.
        n_tasks: Number of tasks.
        composite: Sum over benchmarks of coefficient times mean, by correctly rounded sums; NaN
            without tasks.
        standard_error: sqrt(sum of coefficient**2 s**2/n) over benchmarks; NaN where one has one
            task (B9).
        inflation: Unbiased over ideal bootstrap standard error.
        factor: How far the interval is to be expanded, see :class:`Expansion`.
        freedom: Degrees of freedom of that.
    """

    reason: Integers
    n_tasks: Integers
    composite: Floats
    standard_error: Floats
    inflation: Floats
    factor: Floats
    freedom: Floats

    @classmethod
    def of_nothing(cls, count: int, reason: NoInterval) -> Self:
        """So many without any task, for one reason."""
        return cls(
            reason=np.full(count, REASONS.index(reason)),
            n_tasks=np.zeros(count, dtype=np.int64),
            composite=np.full(count, math.nan),
            standard_error=np.full(count, math.nan),
            inflation=np.ones(count),
            factor=np.zeros(count),
            freedom=np.ones(count),
        )

    def put(self, places: Integers, facts: CompositeFacts) -> None:
        """Write ``facts`` in the given places."""
        for field in fields(CompositeFacts):
            getattr(self, field.name)[places] = getattr(facts, field.name)

    @property
    def resampled(self) -> npt.NDArray[np.bool_]:
        """Which have an interval."""
        resampled: npt.NDArray[np.bool_] = self.reason == 0
        return resampled

    def levels(self, settings: Settings) -> Floats:
        """Alpha of the percentiles of each (B10)."""
        if settings.method != "expanded":
            return np.full(len(self.reason), settings.alpha)
        factor = np.where(self.resampled, self.factor, 0.0)
        return Expansion(factor, self.freedom).alphas(settings.alpha)


def composite_facts(values: Floats, coefficients: Floats, sizes: Integers) -> CompositeFacts:
    """The facts of composites on the same tasks, one benchmark after the other.

    Args:
        values: Scores, or differences of scores, shape (n, N).
        coefficients: Of each benchmark, shape (n, G).
        sizes: Number of tasks of each benchmark, 1 or more, shape (G,).
    """
    count, n_tasks = values.shape
    if not n_tasks:
        return CompositeFacts.of_nothing(count, "no-tasks")
    begins = np.cumsum(sizes) - sizes
    means = _sums(values, begins) / sizes
    squares = np.repeat(means, sizes, axis=1)
    np.subtract(values, squares, out=squares)
    np.multiply(squares, squares, out=squares)
    spread = np.add.reduceat(squares, begins, axis=1) / sizes
    variances = coefficients**2 * spread / sizes
    errors, inflation = np.full(count, math.nan), np.ones(count)
    if sizes.min() > 1:
        errors = np.sqrt(_exact_sums(variances * sizes / (sizes - 1)))
        ideal = np.sqrt(_exact_sums(variances))
        np.divide(errors, ideal, out=inflation, where=(ideal > 0) & (errors > 0))
    expansion = expansion_of_strata(sizes, variances)
    return CompositeFacts(
        reason=_reasons(values, begins, sizes, spread),
        n_tasks=np.full(count, n_tasks),
        composite=_exact_sums(coefficients * means),
        standard_error=errors,
        inflation=inflation,
        factor=expansion.factor,
        freedom=expansion.freedom,
    )


def _reasons(values: Floats, begins: Integers, sizes: Integers, spread: Floats) -> Integers:
    """Why there is no interval; ``spread`` are the variances of the tasks by benchmark."""
    count, n_tasks = values.shape
    if n_tasks == 1:
        return np.full(count, REASONS.index("one-task"))
    if sizes.min() == 1:
        return np.full(count, REASONS.index("single-task-benchmark"))
    reasons = np.zeros(count, dtype=np.int64)
    # Values that stay within the span have a smaller variance, so few rows need a look.
    doubtful = np.flatnonzero(spread.max(axis=1) <= _NO_VARIATION**2)
    if len(doubtful):
        spans = np.maximum.reduceat(values[doubtful], begins, axis=1)
        spans -= np.minimum.reduceat(values[doubtful], begins, axis=1)
        constant = spans.max(axis=1) <= _NO_VARIATION
        reasons[doubtful[constant]] = REASONS.index("no-variation")
    return reasons


def _sums(values: Floats, begins: Integers) -> Floats:
    """The sum of each benchmark, shape (n, G), as exact as :func:`math.fsum` and much faster.

    The upper bits of all values are summed without any rounding (Rump, Ogita and Oishi 2008,
    algorithm 3.3), and so are the lower ones, unless values differ by more than a factor of 2**20.
    """
    largest = np.maximum(values.max(axis=1), -values.min(axis=1))
    _, exponents = np.frexp((values.shape[1] + 2) * largest)
    # The same number for a row is repeated: numpy is slow with one number a row.
    grid = np.repeat(np.ldexp(1.0, exponents + 1)[:, None], values.shape[1], axis=1)
    upper = values + grid
    upper -= grid
    sums: Floats = np.add.reduceat(upper, begins, axis=1)
    np.subtract(values, upper, out=upper)
    sums += np.add.reduceat(upper, begins, axis=1)
    return sums


def _exact_sums(terms: Floats) -> Floats:
    """The correctly rounded sum of each row, never -0.0."""
    if terms.shape[1] == 1:
        return terms[:, 0] + 0.0
    return np.array([math.fsum(row) for row in terms.tolist()]) + 0.0
