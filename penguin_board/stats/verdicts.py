"""From intervals and tail counts to significance and verdicts (B4, B5, B8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from penguin_board.stats.multiplicity import benjamini_hochberg, holm, resamples_needed
from penguin_board.stats.pair_replicates import ZERO, MaxT, PairEnds, PairPlan
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings

Verdict = Literal["better", "worse", "tie", "insufficient"]


@dataclass(frozen=True, slots=True)
class Judgements:
    """What is concluded of each pair, shape (P,) each.

    ``sign`` is 1 where the first is significantly above the second, -1 where it is below, else
    0. ``p_adjusted`` is NaN where a p is not adjusted.
    """

    low: Floats
    high: Floats
    sign: Integers
    p: Floats
    p_adjusted: Floats
    enough: npt.NDArray[np.bool_]


def judge(plan: PairPlan, ends: PairEnds, settings: Settings, joint: MaxT | None) -> Judgements:
    """Significance of each pair; ``joint`` is there for ``adjust="simultaneous"``.

    Raises ValueError when b is too small for an adjusted p to reach alpha (B8).
    """
    low, high = ends.low, ends.high
    if joint is not None:
        margin = joint.critical * joint.spread * plan.inflation
        low, high = plan.difference - margin, plan.difference + margin
    low, high = snapped(low), snapped(high)
    sign = (low > ZERO).astype(np.int64) - (high < -ZERO)
    tails = 1 + np.minimum(ends.at_most_zero, ends.at_least_zero)
    p = np.minimum(1.0, 2 * tails / (settings.b + 1))
    enough = plan.n_units >= settings.enough
    p_adjusted = np.full(len(p), math.nan)
    if settings.adjust in ("holm", "bh"):
        p_adjusted[enough] = adjusted(p[enough].tolist(), settings)
        side = np.sign(ends.at_least_zero - ends.at_most_zero)
        by_p = np.where(p_adjusted <= settings.alpha, side, 0)
        sign = np.where(enough, by_p, sign)
    return Judgements(low, high, sign, p, p_adjusted, enough)


def adjusted(p_values: Sequence[float], settings: Settings) -> list[float]:
    """The p values adjusted by Holm or by Benjamini and Hochberg, as the settings say.

    Raises ValueError when the smallest possible p, 2/(b + 1), could not be significant.
    """
    needed = resamples_needed(len(p_values), settings.alpha)
    if p_values and settings.b < needed:
        raise ValueError(
            f'adjust="{settings.adjust}" of {len(p_values)} comparisons needs b of at least '
            f"{needed}, it is {settings.b}: no smaller b can make a p significant"
        )
    return holm(p_values) if settings.adjust == "holm" else benjamini_hochberg(p_values)


def verdicts_of(sign: Integers, enough: npt.NDArray[np.bool_]) -> list[Verdict]:
    """The verdict on the first of each pair (B5)."""
    verdicts: tuple[Verdict, ...] = ("tie", "better", "worse", "insufficient")
    numbers = np.where(enough, np.where(sign > 0, 1, np.where(sign < 0, 2, 0)), 3)
    return [verdicts[number] for number in numbers.tolist()]


def snapped(ends: Floats) -> Floats:
    """Ends within 1e-9 of zero as 0.0 (B4)."""
    result: Floats = np.where(np.abs(ends) <= ZERO, 0.0, ends)
    return result
