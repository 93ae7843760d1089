"""A leaderboard with its experiments, evaluated: ranks, resources, frontiers, tasks.

Pure: records in, a :class:`Board` or problems out. ``build`` and ``validate`` both end here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from penguin_board.board_checks import check_board
from penguin_board.checks import inferred_scale
from penguin_board.dates import newest
from penguin_board.display import ScoreFormat, score_format
from penguin_board.entries import (
    AXES,
    Axis,
    EvaluatedEntry,
    Resources,
    Runs,
)
from penguin_board.entry_ids import entry_ids, labels
from penguin_board.entry_statistics import NOT_TAKEN, EntryStatistics
from penguin_board.experiments import Run
from penguin_board.located_yaml import Document
from penguin_board.problems import Problem, ordered
from penguin_board.ranking import competition_ranks, pareto_frontier
from penguin_board.schema import Leaderboard
from penguin_board.tasks import TaskGrid, task_grid

if TYPE_CHECKING:  # validating a tree needs no statistics, and numpy takes its time to load
    from penguin_board.board_statistics import BoardStatistics


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A ranked entry. ``panels`` maps a benchmark of the board's grid to this entry's run.

    ``on_frontier`` names the axes on which no entry dominates it by totals,
    ``on_frontier_per_attempt`` those by resources an attempt. ``statistics`` is what its tasks
    say, nothing until the board's statistics are taken.
    """

    entry_id: str
    rank: int | None
    label: str
    evaluated: EvaluatedEntry
    panels: Mapping[int, Run]
    on_frontier: tuple[Axis, ...]
    on_frontier_per_attempt: tuple[Axis, ...]
    statistics: EntryStatistics = NOT_TAKEN

    @property
    def score(self) -> float:
        """The value of the expression."""
        value = self.evaluated.estimate.value
        if value is None:  # an entry without a value is a problem and never becomes an Entry
            raise ValueError(self.entry_id)
        return value

    @property
    def std(self) -> float | None:
        """Sample standard deviation over attempts, None when unknown."""
        return self.evaluated.estimate.std

    @property
    def total(self) -> Resources:
        """Resources over all experiments and attempts."""
        return self.evaluated.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """An evaluated leaderboard; ``entries`` best first.

    ``bar_full`` is the score of a full bar, ``recorded_scale`` the scale on which scores were
    recorded, ``unequal_attempts`` whether entries differ in their number
    of attempts, so that totals do not compare.
    """

    leaderboard: Leaderboard
    path: str
    entries: tuple[Entry, ...]
    grid: TaskGrid
    format: ScoreFormat
    bar_full: float
    recorded_scale: float
    warnings: tuple[Problem, ...]
    statistics: BoardStatistics | None = None

    @property
    def leaderboard_id(self) -> str:
        """The id, also the folder of the board's pages."""
        return self.leaderboard.leaderboard_id

    @property
    def is_draft(self) -> bool:
        """Whether the leaderboard is not yet published."""
        return self.leaderboard.status == "draft"

    @property
    def newest_date(self) -> str | None:
        """The newest date of the experiments as ``YYYY-MM-DD``; None when none has a date."""
        return newest(run.meta.date for entry in self.entries for run in entry.evaluated.runs)

    @property
    def ascending(self) -> bool:
        """Whether less is better."""
        return self.leaderboard.order == "ascending"

    @property
    def unequal_attempts(self) -> bool:
        """Whether experiments differ in their number of attempts."""
        runs = (run for entry in self.entries for run in entry.evaluated.runs)
        return len({run.summary.n_attempt for run in runs}) > 1

    @property
    def runs(self) -> tuple[Run, ...]:
        """The distinct runs of all entries."""
        found = {
            (run.experiment_id, run.phase): run
            for entry in self.entries
            for run in entry.evaluated.runs
        }
        return tuple(found[key] for key in sorted(found))

    def with_statistics(self, statistics: BoardStatistics) -> Board:
        """The same board with what its tasks say."""
        entries = tuple(
            replace(entry, statistics=statistics.entries[entry.entry_id]) for entry in self.entries
        )
        return replace(self, entries=entries, statistics=statistics)

    def with_warnings(self, warnings: Sequence[Problem]) -> Board:
        """The same board with further warnings, all in the order of their places."""
        return replace(self, warnings=ordered((*self.warnings, *warnings)))


