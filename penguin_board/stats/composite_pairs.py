"""Entries on the tasks that both have: differences, wins, ties and losses (B11, A7)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from penguin_board.stats.composite_data import NoInterval, Strata
from penguin_board.stats.composite_facts import REASONS, CompositeFacts, composite_facts
from penguin_board.stats.credits import ABSOLUTE, RELATIVE
from penguin_board.stats.replicates import Subject
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.row_pairs import row_counts, row_differences

# Differences that are held at one time.
_CHUNK_VALUES = 65_536


@dataclass(frozen=True, slots=True)
class PairFacts:
    """What is known of all pairs i < j before resampling, an array of shape (P,) each.

    Attributes:
        first: Position of the first entry.
        second: Position of the second.
        of: The facts of the differences; without tasks where the two cannot be compared.
        same_tasks: Whether both have exactly the same tasks.
        higher: Number of tasks on which the first has the higher score.
        equal: Number of tasks on which the two are equal (A5).
    """

    first: Integers
    second: Integers
    of: CompositeFacts
    same_tasks: npt.NDArray[np.bool_]
    higher: Integers
    equal: Integers

    def __len__(self) -> int:
        return len(self.first)

    @property
    def lower(self) -> Integers:
        """Number of tasks on which the first has the lower score."""
        lower: Integers = self.of.n_tasks - self.higher - self.equal
        return lower

    @property
    def comparable(self) -> npt.NDArray[np.bool_]:
        """Which have a difference."""
        comparable: npt.NDArray[np.bool_] = self.of.n_tasks > 0
        return comparable


class Kind(NamedTuple):
    """Entries with the same weights, to 12 decimals (G2), on the same tasks.

    Attributes:
        frame: One of them.
        values: Their scores, shape (entries, N).
        coefficients: Their weights, shape (entries, G).
    """

    frame: Strata
    values: Floats
    coefficients: Floats


class Kinds:
    """Entries by kind, so that those of two kinds are compared at once."""

    def __init__(self, entries: Sequence[Strata]) -> None:
        numbers: dict[tuple[object, ...], int] = {}
        members: list[list[Strata]] = []
        self.of = np.zeros(len(entries), dtype=np.int64)
        self._row = np.zeros(len(entries), dtype=np.int64)
        for place, entry in enumerate(entries):
            number = numbers.setdefault(_kind(entry), len(numbers))
            if number == len(members):
                members.append([])
            self.of[place], self._row[place] = number, len(members[number])
            members[number].append(entry)
        self.all = [
            Kind(
                frame=alike[0],
                values=np.stack([one.values for one in alike]),
                coefficients=np.stack([one.coefficients for one in alike]),
            )
            for alike in members
        ]

    def entry_facts(self) -> CompositeFacts:
        """The facts of the entries."""
        facts = CompositeFacts.of_nothing(len(self.of), "no-tasks")
        for number, kind in enumerate(self.all):
            found = composite_facts(kind.values, kind.coefficients, kind.frame.sizes)
            facts.put(np.flatnonzero(self.of == number), found)
        return facts

    def pair_facts(self) -> PairFacts:
        """The facts of all pairs i < j."""
        first, second = (side.astype(np.int64) for side in np.triu_indices(len(self.of), 1))
        count = len(first)
        facts = PairFacts(
            first=first,
            second=second,
            of=CompositeFacts.of_nothing(count, "no-tasks"),
            same_tasks=self.of[first] == self.of[second],
            higher=np.zeros(count, dtype=np.int64),
            equal=np.zeros(count, dtype=np.int64),
        )
        both = self.of[first] * len(self.all) + self.of[second]
        order = np.argsort(both, kind="stable")
        changes = np.flatnonzero(np.diff(both[order])) + 1
        for pairs in np.split(order, changes) if count else []:
            self._compare(pairs, facts)
        return facts

    def _compare(self, pairs: Integers, facts: PairFacts) -> None:
        """Fill in pairs whose first entries are of one kind, and whose second are of one kind."""
        kind, other = (self.all[self.of[side[pairs[0]]]] for side in (facts.first, facts.second))
        shared = _shared_places(kind.frame, other.frame)
        if not isinstance(shared, Shared):
            facts.of.reason[pairs] = REASONS.index(shared)
            return
        values, other_values = kind.values[:, shared.places], other.values[:, shared.other_places]
        facts.same_tasks[pairs] = values.shape[1] == len(kind.frame) == len(other.frame)
        largest = max(np.abs(values).max(), np.abs(other_values).max())
        step = max(1, _CHUNK_VALUES // values.shape[1])
        for start in range(0, len(pairs), step):
            some = pairs[start : start + step]
            row, other_row = self._row[facts.first[some]], self._row[facts.second[some]]
            differences = row_differences(values, row, other_values, other_row)
            facts.of.put(some, composite_facts(differences, kind.coefficients[row], shared.sizes))
            higher, equal = _clear_wins_and_ties(differences, largest)
            close = np.flatnonzero(equal < 0)
            if len(close):
                sides = values[row[close]], other_values[other_row[close]]
                higher[close], equal[close] = _wins_and_ties(*sides)
            facts.higher[some], facts.equal[some] = higher, equal


class Shared(NamedTuple):
    """The tasks that two entries share: where they are in both, and how many a benchmark has."""

    places: Integers | slice
    other_places: Integers | slice
    sizes: Integers


def shared_difference(first: Strata, second: Strata) -> Subject:
    """The differences of two comparable entries on the tasks that both have, as a subject."""
    shared = _shared_places(first, second)
    if not isinstance(shared, Shared):
        return []
    difference = replace(
        first,
        begins=np.cumsum(shared.sizes) - shared.sizes,
        sizes=shared.sizes,
        tasks=first.tasks[shared.places],
        values=first.values[shared.places] - second.values[shared.other_places],
    )
    return difference.parts()


def _kind(entry: Strata) -> tuple[object, ...]:
    weights = entry.coefficients.round(12).tobytes()
    return entry.benchmarks, weights, entry.sizes.tobytes(), entry.tasks.tobytes()


def _shared_places(first: Strata, second: Strata) -> Shared | NoInterval:
    """What two entries share, or why they cannot be compared.

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
        return Shared(slice(None), slice(None), first.sizes)
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
    if not sizes.all():
        return "no-shared-tasks"
    return Shared(np.concatenate(places), np.concatenate(other_places), sizes)


