"""What the tasks say of a board: intervals, win rates, paired comparisons, rank ranges.

Bridges a board's entries to :mod:`penguin_board.stats`: tasks are resampled inside each benchmark
with the entry's own weights (statistics.md, B11).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from penguin_board.board_scores import NOT_RECORDED, EntryScores, board_scores
from penguin_board.boards import Board
from penguin_board.entry_statistics import EntryStatistics
from penguin_board.stats import (
    FEW_TASKS,
    CompositeEntry,
    CompositePair,
    CompositeRow,
    Limits,
    NoInterval,
    Settings,
    compare_composites,
    win_rates,
)
from penguin_board.texts import sentence, sentence_of

# Every choice behind the numbers of a page. B is what sites need for stable ends (B1); expanded
# intervals cover as they claim on benchmarks of a few tasks, where plain percentiles do not (B10).
SETTINGS = Settings(b=10_000, alpha=0.05, seed=0, method="expanded")

NO_INTERVAL: Mapping[NoInterval, str] = {
    "no-tasks": NOT_RECORDED,
    "one-task": sentence("there is one task only"),
    "single-task-benchmark": sentence("a benchmark has one task only"),
    "no-variation": sentence("the scores do not vary, so resampling has nothing to say"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStatistics:
    """The statistics of a board by entry id, its pairs best first, and how they were made.

    ``expected_false`` is the number of separations that chance alone would give among equals.
    """

    entries: Mapping[str, EntryStatistics]
    pairs: tuple[CompositePair, ...]
    settings: Settings
    n_comparisons: int

    @property
    def expected_false(self) -> float:
        """Verdicts of better or worse to expect if all entries were equal (B8)."""
        return self.settings.alpha * self.n_comparisons


def board_statistics(board: Board, threads: int | None = None) -> BoardStatistics:
    """The statistics of a board, from the scores of its tasks.

    ``threads`` is how many may work on the quantiles, None for one a processor; it changes no
    number.
    """
    subjects = board_scores(board)
    limits = Limits() if threads is None else replace(Limits(), threads=threads)
    compared = compare_composites(
        [_composite(subject) for subject in subjects],
        SETTINGS,
        ascending=board.ascending,
        limits=limits,
    )
    flat = _flat_scores(subjects)
    n_tasks = len(set().union(*flat.values()))
    comparable = len(subjects) > 1 and all(subject.is_score for subject in subjects)
    wins = win_rates(flat, ties=SETTINGS.ties, ascending=board.ascending) if comparable else {}
    return BoardStatistics(
        entries={
            subject.entry_id: EntryStatistics(
                interval=_interval(row),
                note=_note(subject, row),
                win_rate=wins.get(subject.entry_id),
                coverage=len(flat[subject.entry_id]) / n_tasks if n_tasks else None,
                rank_range=(row.rank_lo, row.rank_hi) if row.n_tasks else None,
            )
            for subject, row in zip(subjects, compared.rows, strict=True)
        },
        pairs=compared.pairs,
        settings=compared.settings,
        n_comparisons=compared.n_comparisons,
    )


def few_tasks_note(n_tasks: int) -> str:
    """What is said of an interval that rests on so few tasks."""
    return sentence_of("rests on {n} task only", "rests on {n} tasks only", n_tasks)


def _composite(subject: EntryScores) -> CompositeEntry:
    usable = not subject.why_not
    return CompositeEntry(
        entry_id=subject.entry_id,
        coefficients=subject.coefficients if usable else {},
        scores=subject.scores if usable else {},
    )


def _flat_scores(subjects: Sequence[EntryScores]) -> dict[str, dict[str, float]]:
    """Every task score of each entry, by a name of the task that is unique on the board."""
    # Most entries have the same tasks.
    names = functools.cache(
        lambda benchmark, sources: [f"{benchmark}\n{source}" for source in sources]
    )
    flat: dict[str, dict[str, float]] = {}
    for subject in subjects:
        scores = flat[subject.entry_id] = {}
        for benchmark, column in subject.scores.items():
            scores.update(zip(names(benchmark, tuple(column)), column.values(), strict=True))
    return flat


def _interval(row: CompositeRow) -> tuple[float, float] | None:
    if row.ci_lo is None or row.ci_hi is None:
        return None
    return (row.ci_lo, row.ci_hi)


def _note(subject: EntryScores, row: CompositeRow) -> str:
    if subject.why_not:
        return subject.why_not
    if row.reason is not None:
        return NO_INTERVAL[row.reason]
    return few_tasks_note(row.n_tasks) if row.n_tasks < FEW_TASKS else ""
