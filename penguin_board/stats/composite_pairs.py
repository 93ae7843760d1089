"""Entries on the tasks that both have: differences, wins, ties and losses (B11, A7)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from penguin_board.stats.composite_data import NoInterval, Strata
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings
from penguin_board.stats.win_rates import ABSOLUTE, RELATIVE


class Shared(NamedTuple):
    """Two entries on the tasks that both have: the frame of those tasks, and both's scores."""

    frame: Strata
    first: Floats
    second: Floats

    @property
    def difference(self) -> Strata:
        """The differences, first minus second."""
        return replace(self.frame, values=self.first - self.second)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFacts:
    """What is known of a pair before resampling.

    Attributes:
        first: Position of the first entry.
        second: Position of the second.
        reason: Why there is no interval of the difference, if there is none.
        same_tasks: Whether both have exactly the same tasks.
        n_tasks: Number of shared tasks; 0 when the two cannot be compared.
        difference: Composite of the differences; None when the two cannot be compared.
        standard_error: Of the difference; None where a benchmark has one task.
        inflation: Unbiased over bootstrap standard error.
        level: alpha of the percentiles.
        higher: Number of tasks on which the first has the higher score.
        equal: Number of tasks on which the two are equal (A5).
        lower: Number of tasks on which the first has the lower score.
    """

    first: int
    second: int
    reason: NoInterval | None
    same_tasks: bool = False
    n_tasks: int = 0
    difference: float | None = None
    standard_error: float | None = None
    inflation: float = 1.0
    level: float = 0.0
    higher: int = 0
    equal: int = 0
    lower: int = 0

    def sign_test(self) -> float:
        """Two-sided p of the exact sign test over the tasks that differ; 1.0 without any."""
        count = self.higher + self.lower
        fewer = min(self.higher, self.lower)
        ways = sum(math.comb(count, wins) for wins in range(fewer + 1))
        return min(1.0, ways / 2 ** (count - 1)) if count else 1.0


def pair_facts(entries: Sequence[Strata], settings: Settings) -> list[PairFacts]:
    """The facts of all pairs i < j."""
    return [
        _facts(entries, first, second, settings)
        for first, second in itertools.combinations(range(len(entries)), 2)
    ]


def _facts(entries: Sequence[Strata], first: int, second: int, settings: Settings) -> PairFacts:
    shared = shared_tasks(entries[first], entries[second])
    if not isinstance(shared, Shared):
        return PairFacts(first=first, second=second, reason=shared)
    difference = shared.difference
    equal = _equal(shared.first, shared.second)
    higher = int(np.count_nonzero((difference.values > 0) & ~equal))
    ties = int(np.count_nonzero(equal))
    return PairFacts(
        first=first,
        second=second,
        reason=difference.no_interval,
        same_tasks=len(difference) == len(entries[first]) == len(entries[second]),
        n_tasks=len(difference),
        # -0.0 would be written as such.
        difference=difference.composite + 0.0,
        standard_error=difference.standard_error,
        inflation=difference.inflation,
        level=difference.level(settings),
        higher=higher,
        equal=ties,
        lower=len(difference) - higher - ties,
    )


def shared_tasks(first: Strata, second: Strata) -> Shared | NoInterval:
    """Two entries on the tasks that both have, or why they cannot be compared.

    They can with the same weights, to 12 decimals (G2), on the same benchmarks, and a shared
    task in each of those.
    """
    if not len(first) or not len(second):
        return "no-tasks"
    if first.benchmarks != second.benchmarks or not np.array_equal(
        first.coefficients.round(12), second.coefficients.round(12)
    ):
        return "different-weights"
    if np.array_equal(first.sizes, second.sizes) and np.array_equal(first.tasks, second.tasks):
        return Shared(first, first.values, second.values)
    places, other_places, sizes = _common_places(first, second)
    if not sizes.all():
        return "no-shared-tasks"
    values = first.values[places]
    frame = replace(
        first,
        begins=np.cumsum(sizes) - sizes,
        sizes=sizes,
        tasks=first.tasks[places],
        values=values,
    )
    return Shared(frame, values, second.values[other_places])


def _common_places(first: Strata, second: Strata) -> tuple[Integers, Integers, Integers]:
    """Positions of the shared tasks in both, and how many there are in each benchmark."""
    places: list[Integers] = []
    other_places: list[Integers] = []
    for stratum in range(len(first.benchmarks)):
        begin, other_begin = first.begins[stratum], second.begins[stratum]
        _, place, other_place = np.intersect1d(
            first.tasks[begin : begin + first.sizes[stratum]],
            second.tasks[other_begin : other_begin + second.sizes[stratum]],
            assume_unique=True,
            return_indices=True,
        )
        places.append(place + begin)
        other_places.append(other_place + other_begin)
    sizes = np.array([len(place) for place in places], dtype=np.int64)
    return np.concatenate(places), np.concatenate(other_places), sizes


def _equal(first: Floats, second: Floats) -> npt.NDArray[np.bool_]:
    sizes = np.maximum(np.abs(first), np.abs(second))
    equal: npt.NDArray[np.bool_] = np.abs(first - second) <= np.maximum(RELATIVE * sizes, ABSOLUTE)
    return equal
