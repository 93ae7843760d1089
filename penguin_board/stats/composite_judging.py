"""Intervals and verdicts of pairs of composites (B4, B5, B8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from penguin_board.stats.composite_data import Strata
from penguin_board.stats.composite_facts import REASONS
from penguin_board.stats.composite_pairs import PairFacts, shared_difference, sign_test
from penguin_board.stats.pair_replicates import PairPlan, max_t, pair_ends
from penguin_board.stats.replicates import ReplicateBlocks
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Settings
from penguin_board.stats.verdicts import Judgements, adjusted, judge


def judge_pairs(
    facts: PairFacts,
    levels: Floats,
    entries: Sequence[Strata],
    blocks: ReplicateBlocks,
    settings: Settings,
) -> Judgements:
    """Judge every pair, adjusted together as the settings say; what there is not is NaN.

    Raises ValueError when b is too small for an adjusted p to reach alpha.
    """
    judged = _by_sign_tests(facts, settings)
    pairs = np.flatnonzero(facts.of.resampled)
    plan = _plan(facts, pairs, levels, entries)
    joint = None
    if settings.adjust == "simultaneous":
        joint = max_t(blocks, plan, settings.alpha, plan.n_units >= settings.enough)
    resampled = judge(plan, pair_ends(blocks, plan), replace(settings, adjust="none"), joint)
    for name in ("low", "high", "sign", "p", "enough"):
        getattr(judged, name)[pairs] = getattr(resampled, name)
    _adjust_together(facts, judged, settings)
    return judged


def _by_sign_tests(facts: PairFacts, settings: Settings) -> Judgements:
    """Pairs whose differences do not vary, by the exact sign test; nothing of the others."""
    count = len(facts)
    judged = Judgements(
        low=np.full(count, math.nan),
        high=np.full(count, math.nan),
        sign=np.zeros(count, dtype=np.int64),
        p=np.full(count, math.nan),
        p_adjusted=np.full(count, math.nan),
        enough=np.zeros(count, dtype=np.bool_),
    )
    constant = np.flatnonzero(facts.of.reason == REASONS.index("no-variation"))
    judged.enough[constant] = facts.of.n_tasks[constant] >= settings.enough
    sides = _sides(facts)
    for pair in constant.tolist():
        p = sign_test(int(facts.higher[pair]), int(facts.lower[pair]))
        judged.p[pair] = p
        judged.sign[pair] = sides[pair] if p <= settings.alpha else 0
    return judged


def _sides(facts: PairFacts) -> Integers:
    """Which of the two is above, if the tasks and the composite agree."""
    side = np.sign(facts.higher - facts.lower)
    return np.where(side * facts.of.composite > 0, side, 0)


def _plan(facts: PairFacts, pairs: Integers, levels: Floats, entries: Sequence[Strata]) -> PairPlan:
    first, second = facts.first[pairs], facts.second[pairs]
    return PairPlan(
        first=first,
        second=second,
        same_units=facts.same_tasks[pairs],
        n_units=facts.of.n_tasks[pairs],
        alpha=levels[pairs],
        difference=facts.of.composite[pairs],
        inflation=facts.of.inflation[pairs],
        own=lambda pair: shared_difference(entries[first[pair]], entries[second[pair]]),
    )


def _adjust_together(facts: PairFacts, judged: Judgements, settings: Settings) -> None:
    """Adjust p over all pairs with enough tasks; for simultaneous only those by the sign test."""
    tested = np.flatnonzero(judged.enough)
    if settings.adjust == "simultaneous":
        by_sign = tested[~facts.of.resampled[tested]]
        judged.p_adjusted[by_sign] = np.minimum(1.0, judged.p[by_sign] * len(tested))
        judged.sign[by_sign[judged.p_adjusted[by_sign] > settings.alpha]] = 0
    elif settings.adjust != "none":
        judged.p_adjusted[tested] = adjusted(judged.p[tested].tolist(), settings)
        sign = np.where(judged.sign, judged.sign, np.sign(facts.of.composite).astype(np.int64))
        judged.sign[tested] = np.where(judged.p_adjusted <= settings.alpha, sign, 0)[tested]
