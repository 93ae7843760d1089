"""What may be wrong with records: all of it is found at once, each at its record (A1, A2, A8)."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from penguin_board.stats.coding import code_texts
from penguin_board.stats.resample import Integers
from penguin_board.stats.runs import RunColumns
from penguin_board.stats.settings import Settings

RunField = Literal[
    "model_id",
    "task_id",
    "metric_name",
    "score",
    "category",
    "weight",
    "attempt",
    "family",
]
_SHOWN_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class RunProblem:
    """One record that cannot be used.

    Attributes:
        index: Position of the record, from 0.
        field: The field at fault.
        code: Kind of the problem: type, empty, score-range, duplicate-run, task-conflict or
            missing-cluster.
        message: What was found and what was expected; names the model and the task.
        first: Position of the earlier record that this one contradicts.
    """

    index: int
    field: RunField
    code: str
    message: str
    first: int | None = None


class RunKeys(NamedTuple):
    """The models and tasks of records as numbers, in the order of their names.

    ``pairs`` has another number for each model and task, ascending by model and then by task.
    """

    tasks: Integers
    model_names: list[str]
    task_names: list[str]
    pairs: Integers


class InvalidRuns(ValueError):
    """Records that cannot be aggregated.

    Attributes:
        problems: Every one, in the order of the records; the message names the first 20.
    """

    problems: tuple[RunProblem, ...]

    def __init__(self, problems: Iterable[RunProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.index))
        lines = [problem.message for problem in self.problems[:_SHOWN_PROBLEMS]]
        if len(self.problems) > _SHOWN_PROBLEMS:
            lines.append(f"and {len(self.problems) - _SHOWN_PROBLEMS} more")
        super().__init__("\n".join(lines))


def check_runs(columns: RunColumns, settings: Settings) -> list[RunProblem]:
    """Every problem of the records; weights and clusters only where the settings use them."""
    return checked_keys(columns, settings)[1]


def checked_keys(columns: RunColumns, settings: Settings) -> tuple[RunKeys, list[RunProblem]]:
    """The models and tasks of all records whose values can be used, and every problem."""
    problems = [
        *_bad_values(columns, "model_id", columns.model_ids, _is_text, "a text that is not empty"),
        *_bad_values(columns, "task_id", columns.task_ids, _is_text, "a text that is not empty"),
        *_bad_values(columns, "metric_name", columns.metric_names, _is_str, "a text"),
        *_bad_scores(columns),
        *_bad_values(columns, "category", columns.categories, _is_optional_text, "a text or none"),
        *_bad_values(columns, "family", columns.families, _is_optional_text, "a text or none"),
        *_bad_values(columns, "attempt", columns.attempts, _is_attempt, "a whole number or none"),
    ]
    if settings.weighting == "task":
        problems += _bad_values(
            columns, "weight", columns.weights, _is_weight, "a finite number from 0"
        )
    bad = {problem.index for problem in problems}
    keep = [index for index in range(len(columns)) if index not in bad] if bad else None
    keys = _keys(_picked(columns.model_ids, keep), _picked(columns.task_ids, keep))
    problems += _duplicates(columns, keep, keys.pairs)
    problems += _conflicts(columns, keep, settings)
    return keys, problems


def _keys(model_ids: Sequence[str], task_ids: Sequence[str]) -> RunKeys:
    models, model_names = code_texts(model_ids)
    tasks, task_names = code_texts(task_ids)
    return RunKeys(tasks, model_names, task_names, models * max(1, len(task_names)) + tasks)


def _bad_values(
    columns: RunColumns,
    field: RunField,
    values: Sequence[Any],
    is_good: Callable[[Any], bool],
    expected: str,
) -> Iterator[RunProblem]:
    if all(map(is_good, _distinct(values))):
        return
    for index, value in enumerate(values):
        if not is_good(value):
            message = f"{field} of {_who(columns, index)} is {_shown(value)}, expected {expected}"
            is_empty = value is None or (isinstance(value, str) and not value.strip())
            code = "empty" if is_empty else "type"
            yield RunProblem(index=index, field=field, code=code, message=message)


_TEXTS = frozenset({str, type(None)})
_PLAIN = _TEXTS | {int, float}


def _distinct(values: Sequence[Any]) -> Collection[Any]:
    """Most columns repeat a few values: each once, where equal ones are equally good."""
    try:
        distinct = set(values)
    except TypeError:  # one cannot be hashed
        return values
    # What equals a text is one; but 1 equals True.
    if set(map(type, distinct)) <= _TEXTS or set(map(type, values)) <= _PLAIN:
        return distinct
    return values


def _is_str(value: Any) -> bool:
    """Whether this is a text that can be written: without half a surrogate pair."""
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _is_text(value: Any) -> bool:
    return _is_str(value) and bool(value.strip())


def _is_optional_text(value: Any) -> bool:
    return value is None or _is_str(value)


def _is_attempt(value: Any) -> bool:
    return value is None or (isinstance(value, numbers.Integral) and not isinstance(value, bool))


def is_number(value: Any) -> bool:
    """Whether this is a number: a bool and a text are none (G1)."""
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _is_weight(value: Any) -> bool:
    return is_number(value) and 0 <= value < math.inf


def _bad_scores(columns: RunColumns) -> Iterator[RunProblem]:
    scores = columns.scores
    if set(map(type, scores)) <= {float}:
        values = np.array(scores, dtype=np.float64)
        suspects = np.flatnonzero(~((values >= 0) & (values <= 1))).tolist()
    else:
        suspects = [
            index
            for index, value in enumerate(scores)
            if not (is_number(value) and 0 <= value <= 1)
        ]
    for index in suspects:
        value = scores[index]
        message = (
            f"score of {_who(columns, index)} is {_shown(value)}, expected a number from 0 to 1"
        )
        code = "score-range" if is_number(value) else "type"
        if is_number(value) and 1 < value <= 100:
            message += " (is it a percentage?)"
        yield RunProblem(index=index, field="score", code=code, message=message)


def _who(columns: RunColumns, index: int) -> str:
    model, task = columns.model_ids[index], columns.task_ids[index]
    return f"model {_shown(model)} on task {_shown(task)}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        text = value if len(value) <= 60 else value[:57] + "..."
        return f'"{text}"'
    return "none" if value is None else repr(value)[:60]


def _duplicates(columns: RunColumns, keep: list[int] | None, pairs: Integers) -> list[RunProblem]:
    """Second records of one (model, task, attempt), or of a (model, task) without attempt."""
    positions = np.arange(len(columns)) if keep is None else np.array(keep, dtype=np.int64)
    order = np.argsort(pairs, kind="stable")
    same = np.flatnonzero(pairs[order][1:] == pairs[order][:-1])
    problems: list[RunProblem] = []
    seen: dict[tuple[int, Any], int] = {}
    for place in same.tolist():
        first, second = int(positions[order[place]]), int(positions[order[place + 1]])
        pair = int(pairs[order[place]])
        seen.setdefault((pair, columns.attempts[first]), first)
        attempt = columns.attempts[second]
        earlier = seen.setdefault((pair, attempt), second)
        who = _who(columns, second)
        if earlier != second:
            what = who if attempt is None else f"{who}, attempt {attempt}"
            problems.append(
                RunProblem(
                    index=second,
                    field="task_id",
                    code="duplicate-run",
                    message=f"a second record of {what}",
                    first=earlier,
                )
            )
        elif (attempt is None) != (columns.attempts[first] is None):
            problems.append(
                RunProblem(
                    index=second,
                    field="attempt",
                    code="task-conflict",
                    message=f"{who} has records with and without an attempt number",
                    first=first,
                )
            )
    return problems


def _conflicts(columns: RunColumns, keep: list[int] | None, settings: Settings) -> list[RunProblem]:
    """Tasks with two metrics, categories, families or weights, and clusters that are missing."""
    fields: list[tuple[RunField, list[Any]]] = [
        ("metric_name", columns.metric_names),
        ("category", columns.categories),
        ("family", columns.families),
    ]
    if settings.weighting == "task":
        fields.append(("weight", columns.weights))
    problems: list[RunProblem] = []
    for field, values in fields:
        problems += _two_values(columns, keep, field, values)
        if settings.clusters == field:
            problems += _without_cluster(columns, keep, field, values)
    return problems


def _two_values(
    columns: RunColumns, keep: list[int] | None, field: RunField, values: list[Any]
) -> Iterator[RunProblem]:
    picked = _picked(values, keep)
    if not picked or picked.count(picked[0]) == len(picked):
        return
    values = ["" if value is None else value for value in values]
    firsts: dict[str, int] = {}
    for index in range(len(columns)) if keep is None else keep:
        first = firsts.setdefault(columns.task_ids[index], index)
        if values[index] != values[first]:
            message = (
                f"{field} of {_who(columns, index)} is {_shown(values[index])}, "
                f"but {_shown(values[first])} in an earlier record of the task"
            )
            yield RunProblem(
                index=index, field=field, code="task-conflict", message=message, first=first
            )


def _without_cluster(
    columns: RunColumns, keep: list[int] | None, field: RunField, values: list[Any]
) -> Iterator[RunProblem]:
    for index in range(len(columns)) if keep is None else keep:
        if not values[index]:
            message = f"{_who(columns, index)} has no {field}, which is what is to be resampled"
            yield RunProblem(index=index, field=field, code="missing-cluster", message=message)


def _picked(values: list[Any], keep: list[int] | None) -> list[Any]:
    return values if keep is None else [values[index] for index in keep]
