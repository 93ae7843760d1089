"""The scale, the shades and the grid of waffle cells (statistics.md, section e)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

N_SHADES = 6
_NEAR = 1e-9


class Scale(NamedTuple):
    """The score of a full cell, and whether every score is 0 or full (W2)."""

    maximum: float
    binary: bool
    inferred: bool


class ScaleError(ValueError):
    """Scores from which no scale can be inferred; the leaderboard must declare ``score_max``."""


def task_scale(scores: Iterable[float | None], declared: float | None = None) -> Scale:
    """The scale of one benchmark over all entries and attempts (W2).

    Raises ScaleError for a negative score, one above the declared scale, or one above 100.
    """
    observed = {score for score in scores if score is not None}
    if observed and min(observed) < 0:
        message = f"a task score is below 0 ({min(observed):g})"
        raise ScaleError(message)
    top = max(observed, default=0.0)
    if declared is not None:
        maximum = declared
    elif top <= 1:
        maximum = 1.0
    else:
        maximum = 100.0
    if top > maximum * (1 + _NEAR):
        message = f"a task score is above {maximum:g} ({top:g})"
        raise ScaleError(message)
    binary = all(_is_zero(s, maximum) or _is_full(s, maximum) for s in observed)
    return Scale(maximum, binary, declared is None)


def _is_zero(score: float, maximum: float) -> bool:
    return score <= _NEAR * maximum


def _is_full(score: float, maximum: float) -> bool:
    return score >= maximum * (1 - _NEAR)


def shade(score: float | None, maximum: float) -> int | None:
    """0 for nothing, 1 to 4 for quarters, 5 for full; None for a missing score (W3)."""
    if score is None:
        return None
    if _is_zero(score, maximum):
        return 0
    if _is_full(score, maximum):
        return 5
    return max(1, min(4, math.ceil(score / maximum * 4 - _NEAR)))


class Grid(NamedTuple):
    """Columns and rows of a panel of cells, filled row by row (W1)."""

    columns: int
    rows: int

    def position(self, index: int) -> tuple[int, int]:
        """Row and column of the cell at ``index``, from 0."""
        return divmod(index, self.columns)


def grid(n_cells: int) -> Grid:
    """A panel about twice as wide as high for ``n_cells`` >= 1 cells (W1)."""
    columns = min(n_cells, math.ceil(math.sqrt(2 * n_cells)))
    return Grid(columns, math.ceil(n_cells / columns))
