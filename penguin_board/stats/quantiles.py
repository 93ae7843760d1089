"""Quantiles by Hyndman and Fan's type 7, which is numpy's ``linear`` (B1)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from penguin_board.stats.resample import Floats


def quantile(values: Sequence[float], p: float) -> float:
    """The p-quantile of values: type 7 of Hyndman and Fan 1996, which is numpy's ``linear`` (B1).

    ``x[k] + (h - k)(x[k+1] - x[k])`` of the sorted values, with ``h = (n - 1)p`` and k its whole
    part.

    Args:
        values: One or more numbers, in any order.
        p: From 0 for the smallest to 1 for the largest.

    Returns:
        A number between two neighbouring values.

    Raises:
        ValueError: There is no value, or p is not from 0 to 1.
    """
    if not len(values):
        raise ValueError("a quantile needs a value")
    if not 0 <= p <= 1:
        raise ValueError(f"p is {p!r}, expected a number from 0 to 1")
    ordered = sorted(values)
    position = (len(ordered) - 1) * p
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (position - below) * (ordered[above] - ordered[below]))


def interval_ends(rows: Floats, alpha: Floats) -> tuple[Floats, Floats]:
    """The quantiles alpha/2 and 1 - alpha/2 of each row; **reorders** ``rows`` in place.

    The upper end is taken by the same steps from above, so that negated rows give exactly the
    mirrored interval. O(rows x b), by partition at the ends of the two tails.

    Args:
        rows: Replicates, shape (rows, b).
        alpha: 1 minus the level of each row, shape (rows,).

    Returns:
        Lower and upper ends, each of shape (rows,).
    """
    last = rows.shape[1] - 1
    position = last * (alpha / 2)
    place = np.floor(position)
    step = position - place
    low = place.astype(np.int64)
    next_low = np.minimum(low + 1, last)
    _sort_tails(rows, int(next_low.max(initial=0)) + 1)
    row = np.arange(len(rows))
    bottom, above = rows[row, low], rows[row, next_low]
    top, below = rows[row, last - low], rows[row, last - next_low]
    return bottom + step * (above - bottom), top - step * (top - below)


def _sort_tails(rows: Floats, depth: int) -> None:
    """Bring the ``depth`` smallest values of each row to its begin and the largest to its end.

    Both in their order. numpy selects one place at a time much faster than several.
    """
    b = rows.shape[1]
    if 4 * depth > b:
        rows.sort(axis=1)
        return
    rows.partition(depth - 1, axis=1)
    rows[:, depth:].partition(b - 2 * depth, axis=1)
    rows[:, :depth].sort(axis=1)
    rows[:, b - depth :].sort(axis=1)
