"""Which models share which tasks, and the differences on them (A7, A8, B7)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from penguin_board.stats.expanded import expansion_of_counts
from penguin_board.stats.pair_replicates import PairPlan
from penguin_board.stats.replicates import Subject
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings
from penguin_board.stats.table import ScoreTable
from penguin_board.stats.units import UnitMaker, Units

# Differences that are held at one time for the standard errors; they stay in the cache.
_CHUNK_VALUES = 65_536


class Pairing:
    """The models of a table with the tasks that count for them.

    Attributes:
        tasks: The tasks of each model, ascending.
        scores: The scores on them.
        units: What each model is resampled from.
        first: The first model of each pair that shares a task, below the second, shape (P,).
        second: The second.
        n_tasks: Number of shared tasks of each pair.
    """

    def __init__(self, table: ScoreTable, settings: Settings) -> None:
        self._maker = UnitMaker(table, settings)
        self._settings = settings
        self.tasks: list[Integers] = []
        self.scores: list[Floats] = []
        for model in range(len(table.models)):
            used = self._maker.used(table.support(model))
            self.tasks.append(table.support(model)[used])
            self.scores.append(table.scores_of(model)[used])
        self.units = [
            self._maker.units(tasks, scores)
            for tasks, scores in zip(self.tasks, self.scores, strict=True)
        ]
        self._group = _groups(self.tasks)
        self.first, self.second, self.n_tasks, self._n_units = self._pairs()

    @property
    def clustered(self) -> bool:
        """Whether units are clusters of tasks."""
        return self._maker.clustered

    def weights_of(self, model: int) -> Floats | None:
        """Weights of the tasks of a model; None when all count the same."""
        return self._maker.shares(self.tasks[model])

    def subjects(self) -> list[Subject]:
        """Each model as a subject to resample; one without tasks has no part."""
        return [[units.part] if len(units.totals) else [] for units in self.units]

    def levels(self) -> Floats:
        """Alpha of each model's percentiles, shape (M,)."""
        return self._levels(np.array([len(units.totals) for units in self.units], dtype=np.int64))

    def plan(self) -> PairPlan:
        """The pairs as a plan for their replicates."""
        return PairPlan(
            first=self.first,
            second=self.second,
            same_units=self._same_units(),
            n_units=self._n_units,
            alpha=self._levels(self._n_units),
            difference=self._differences(),
            inflation=np.sqrt(self._n_units / np.maximum(self._n_units - 1, 1)),
            own=lambda pair: [self._difference_units(pair).part],
        )

    def standard_errors(self) -> list[float | None]:
        """Standard error of each paired difference; None below two units (B9)."""
        errors: list[float | None] = [None] * len(self.first)
        same = self._same_units()
        for pair in np.flatnonzero(~same).tolist():
            errors[pair] = self._difference_units(pair).standard_error
        for group in np.unique(self._group[self.first[same]]).tolist():
            pairs = np.flatnonzero(same & (self._group[self.first] == group))
            for pair, error in zip(pairs.tolist(), self._errors_of(pairs), strict=True):
                errors[pair] = error
        return errors

    def _levels(self, counts: Integers) -> Floats:
        if self._settings.method == "expanded":
            return expansion_of_counts(counts).alphas(self._settings.alpha)
        return np.full(len(counts), self._settings.alpha)

    def _same_units(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        same: np.ndarray[tuple[int], np.dtype[np.bool_]] = (
            self._group[self.first] == self._group[self.second]
        )
        return same

    def _pairs(self) -> tuple[Integers, Integers, Integers, Integers]:
        """All pairs that share a task, with the numbers of their tasks and of their units."""
        count = len(self.tasks)
        first, second = (indices.astype(np.int64) for indices in np.triu_indices(count, 1))
        sizes = np.array([len(tasks) for tasks in self.tasks], dtype=np.int64)
        unit_counts = np.array([len(units.totals) for units in self.units], dtype=np.int64)
        n_tasks, n_units = sizes[first], unit_counts[first]
        shared: dict[tuple[int, int], tuple[int, int]] = {}
        for pair in np.flatnonzero(self._group[first] != self._group[second]).tolist():
            one, other = int(first[pair]), int(second[pair])
            groups = (int(self._group[one]), int(self._group[other]))
            if groups not in shared:
                tasks = np.intersect1d(self.tasks[one], self.tasks[other], assume_unique=True)
                shared[groups] = len(tasks), self._maker.count(tasks)
            n_tasks[pair], n_units[pair] = shared[groups]
        keep = n_tasks > 0
        return first[keep], second[keep], n_tasks[keep], n_units[keep]

    def _differences(self) -> Floats:
        means = np.array([math.nan if (mean := u.mean) is None else mean for u in self.units])
        differences = means[self.first] - means[self.second]
        for pair in np.flatnonzero(~self._same_units()).tolist():
            differences[pair] = self._difference_units(pair).mean
        # -0.0 would be written as such.
        result: Floats = differences + 0.0
        return result

    def _difference_units(self, pair: int) -> Units:
        one, other = int(self.first[pair]), int(self.second[pair])
        tasks, places, other_places = np.intersect1d(
            self.tasks[one], self.tasks[other], assume_unique=True, return_indices=True
        )
        difference = self.scores[one][places] - self.scores[other][other_places]
        return self._maker.units(tasks, difference)

    def _errors_of(self, pairs: Integers) -> Iterator[float | None]:
        """Standard errors of pairs that all have the same units."""
        sizes = self.units[int(self.first[pairs[0]])].sizes
        n = len(self.units[int(self.first[pairs[0]])].totals)
        if n < 2:
            yield from itertools.repeat(None, len(pairs))
            return
        models = np.unique(np.concatenate((self.first[pairs], self.second[pairs])))
        totals = np.stack([self.units[model].totals for model in models.tolist()])
        size = float(n) if sizes is None else math.fsum(sizes.tolist())
        step = max(1, _CHUNK_VALUES // n)
        for start in range(0, len(pairs), step):
            some = pairs[start : start + step]
            rests = totals[np.searchsorted(models, self.first[some])]
            rests -= totals[np.searchsorted(models, self.second[some])]
            means = rests.sum(axis=1, keepdims=True) / size
            rests -= means if sizes is None else means * sizes
            squares = np.einsum("ij,ij->i", rests, rests)
            yield from (np.sqrt(n / (n - 1) * squares) / size).tolist()


def _groups(supports: list[Integers]) -> Integers:
    """The same number for models with the same tasks."""
    numbers: dict[bytes, int] = {}
    return np.array(
        [numbers.setdefault(tasks.tobytes(), len(numbers)) for tasks in supports], dtype=np.int64
    )
