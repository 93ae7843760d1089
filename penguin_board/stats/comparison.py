"""All models of a table compared: intervals, pairs and verdicts as arrays (sections b, c)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from penguin_board.stats.pair_replicates import PairPlan, max_t, pair_ends, subject_ends
from penguin_board.stats.pairing import Pairing
from penguin_board.stats.replicates import Draws, ReplicateBlocks
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.settings import Limits, Settings
from penguin_board.stats.table import ScoreTable
from penguin_board.stats.verdicts import Judgements, judge


@dataclass(frozen=True, slots=True)
class Comparison:
    """Numbers by model, shape (M,), and by pair of models that share tasks, shape (P,).

    ``low`` and ``high`` are the ends of the models' intervals.
    """

    pairing: Pairing
    low: Floats
    high: Floats
    plan: PairPlan
    judgements: Judgements

    @property
    def n_verdicts(self) -> int:
        """Number of pairs with enough tasks for a verdict."""
        return int(np.count_nonzero(self.judgements.enough))

    def rank_ends(self) -> tuple[Integers, Integers]:
        """Best and worst rank of each model that its comparisons leave open (R1)."""
        count = len(self.low)
        sign = np.where(self.judgements.enough, self.judgements.sign, 0)
        first, second = self.plan.first, self.plan.second
        winners = np.concatenate((first[sign > 0], second[sign < 0]))
        losers = np.concatenate((second[sign > 0], first[sign < 0]))
        best = 1 + np.bincount(losers, minlength=count)
        worst = count - np.bincount(winners, minlength=count)
        return best.astype(np.int64), worst.astype(np.int64)


def compare(table: ScoreTable, settings: Settings, limits: Limits) -> Comparison:
    """Intervals of all models and all pairs, from one set of resamples."""
    pairing = Pairing(table, settings)
    draws = Draws(settings.b, settings.seed, limits)
    blocks = ReplicateBlocks(pairing.subjects(), draws)
    low, high = subject_ends(blocks, pairing.levels())
    plan = pairing.plan()
    joint = None
    if settings.adjust == "simultaneous":
        joint = max_t(blocks, plan, settings.alpha, plan.n_units >= settings.enough)
    judgements = judge(plan, pair_ends(blocks, plan), settings, joint)
    return Comparison(pairing, low, high, plan, judgements)
