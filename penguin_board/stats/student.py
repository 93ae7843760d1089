"""Quantiles of Student's distribution, of many degrees of freedom at once."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from penguin_board.stats.resample import Floats

# From here on the expansion around the normal quantile is right to all digits, and the tail is
# not looked at.
_EXPANSION_FROM = 1e4
# With so many terms the continued fraction has converged below that, wherever it is used.
_TERMS = 56
# Two of Newton's steps in a row this small and smaller leave nothing to correct.
_LAST_STEP = 1e-8
# The square of the quantile of one degree of freedom has to be a float.
_LEAST_ALPHA = 1e-100
# Quantiles at one time: the terms of their fractions stay in the cache.
_CHUNK = 512


def student_t(alpha: float, freedom: Floats) -> Floats:
    """The t that a Student variable exceeds in size with probability ``alpha``.

    Newton's method on the logarithms of probability and t, between which the relation is nearly
    straight. Each value depends on its own degrees of freedom alone, to the bit.

    Args:
        alpha: Between 0 and 1.
        freedom: Degrees of freedom, 1 or more and not always whole, shape (n,).

    Returns:
        The quantiles, shape (n,); relative errors are below 1e-13 for alpha up to 0.9.
    """
    alpha = max(alpha, _LEAST_ALPHA)
    t = _expansion(alpha, freedom)
    for start in range(0, len(t), _CHUNK):
        part = np.arange(start, min(start + _CHUNK, len(t)))
        part = part[freedom[part] < _EXPANSION_FROM]
        while len(part):
            outside, slope = _tail(t[part], freedom[part])
            step = np.log(outside / alpha) * outside / slope
            t[part] *= np.exp(step)
            part = part[np.abs(step) > _LAST_STEP]
    return t


def _expansion(alpha: float, freedom: Floats) -> Floats:
    """The Cornish-Fisher expansion (Abramowitz and Stegun 1972, 26.7.5)."""
    z = -NormalDist().inv_cdf(alpha / 2)
    s = z * z
    terms = (
        ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945) / 92160,
        (((3 * s + 19) * s + 17) * s - 15) / 384,
        ((5 * s + 16) * s + 3) / 96,
        (s + 1) / 4,
    )
    factor = np.zeros(len(freedom))
    for term in terms:
        factor = (factor + term) / freedom
    result: Floats = z * (1 + factor)
    return result


def _tail(t: Floats, freedom: Floats) -> tuple[Floats, Floats]:
    """P(|T| > t), and by how much its logarithm falls, times itself, as that of t rises.

    The probability is the regularised incomplete beta function of ``freedom / 2`` and 1/2 at
    ``freedom / (freedom + t**2)``; of it or of its complement the fraction converges fast.
    """
    a = freedom / 2
    square = t * t
    x, rest = freedom / (freedom + square), square / (freedom + square)
    front = _gamma_ratio(a) * np.exp(-a * np.log1p(square / freedom)) * np.sqrt(rest / math.pi)
    inner = x >= (a + 1) / (a + 2.5)
    fraction = _fraction(np.where(inner, rest, x), np.where(inner, 0.5, a), np.where(inner, a, 0.5))
    side = front / fraction
    return np.where(inner, 1 - side, side), 2 * front


def _gamma_ratio(a: Floats) -> Floats:
    """Gamma(a + 1/2) / Gamma(a), by its asymptotic series 16 further on (DLMF 5.11.13)."""
    steps = a[:, None] + np.arange(16)
    far = a + 16
    w = 1 / (far * far)
    series = -1 / 8 + w * (1 / 192 + w * (-1 / 640 + w * (17 / 14336 - w * (31 / 18432))))
    result: Floats = (steps / (steps + 0.5)).prod(axis=1) * np.sqrt(far) * np.exp(series / far)
    return result


def _fraction(x: Floats, a: Floats, b: Floats) -> Floats:
    """x**a (1 - x)**b / B(a, b) divided by this is the incomplete beta function I_x(a, b).

    The continued fraction of Didonato and Morris 1992, equation 9, from its last term upwards.
    """
    m = np.arange(1, _TERMS + 1)[:, None]
    odd = a + (2 * m - 1)
    share = m * (b - m) * x / odd
    upper = (a + m - 1) * (a + b + m - 1) * x / odd * share
    lower = m + share + (a + m) * (a - (a + b) * x + 1 + m * (2 - x)) / (odd + 2)
    value = lower[-1]
    for term in range(_TERMS - 2, -1, -1):
        value = lower[term] + upper[term + 1] / value
    result: Floats = a * (a - (a + b) * x + 1) / (a + 1) + upper[0] / value
    return result
