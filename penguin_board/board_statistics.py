"""What the tasks say of a board: intervals, win rates, paired comparisons, rank ranges.

Bridges a board's entries to :mod:`penguin_board.stats`: the score of an entry is a combination of
its benchmarks' means, so tasks are resampled inside each benchmark with the entry's own weights
(statistics.md, B11).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.entries import EvaluatedEntry
from penguin_board.entry_statistics import EntryStatistics
from penguin_board.experiments import Attempt, Run
from penguin_board.stats import (
    FEW_TASKS,
    CompositeEntry,
    CompositePair,
    CompositeRow,
    NoInterval,
    Settings,
    compare_composites,
    win_rates,
)
from penguin_board.tasks import task_means
from penguin_board.texts import sentence, sentence_of

# Every choice behind the numbers of a page. B is what sites need for stable ends (B1); expanded
# intervals cover as they claim on benchmarks of a few tasks, where plain percentiles do not (B10).
SETTINGS = Settings(b=10_000, alpha=0.05, seed=0, method="expanded")

# A composite of task scores is the score when they agree to this share of the scale: summaries
# may be rounded to two decimals.
_AGREEMENT = 0.005

_NO_TASK_SCORES = sentence("its metric is not the score of tasks")
_NOT_THE_SCORE = sentence("its score is not a fixed combination of its task scores")
_NO_INTERVAL: Mapping[NoInterval, str] = {
    "no-tasks": sentence("the scores of its tasks are not recorded"),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """An entry as the statistics see it; without ``composite`` for the reason ``why_not``."""

    entry_id: str
    entry: EvaluatedEntry
    scores: Mapping[str, Mapping[str, float]]
    coefficients: Mapping[str, float]
    why_not: str

    @property
    def composite(self) -> CompositeEntry:
        usable = not self.why_not
        return CompositeEntry(
            entry_id=self.entry_id,
            coefficients=self.coefficients if usable else {},
            scores=self.scores if usable else {},
        )

    def flat_scores(self) -> dict[str, float]:
        """Every task score by a name that is unique on the board."""
        return {
            f"{benchmark}\n{source}": score
            for benchmark, column in self.scores.items()
            for source, score in column.items()
        }


def board_statistics(board: Board) -> BoardStatistics:
    """The statistics of a board, from the scores of its tasks."""
    names = [benchmark.key for benchmark in board.grid.benchmarks]
    subjects = [_subject(entry, names, board.bar_full) for entry in board.entries]
    compared = compare_composites(
        [subject.composite for subject in subjects], SETTINGS, ascending=board.ascending
    )
    flat = {subject.entry_id: subject.flat_scores() for subject in subjects}
    n_tasks = len({task for column in flat.values() for task in column})
    comparable = len(subjects) > 1 and all(subject.entry.is_score for subject in subjects)
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


def _interval(row: CompositeRow) -> tuple[float, float] | None:
    if row.ci_lo is None or row.ci_hi is None:
        return None
    return (row.ci_lo, row.ci_hi)


def _note(subject: _Subject, row: CompositeRow) -> str:
    if subject.why_not:
        return subject.why_not
    if row.reason is not None:
        return _NO_INTERVAL[row.reason]
    if row.n_tasks >= FEW_TASKS:
        return ""
    return sentence_of("rests on {n} task only", "rests on {n} tasks only", row.n_tasks)


def _subject(ranked: Entry, names: Sequence[str], scale: float) -> _Subject:
    entry = ranked.evaluated
    panels = {names[index]: run for index, run in ranked.panels.items()}
    scores = {
        name: {source: score for source, score in task_means(run).items() if score is not None}
        for name, run in panels.items()
    }
    slopes: dict[tuple[str, str], float] = {}
    for key, slope in entry.estimate.coefficients.items():
        place = (key.experiment_id, key.phase)
        slopes[place] = slopes.get(place, 0.0) + slope
    coefficients = {
        name: slopes[run.experiment_id, run.phase] * _total_per_mean(run)
        for name, run in panels.items()
    }
    return _Subject(
        entry_id=ranked.entry_id,
        entry=entry,
        scores=scores,
        coefficients=coefficients,
        why_not=_why_not(entry, scores, coefficients, scale),
    )


def _why_not(
    entry: EvaluatedEntry,
    scores: Mapping[str, Mapping[str, float]],
    coefficients: Mapping[str, float],
    scale: float,
) -> str:
    """Why the tasks say nothing of the score; empty when they do, or when none are recorded."""
    if not entry.is_score:
        return _NO_TASK_SCORES
    if len(scores) < len(entry.runs) or not all(scores.values()):
        return _NO_INTERVAL["no-tasks"]
    composite = math.fsum(
        coefficients[name] * math.fsum(column.values()) / len(column)
        for name, column in scores.items()
    )
    value = entry.estimate.value
    if value is None or abs(composite - value) > _AGREEMENT * scale:
        return _NOT_THE_SCORE
    return ""


def _total_per_mean(run: Run) -> float:
    """What an attempt's total is of the mean of its tasks: 1, or their number where it is a sum."""
    if run.attempts and all(_is_sum(attempt) for attempt in run.attempts):
        return float(len(run.attempts[0].scores))
    return 1.0


def _is_sum(attempt: Attempt) -> bool:
    known = [score for score in attempt.scores if score is not None]
    if attempt.score is None or len(known) < 2:
        return False
    total = math.fsum(known)
    near_sum = math.isclose(attempt.score, total, rel_tol=1e-6, abs_tol=1e-9)
    near_mean = math.isclose(attempt.score, total / len(known), rel_tol=1e-6, abs_tol=1e-9)
    return near_sum and not near_mean
