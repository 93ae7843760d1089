"""What scores are credited with on their tasks: wins, shares of wins, comparisons won (A4, A5)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Ties

RELATIVE = 1e-9
ABSOLUTE = 1e-12


def equal_scores(a: float, b: float) -> bool:
    """Whether two scores are a tie: equal to 1e-9 of their size, or to 1e-12 (A5).

    Args:
        a: A score, on any scale.
        b: Another on the same scale.

    Returns:
        The same for ``(b, a)``; not transitive.
    """
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


def win_credits(tasks: Integers, scores: Floats, ties: Ties) -> Floats:
    """The credit of each score (A4), NaN where a task has nothing to compare with.

    Args:
        tasks: The task of each score, in any order.
        scores: One a model and task, higher is better.
        ties: Credit of a tied best model, see :class:`Settings`.
    """
    order = np.argsort(tasks, kind="stable")
    ordered = scores[order]
    begins = _begins(tasks[order])
    sizes = np.diff(np.append(begins, len(ordered)))
    if ties == "pairwise":
        gained = np.array(_pairwise(ordered, begins, sizes), dtype=np.float64)
    else:
        gained = _of_the_best(ordered, begins, sizes, split=ties == "split")
    credits = np.empty(len(scores))
    credits[order] = gained
    return credits


def mean_credit(credits: Floats, weights: Floats | None) -> float | None:
    """The mean over the tasks that have a credit; None without any."""
    known = ~np.isnan(credits)
    if weights is None:
        values = credits[known].tolist()
        return math.fsum(values) / len(values) if values else None
    total = math.fsum(weights[known].tolist())
    return math.fsum((credits[known] * weights[known]).tolist()) / total if total > 0 else None


def _begins(sorted_tasks: Integers) -> Integers:
    changes = np.concatenate(([True], sorted_tasks[1:] != sorted_tasks[:-1]))
    begins: Integers = np.flatnonzero(changes[: len(sorted_tasks)]).astype(np.int64)
    return begins


def _of_the_best(scores: Floats, begins: Integers, sizes: Integers, *, split: bool) -> Floats:
    if not len(scores):
        return scores
    best = np.repeat(np.maximum.reduceat(scores, begins), sizes)
    tolerance = np.maximum(RELATIVE * np.maximum(np.abs(scores), np.abs(best)), ABSOLUTE)
    wins: Floats = (best - scores <= tolerance).astype(np.float64)
    if split:
        wins /= np.repeat(np.add.reduceat(wins, begins), sizes)
    return wins


def _pairwise(scores: Floats, begins: Integers, sizes: Integers) -> list[float]:
    values = scores.tolist()
    credits: list[float] = []
    for begin, size in zip(begins.tolist(), sizes.tolist(), strict=True):
        credits += _pairwise_credits(values[begin : begin + size])
    return credits


def _pairwise_credits(scores: Sequence[float]) -> list[float]:
    """(beaten + half of the tied others) / others; NaN where a model is alone on the task."""
    others = len(scores) - 1
    if others == 0:
        return [math.nan]
    order = sorted(range(len(scores)), key=lambda index: scores[index])
    credits = [math.nan] * len(scores)
    lowest_tied = past_tied = 0
    for index in order:
        score = scores[index]
        while not equal_scores(scores[order[lowest_tied]], score):
            lowest_tied += 1
        past_tied = max(past_tied, lowest_tied)
        while past_tied < len(order) and equal_scores(scores[order[past_tied]], score):
            past_tied += 1
        credits[index] = (lowest_tied + 0.5 * (past_tied - lowest_tied - 1)) / others
    return credits
