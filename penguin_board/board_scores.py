"""The scores of a board's tasks as its statistics take them: by entry, benchmark and task.

The score of an entry is a combination of its benchmarks' means, with a coefficient for each.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from penguin_board.boards import Board, Entry
from penguin_board.entries import EvaluatedEntry
from penguin_board.experiments import Attempt, Run
from penguin_board.tasks import Benchmark
from penguin_board.texts import sentence

# A composite of task scores is the score when they agree to this share of the scale: summaries
# may be rounded to two decimals.
_AGREEMENT = 0.005

NO_TASK_SCORES = sentence("its metric is not the score of tasks")
NOT_THE_SCORE = sentence("its score is not a fixed combination of its task scores")
NOT_RECORDED = sentence("the scores of its tasks are not recorded")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryScores:
    """An entry as the statistics see it.

    ``scores`` and ``coefficients`` are by benchmark; a task that was not scored is left out.
    ``why_not`` is why the tasks say nothing of the score, empty when they do.
    """

    entry_id: str
    is_score: bool
    scores: Mapping[str, Mapping[str, float]]
    coefficients: Mapping[str, float]
    why_not: str


def board_scores(board: Board) -> list[EntryScores]:
    """The scores of the entries, in the order of the board."""
    columns = [_Columns(benchmark) for benchmark in board.grid.benchmarks]
    return [_entry_scores(entry, columns, board.bar_full) for entry in board.entries]


class _Columns:
    """The scores of a benchmark's tasks by entry."""

    def __init__(self, benchmark: Benchmark) -> None:
        self.name = benchmark.key
        self._benchmark = benchmark
        self._sources = [task.source for task in benchmark.tasks]

    def scored(self, run: Run) -> Mapping[str, float]:
        """The mean of each task that was scored."""
        means = self._benchmark.columns(run).means
        named = zip(self._sources, means, strict=True)
        if set(map(type, means)) == {float}:
            return cast(dict[str, float], dict(named))
        return {source: score for source, score in named if isinstance(score, float)}


def _entry_scores(ranked: Entry, columns: Sequence[_Columns], scale: float) -> EntryScores:
    entry = ranked.evaluated
    panels = {columns[index].name: run for index, run in ranked.panels.items()}
    scores = {
        columns[index].name: columns[index].scored(run) for index, run in ranked.panels.items()
    }
    slopes: dict[tuple[str, str], float] = {}
    for key, slope in entry.estimate.coefficients.items():
        place = (key.experiment_id, key.phase)
        slopes[place] = slopes.get(place, 0.0) + slope
    coefficients = {
        name: slopes[run.experiment_id, run.phase] * _total_per_mean(run)
        for name, run in panels.items()
    }
    return EntryScores(
        entry_id=ranked.entry_id,
        is_score=entry.is_score,
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
    """Why the tasks say nothing of the score; empty when they do."""
    if not entry.is_score:
        return NO_TASK_SCORES
    if len(scores) < len(entry.runs) or not all(scores.values()):
        return NOT_RECORDED
    composite = math.fsum(
        coefficients[name] * math.fsum(column.values()) / len(column)
        for name, column in scores.items()
    )
    value = entry.estimate.value
    if value is None or abs(composite - value) > _AGREEMENT * scale:
        return NOT_THE_SCORE
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
