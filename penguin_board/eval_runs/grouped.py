"""Records that an engine grouped by model and task: a record a group, and what is wrong.

An engine knows no lines, so that problems name the model and the task.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, Final, NamedTuple

from penguin_board.eval_runs.gathering import REQUIRED
from penguin_board.eval_runs.grouping_sql import COLUMNS, HIGH_PLACES, LOW_PLACES, MARKS
from penguin_board.problems import Problem
from penguin_board.spelling import near_miss, nearest
from penguin_board.stats import RunColumns, Settings
from penguin_board.stats.checks import check_runs

SHOWN: Final = 100


class Group(NamedTuple):
    """A row of the query GROUPED: the records of one model on one task."""

    model_id: Any
    task_id: Any
    metric_name: str
    category: str
    family: str
    n: int
    n_scores: int
    n_in_range: int
    lowest: float | None
    highest: float | None
    high: int | None
    low: int | None
    n_attempts: int
    first_attempt: int | None
    last_attempt: int | None
    low_marks: int | None
    high_marks: int | None
    weight: float | None
    other_weight: float | None

    @property
    def name(self) -> str:
        """The group in a message."""
        return f'model "{self.model_id}" on task "{self.task_id}"'

    @property
    def score(self) -> float:
        """The mean over attempts, correctly rounded as that of the records; or a score at fault."""
        if self.n_in_range < self.n_scores:
            ends = [end for end in (self.highest, self.lowest) if end is not None]
            # An engine may pass over NaN, or give null for it.
            return next((end for end in ends if not 0 <= end <= 1), math.nan)
        if self.n == 1:
            return self.lowest or 0.0
        total = (int(self.high or 0) << LOW_PLACES) + int(self.low or 0)
        return total / (1 << (HIGH_PLACES + LOW_PLACES)) / self.n

    @property
    def has_attempts_once(self) -> bool:
        """Whether it is certain that no attempt is there twice."""
        if self.n == 1:
            return True
        if self.n_attempts < self.n or self.first_attempt is None or self.last_attempt is None:
            return False
        is_near = self.last_attempt - self.first_attempt < MARKS
        bits = int(self.low_marks or 0).bit_count() + int(self.high_marks or 0).bit_count()
        return is_near and bits == self.n


@dataclass(frozen=True, slots=True)
class Source:
    """What the records come from, for messages: a file, a pattern or a table."""

    shown: str

    def problem(self, key: str, code: str, message: str, hint: str = "") -> Problem:
        """A problem of the records as a whole, or of a group that the message names."""
        return Problem(path=self.shown, key=key, code=code, message=message, hint=hint)


def column_problems(source: Source, kinds: dict[str, str]) -> list[Problem]:
    """What is wrong with the columns, whose names and kinds of values these are."""
    problems: list[Problem] = []
    others = sorted(kinds.keys() - COLUMNS.keys())
    for name, expected in COLUMNS.items():
        if name not in kinds:
            meant = near_miss(name, others)
            if name in REQUIRED:
                other = meant or nearest(name, others)
                hint = f'is it "{other}"?' if other else ""
                message = f"there is no such column, found {', '.join(kinds)[:200] or 'none'}"
                problems.append(source.problem(name, "missing-key", message, hint))
            elif meant:
                hint = f'did you mean "{name}"?'
                problems.append(source.problem(meant, "unknown-key", "unknown column", hint))
        elif kinds[name] not in (expected, "nothing") and not (
            expected == "number" and kinds[name] == "whole number"
        ):
            message = f"the column is {kinds[name]}, expected {expected}"
            problems.append(source.problem(name, "type", message))
    return problems


def columns_of_groups(groups: Iterable[Sequence[Any]]) -> tuple[RunColumns, list[Group]]:
    """One record a group, and the groups in which the engine's numbers show a problem."""
    columns = RunColumns()
    suspects: list[Group] = []
    texts: dict[Any, Any] = {}  # each text once, however many groups have it
    for row in groups:
        group = Group(*row)
        if not _is_plain(group):
            suspects.append(group)
        columns.model_ids.append(texts.setdefault(group.model_id, group.model_id))
        columns.task_ids.append(texts.setdefault(group.task_id, group.task_id))
        columns.metric_names.append(texts.setdefault(group.metric_name, group.metric_name))
        columns.scores.append(group.score)
        columns.categories.append(texts.setdefault(group.category, group.category))
        columns.weights.append(math.nan if group.weight is None else float(group.weight))
        columns.attempts.append(None)
        columns.families.append(texts.setdefault(group.family, group.family))
    return columns, suspects


