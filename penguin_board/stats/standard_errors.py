"""Standard errors of means over tasks (B9; Miller 2024, arXiv 2411.00640).

One formula covers all: units with totals A and sizes W, mean m = sum(A)/sum(W), and
sqrt(n/(n-1) sum((A - m W)**2)) / sum(W). Fewer than two units: None, never 0.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np


def standard_error(scores: Sequence[float]) -> float | None:
    """``sd/sqrt(n)`` of the mean of independent tasks (B9; Miller 2024, arXiv 2411.00640).

    Args:
        scores: One a task, on any scale.

    Returns:
        In the unit of the scores; None below two tasks, never 0.
    """
    return error_of_ratio(scores, [1.0] * len(scores))


def paired_standard_error(scores_a: Sequence[float], scores_b: Sequence[float]) -> float | None:
    """``sd(a - b)/sqrt(n)`` of a difference of means over the same tasks (B9; Miller 2024).

    Args:
        scores_a: One a task, on any scale.
        scores_b: Of the same tasks, in the same order.

    Returns:
        In the unit of the scores; None below two tasks.

    Raises:
        ValueError: The two differ in length.
    """
    return standard_error(differences(scores_a, scores_b))


def clustered_standard_error(scores: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Standard error of the mean when the tasks of a cluster depend on each other.

    ``sqrt(F/(F-1) sum over the F clusters of (sum of deviations)**2) / n`` (B9; Miller 2024).

    Args:
        scores: One a task, on any scale.
        clusters: The cluster of each task, such as its family.

    Returns:
        In the unit of the scores; None below two clusters.

    Raises:
        ValueError: The two differ in length.
    """
    if len(scores) != len(clusters):
        raise ValueError(f"there are {len(scores)} scores but {len(clusters)} clusters")
    members: dict[Hashable, list[float]] = {}
    for score, cluster in zip(scores, clusters, strict=True):
        members.setdefault(cluster, []).append(score)
    totals = [math.fsum(values) for values in members.values()]
    return error_of_ratio(totals, [float(len(values)) for values in members.values()])


def differences(scores_a: Sequence[float], scores_b: Sequence[float]) -> list[float]:
    """``a - b`` task by task; raises ValueError when the two differ in length."""
    if len(scores_a) != len(scores_b):
        raise ValueError(
            f"the scores are not aligned: {len(scores_a)} of one and {len(scores_b)} of the other"
        )
    return [a - b for a, b in zip(scores_a, scores_b, strict=True)]


def error_of_ratio(totals: Sequence[float], sizes: Sequence[float]) -> float | None:
    """Standard error of sum(totals)/sum(sizes); None below two units."""
    n = len(totals)
    if n < 2:
        return None
    size = math.fsum(sizes)
    mean = math.fsum(totals) / size
    rests = np.asarray(totals, dtype=np.float64) - mean * np.asarray(sizes, dtype=np.float64)
    return math.sqrt(n / (n - 1) * math.fsum((rests * rests).tolist())) / size
