"""EvalRun, the record that everything starts from, and many of them as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

DEFAULT_CATEGORY = "general"


@dataclass(frozen=True, slots=True)
class EvalRun:
    """The score of one model on one task.

    Nothing is checked here: :func:`aggregate` checks all records together and names every bad
    one.

    Attributes:
        model_id: The model.
        task_id: The task.
        metric_name: What the score measures; one metric a task.
        score: From 0 to 1.
        category: Of the task; None or "" for none. Means by category are reported.
        weight: Of the task, 0 or more; used with ``weighting="task"`` only (A8).
        attempt: Number of the attempt, where a task was attempted repeatedly (A9).
        family: Family of the task, for ``clusters="family"`` (B7).
    """

    model_id: str
    task_id: str
    metric_name: str
    score: float
    category: str | None = DEFAULT_CATEGORY
    weight: float = 1.0
    attempt: int | None = None
    family: str | None = None


@dataclass(slots=True)
class RunColumns:
    """Many records, a list a field: a million of them take a fraction of the objects' memory.

    All lists have one length. Nothing is checked here: :func:`aggregate` checks all records.

    Attributes:
        model_ids: The models.
        task_ids: The tasks.
        metric_names: What the scores measure.
        scores: From 0 to 1.
        categories: Of the tasks; None or "" for none.
        weights: Of the tasks, 0 or more.
        attempts: Numbers of the attempts; None where a task was attempted once.
        families: Families of the tasks; None or "" for none.
    """

    model_ids: list[Any] = field(default_factory=list)
    task_ids: list[Any] = field(default_factory=list)
    metric_names: list[Any] = field(default_factory=list)
    scores: list[Any] = field(default_factory=list)
    categories: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    attempts: list[Any] = field(default_factory=list)
    families: list[Any] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.model_ids)


Runs = Iterable[EvalRun] | RunColumns


def columns_of(runs: Runs) -> RunColumns:
    """The records as columns, in the given order."""
    if isinstance(runs, RunColumns):
        return runs
    records: Sequence[EvalRun] = runs if isinstance(runs, (list, tuple)) else list(runs)
    return RunColumns(
        model_ids=[run.model_id for run in records],
        task_ids=[run.task_id for run in records],
        metric_names=[run.metric_name for run in records],
        scores=[run.score for run in records],
        categories=[run.category for run in records],
        weights=[run.weight for run in records],
        attempts=[run.attempt for run in records],
        families=[run.family for run in records],
    )
