"""Composites of benchmarks: intervals, comparisons and rank ranges of entries (B11, R1).

The score of an entry is a fixed combination of its benchmarks' means, so tasks are resampled
inside each benchmark and the combination is taken again. Scores are on any scale.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from penguin_board.stats.composite_data import CompositeEntry, Strata, StrataMaker
from penguin_board.stats.composite_judging import Judged, judge_pairs
from penguin_board.stats.composite_pairs import PairFacts, pair_facts
from penguin_board.stats.composite_rows import (
    CompositeComparison,
    CompositePair,
    CompositeRow,
    Remark,
)
from penguin_board.stats.pair_replicates import subject_ends
from penguin_board.stats.rank_ranges import rank_ranges
from penguin_board.stats.replicates import Draws, ReplicateBlocks
from penguin_board.stats.settings import DEFAULT_LIMITS, Limits, Settings

# Fewer tasks than this carry a remark.
FEW_TASKS = 10
DEFAULT_SETTINGS = Settings(b=10_000)


def compare_composites(
    entries: Sequence[CompositeEntry],
    settings: Settings = DEFAULT_SETTINGS,
    *,
    ascending: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> CompositeComparison:
    """Intervals of all entries and paired differences of all pairs, from one set of resamples.

    Two entries are compared when they put the same weights on the same benchmarks, over the
    tasks that both have. Where no difference varies within a benchmark, resampling has nothing to
    say: there is no interval, and the verdict is that of the exact sign test over tasks.

    Args:
        entries: In the order in which pairs are to be turned, best first say.
        settings: b, alpha, seed, method, adjust and n_min are used.
        ascending: Whether the lower composite is the better one.
        limits: Memory and threads.

    Returns:
        A row an entry and a pair for each two entries, comparable or not.

    Raises:
        ValueError: An entry comes twice, a score or coefficient is not a finite number, a
            benchmark has no name, or b is too small for ``adjust``.
    """
    _check_names(entries)
    ids = [entry.entry_id for entry in entries]
    maker = StrataMaker(entries)
    strata = [maker.strata(entry) for entry in entries]
    blocks = ReplicateBlocks(
        [one.parts() for one in strata], Draws(settings.b, settings.seed, limits)
    )
    facts = pair_facts(strata, settings)
    judged = judge_pairs(facts, strata, blocks, settings)
    direction = -1 if ascending else 1
    pairs = [_pair(ids, one, what, direction) for one, what in zip(facts, judged, strict=True)]
    better = [(pair.entry_a, pair.entry_b) for pair in pairs if pair.verdict == "better"]
    better += [(pair.entry_b, pair.entry_a) for pair in pairs if pair.verdict == "worse"]
    ranges = rank_ranges(ids, better)
    low, high = subject_ends(blocks, np.array([one.level(settings) for one in strata]))
    return CompositeComparison(
        rows=tuple(
            _row(entry_id, one, (float(low[place]), float(high[place])), ranges[entry_id])
            for place, (entry_id, one) in enumerate(zip(ids, strata, strict=True))
        ),
        pairs=tuple(pairs),
        settings=settings,
        n_comparisons=sum(pair.verdict in ("better", "worse", "tie") for pair in pairs),
    )


def _check_names(entries: Sequence[CompositeEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.entry_id in seen:
            raise ValueError(f'the entry "{entry.entry_id}" comes twice')
        seen.add(entry.entry_id)
        if "" in entry.coefficients:
            raise ValueError(f'a benchmark of the entry "{entry.entry_id}" has no name')


def _row(
    entry_id: str, strata: Strata, ends: tuple[float, float], ranks: tuple[int, int]
) -> CompositeRow:
    reason = strata.no_interval
    return CompositeRow(
        entry_id=entry_id,
        mean=strata.composite if len(strata) else None,
        ci_lo=None if reason else ends[0],
        ci_hi=None if reason else ends[1],
        reason=reason,
        remarks=("few-tasks",) if 0 < len(strata) < FEW_TASKS else (),
        n_tasks=len(strata),
        standard_error=strata.standard_error,
        rank_lo=ranks[0],
        rank_hi=ranks[1],
    )


def _pair(ids: Sequence[str], facts: PairFacts, judged: Judged, direction: int) -> CompositePair:
    remarks: list[Remark] = []
    if 0 < facts.n_tasks < FEW_TASKS:
        remarks.append("few-tasks")
    if facts.n_tasks and not facts.same_tasks:
        remarks.append("shared-tasks")
    wins, losses = facts.higher, facts.lower
    if direction < 0:
        wins, losses = losses, wins
    return CompositePair(
        entry_a=ids[facts.first],
        entry_b=ids[facts.second],
        difference=facts.difference,
        ci_lo=judged.low,
        ci_hi=judged.high,
        reason=facts.reason,
        remarks=tuple(remarks),
        verdict=judged.verdict(direction),
        p=judged.p,
        p_adjusted=judged.p_adjusted,
        n_tasks=facts.n_tasks,
        wins=wins,
        ties=facts.equal,
        losses=losses,
        standard_error=facts.standard_error,
    )
