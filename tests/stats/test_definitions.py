"""The fast code against a slow one that restates the definitions, on boards with gaps."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from penguin_board.stats import EvalRun, Settings, aggregate, pairwise_diffs
from penguin_board.stats.resample import block_rows
from tests.stats.strategies import boards

B = 50
SEED = 9


def slow_interval(units: list[tuple[float, float]]) -> tuple[float, float]:
    """Percentile interval of sum(A)/sum(W) by PB1, one replicate after the other."""
    replicates = []
    for row in next(block_rows(SEED, len(units), 0))[:B].tolist():
        drawn = [units[index] for index in row]
        replicates.append(math.fsum(a for a, _ in drawn) / math.fsum(w for _, w in drawn))
    low, high = np.quantile(replicates, [0.025, 0.975]).tolist()
    return low, high


def slow_units(
    scores: dict[str, float], runs: list[EvalRun], chosen: Settings
) -> list[tuple[float, float]]:
    """(A, W) of each unit in the order of ids, by the table below "Bootstrap" in section b."""
    of_task = {run.task_id: run for run in runs}
    if chosen.weighting == "task":
        weighted = {t: (of_task[t].weight * s, of_task[t].weight) for t, s in scores.items()}
    else:
        weighted = {t: (s, 1.0) for t, s in scores.items()}
    if chosen.clusters == "none":
        return [weighted[task] for task in sorted(weighted)]
    totals: dict[str, list[float]] = {}
    for task, (a, w) in weighted.items():
        total = totals.setdefault(of_task[task].family or "", [0.0, 0.0])
        total[0] += a
        total[1] += w
    return [(a, w) for _, (a, w) in sorted(totals.items())]


def by_model(runs: list[EvalRun]) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {}
    for run in runs:
        scores.setdefault(run.model_id, {})[run.task_id] = run.score
    return scores


@pytest.mark.parametrize(
    "chosen",
    [
        Settings(b=B, seed=SEED),
        Settings(b=B, seed=SEED, clusters="family"),
        Settings(b=B, seed=SEED, weighting="task"),
        Settings(b=B, seed=SEED, weighting="task", clusters="family"),
    ],
    ids=lambda one: f"{one.weighting}-{one.clusters}",
)
@settings(max_examples=25)
@given(plain=boards)
def test_intervals(chosen: Settings, plain: list[EvalRun]) -> None:
    runs = [
        EvalRun(
            run.model_id, run.task_id, "score", run.score, family=run.family,
            weight=1.0 + int(run.task_id[1:]) % 3,
        )
        for run in plain
    ]  # fmt: skip
    scores = by_model(runs)
    options = {"weighting": chosen.weighting, "clusters": chosen.clusters}
    for row in aggregate(runs, B, seed=SEED, **options):  # type: ignore[arg-type]
        units = slow_units(scores[row.model_id], runs, chosen)
        if row.mean_ci_lo is None:
            assert chosen.clusters != "none"
            assert len(units) == 1
            continue
        assert (row.mean_ci_lo, row.mean_ci_hi) == pytest.approx(slow_interval(units), abs=1e-11)
        mean = math.fsum(a for a, _ in units) / math.fsum(w for _, w in units)
        assert row.mean_score == pytest.approx(mean, abs=1e-12)
    for pair in pairwise_diffs(runs, B, seed=SEED, **options):  # type: ignore[arg-type]
        a, b = scores[pair.model_a], scores[pair.model_b]
        difference = {task: a[task] - b[task] for task in a.keys() & b.keys()}
        assert pair.n_tasks == len(difference)
        units = slow_units(difference, runs, chosen)
        if pair.ci_lo is not None:
            assert (pair.ci_lo, pair.ci_hi) == pytest.approx(slow_interval(units), abs=2e-9)
