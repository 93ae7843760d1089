"""Intervals and verdicts of pairs of composites (B4, B5, B8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from penguin_board.stats.composite_data import Strata
from penguin_board.stats.composite_pairs import PairFacts, Shared, shared_tasks
from penguin_board.stats.composite_rows import CompositeVerdict
from penguin_board.stats.pair_replicates import PairPlan, max_t, pair_ends
from penguin_board.stats.replicates import ReplicateBlocks, Subject
from penguin_board.stats.settings import Settings
from penguin_board.stats.verdicts import adjusted, judge, verdict_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What is concluded of a pair; ``sign`` is 1 where the first is significantly above."""

    comparable: bool
    enough: bool = False
    sign: int = 0
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_adjusted: float | None = None

    def verdict(self, direction: int) -> CompositeVerdict:
        """The verdict on the first; ``direction`` is -1 where less is better."""
        if not self.comparable:
            return "not-comparable"
        return verdict_of(direction * self.sign, enough=self.enough)


def judge_pairs(
    facts: Sequence[PairFacts],
    entries: Sequence[Strata],
    blocks: ReplicateBlocks,
    settings: Settings,
) -> list[Judged]:
    """Judge every pair, adjusted together as the settings say.

    Raises ValueError when b is too small for an adjusted p to reach alpha.
    """
    judged = [_without_resampling(one, settings) for one in facts]
    resampled = [number for number, one in enumerate(facts) if one.reason is None]
    outcomes = _by_resampling([facts[number] for number in resampled], entries, blocks, settings)
    for number, what in zip(resampled, outcomes, strict=True):
        judged[number] = what
    return _adjusted_together(facts, judged, settings)


def _without_resampling(facts: PairFacts, settings: Settings) -> Judged:
    """A pair without an interval: by the exact sign test where its differences do not vary."""
    if facts.difference is None:
        return Judged(comparable=False)
    if facts.reason != "no-variation":
        return Judged(comparable=True)
    return Judged(
        comparable=True,
        enough=facts.n_tasks >= settings.enough,
        sign=_side(facts) if facts.sign_test() <= settings.alpha else 0,
        p=facts.sign_test(),
    )


def _side(facts: PairFacts) -> int:
    """Which of the two is above, if the tasks and the composite agree."""
    side = (facts.higher > facts.lower) - (facts.higher < facts.lower)
    return side if side * (facts.difference or 0.0) > 0 else 0


def _by_resampling(
    facts: Sequence[PairFacts],
    entries: Sequence[Strata],
    blocks: ReplicateBlocks,
    settings: Settings,
) -> list[Judged]:
    plan = _plan(facts, entries)
    joint = None
    if settings.adjust == "simultaneous":
        joint = max_t(blocks, plan, settings.alpha, plan.n_units >= settings.enough)
    else:
        settings = replace(settings, adjust="none")
    judgements = judge(plan, pair_ends(blocks, plan), settings, joint)
    return [
        Judged(
            comparable=True,
            enough=bool(judgements.enough[number]),
            sign=int(judgements.sign[number]),
            low=float(judgements.low[number]),
            high=float(judgements.high[number]),
            p=float(judgements.p[number]),
        )
        for number in range(len(plan))
    ]


def _plan(facts: Sequence[PairFacts], entries: Sequence[Strata]) -> PairPlan:
    def own(pair: int) -> Subject:
        shared = shared_tasks(entries[facts[pair].first], entries[facts[pair].second])
        return shared.difference.parts() if isinstance(shared, Shared) else []

    return PairPlan(
        first=np.array([one.first for one in facts], dtype=np.int64),
        second=np.array([one.second for one in facts], dtype=np.int64),
        same_units=np.array([one.same_tasks for one in facts], dtype=np.bool_),
        n_units=np.array([one.n_tasks for one in facts], dtype=np.int64),
        alpha=np.array([one.level for one in facts], dtype=np.float64),
        difference=np.array([one.difference for one in facts], dtype=np.float64),
        inflation=np.array([one.inflation for one in facts], dtype=np.float64),
        own=own,
    )


def _adjusted_together(
    facts: Sequence[PairFacts], judged: list[Judged], settings: Settings
) -> list[Judged]:
    """Adjust p over all pairs with enough tasks; for simultaneous only those by the sign test."""
    tested = [number for number, one in enumerate(judged) if one.enough]
    if settings.adjust == "simultaneous":
        for number in tested:
            p = judged[number].p
            if facts[number].reason is not None and p is not None:
                p = min(1.0, p * len(tested))
                sign = judged[number].sign if p <= settings.alpha else 0
                judged[number] = replace(judged[number], p_adjusted=p, sign=sign)
    elif settings.adjust != "none":
        p_values = [p for number in tested if (p := judged[number].p) is not None]
        for number, p in zip(tested, adjusted(p_values, settings), strict=True):
            sign = judged[number].sign or _sign_of(facts[number])
            sign = sign if p <= settings.alpha else 0
            judged[number] = replace(judged[number], p_adjusted=p, sign=sign)
    return judged


def _sign_of(facts: PairFacts) -> int:
    difference = facts.difference or 0.0
    return int(math.copysign(1, difference)) if difference else 0
