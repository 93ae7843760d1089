"""Many comparisons: adjusted p values (B8; Holm 1979, Benjamini and Hochberg 1995)."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """P adjusted so that the chance of any false rejection is at most alpha (B8; Holm 1979).

    Args:
        p_values: From 0 to 1, in any order; one a comparison, whatever their dependence.

    Returns:
        The adjusted p values, in the given order.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for position, index in enumerate(order):
        running = max(running, min(1.0, (len(order) - position) * p_values[index]))
        adjusted[index] = running
    return adjusted


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """P adjusted so that at most a share alpha of the rejections is expected to be false (B8).

    Benjamini and Hochberg 1995; proven for independent and for positively dependent comparisons.

    Args:
        p_values: From 0 to 1, in any order; one a comparison.

    Returns:
        The adjusted p values, in the given order.
    """
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    adjusted = [0.0] * len(p_values)
    running = 1.0
    for position in range(len(order) - 1, -1, -1):
        index = order[position]
        running = min(running, p_values[index] * len(order) / (position + 1))
        adjusted[index] = running
    return adjusted


def resamples_needed(comparisons: int, alpha: float) -> int:
    """The smallest b whose smallest p, ``2/(b + 1)``, can be significant after adjusting (B8).

    Args:
        comparisons: How many p values are adjusted together.
        alpha: 1 minus the level, between 0 and 1.

    Returns:
        A number of resamples, 1 or more.
    """
    b = max(1, int(2 * comparisons / alpha) - 2)
    while 2 * comparisons / (b + 1) > alpha:
        b += 1
    return b
