"""Intervals of means and of paired differences, all from one set of resamples (sections b, c).

Pairs on the same units are differences of two rows of replicates. The others get resamples of
the units that they share, drawn together with every pair of that many units.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from penguin_board.stats.parallel import results_of
from penguin_board.stats.quantiles import interval_ends, quantile
from penguin_board.stats.replicates import ReplicateBlocks, Subject, replicates
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.row_pairs import row_counts, row_differences

# An end of an interval this close to 0 is 0: 0.2 - 0.1 and 0.6 - 0.7 do not cancel in floats (B4).
ZERO = 1e-9

# From so many replicates of pairs on, a second thread saves time.
_MUCH = 10_000_000

# Numbers of pairs, and what makes their replicates, shape (pairs, b), to be used up.
Chunk = tuple[Integers, Callable[[], Floats]]


@dataclass(frozen=True, slots=True)
class PairPlan:
    """Which pairs to compare, and on what.

    Attributes:
        first: The first subject of each pair, below the second, shape (P,).
        second: The second, shape (P,).
        same_units: Whether both are resampled from the same units, shape (P,).
        n_units: Number of units of each pair, shape (P,).
        alpha: 1 minus the level of each pair's interval, shape (P,).
        difference: Point estimate of each difference, shape (P,).
        inflation: Unbiased over bootstrap standard error, sqrt(n/(n-1)) of one stratum, (P,).
        own: The difference of pair p as a subject, where the units are not the same.
    """

    first: Integers
    second: Integers
    same_units: npt.NDArray[np.bool_]
    n_units: Integers
    alpha: Floats
    difference: Floats
    inflation: Floats
    own: Callable[[int], Subject]

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, slots=True)
class PairEnds:
    """What the replicates of each pair say, shape (P,) each.

    ``at_most_zero`` and ``at_least_zero`` count replicates; those within 1e-9 of 0 are in both.
    """

    low: Floats
    high: Floats
    at_most_zero: Integers
    at_least_zero: Integers


@dataclass(frozen=True, slots=True)
class MaxT:
    """What simultaneous intervals rest on: each pair's spread, and the joint critical value."""

    spread: Floats
    critical: float


def subject_ends(blocks: ReplicateBlocks, alpha: Floats) -> tuple[Floats, Floats]:
    """Percentile interval of each subject at its own alpha, shape (subjects,) each."""
    low, high = np.zeros(len(alpha)), np.zeros(len(alpha))
    for block in range(blocks.count):
        rows = blocks.rows(block)
        for part in _steps(np.arange(len(rows)), blocks):
            place = part + block * blocks.size
            low[place], high[place] = interval_ends(rows[part], alpha[place])
    return low, high


def pair_ends(blocks: ReplicateBlocks, plan: PairPlan) -> PairEnds:
    """Percentile interval and tail counts of every pair."""
    ends = PairEnds(
        low=np.zeros(len(plan)),
        high=np.zeros(len(plan)),
        at_most_zero=np.zeros(len(plan), dtype=np.int64),
        at_least_zero=np.zeros(len(plan), dtype=np.int64),
    )

    def summarise(chunk: Chunk) -> None:
        pairs, make = chunk
        rows = make()
        ends.at_most_zero[pairs] = row_counts(rows <= ZERO)
        ends.at_least_zero[pairs] = row_counts(rows >= -ZERO)
        ends.low[pairs], ends.high[pairs] = interval_ends(rows, plan.alpha[pairs])

    deque(results_of(summarise, _pair_chunks(blocks, plan), _threads(blocks, plan)), maxlen=0)
    return ends


def max_t(
    blocks: ReplicateBlocks, plan: PairPlan, alpha: float, tested: npt.NDArray[np.bool_]
) -> MaxT:
    """The 1 - alpha quantile of the largest |x - d| / sd over the ``tested`` pairs (B8).

    Pairs without spread (sd up to 1e-9) do not take part; without any, ``critical`` is 0.
    """
    b = blocks.draws.b
    spread = np.zeros(len(plan))

    def farthest(chunk: Chunk) -> Floats:
        pairs, make = chunk
        rows = make()
        spread[pairs] = rows.std(axis=1)
        used = np.flatnonzero(tested[pairs] & (spread[pairs] > ZERO))
        deviations = np.abs(rows[used] - plan.difference[pairs[used], None])
        deviations /= spread[pairs[used], None]
        result: Floats = deviations.max(axis=0, initial=0.0)
        return result

    largest = np.zeros(b)
    for of_chunk in results_of(farthest, _pair_chunks(blocks, plan), _threads(blocks, plan)):
        np.maximum(largest, of_chunk, out=largest)
    return MaxT(spread=spread, critical=quantile(largest.tolist(), 1 - alpha))


def _pair_chunks(blocks: ReplicateBlocks, plan: PairPlan) -> Iterator[Chunk]:
    """The replicates of all pairs in steps."""
    yield from _row_differences(blocks, plan)
    yield from _own_replicates(blocks, plan)


def _row_differences(blocks: ReplicateBlocks, plan: PairPlan) -> Iterator[Chunk]:
    """Pairs on the same units: the difference of the two subjects' replicates."""
    pairs = np.flatnonzero(plan.same_units)
    first_block = plan.first[pairs] // blocks.size
    second_block = plan.second[pairs] // blocks.size
    for upper in range(blocks.count):
        for lower in range(upper, blocks.count):
            chosen = pairs[(first_block == upper) & (second_block == lower)]
            for part in _steps(chosen, blocks):
                first = plan.first[part] - upper * blocks.size
                second = plan.second[part] - lower * blocks.size
                yield (
                    part,
                    partial(row_differences, blocks.rows(upper), first, blocks.rows(lower), second),
                )


def _own_replicates(blocks: ReplicateBlocks, plan: PairPlan) -> Iterator[Chunk]:
    """Pairs that share some units: resamples of those, pairs of the same number together."""
    pairs = np.flatnonzero(~plan.same_units)
    pairs = pairs[np.argsort(plan.n_units[pairs], kind="stable")]
    if not len(pairs):
        return
    column_bytes = 8 * max(blocks.draws.b, int(plan.n_units[pairs].max()))
    step = max(1, blocks.draws.limits.pair_bytes // column_bytes)
    for start in range(0, len(pairs), step):
        chosen = pairs[start : start + step]
        # The rows are the inner generator's, so that they are gone before the next ones come.
        own = [plan.own(pair) for pair in chosen.tolist()]
        yield from _row_copies(chosen, replicates(own, blocks.draws), blocks)


def _row_copies(pairs: Integers, rows: Floats, blocks: ReplicateBlocks) -> Iterator[Chunk]:
    for part in _steps(np.arange(len(pairs)), blocks):
        yield pairs[part], partial(rows.__getitem__, part)


def _threads(blocks: ReplicateBlocks, plan: PairPlan) -> int:
    """How many threads are worth their cost."""
    return blocks.draws.limits.threads if len(plan) * blocks.draws.b > _MUCH else 1


def _steps(numbers: Integers, blocks: ReplicateBlocks) -> Iterator[Integers]:
    """``numbers`` in pieces whose replicates stay in the cache."""
    step = max(1, blocks.draws.limits.chunk_values // blocks.draws.b)
    for start in range(0, len(numbers), step):
        yield numbers[start : start + step]
