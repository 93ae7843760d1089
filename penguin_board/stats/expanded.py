"""Percentile intervals widened for small samples (B10; Hesterberg 2015, section 4.3.3).

A percentile interval is too narrow by about sqrt((n - 1)/n) and has normal instead of t tails.
Taking the percentiles at alpha' instead of alpha mends both.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.student import student_t


def expanded_alpha(n: int, alpha: float) -> float:
    """The alpha at which to take percentiles, so that an interval is not too narrow (B10).

    ``alpha' = 2 Phi(-sqrt(n/(n-1)) t)`` with t the 1 - alpha/2 quantile of Student's distribution
    of n - 1 degrees of freedom; Hesterberg 2015, section 4.3.3.

    Args:
        n: Number of tasks, or clusters.
        alpha: 1 minus the level that is meant, between 0 and 1.

    Returns:
        A smaller alpha; ``alpha`` itself for n < 2, where nothing can be expanded.
    """
    return float(expansion_of_counts(np.array([n], dtype=np.int64)).alphas(alpha)[0])


class Expansion(NamedTuple):
    """How far each of many intervals is to be widened.

    Attributes:
        factor: Unbiased over bootstrap standard error; 0 where nothing can be expanded, (n,).
        freedom: Degrees of freedom of the unbiased one, shape (n,).
    """

    factor: Floats
    freedom: Floats

    def alphas(self, alpha: float) -> Floats:
        """The alpha at which to take the percentiles of each; ``alpha`` itself for factor 0."""
        # Samples of one size have the same degrees of freedom.
        freedom, place = np.unique(self.freedom, return_inverse=True)
        deviations = self.factor * student_t(alpha, freedom)[place] / math.sqrt(2)
        tails = [math.erfc(deviation) for deviation in deviations.tolist()]
        return np.where(self.factor > 0, tails, alpha)


def expansion_of_counts(counts: Integers) -> Expansion:
    """The expansion for means over ``counts`` tasks, or clusters."""
    freedom = np.maximum(counts - 1.0, 1.0)
    return Expansion(np.where(counts > 1, np.sqrt(counts / freedom), 0.0), freedom)


def expansion_of_strata(sizes: Integers, variances: Floats) -> Expansion:
    """The expansion for sums of independent strata (B11).

    The factor restores n/(n-1) in each stratum, the degrees of freedom are Satterthwaite's. One
    stratum is expanded as one sample.

    Args:
        sizes: Number of tasks of each stratum, shape (G,).
        variances: Of the mean of each stratum, the bootstrap's (divisor n twice), shape (n, G).
    """
    rest = np.maximum(sizes - 1.0, 1.0)
    biased = np.where(sizes > 1, variances, 0.0)
    unbiased = biased * sizes / rest
    total, total_biased = unbiased.sum(axis=1), biased.sum(axis=1)
    varies = total_biased > 0
    total = np.where(varies, total, 1.0)
    shares = (unbiased / total[:, None]) ** 2 / rest
    freedom = 1 / np.where(varies, shares.sum(axis=1), 1.0)
    factor = np.sqrt(total / np.where(varies, total_biased, 1.0))
    return Expansion(np.where(varies, factor, 0.0), freedom)
