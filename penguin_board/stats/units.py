"""What is resampled: the tasks of a model or of a pair, weighted, or whole clusters (A8, B7)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from penguin_board.stats.coding import code_texts
from penguin_board.stats.replicates import Part
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings
from penguin_board.stats.standard_errors import error_of_ratio
from penguin_board.stats.table import ScoreTable
from penguin_board.stats.weights import TaskWeights


@dataclass(frozen=True, slots=True)
class Units:
    """Units in canonical order, with the mean over their tasks.

    Attributes:
        totals: A of each unit, shape (n,).
        sizes: W of each unit; None when all are 1.
        mean: sum(A)/sum(W), by correctly rounded sums over tasks; None without units.
    """

    totals: Floats
    sizes: Floats | None
    mean: float | None

    @property
    def part(self) -> Part:
        """The units as the only stratum of a subject."""
        return Part(self.totals, self.sizes)

    @property
    def standard_error(self) -> float | None:
        """Standard error of the mean; None below two units (B9)."""
        sizes = [1.0] * len(self.totals) if self.sizes is None else self.sizes.tolist()
        return error_of_ratio(self.totals.tolist(), sizes)


class UnitMaker:
    """Makes units of scores on tasks, as the settings say; the tasks ascend by id."""

    def __init__(self, table: ScoreTable, settings: Settings) -> None:
        self._weights = TaskWeights(table.weights) if settings.weighting == "task" else None
        self._clusters: Integers | None = None
        if settings.clusters != "none":
            names = table.families if settings.clusters == "family" else table.categories
            self._clusters, _ = code_texts(names)

    @property
    def clustered(self) -> bool:
        """Whether units are clusters of tasks."""
        return self._clusters is not None

    def used(self, tasks: Integers) -> Integers:
        """Which of ``tasks`` count, as positions: those of weight 0 do not."""
        if self._weights is None:
            return np.arange(len(tasks))
        return np.flatnonzero(self._weights.positive[tasks])

    def shares(self, tasks: Integers) -> Floats | None:
        """The weights of ``tasks`` as shares of the largest; None when all count the same."""
        return None if self._weights is None else self._weights.shares(tasks)

    def units(self, tasks: Integers, scores: Floats) -> Units:
        """The units of ``scores`` on ``tasks``, all of which count."""
        weights = self.shares(tasks)
        totals = scores if weights is None else weights * scores
        mean = _mean(totals, weights)
        if self._clusters is None:
            return Units(totals, weights, mean)
        _, cluster = np.unique(self._clusters[tasks], return_inverse=True)
        sizes = _sums(cluster, np.ones(len(tasks)) if weights is None else weights)
        return Units(_sums(cluster, totals), sizes, mean)

    def count(self, tasks: Integers) -> int:
        """The number of units that ``tasks``, all of which count, make."""
        return len(tasks) if self._clusters is None else len(np.unique(self._clusters[tasks]))


def _sums(cluster: Integers, values: Floats) -> Floats:
    """The sum of ``values`` in each cluster; clusters count from 0."""
    sums: Floats = np.bincount(cluster, values).astype(np.float64)
    return sums


def _mean(totals: Floats, sizes: Floats | None) -> float | None:
    if not len(totals):
        return None
    size = len(totals) if sizes is None else math.fsum(sizes.tolist())
    return math.fsum(totals.tolist()) / size
