"""Win rates, with the three usual ways to credit a tie (A4, A5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

import numpy as np

from penguin_board.stats.credits import mean_credit, win_credits
from penguin_board.stats.runs import EvalRun
from penguin_board.stats.settings import Ties


def win_rate(
    model_id: str,
    runs_by_task: Mapping[str, Iterable[EvalRun]],
    all_models: Collection[str] | None = None,
    *,
    ties: Ties = "all",
) -> float | None:
    """Wins of a model divided by the tasks that it has a score for (A4).

    Args:
        model_id: The model.
        runs_by_task: The records of each task, one a model.
        all_models: The models that take part; None for all in the records.
        ties: Credit of a tied best model, see :class:`Settings`.

    Returns:
        From 0 to 1; 0.0 without tasks (None with ``ties="pairwise"``, when nothing compares).
    """
    scores: dict[str, dict[str, float]] = {}
    for task_id, runs in runs_by_task.items():
        for run in runs:
            if all_models is None or run.model_id in all_models:
                scores.setdefault(run.model_id, {})[task_id] = run.score
    rate = win_rates(scores, ties=ties).get(model_id)
    return 0.0 if rate is None and ties != "pairwise" else rate


def win_rates(
    scores: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "all",
    weights: Mapping[str, float] | None = None,
    ascending: bool = False,
) -> dict[str, float | None]:
    """The win rate of each model: the mean of its credits over the tasks that it has (A4, A8).

    ``ties="pairwise"`` is the mean win rate of HELM (Liang et al. 2022). Every win rate depends on
    which other models take part.

    Args:
        scores: Score of each model on each of its tasks, on any scale.
        ties: Credit of a tied best model, see :class:`Settings`.
        weights: Weight of each task in the mean; None for equal ones.
        ascending: Whether the lowest score wins.

    Returns:
        From 0 to 1 by model; None where there is no task to compare on.
    """
    names = list(chain.from_iterable(scores.values()))
    numbers = {task: number for number, task in enumerate(dict.fromkeys(names))}
    tasks = np.fromiter(map(numbers.__getitem__, names), np.int64, len(names))
    flat = np.array([score for values in scores.values() for score in values.values()], float)
    credits = win_credits(tasks, -flat if ascending else flat, ties)
    of_tasks = None if weights is None else np.array([weights[task] for task in numbers], float)
    rates: dict[str, float | None] = {}
    begin = 0
    for model, values in scores.items():
        own = slice(begin, begin + len(values))
        rates[model] = mean_credit(credits[own], None if of_tasks is None else of_tasks[tasks[own]])
        begin = own.stop
    return rates
