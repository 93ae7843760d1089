"""Two low-level helpers: a mean, and a paired difference of means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from penguin_board.stats.checks import is_number
from penguin_board.stats.pair_replicates import subject_ends
from penguin_board.stats.replicates import Draws, Part, ReplicateBlocks
from penguin_board.stats.settings import DEFAULT_LIMITS, check_resampling
from penguin_board.stats.standard_errors import differences
from penguin_board.stats.verdicts import snapped

Scores = Sequence[float] | Mapping[str, float]


def bootstrap_mean_ci(
    scores: Scores, b: int = 1000, alpha: float = 0.05, seed: int = 0
) -> tuple[float, float]:
    """Percentile interval of a mean over tasks that are resampled with replacement (B1, B3).

    Efron and Tibshirani 1993, chapter 13; the percentiles are those of :func:`quantile`.

    Args:
        scores: One finite number a task, in an order of its own or by task id (then in the
            order of the ids); on any scale.
        b: Resamples, 1 or more.
        alpha: 1 minus the level, between 0 and 1.
        seed: From 0 to ``2**64 - 1``.

    Returns:
        Lower and upper end, in the unit of the scores; ``(0.0, 0.0)`` without scores, ``(x, x)``
        for one.

    Raises:
        ValueError: A score is not a finite number, or b, alpha or seed is out of range.
    """
    check_resampling(b, alpha, seed)
    values = _numbers(_in_order(scores))
    if not values:
        return 0.0, 0.0
    subject = [Part(np.array(values, dtype=np.float64))]
    blocks = ReplicateBlocks([subject], Draws(b, seed, DEFAULT_LIMITS))
    low, high = subject_ends(blocks, np.array([float(alpha)]))
    return float(low[0]), float(high[0])


def bootstrap_pairwise_diff(
    scores_a: Scores, scores_b: Scores, b: int = 1000, alpha: float = 0.05, seed: int = 0
) -> tuple[float, float, float]:
    """Mean of the paired differences ``a - b`` and its percentile interval (B1, B3, B4).

    Args:
        scores_a: One finite number a task; by task id, the shared tasks are compared.
        scores_b: The same tasks in the same order, or by task id.
        b: Resamples, 1 or more.
        alpha: 1 minus the level, between 0 and 1.
        seed: From 0 to ``2**64 - 1``.

    Returns:
        Mean difference, lower and upper end (within 1e-9 of 0: 0.0); zeros without tasks.

    Raises:
        ValueError: The two are not aligned, a score is not a finite number, or b, alpha or seed
            is out of range.
    """
    if isinstance(scores_a, Mapping) and isinstance(scores_b, Mapping):
        shared = sorted(scores_a.keys() & scores_b.keys())
        first = [scores_a[task] for task in shared]
        second = [scores_b[task] for task in shared]
    elif isinstance(scores_a, Mapping) or isinstance(scores_b, Mapping):
        raise ValueError("the scores are not aligned: one is by task id, the other is not")
    else:
        first, second = list(scores_a), list(scores_b)
    values = differences(_numbers(first), _numbers(second))
    low, high = snapped(np.array(bootstrap_mean_ci(values, b, alpha, seed))).tolist()
    return (math.fsum(values) / len(values) if values else 0.0), low, high


def _in_order(scores: Scores) -> list[float]:
    if isinstance(scores, Mapping):
        return [scores[task] for task in sorted(scores)]
    return list(scores)


def _numbers(scores: Sequence[float]) -> list[float]:
    for index, score in enumerate(scores):
        if not is_number(score) or not math.isfinite(score):
            raise ValueError(f"score {index} is {score!r}, expected a finite number")
    return [float(score) for score in scores]
