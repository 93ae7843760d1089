"""Composites of benchmarks: intervals, comparisons and rank ranges of entries (B11, R1).

The score of an entry is a fixed combination of its benchmarks' means, so tasks are resampled
inside each benchmark and the combination is taken again. Scores are on any scale.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from penguin_board.stats.composite_data import CompositeEntry, StrataMaker
from penguin_board.stats.composite_facts import REASONS, CompositeFacts
from penguin_board.stats.composite_judging import judge_pairs
from penguin_board.stats.composite_pairs import Kinds, PairFacts
from penguin_board.stats.composite_rows import (
    CompositeComparison,
    CompositePair,
    CompositeRow,
    Remark,
)
from penguin_board.stats.pair_replicates import subject_ends
from penguin_board.stats.rank_ranges import rank_ranges
from penguin_board.stats.replicates import Draws, ReplicateBlocks
from penguin_board.stats.resample import Floats
from penguin_board.stats.settings import DEFAULT_LIMITS, Limits, Settings
from penguin_board.stats.verdicts import Judgements, verdicts_of

# Fewer tasks than this carry a remark.
FEW_TASKS = 10
DEFAULT_SETTINGS = Settings(b=10_000)
# By whether there are few tasks, and twice whether one of the two has others.
_REMARKS: tuple[tuple[Remark, ...], ...] = (
    (),
    ("few-tasks",),
    ("shared-tasks",),
    ("few-tasks", "shared-tasks"),
)


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
    kinds = Kinds(strata)
    facts = kinds.pair_facts()
    judged = judge_pairs(facts, facts.of.levels(settings), strata, blocks, settings)
    pairs = _pairs(ids, facts, judged, ascending=ascending)
    better = [(pair.entry_a, pair.entry_b) for pair in pairs if pair.verdict == "better"]
    better += [(pair.entry_b, pair.entry_a) for pair in pairs if pair.verdict == "worse"]
    of_entries = kinds.entry_facts()
    low, high = subject_ends(blocks, of_entries.levels(settings))
    return CompositeComparison(
        rows=_rows(ids, of_entries, (low, high), rank_ranges(ids, better)),
        pairs=pairs,
        settings=settings,
        n_comparisons=int(judged.enough.sum()),
    )


def _check_names(entries: Sequence[CompositeEntry]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry.entry_id in seen:
            raise ValueError(f'the entry "{entry.entry_id}" comes twice')
        seen.add(entry.entry_id)
        if "" in entry.coefficients:
            raise ValueError(f'a benchmark of the entry "{entry.entry_id}" has no name')


def _rows(
    ids: Sequence[str],
    facts: CompositeFacts,
    ends: tuple[Floats, Floats],
    ranks: dict[str, tuple[int, int]],
) -> tuple[CompositeRow, ...]:
    columns = zip(
        ids,
        facts.reason.tolist(),
        facts.n_tasks.tolist(),
        known_values(facts.composite),
        known_values(facts.standard_error),
        *(end.tolist() for end in ends),
        strict=True,
    )
    return tuple(
        CompositeRow(
            entry_id=entry_id,
            mean=mean,
            ci_lo=None if reason else low,
            ci_hi=None if reason else high,
            reason=REASONS[reason],
            remarks=("few-tasks",) if 0 < n_tasks < FEW_TASKS else (),
            n_tasks=n_tasks,
            standard_error=error,
            rank_lo=ranks[entry_id][0],
            rank_hi=ranks[entry_id][1],
        )
        for entry_id, reason, n_tasks, mean, error, low, high in columns
    )


def _pairs(
    ids: Sequence[str], facts: PairFacts, judged: Judgements, *, ascending: bool
) -> tuple[CompositePair, ...]:
    above, below = (facts.lower, facts.higher) if ascending else (facts.higher, facts.lower)
    remarks = (facts.of.n_tasks < FEW_TASKS) + 2 * ~facts.same_tasks
    sign = -judged.sign if ascending else judged.sign
    columns = zip(
        facts.first.tolist(),
        facts.second.tolist(),
        known_values(facts.of.composite),
        known_values(judged.low),
        known_values(judged.high),
        facts.of.reason.tolist(),
        np.where(facts.comparable, remarks, 0).tolist(),
        facts.comparable.tolist(),
        verdicts_of(sign, judged.enough),
        known_values(judged.p),
        known_values(judged.p_adjusted),
        facts.of.n_tasks.tolist(),
        above.tolist(),
        facts.equal.tolist(),
        below.tolist(),
        known_values(facts.of.standard_error),
        strict=True,
    )
    return tuple(
        CompositePair(
            entry_a=ids[first],
            entry_b=ids[second],
            difference=difference,
            ci_lo=low,
            ci_hi=high,
            reason=REASONS[reason],
            remarks=_REMARKS[remarks],
            verdict=verdict if comparable else "not-comparable",
            p=p,
            p_adjusted=p_adjusted,
            n_tasks=n_tasks,
            wins=wins,
            ties=ties,
            losses=losses,
            standard_error=error,
        )
        for first, second, difference, low, high, reason, remarks, comparable, verdict, p,
            p_adjusted, n_tasks, wins, ties, losses, error in columns
    )  # fmt: skip


def known_values(values: Floats) -> list[float | None]:
    """The values, None for NaN."""
    known: list[float | None] = values.tolist()
    if np.isnan(values).any():
        return [None if math.isnan(value) else value for value in values.tolist()]
    return known
