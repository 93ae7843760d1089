"""How a leaderboard is computed: every choice that changes a number, checked and printable."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, get_args

Ties = Literal["all", "split", "pairwise"]
Weighting = Literal["ignore", "task"]
Missing = Literal["available", "common", "zero"]
Method = Literal["percentile", "expanded"]
Adjust = Literal["none", "holm", "bh", "simultaneous"]
Clusters = Literal["none", "family", "category"]

_MEBIBYTE = 2**20
_MOST_RESAMPLES = 10_000_000


def _default_threads() -> int:
    return min(4, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much memory and how many threads the work may take; no result depends on it.

    Peak memory beyond the input and the results is at most about
    ``2 model_bytes + (3 + threads) pair_bytes + 4 block_bytes``, whatever the input, and 24 MiB of
    resamples that are kept for the next call; each part takes at least one column (8 b bytes) and
    one resample (8 n bytes).

    Attributes:
        model_bytes: Replicates of a block of models that are held at one time.
        pair_bytes: Replicates of a group of pairs that have tasks of their own.
        block_bytes: Random words of the resamples that are drawn at one time.
        chunk_values: Replicates of pairs in one step; small enough to stay in the cache.
        threads: Threads for the quantiles of pairs; by default one a processor, at most 4.
    """

    model_bytes: int = 128 * _MEBIBYTE
    pair_bytes: int = 16 * _MEBIBYTE
    block_bytes: int = _MEBIBYTE // 4
    chunk_values: int = 50_000
    threads: int = field(default_factory=_default_threads)


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every choice behind a leaderboard.

    Attributes:
        b: Resamples, 1 or more (B1).
        alpha: 1 minus the level of the intervals, between 0 and 1 (B1).
        seed: Seed of the resamples, 0 to ``2**64 - 1`` (B2).
        ties: What a tied best model is credited with in the win rate (A4): a whole win
            (``all``), a share of one (``split``), or wins against each other model with half a
            win for a tie (``pairwise``).
        weighting: Whether the tasks' weights are used (``task``) or not (``ignore``) (A8).
        missing: Means over a model's own tasks (``available``), over those that all models have
            (``common``), or with 0 for a missing task (``zero``) (A7).
        method: Percentile intervals, or ``expanded`` ones for small samples (B1, B10): see
            :func:`expanded_alpha`.
        adjust: Correction for many comparisons (B8): :func:`holm`, ``bh`` for
            :func:`benjamini_hochberg`, or ``simultaneous`` intervals, which cover all differences
            together.
        clusters: What is resampled: tasks (``none``), or whole families or categories (B7).
        n_min: Fewest tasks, or families, of a pair for a verdict; None takes the number below
            which no exact sign test can reach ``alpha`` (B5), see :func:`fewest_tasks`.

    Raises:
        ValueError: A value is out of range.
    """

    b: int = 500
    alpha: float = 0.05
    seed: int = 0
    ties: Ties = "all"
    weighting: Weighting = "ignore"
    missing: Missing = "available"
    method: Method = "percentile"
    adjust: Adjust = "none"
    clusters: Clusters = "none"
    n_min: int | None = None

    def __post_init__(self) -> None:
        check_resampling(self.b, self.alpha, self.seed)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                listed = ", ".join(sorted(choices))
                raise ValueError(f"{name} is {getattr(self, name)!r}, expected one of {listed}")
        if self.n_min is not None and (type(self.n_min) is not int or self.n_min < 1):
            raise ValueError(f"n_min is {self.n_min!r}, expected a whole number from 1")

    @property
    def enough(self) -> int:
        """Fewest tasks, or families, of a pair for a verdict."""
        return fewest_tasks(self.alpha) if self.n_min is None else self.n_min


_CHOICES: dict[str, tuple[str, ...]] = {
    "ties": get_args(Ties),
    "weighting": get_args(Weighting),
    "missing": get_args(Missing),
    "method": get_args(Method),
    "adjust": get_args(Adjust),
    "clusters": get_args(Clusters),
}


class SettingsOptions(TypedDict, total=False):
    """The settings besides b, alpha and seed, as keyword arguments."""

    ties: Ties
    weighting: Weighting
    missing: Missing
    method: Method
    adjust: Adjust
    clusters: Clusters
    n_min: int | None


def check_resampling(b: Any, alpha: Any, seed: Any) -> None:
    """Raise ValueError unless b >= 1, 0 < alpha < 1 and 0 <= seed < 2**64 (B1, PB1)."""
    if type(b) is not int or not 1 <= b <= _MOST_RESAMPLES:
        raise ValueError(f"b is {b!r}, expected a whole number from 1 to {_MOST_RESAMPLES}")
    if isinstance(alpha, bool) or not isinstance(alpha, (int, float)) or not 0 < alpha < 1:
        raise ValueError(f"alpha is {alpha!r}, expected a number between 0 and 1")
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise ValueError(f"seed is {seed!r}, expected a whole number from 0 to 2**64 - 1")


def fewest_tasks(alpha: float) -> int:
    """Fewest tasks of a pair for a verdict: 6 for 0.05, 5 for 0.10, 8 for 0.01 (B5).

    The smallest n with ``2**(1 - n) <= alpha``: with fewer, even an exact sign test of n wins out
    of n is not significant.

    Args:
        alpha: 1 minus the level, between 0 and 1.

    Returns:
        A number of tasks, 1 or more.
    """
    count = max(1, math.ceil(1 - math.log2(alpha)) - 1)
    while 2.0 ** (1 - count) > alpha:
        count += 1
    return count


def level_text(alpha: float) -> str:
    """``95%`` for an alpha of 0.05 (B1)."""
    return f"{100 * (1 - alpha):.10g}%"


def listed(names: Iterable[str], most: int = 3) -> str:
    """The first names in quotes, and how many more there are."""
    all_names = [f'"{name}"' for name in names]
    rest = len(all_names) - most
    return ", ".join(all_names[:most]) + (f" and {rest} more" if rest > 0 else "")
