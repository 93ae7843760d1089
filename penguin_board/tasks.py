"""The tasks of a leaderboard: one order and one scale a benchmark, the same for every entry."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, NamedTuple, cast

from penguin_board.experiments import Run, mean
from penguin_board.ranking import natural_key, rounded
from penguin_board.waffle_scale import Scale, shade, task_scale

FULL = 5


class _Absent(Enum):
    ABSENT = "absent"


# The score of a task that a run does not have; None is that of one which was not scored.
ABSENT: Final = _Absent.ABSENT
TaskScore = float | None | Literal[_Absent.ABSENT]


class TaskColumns(NamedTuple):
    """A run's scores of a benchmark's tasks, in their order: the means, then each attempt's."""

    means: tuple[TaskScore, ...]
    attempts: tuple[tuple[TaskScore, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task of a benchmark and how the entries fare on it.

    ``solved_by`` counts the entries whose mean over attempts is the best possible: full, or 0
    where less is better; ``n_entries`` those that have the task; ``mean`` is over the entries
    with a score, None when none has one.
    """

    source: str
    solved_by: int
    n_entries: int
    mean: float | None
    discriminates: bool


_Taker = Callable[[tuple[TaskScore, ...]], tuple[TaskScore, ...]]


def _taker(places: Sequence[int]) -> _Taker:
    """What takes the scores at these places."""
    if len(places) == 1:
        return lambda scores: (scores[places[0]],)
    return operator.itemgetter(*places)


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """A benchmark as a column of panels. ``occurrence`` counts from 1 within an entry.

    Tasks are in the order of how many entries solve them, then by mean, then naturally by id.
    """

    name: str
    occurrence: int
    scale: Scale
    tasks: tuple[Task, ...]
    _known: dict[tuple[str, str], TaskColumns] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _takers: dict[tuple[str, ...], _Taker] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def columns(self, run: Run) -> TaskColumns:
        """The scores of a run of this benchmark in the order of its tasks; every view asks."""
        key = (run.experiment_id, run.phase)
        if key not in self._known:
            means = task_means(run)
            self._known[key] = TaskColumns(
                self._arranged(tuple(means), tuple(means.values())),
                tuple(self._arranged(attempt.sources, attempt.scores) for attempt in run.attempts),
            )
        return self._known[key]

    def _arranged(
        self, sources: tuple[str, ...], scores: tuple[float | None, ...]
    ) -> tuple[TaskScore, ...]:
        """Scores of ``sources`` in the order of the benchmark's tasks."""
        if sources not in self._takers:
            found = {source: place for place, source in enumerate(sources)}
            # Behind the scores stands what is that of a task that the run does not have.
            self._takers[sources] = _taker(
                [found.get(task.source, len(sources)) for task in self.tasks]
            )
        return self._takers[sources]((*scores, ABSENT))

    @property
    def key(self) -> str:
        """A name that is unique on the board: ``bench``, and ``bench (2)`` for a second one."""
        return self.name if self.occurrence == 1 else f"{self.name} ({self.occurrence})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saturation:
    """How many tasks tell entries apart."""

    total: int
    solved_by_all: int
    solved_by_none: int
    discriminating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskGrid:
    """Benchmarks in order of first appearance; ``panels[entry][benchmark]`` is that entry's run."""

    benchmarks: tuple[Benchmark, ...]
    panels: tuple[Mapping[int, Run], ...]

    @property
    def saturation(self) -> Saturation:
        """How many tasks all entries solve, none solves, and which tell entries apart."""
        tasks = [task for benchmark in self.benchmarks for task in benchmark.tasks]
        return Saturation(
            total=len(tasks),
            solved_by_all=sum(task.solved_by == task.n_entries for task in tasks),
            solved_by_none=sum(task.solved_by == 0 for task in tasks),
            discriminating=sum(task.discriminates for task in tasks),
        )


def task_means(run: Run) -> dict[str, float | None]:
    """Score of each task, the mean over the attempts that scored it; None where none did."""
    if not run.attempts:
        return {}
    sources = run.attempts[0].sources
    if all(each.sources is sources or each.sources == sources for each in run.attempts):
        columns = [attempt.scores for attempt in run.attempts]
        return dict(zip(sources, _means_of_rows(columns), strict=True))
    rows: dict[str, list[float | None]] = {}
    for attempt in run.attempts:
        for source, score in zip(attempt.sources, attempt.scores, strict=True):
            rows.setdefault(source, []).append(score)
    return {source: mean(scores) for source, scores in rows.items()}


def _means_of_rows(columns: Sequence[Sequence[float | None]]) -> list[float | None]:
    """The mean of each row of columns of equal length, over what is known."""
    count = len(columns)
    try:
        sums = map(math.fsum, cast(Iterable[Sequence[float]], zip(*columns, strict=True)))
        return [total / count for total in sums]
    except TypeError:  # a score is unknown
        return [mean(row) for row in zip(*columns, strict=True)]


def means_of(columns: Sequence[Sequence[TaskScore]]) -> list[TaskScore]:
    """The mean of each task over columns in the order of the tasks, of those that have it."""
    try:
        return [*_means_of_rows(cast(Sequence[Sequence[float | None]], columns))]
    except TypeError:  # a run lacks a task
        rows = zip(*columns, strict=True)
        having = ([score for score in row if score is not ABSENT] for row in rows)
        return [mean(scores) if scores else ABSENT for scores in having]


def task_grid(
    entries: Sequence[Sequence[Run]], declared: float | None, *, ascending: bool = False
) -> TaskGrid:
    """Lay out the runs of each entry; ``declared`` is the leaderboard's ``score_max``.

    With ``ascending`` less is better, so a task is solved at 0.

    Raises ScaleError when a benchmark's task scores have no scale.
    """
    columns: dict[tuple[str, int], int] = {}
    panels: list[dict[int, Run]] = []
    for runs in entries:
        panel: dict[int, Run] = {}
        seen: dict[str, int] = {}
        for run in runs:
            if run.n_tasks is not None:
                seen[run.benchmark] = seen.get(run.benchmark, 0) + 1
                key = (run.benchmark, seen[run.benchmark])
                panel[columns.setdefault(key, len(columns))] = run
        panels.append(panel)
    benchmarks = tuple(
        _benchmark(
            name,
            occurrence,
            [panel[index] for panel in panels if index in panel],
            declared,
            ascending=ascending,
        )
        for (name, occurrence), index in columns.items()
    )
    return TaskGrid(benchmarks=benchmarks, panels=tuple(panels))


def _benchmark(
    name: str, occurrence: int, runs: Sequence[Run], declared: float | None, *, ascending: bool
) -> Benchmark:
    columns = (attempt.scores for run in runs for attempt in run.attempts)
    scale = task_scale(frozenset[float | None]().union(*columns), declared)
    means = [task_means(run) for run in runs]
    sources = tuple(dict.fromkeys(source for column in means for source in column))
    best = 0 if ascending else FULL
    is_solved = functools.cache(lambda score: shade(score, scale.maximum) == best)
    tasks = [
        _task(source, row, is_solved)
        for source, row in zip(sources, _rows(sources, means), strict=True)
    ]
    tasks.sort(key=lambda task: _easiest_first(task, ascending=ascending))
    return Benchmark(name=name, occurrence=occurrence, scale=scale, tasks=tuple(tasks))


def _rows(
    sources: tuple[str, ...], means: Sequence[Mapping[str, float | None]]
) -> Iterable[Sequence[float | None]]:
    """The means of each task, one for each run that has it."""
    if all(tuple(column) == sources for column in means):
        return zip(*(column.values() for column in means), strict=True)
    return ([column[source] for column in means if source in column] for source in sources)


def _easiest_first(task: Task, *, ascending: bool) -> tuple[int, bool, float, tuple[object, ...]]:
    mean_score = task.mean if task.mean is not None else 0.0
    order = mean_score if ascending else -mean_score
    return (-task.solved_by, task.mean is None, order, natural_key(task.source))


def _task(source: str, having: Sequence[float | None], is_solved: Callable[[float], bool]) -> Task:
    scores = [score for score in having if score is not None]
    return Task(
        source=source,
        solved_by=sum(map(is_solved, scores)),
        n_entries=len(having),
        mean=mean(scores),
        discriminates=bool(scores) and rounded(min(scores)) != rounded(max(scores)),
    )