def evaluate_board(
    leaderboard: Leaderboard, document: Document, runs: Runs
) -> tuple[Board | None, list[Problem]]:
    """Evaluate a leaderboard over its ``runs``; None when anything is wrong.

    The problems include warnings, which a board carries to its pages.
    """
    evaluated, problems = check_board(leaderboard, document, runs)
    complete = len(evaluated) == len(leaderboard.values)
    if not complete or any(problem.is_error for problem in problems):
        return None, problems
    return _board(leaderboard, document, evaluated, problems), problems


def _board(
    leaderboard: Leaderboard,
    document: Document,
    evaluated: Sequence[EvaluatedEntry],
    warnings: Sequence[Problem],
) -> Board:
    ascending = leaderboard.order == "ascending"
    ids = entry_ids(evaluated)
    names = labels(evaluated)
    values = dict(zip(ids, (entry.estimate.value for entry in evaluated), strict=True))
    ranks = competition_ranks(values, ascending=ascending)
    total = _frontiers(ids, values, [entry.total for entry in evaluated], ascending)
    single = _frontiers(ids, values, [entry.per_attempt for entry in evaluated], ascending)
    grid = task_grid(
        [entry.runs for entry in evaluated], leaderboard.score_max, ascending=ascending
    )
    entries = [
        Entry(
            entry_id=entry_id,
            rank=ranks[entry_id],
            label=label,
            evaluated=entry,
            panels=panels,
            on_frontier=tuple(axis for axis in AXES if entry_id in total[axis]),
            on_frontier_per_attempt=tuple(axis for axis in AXES if entry_id in single[axis]),
        )
        for entry_id, label, entry, panels in zip(ids, names, evaluated, grid.panels, strict=True)
    ]
    entries.sort(key=lambda entry: (entry.rank or 0, entry.label, entry.entry_id))
    scores = [value for value in values.values() if value is not None]
    scale = leaderboard.score_max or inferred_scale([r for e in evaluated for r in e.runs])
    shows_scores = all(entry.is_score for entry in evaluated)
    return Board(
        leaderboard=leaderboard,
        path=document.path,
        entries=tuple(entries),
        grid=grid,
        format=score_format(scores, scale if shows_scores else None),
        bar_full=_bar_full(leaderboard, scores, (scale,) if shows_scores else (1.0, 100.0)),
        recorded_scale=scale,
        warnings=tuple(warnings),
    )


def _frontiers(
    ids: Sequence[str],
    values: Mapping[str, float | None],
    resources: Sequence[Resources],
    ascending: bool,
) -> dict[Axis, frozenset[str]]:
    return {
        axis: frozenset(
            pareto_frontier(
                [
                    (entry_id, values[entry_id], used.on(axis))
                    for entry_id, used in zip(ids, resources, strict=True)
                ],
                ascending=ascending,
            ).frontier
        )
        for axis in AXES
    }


def _bar_full(leaderboard: Leaderboard, scores: Sequence[float], scales: Sequence[float]) -> float:
    """The score of a full bar (``format.md``, ``score_max``); ``scales`` are tried in order.

    A sum or a quotient of fractions may leave 0..1: its bar is no percentage of 100, so scores
    are tried on their own scale only.
    """
    if leaderboard.score_max is not None:
        return leaderboard.score_max
    largest = max(scores)
    if min(scores) >= 0:
        for scale in scales:
            if largest <= scale:
                return scale
    return largest if largest > 0 else scales[0]
