"""Win rates, with the three usual ways to credit a tie (A4, A5)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

from penguin_board.stats.runs import EvalRun
from penguin_board.stats.settings import Ties

RELATIVE = 1e-9
ABSOLUTE = 1e-12


def equal_scores(a: float, b: float) -> bool:
    """Whether two scores are a tie: equal to 1e-9 of their size, or to 1e-12 (A5).

    Args:
        a: A score, on any scale.
        b: Another on the same scale.

    Returns:
        The same for ``(b, a)``; not transitive.
    """
    return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE)


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
    by_task: dict[str, list[tuple[str, float]]] = {}
    for model, values in scores.items():
        for task, score in values.items():
            by_task.setdefault(task, []).append((model, -score if ascending else score))
    credits: dict[str, list[tuple[float, float]]] = {model: [] for model in scores}
    for task, present in by_task.items():
        weight = 1.0 if weights is None else weights[task]
        gained = task_credits([score for _, score in present], ties)
        for (model, _), credit in zip(present, gained, strict=True):
            if credit is not None:
                credits[model].append((credit, weight))
    return {model: _weighted_mean(values) for model, values in credits.items()}


def _weighted_mean(values: Sequence[tuple[float, float]]) -> float | None:
    total = math.fsum(weight for _, weight in values)
    return math.fsum(credit * weight for credit, weight in values) / total if total > 0 else None


def task_credits(scores: Sequence[float], ties: Ties) -> list[float | None]:
    """What each model gains on one task, given the scores of those that have it (A4)."""
    if ties == "pairwise":
        return _pairwise_credits(scores)
    best = max(scores)
    is_best = [equal_scores(score, best) for score in scores]
    credit = 1.0 if ties == "all" else 1.0 / sum(is_best)
    return [credit if wins else 0.0 for wins in is_best]


def _pairwise_credits(scores: Sequence[float]) -> list[float | None]:
    """(beaten + half of the tied others) / others; None where a model is alone on the task."""
    others = len(scores) - 1
    if others == 0:
        return [None]
    order = sorted(range(len(scores)), key=lambda index: scores[index])
    credits: list[float | None] = [None] * len(scores)
    lowest_tied = past_tied = 0
    for index in order:
        score = scores[index]
        while not equal_scores(scores[order[lowest_tied]], score):
            lowest_tied += 1
        past_tied = max(past_tied, lowest_tied)
        while past_tied < len(order) and equal_scores(scores[order[past_tied]], score):
            past_tied += 1
        credits[index] = (lowest_tied + 0.5 * (past_tied - lowest_tied - 1)) / others
    return credits