def _clear_wins_and_ties(differences: Floats, largest: float) -> tuple[Integers, Integers]:
    """For each row the number of higher scores, and of those equal to the bit.

    -1 equal ones for a row where that is not all: with a difference, but not beyond what is a tie
    (A5) of the ``largest`` scores. There are few such rows.
    """
    bound = max(RELATIVE * largest, ABSOLUTE)
    higher, equal = row_counts(differences > bound), row_counts(differences == 0)
    clear = higher + equal + row_counts(differences < -bound) == differences.shape[1]
    return higher, np.where(clear, equal, -1)


def _wins_and_ties(scores: Floats, others: Floats) -> tuple[Integers, Integers]:
    """For each row the number of higher scores, and of equal ones (A5)."""
    differences = scores - others
    sizes = np.maximum(np.abs(scores), np.abs(others))
    equal = np.abs(differences) <= np.maximum(RELATIVE * sizes, ABSOLUTE)
    return row_counts((differences > 0) & ~equal), row_counts(equal)


def sign_test(higher: int, lower: int) -> float:
    """Two-sided p of the exact sign test over the tasks that differ; 1.0 without any."""
    count = higher + lower
    ways = sum(math.comb(count, wins) for wins in range(min(higher, lower) + 1))
    return min(1.0, ways / 2 ** (count - 1)) if count else 1.0
