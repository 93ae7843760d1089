"""From records to a leaderboard: means, intervals, win rates, ranks, comparisons (section b)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Unpack

import numpy as np

from penguin_board.ranking import competition_ranks, rounded
from penguin_board.stats.coding import code_texts
from penguin_board.stats.comparison import Comparison, compare
from penguin_board.stats.credits import mean_credit, win_credits
from penguin_board.stats.notes import notes_of
from penguin_board.stats.resample import Floats
from penguin_board.stats.rows import Leaderboard, LeaderboardRow, PairwiseDiff
from penguin_board.stats.runs import Runs, columns_of
from penguin_board.stats.settings import DEFAULT_LIMITS, Limits, Settings, SettingsOptions
from penguin_board.stats.table import ScoreTable, score_table, solo_tasks
from penguin_board.stats.verdicts import verdicts_of


def aggregate(
    runs: Runs,
    b: int = 500,
    alpha: float = 0.05,
    seed: int = 0,
    **options: Unpack[SettingsOptions],
) -> list[LeaderboardRow]:
    """One row a model, best mean first (A1 to A9, B1 to B8, R1).

    The attempts at a task are averaged first; then tasks are resampled, and never attempts.

    Args:
        runs: The records, in any order; no order changes a bit of the result.
        b: Resamples, 1 or more.
        alpha: 1 minus the level of the intervals, between 0 and 1.
        seed: From 0 to ``2**64 - 1``.
        options: ties, weighting, missing, method, adjust, clusters, n_min: see :class:`Settings`.

    Returns:
        The rows; an empty list for no records.

    Raises:
        InvalidRuns: (a ValueError) Records that cannot be used, all of them named.
        ValueError: A setting is out of range, or b is too small for ``adjust``.
    """
    settings = Settings(b=b, alpha=alpha, seed=seed, **options)
    table = score_table(columns_of(runs), settings)
    return _rows(table, compare(table, settings, DEFAULT_LIMITS), settings)


def pairwise_diffs(
    runs: Runs,
    b: int = 500,
    alpha: float = 0.05,
    seed: int = 0,
    **options: Unpack[SettingsOptions],
) -> list[PairwiseDiff]:
    """One comparison for each two models that share a task, in the order of the leaderboard.

    The better mean comes first in each pair. Differences are taken task by task over the tasks
    that both have, and resampled with the draws of :func:`aggregate`.

    Args:
        runs: The records, in any order; no order changes a bit of the result.
        b: Resamples, 1 or more.
        alpha: 1 minus the level of the intervals, between 0 and 1.
        seed: From 0 to ``2**64 - 1``.
        options: ties, weighting, missing, method, adjust, clusters, n_min: see :class:`Settings`.

    Returns:
        The pairs; an empty list where no two models share a task.

    Raises:
        InvalidRuns: (a ValueError) Records that cannot be used, all of them named.
        ValueError: A setting is out of range, or b is too small for ``adjust``.
    """
    settings = Settings(b=b, alpha=alpha, seed=seed, **options)
    return list(leaderboard(runs, settings).pairs)


def leaderboard(
    runs: Runs,
    settings: Settings | None = None,
    limits: Limits = DEFAULT_LIMITS,
    *,
    with_pairs: bool = True,
) -> Leaderboard:
    """Rows, pairs and notes in one go, from one set of resamples.

    Args:
        runs: The records, in any order.
        settings: None for the defaults.
        limits: Memory and threads.
        with_pairs: Whether the pairs are listed; the rows rest on them in any case. A thousand
            models make half a million.

    Returns:
        What :func:`aggregate` and :func:`pairwise_diffs` give, with the settings and the notes.

    Raises:
        InvalidRuns: (a ValueError) Records that cannot be used, all of them named.
        ValueError: b is too small for ``adjust``.
    """
    settings = settings or Settings()
    table = score_table(columns_of(runs), settings)
    comparison = compare(table, settings, limits)
    rows = _rows(table, comparison, settings)
    return Leaderboard(
        rows=tuple(rows),
        pairs=tuple(_pairs(table, comparison, rows)) if with_pairs else (),
        settings=settings,
        n_tasks=len(table.tasks),
        notes=notes_of(rows, contradictions(comparison, rows), comparison.n_verdicts, settings),
    )


def _rows(table: ScoreTable, comparison: Comparison, settings: Settings) -> list[LeaderboardRow]:
    pairing = comparison.pairing
    means = {model: units.mean for model, units in zip(table.models, pairing.units, strict=True)}
    ranks = competition_ranks(means)
    best, worst = comparison.rank_ends()
    credits = win_credits(table.task_of, table.scores, settings.ties)
    solo = solo_tasks(table)
    categories = _Categories(table, comparison)
    rows: list[LeaderboardRow] = []
    for index, model in enumerate(table.models):
        n_units = len(pairing.units[index].totals)
        no_interval = n_units < (2 if pairing.clustered else 1)
        rows.append(
            LeaderboardRow(
                model_id=model,
                mean_score=means[model],
                mean_ci_lo=None if no_interval else float(comparison.low[index]),
                mean_ci_hi=None if no_interval else float(comparison.high[index]),
                win_rate=_win_rate(table, comparison, credits, index),
                tasks_completed=int(table.completed[index]),
                categories=categories.means(index),
                coverage=int(table.completed[index]) / len(table.tasks),
                reliable=n_units >= settings.enough,
                rank=ranks[model],
                rank_lo=int(best[index]),
                rank_hi=int(worst[index]),
                n_families=n_units if pairing.clustered else None,
                solo_tasks=int(solo[index]),
                standard_error=pairing.units[index].standard_error,
            )
        )
    return sorted(rows, key=_order)


def contradictions(comparison: Comparison, rows: list[LeaderboardRow]) -> list[str]:
    """Pairs whose order by mean is not that of their paired difference, as texts (A7)."""
    ids = sorted(row.model_id for row in rows)
    index = {model: number for number, model in enumerate(ids)}
    place = np.empty(len(ids), dtype=np.int64)
    place[[index[row.model_id] for row in rows]] = np.arange(len(ids))
    plan = comparison.plan
    ahead = np.sign(place[plan.second] - place[plan.first])
    against = np.flatnonzero(ahead * plan.difference.round(12) < 0)
    return [
        f"{ids[first]} and {ids[second]}"
        for first, second in zip(plan.first[against], plan.second[against], strict=True)
    ]


def _order(row: LeaderboardRow) -> tuple[float, str]:
    """Best mean first, undefined last, then by id (A6)."""
    return (math.inf if row.mean_score is None else -rounded(row.mean_score), row.model_id)


def _win_rate(
    table: ScoreTable, comparison: Comparison, credits: Floats, model: int
) -> float | None:
    of_model = credits[table.starts[model] : table.starts[model + 1]]
    tasks = comparison.pairing.tasks[model]
    if len(tasks) < len(of_model):
        of_model = of_model[np.searchsorted(table.support(model), tasks)]
    return mean_credit(of_model, comparison.pairing.weights_of(model))


class _Categories:
    """Mean scores by category, over the tasks of the model (A3)."""

    def __init__(self, table: ScoreTable, comparison: Comparison) -> None:
        self._codes, self._names = code_texts(table.categories)
        self._pairing = comparison.pairing

    def means(self, model: int) -> dict[str, float]:
        """The means of one model, by category in the order of the names; none for ""."""
        if self._names in ([], [""]):
            return {}
        scores = self._pairing.scores[model]
        weights = self._pairing.weights_of(model)
        codes = self._codes[self._pairing.tasks[model]]
        means: dict[str, float] = {}
        for code in np.unique(codes).tolist():
            chosen = codes == code
            mean = mean_credit(scores[chosen], None if weights is None else weights[chosen])
            if self._names[code] and mean is not None:
                means[self._names[code]] = mean
        return means


def _pairs(
    table: ScoreTable, comparison: Comparison, rows: list[LeaderboardRow]
) -> list[PairwiseDiff]:
    clustered = comparison.pairing.clustered
    return [
        PairwiseDiff(
            model_a=model_a,
            model_b=model_b,
            diff_mean=difference,
            ci_lo=None if clustered and n_units < 2 else low,
            ci_hi=None if clustered and n_units < 2 else high,
            significant=significant and not (clustered and n_units < 2),
            n_tasks=n_tasks,
            verdict=verdict,
            p=None if clustered and n_units < 2 else p,
            p_adjusted=None if math.isnan(p_adjusted) else p_adjusted,
            n_families=n_units if clustered else None,
            contradicts_means=difference < 0 and rounded(difference) < 0,
            standard_error=error,
        )
        for model_a, model_b, verdict, error, difference, low, high, significant, p, p_adjusted,
            n_tasks, n_units in _pair_columns(table, comparison, rows)
    ]  # fmt: skip


def _pair_columns(
    table: ScoreTable, comparison: Comparison, rows: list[LeaderboardRow]
) -> Iterator[Any]:
    """Each pair, turned so that the model that stands first on the leaderboard is the first."""
    place_of = {row.model_id: index for index, row in enumerate(rows)}
    place = np.array([place_of[model] for model in table.models], dtype=np.int64)
    plan, judged = comparison.plan, comparison.judgements
    turned = place[plan.first] > place[plan.second]
    first = np.where(turned, plan.second, plan.first)
    second = np.where(turned, plan.first, plan.second)
    order = np.lexsort((place[second], place[first]))
    errors = comparison.pairing.standard_errors()
    sign = np.where(turned, -judged.sign, judged.sign)
    columns = (
        np.where(turned, 0.0 - plan.difference, plan.difference),
        np.where(turned, 0.0 - judged.high, judged.low),
        np.where(turned, 0.0 - judged.low, judged.high),
        judged.sign != 0,
        judged.p,
        judged.p_adjusted,
        comparison.pairing.n_tasks,
        plan.n_units,
    )
    return zip(
        [table.models[model] for model in first[order].tolist()],
        [table.models[model] for model in second[order].tolist()],
        verdicts_of(sign[order], judged.enough[order]),
        [errors[pair] for pair in order.tolist()],
        *(column[order].tolist() for column in columns),
        strict=True,
    )
