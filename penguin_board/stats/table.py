"""Records as a sparse table of models and tasks, attempts averaged (A2, A7, A9)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from penguin_board.stats.checks import InvalidRuns, checked_keys
from penguin_board.stats.resample import Floats, Integers
from penguin_board.stats.runs import RunColumns
from penguin_board.stats.settings import Missing, Settings


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """The scores of each model on its tasks, both ascending by code point.

    Attributes:
        models: Ids of the M models.
        tasks: Ids of the T tasks.
        starts: Where the scores of each model begin, shape (M + 1,).
        task_of: The task of each score, ascending within a model, shape (R,).
        scores: Means over attempts, shape (R,).
        completed: Number of tasks that each model has a score for, shape (M,).
        categories: Category of each task, "" for none.
        families: Family of each task, "" for none.
        weights: Weight of each task as it was given.
    """

    models: list[str]
    tasks: list[str]
    starts: Integers
    task_of: Integers
    scores: Floats
    completed: Integers
    categories: list[str]
    families: list[str]
    weights: list[float]

    def support(self, model: int) -> Integers:
        """The tasks of a model, ascending."""
        return self.task_of[self.starts[model] : self.starts[model + 1]]

    def scores_of(self, model: int) -> Floats:
        """The scores of a model on its tasks."""
        return self.scores[self.starts[model] : self.starts[model + 1]]


def score_table(columns: RunColumns, settings: Settings) -> ScoreTable:
    """The table of all records; raises InvalidRuns with every record that cannot be used."""
    keys, problems = checked_keys(columns, settings)
    if problems:
        raise InvalidRuns(problems)
    first = _first_records(keys.tasks, len(keys.task_names))
    pairs, scores = _average_attempts(keys.pairs, np.array(columns.scores, dtype=np.float64))
    models, tasks = np.divmod(pairs, max(1, len(keys.task_names)))
    completed = np.bincount(models, minlength=len(keys.model_names)).astype(np.int64)
    table = ScoreTable(
        models=keys.model_names,
        tasks=keys.task_names,
        starts=_starts(models, len(keys.model_names)),
        task_of=tasks,
        scores=scores,
        completed=completed,
        categories=[columns.categories[index] or "" for index in first],
        families=[columns.families[index] or "" for index in first],
        weights=[columns.weights[index] for index in first],
    )
    return _without_gaps(table, settings.missing)


def _first_records(tasks: Integers, count: int) -> list[int]:
    """A record of each task; which one does not matter, they agree."""
    first = np.zeros(count, dtype=np.int64)
    first[tasks] = np.arange(len(tasks))
    places: list[int] = first.tolist()
    return places


def _starts(models: Integers, count: int) -> Integers:
    starts: Integers = np.searchsorted(models, np.arange(count + 1)).astype(np.int64)
    return starts


def _average_attempts(keys: Integers, scores: Floats) -> tuple[Integers, Floats]:
    """One score for each key, the correctly rounded mean of its attempts, in the order of keys."""
    order = np.argsort(keys, kind="stable")
    keys, scores = keys[order], scores[order]
    begins = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))[: len(keys)])
    if len(begins) == len(keys):
        return keys, scores
    ends = np.append(begins[1:], len(keys))
    means = scores[begins]
    for place in np.flatnonzero(ends - begins > 1).tolist():
        attempts = scores[begins[place] : ends[place]].tolist()
        means[place] = math.fsum(attempts) / len(attempts)
    return keys[begins], means


def _without_gaps(table: ScoreTable, missing: Missing) -> ScoreTable:
    """The table as ``missing`` says: as it is, common tasks only, or 0 for a missing score."""
    count = len(table.models)
    if missing == "available" or count == 0:
        return table
    owner = np.repeat(np.arange(count), np.diff(table.starts))
    if missing == "common":
        common = np.bincount(table.task_of, minlength=len(table.tasks)) == count
        keep = common[table.task_of]
        tasks, scores, owner = table.task_of[keep], table.scores[keep], owner[keep]
    else:
        dense = np.zeros((count, len(table.tasks)))
        dense[owner, table.task_of] = table.scores
        tasks = np.tile(np.arange(len(table.tasks)), count)
        scores = dense.ravel()
        owner = np.repeat(np.arange(count), len(table.tasks))
    return ScoreTable(
        models=table.models,
        tasks=table.tasks,
        starts=_starts(owner, count),
        task_of=tasks,
        scores=scores,
        completed=table.completed,
        categories=table.categories,
        families=table.families,
        weights=table.weights,
    )


def solo_tasks(table: ScoreTable) -> Integers:
    """For each model the number of tasks that no other model has a score for (A4)."""
    alone = np.bincount(table.task_of, minlength=len(table.tasks))[table.task_of] == 1
    owners = np.repeat(np.arange(len(table.models)), np.diff(table.starts))
    return np.bincount(owners[alone], minlength=len(table.models)).astype(np.int64)
