"""The rows of a comparison of composites, by entry and by pair (section g)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from penguin_board.stats.composite_data import NoInterval
from penguin_board.stats.settings import Settings
from penguin_board.stats.verdicts import Verdict

Remark = Literal["few-tasks", "shared-tasks"]
CompositeVerdict = Verdict | Literal["not-comparable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositeRow:
    """What the tasks say of one entry.

    Attributes:
        entry_id: The entry.
        mean: The composite of the benchmark means; None without task scores.
        ci_lo: Lower end of its interval; None where there is none.
        ci_hi: Upper end.
        reason: Why there is no interval; None where there is one.
        remarks: ``few-tasks`` below 10 tasks.
        n_tasks: Number of tasks of all benchmarks that take part.
        standard_error: Of the composite over tasks (B9).
        rank_lo: Best rank that the paired comparisons leave open (R1).
        rank_hi: Worst rank.
    """

    entry_id: str
    mean: float | None
    ci_lo: float | None
    ci_hi: float | None
    reason: NoInterval | None
    remarks: tuple[Remark, ...]
    n_tasks: int
    standard_error: float | None
    rank_lo: int
    rank_hi: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CompositePair:
    """One entry compared with another on the tasks that both have.

    Attributes:
        entry_a: The one that was given first.
        entry_b: The other.
        difference: Composite of ``a - b`` over the shared tasks; None when not comparable.
        ci_lo: Lower end of its interval; None where there is none.
        ci_hi: Upper end.
        reason: Why there is no interval; None where there is one.
        remarks: ``few-tasks`` below 10 shared tasks; ``shared-tasks`` where one of the two has
            tasks that the other lacks, so that the difference is not that of the scores.
        verdict: On ``entry_a``.
        p: Two-sided, from the resamples; of the exact sign test where scores do not vary.
        p_adjusted: For many comparisons; None without ``adjust``.
        n_tasks: Number of shared tasks.
        wins: Tasks on which ``entry_a`` is better.
        ties: Tasks on which the two are equal (A5).
        losses: Tasks on which ``entry_b`` is better.
        standard_error: Of the paired difference (B9).
    """

    entry_a: str
    entry_b: str
    difference: float | None
    ci_lo: float | None
    ci_hi: float | None
    reason: NoInterval | None
    remarks: tuple[Remark, ...]
    verdict: CompositeVerdict
    p: float | None
    p_adjusted: float | None
    n_tasks: int
    wins: int
    ties: int
    losses: int
    standard_error: float | None


@dataclass(frozen=True, slots=True)
class CompositeComparison:
    """What the tasks say of entries and of their pairs.

    Attributes:
        rows: One an entry, in the given order.
        pairs: One for each two entries, in the order of the entries.
        settings: Every choice that was made.
        n_comparisons: Number of pairs whose verdict is better, worse or tie.
    """

    rows: tuple[CompositeRow, ...]
    pairs: tuple[CompositePair, ...]
    settings: Settings
    n_comparisons: int
