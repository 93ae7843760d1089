"""Win credits of a whole table at once (A4)."""

from __future__ import annotations

import math

import numpy as np

from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Ties
from penguin_board.stats.table import ScoreTable
from penguin_board.stats.win_rates import ABSOLUTE, RELATIVE, task_credits


def win_credits(table: ScoreTable, ties: Ties) -> Floats:
    """The credit of each score of the table, NaN where a task has nothing to compare with."""
    order = np.argsort(table.task_of, kind="stable")
    scores = table.scores[order]
    begins = _begins(table.task_of[order])
    sizes = np.diff(np.append(begins, len(scores)))
    if ties == "pairwise":
        gained = np.array(_pairwise(scores, begins, sizes), dtype=np.float64)
    else:
        gained = _of_the_best(scores, begins, sizes, split=ties == "split")
    credits = np.empty(len(scores))
    credits[order] = gained
    return credits


def solo_tasks(table: ScoreTable) -> Integers:
    """For each model the number of tasks that no other model has a score for (A4)."""
    alone = np.bincount(table.task_of, minlength=len(table.tasks))[table.task_of] == 1
    owners = np.repeat(np.arange(len(table.models)), np.diff(table.starts))
    return np.bincount(owners[alone], minlength=len(table.models)).astype(np.int64)


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
        gained = task_credits(values[begin : begin + size], "pairwise")
        credits += [math.nan if credit is None else credit for credit in gained]
    return credits