def _is_plain(group: Group) -> bool:
    """Whether the records of a group are complete, agree, and are there once."""
    return (
        group.n_scores == group.n and group.has_attempts_once and group.weight == group.other_weight
    )


def group_problems(
    source: Source,
    columns: RunColumns,
    suspects: Sequence[Group],
    repeated: Iterable[Sequence[Any]],
    settings: Settings,
) -> list[Problem]:
    """Everything that is wrong with the records, the first 100 of each kind.

    Args:
        source: Where they come from.
        columns: One record a group.
        suspects: The groups to look at.
        repeated: The rows of the query REPEATED.
        settings: Says whether weights and clusters count.
    """
    found = [
        _of_columns(source, columns, settings),
        list(_missing_scores(source, suspects)),
        list(_repeated(source, repeated)),
        list(_mixed_attempts(source, suspects)),
        list(_two_weights(source, suspects)) if settings.weighting == "task" else [],
    ]
    return [problem for kind in found for problem in _first(source, kind)]


def _of_columns(source: Source, columns: RunColumns, settings: Settings) -> list[Problem]:
    if not check_runs(columns, settings):
        return []
    # Engines give the groups in any order, and what is "earlier" is to be the same every time.
    return [
        source.problem(problem.field, problem.code, problem.message)
        for problem in check_runs(_in_order(columns), settings)
        # A second group of a model and task has another metric, category or family: said there.
        if problem.code != "duplicate-run"
    ]


def _in_order(columns: RunColumns) -> RunColumns:
    names = [column.name for column in fields(columns)]
    rows = zip(*(getattr(columns, name) for name in names), strict=True)
    ordered = sorted(rows, key=repr)
    return RunColumns(*map(list, zip(*ordered, strict=True)))


def _first(source: Source, problems: Sequence[Problem]) -> Iterator[Problem]:
    yield from islice(problems, SHOWN)
    if len(problems) > SHOWN:
        last = problems[SHOWN]
        message = f"and {len(problems) - SHOWN} more problems like these"
        yield source.problem(last.key, last.code, message)


def _missing_scores(source: Source, groups: Iterable[Group]) -> Iterator[Problem]:
    for group in groups:
        if group.n_scores < group.n:
            missing = group.n - group.n_scores
            records = "a record" if missing == 1 else f"{missing} records"
            message = f"is missing in {records} of {group.name}"
            yield source.problem("score", "missing-key", message)


def _repeated(source: Source, rows: Iterable[Sequence[Any]]) -> Iterator[Problem]:
    for model, task, attempt, n in rows:
        if model is None or task is None:
            continue
        which = "" if attempt is None else f", attempt {attempt}"
        message = f'{n} records of model "{model}" on task "{task}"{which}, expected one'
        hint = "number repeated attempts in a column attempt" if attempt is None else ""
        yield source.problem("task_id", "duplicate-run", message, hint)


def _mixed_attempts(source: Source, groups: Iterable[Group]) -> Iterator[Problem]:
    for group in groups:
        if 0 < group.n_attempts < group.n:
            message = f"{group.name} has records with and without an attempt number"
            yield source.problem("attempt", "task-conflict", message)


def _two_weights(source: Source, groups: Iterable[Group]) -> Iterator[Problem]:
    for group in groups:
        one, other = group.weight, group.other_weight
        if one is not None and other is not None and one < other:  # NaN is no weight at all
            message = f"weight of {group.name} is {one} and {other} in different records"
            yield source.problem("weight", "task-conflict", message)
