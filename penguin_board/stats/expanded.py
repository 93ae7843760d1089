"""Percentile intervals widened for small samples (B10; Hesterberg 2015, section 4.3.3).

A percentile interval is too narrow by about sqrt((n - 1)/n) and has normal instead of t tails.
Taking the percentiles at alpha' instead of alpha mends both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

# From here on a t quantile is the normal one to all digits that matter.
_NORMAL_FROM = 1e7


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
    if n < 2:
        return alpha
    return _two_tails(math.sqrt(n / (n - 1)) * student_t(alpha, float(n - 1)))


def expanded_alpha_of_strata(variances: Sequence[tuple[int, float]], alpha: float) -> float:
    """The same for a sum of independent strata, each ``(n, variance of its mean)`` (B11).

    ``variance`` is the bootstrap one (divisor n twice). The factor restores n/(n-1) in each
    stratum, the degrees of freedom are Satterthwaite's. One stratum gives ``expanded_alpha``.
    """
    usable = [(n, variance) for n, variance in variances if n >= 2 and variance > 0]
    if not usable:
        return alpha
    unbiased = [(n, variance * n / (n - 1)) for n, variance in usable]
    total = math.fsum(variance for _, variance in unbiased)
    freedom = 1 / math.fsum((variance / total) ** 2 / (n - 1) for n, variance in unbiased)
    factor = math.sqrt(total / math.fsum(variance for _, variance in usable))
    return _two_tails(factor * student_t(alpha, freedom))


def _two_tails(deviation: float) -> float:
    return math.erfc(deviation / math.sqrt(2))


@lru_cache(maxsize=4096)
def student_t(alpha: float, freedom: float) -> float:
    """The t that a Student variable exceeds in size with probability ``alpha``.

    Newton's method from the normal quantile, which lies below: the probability falls and is
    convex in t, so the steps only ever approach from that side.
    """
    t = NormalDist().inv_cdf(1 - alpha / 2)
    for _ in range(200):
        step = (_outside(t, freedom) - alpha) / (2 * _density(t, freedom))
        t += step
        if abs(step) <= 1e-15 * t:
            break
    return t


def _density(t: float, freedom: float) -> float:
    """Density of Student's distribution at ``t``."""
    if freedom > _NORMAL_FROM:
        return NormalDist().pdf(t)
    log_scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    log_tail = -(freedom + 1) / 2 * math.log1p(t * t / freedom)
    return math.exp(log_scale + log_tail) / math.sqrt(freedom * math.pi)


def _outside(t: float, freedom: float) -> float:
    """P(|T| > t): the regularised incomplete beta function at freedom/(freedom + t**2)."""
    if freedom > _NORMAL_FROM:
        return _two_tails(t)
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2)


def _incomplete_beta(x: float, a: float) -> float:
    """I_x(a, 1/2) by its continued fraction, on the side where that converges fast."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    b = 0.5
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_front + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c = 1.0
    d = 1 / _away_from_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d, tiny)
            c = _away_from_zero(1 + term / c, tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return value


def _away_from_zero(value: float, tiny: float) -> float:
    return value if abs(value) > tiny else tiny
