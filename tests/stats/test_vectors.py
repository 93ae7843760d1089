"""The reference cases of the statistics, each kind through the public functions."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from penguin_board.ranking import competition_ranks
from penguin_board.stats import (
    CompositeEntry,
    EvalRun,
    InvalidRuns,
    Settings,
    aggregate,
    benjamini_hochberg,
    bootstrap_mean_ci,
    bootstrap_pairwise_diff,
    clustered_standard_error,
    compare_composites,
    expanded_alpha,
    fewest_tasks,
    holm,
    paired_standard_error,
    pairwise_diffs,
    quantile,
    rank_ranges,
    standard_error,
)
from penguin_board.stats.replicates import Draws, Part, replicates
from penguin_board.stats.resample import block_rows
from penguin_board.stats.settings import DEFAULT_LIMITS

VECTORS = Path(__file__).parents[1] / "reference" / "statistics-vectors.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text("utf-8"))["cases"]
SEEDS = (0, 1, 7, 2**40 + 5)
B = 10_000
SKIPPED = {"reason", "wrong_two_level_se", "exact"}

Case = dict[str, Any]
Got = dict[str, Any]


def cases(*kinds: str) -> Any:
    chosen = [case for case in CASES if case["kind"] in kinds]
    assert {case["kind"] for case in chosen} == set(kinds)
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["name"])


def close(got: Any, want: Any, tolerance: float) -> bool:
    if isinstance(want, Mapping):
        return set(got) == set(want) and all(close(got[k], want[k], tolerance) for k in want)
    if isinstance(want, list):
        return len(got) == len(want) and all(map(close, got, want, [tolerance] * len(want)))
    if isinstance(want, bool) or not isinstance(want, (int, float)):
        return bool(got == want)
    return abs(got - want) <= tolerance


def check(case: Case, got: Got) -> None:
    """Compare what came out with everything that a case expects of it, at B = 10,000."""
    tolerances = case["tol"]
    for key, want in case["expected"].items():
        if key in SKIPPED:
            continue
        if key == "envelope":
            slack = tolerances["envelope"]
            for end in ("lo", "hi"):
                low, high = want[str(B)][end]
                assert low - slack <= got[end] <= high + slack, (case["name"], end, got[end])
        elif key == "boot_se_exact":
            relative = tolerances["boot_se_rel_B10000"]
            assert math.isclose(got["boot_se"], want, rel_tol=relative, abs_tol=1e-9)
        elif key == "significant":
            assert want[str(B)] in (None, got[key])
        elif key == "p_exact":
            assert abs(got["p"] - want) <= tolerances["p_abs_B10000"]
        else:
            assert close(got[key], want, tolerances.get(key, 0)), (case["name"], key, got[key])


def boot_se(totals: list[float], sizes: list[float] | None, seed: int) -> float:
    part = Part(np.array(totals, float), None if sizes is None else np.array(sizes, float))
    return float(replicates([[part]], Draws(B, seed, DEFAULT_LIMITS)).std())


def run(model: str, task: str, score: Any, **rest: Any) -> EvalRun:
    return EvalRun(model, task, "score", float(score), rest.pop("category", "general"), **rest)


def runs_of(case: Case) -> list[EvalRun]:
    return [
        run(one["model"], one["task"], one["score"], **{k: v for k, v in one.items() if k not in
            ("model", "task", "score")})
        for one in case["input"]["runs"]
    ]  # fmt: skip


@cases("aggregate")
def test_aggregate(case: Case) -> None:
    rows = aggregate(runs_of(case), b=20, **case["input"]["options"])
    assert [row.model_id for row in rows] == case["expected"]["order"]
    for row in rows:
        got = {
            "mean": row.mean_score,
            "win_rate": row.win_rate,
            "tasks_completed": row.tasks_completed,
            "categories": dict(row.categories),
        }
        for key, want in case["expected"]["rows"][row.model_id].items():
            assert close(got[key], want, case["tol"].get(key, 0)), (row.model_id, key)


@cases("aggregate_error")
def test_aggregate_error(case: Case) -> None:
    with pytest.raises(InvalidRuns) as raised:
        aggregate(runs_of(case), b=20)
    (problem,) = raised.value.problems
    kind = {
        "type": problem.field,
        "score-range": "score",
        "duplicate-run": "duplicate",
        "task-conflict": problem.field,
    }[problem.code]
    assert kind == case["expected"]["error"]
    assert '"m"' in problem.message or '"n"' in problem.message
    assert '"t"' in problem.message


def mean_got(runs: list[EvalRun], case: Case, seed: int, **options: Any) -> Got:
    (row,) = aggregate(runs, b=B, alpha=case["input"]["alpha"], seed=seed, **options)
    return {
        "mean": row.mean_score,
        "lo": row.mean_ci_lo,
        "hi": row.mean_ci_hi,
        "n": row.tasks_completed,
        "n_families": row.n_families,
        "cluster_se": row.standard_error,
    }


@pytest.mark.parametrize("seed", SEEDS)
@cases("boot_mean")
def test_mean(case: Case, seed: int) -> None:
    scores = case["input"]["scores"]
    got = mean_got([run("m", task, score) for task, score in scores.items()], case, seed)
    assert (got["lo"], got["hi"]) == bootstrap_mean_ci(scores, B, case["input"]["alpha"], seed)
    check(case, got | {"boot_se": boot_se(list(scores.values()), None, seed)})


@pytest.mark.parametrize("seed", SEEDS)
@cases("boot_attempts")
def test_attempts(case: Case, seed: int) -> None:
    runs = [
        run("m", task, score, attempt=number)
        for task, scores in case["input"]["attempts"].items()
        for number, score in enumerate(scores)
    ]
    means = [sum(scores) / len(scores) for scores in case["input"]["attempts"].values()]
    check(case, mean_got(runs, case, seed) | {"boot_se": boot_se(means, None, seed)})


@pytest.mark.parametrize("seed", SEEDS)
@cases("boot_weighted")
def test_weighted(case: Case, seed: int) -> None:
    scores, weights = case["input"]["scores"], case["input"]["weights"]
    runs = [run("m", task, score, weight=weights[task]) for task, score in scores.items()]
    got = mean_got(runs, case, seed, weighting="task")
    used = [task for task in scores if weights[task] > 0]
    got["n"] = len(used)
    error = boot_se([weights[t] * scores[t] for t in used], [weights[t] for t in used], seed)
    check(case, got | {"boot_se": error})


@pytest.mark.parametrize("seed", SEEDS)
@cases("boot_pair")
def test_pair(case: Case, seed: int) -> None:
    a, b, alpha = (case["input"][key] for key in ("a", "b", "alpha"))
    runs = [run("a", task, score) for task, score in a.items()]
    runs += [run("b", task, score) for task, score in b.items()]
    (pair,) = pairwise_diffs(runs, b=B, alpha=alpha, seed=seed)
    sign = 1 if pair.model_a == "a" else -1
    assert pair.ci_lo is not None
    assert pair.ci_hi is not None
    low, high = (pair.ci_lo, pair.ci_hi) if sign > 0 else (0 - pair.ci_hi, 0 - pair.ci_lo)
    alone = bootstrap_pairwise_diff(a, b, B, alpha, seed)
    assert (low, high) == pytest.approx(alone[1:], abs=1e-12)
    got = {
        "n": pair.n_tasks,
        "diff_mean": sign * pair.diff_mean,
        "lo": low,
        "hi": high,
        "p": pair.p,
        "significant": pair.significant,
        "n_min": fewest_tasks(alpha),
        "sufficient": pair.verdict != "insufficient",
        "boot_se": boot_se([a[t] - b[t] for t in sorted(a.keys() & b.keys())], None, seed),
    }
    check(case, got)


@pytest.mark.parametrize("seed", SEEDS)
@cases("boot_cluster")
def test_cluster(case: Case, seed: int) -> None:
    scores, family, b = (case["input"].get(key) for key in ("scores", "family", "b"))
    runs = [run("a", task, score, family=family[task]) for task, score in scores.items()]
    if b is None:
        got = mean_got(runs, case, seed, clusters="family")
        values = scores
    else:
        runs += [run("b", task, score, family=family[task]) for task, score in b.items()]
        (pair,) = pairwise_diffs(runs, B, case["input"]["alpha"], seed, clusters="family")
        assert pair.model_a == "a"
        values = {task: scores[task] - b[task] for task in scores}
        got = {
            "n": pair.n_tasks,
            "diff_mean": pair.diff_mean,
            "lo": pair.ci_lo,
            "hi": pair.ci_hi,
            "p": pair.p,
            "significant": pair.significant,
            "n_families": pair.n_families,
            "cluster_se": pair.standard_error,
        }
    names = sorted(set(family.values()))
    totals = [sum(v for task, v in values.items() if family[task] == name) for name in names]
    sizes = [float(sum(family[task] == name for task in values)) for name in names]
    check(case, got | {"boot_se": boot_se(totals, sizes, seed)})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scale", [1.0, 100.0])
@cases("boot_strata")
def test_strata(case: Case, seed: int, scale: float) -> None:
    strata, weights = case["input"]["strata"], case["input"]["weights"]
    total = sum(weights.values())
    scores = {
        benchmark: {task: scale * score for task, score in tasks.items()}
        for benchmark, tasks in strata.items()
    }
    entry = CompositeEntry("e", {name: w / total for name, w in weights.items()}, scores)
    settings = Settings(b=B, alpha=case["input"]["alpha"], seed=seed)
    row = compare_composites([entry], settings).rows[0]
    assert row.mean is not None
    assert row.ci_lo is not None
    assert row.ci_hi is not None
    parts = [
        Part(np.array(list(tasks.values()), float), None, name, weights[name] / total)
        for name, tasks in strata.items()
    ]
    error = float(replicates([parts], Draws(B, seed, DEFAULT_LIMITS)).std())
    check(
        case,
        {
            "n": row.n_tasks,
            "mean": row.mean / scale,
            "lo": row.ci_lo / scale,
            "hi": row.ci_hi / scale,
            "boot_se": error,
        },
    )


@cases("se")
def test_standard_errors(case: Case) -> None:
    given = case["input"]
    if given["type"] == "paired":
        got = paired_standard_error(given["a"], given["b"])
    elif given["type"] == "cluster":
        got = clustered_standard_error(given["scores"], given["cluster"])
    else:
        got = standard_error(given["scores"])
    assert close(got, case["expected"]["se"], case["tol"]["se"])


@cases("multiplicity")
def test_multiplicity(case: Case) -> None:
    p_values, alpha = case["input"]["p"], case["input"]["alpha"]
    for name, adjust in (("holm", holm), ("bh", benjamini_hochberg)):
        adjusted = adjust(p_values)
        assert close(adjusted, case["expected"][name], case["tol"][name])
        assert [p <= alpha for p in adjusted] == case["expected"][f"{name}_reject"]


@cases("quantile")
def test_quantile(case: Case) -> None:
    got = [quantile(case["input"]["x"], p) for p in case["input"]["p"]]
    assert close(got, case["expected"]["q"], case["tol"]["q"])


@cases("rank_ranges")
def test_rank_ranges(case: Case) -> None:
    better = [(winner, loser) for winner, loser in case["input"]["better"]]
    got = rank_ranges(case["input"]["models"], better)
    assert {model: list(ends) for model, ends in got.items()} == case["expected"]["ranges"]


@cases("rank_point")
def test_rank_point(case: Case) -> None:
    assert competition_ranks(case["input"]["means"]) == case["expected"]["ranks"]
    rows = aggregate([run(m, "t", mean) for m, mean in case["input"]["means"].items()], b=20)
    assert {row.model_id: row.rank for row in rows} == case["expected"]["ranks"]
    assert [row.model_id for row in rows] == case["expected"]["order"]


def by_records(scores: Mapping[str, Mapping[str, float]], alpha: float, seed: int) -> Got:
    runs = [run(m, task, score) for m, tasks in scores.items() for task, score in tasks.items()]
    rows = aggregate(runs, B, alpha, seed)
    pairs = pairwise_diffs(runs, B, alpha, seed)
    return {
        "means": {row.model_id: row.mean_score for row in rows},
        "ranges": {row.model_id: [row.rank_lo, row.rank_hi] for row in rows},
        "pairs": {(p.model_a, p.model_b): (p.n_tasks, p.diff_mean, p.verdict) for p in pairs},
    }


def by_composites(scores: Mapping[str, Mapping[str, float]], alpha: float, seed: int) -> Got:
    entries = [CompositeEntry(m, {"b": 1.0}, {"b": tasks}) for m, tasks in scores.items()]
    result = compare_composites(entries, Settings(b=B, alpha=alpha, seed=seed))
    return {
        "means": {row.entry_id: row.mean for row in result.rows},
        "ranges": {row.entry_id: [row.rank_lo, row.rank_hi] for row in result.rows},
        "pairs": {
            (p.entry_a, p.entry_b): (p.n_tasks, p.difference, p.verdict) for p in result.pairs
        },
    }


MIRRORED = {"better": "worse", "worse": "better"}


@pytest.mark.parametrize("compute", [by_records, by_composites])
@pytest.mark.parametrize("seed", SEEDS)
@cases("ranks_from_scores")
def test_ranks_from_scores(
    case: Case, seed: int, compute: Callable[[Mapping[str, Any], float, int], Got]
) -> None:
    got = compute(case["input"]["scores"], case["input"]["alpha"], seed)
    assert close(got["means"], case["expected"]["means"], 1e-12)
    assert got["ranges"] == case["expected"]["ranges"]
    assert len(got["pairs"]) == len(case["expected"]["pairs"])
    for names, want in case["expected"]["pairs"].items():
        a, b = names.split("|")
        if (a, b) in got["pairs"]:
            n, difference, verdict = got["pairs"][a, b]
        else:
            n, difference, verdict = got["pairs"][b, a]
            difference, verdict = -difference, MIRRORED.get(verdict, verdict)
        assert (n, verdict) == (want["n"], want["verdict"])
        assert close(difference, want["diff_mean"], 1e-12)


@cases("pb1_rng")
def test_pb1_generator(case: Case) -> None:
    given = case["input"]
    drawn = next(block_rows(given["seed"], given["n"], given["block"]))
    assert drawn[: given["rows"]].tolist() == case["expected"]["indices"]


@cases("pb1_ci")
def test_pb1_intervals(case: Case) -> None:
    given = case["input"]
    if given["type"] == "mean":
        got = bootstrap_mean_ci(given["scores"], given["B"], given["alpha"], given["seed"])
    elif given["type"] == "pair":
        got = bootstrap_pairwise_diff(
            given["a"], given["b"], given["B"], given["alpha"], given["seed"]
        )[1:]
    else:
        runs = [run("m", t, s, family=given["family"][t]) for t, s in given["scores"].items()]
        (row,) = aggregate(runs, given["B"], given["alpha"], given["seed"], clusters="family")
        assert row.mean_ci_lo is not None
        assert row.mean_ci_hi is not None
        got = row.mean_ci_lo, row.mean_ci_hi
    assert close(list(got), [case["expected"]["lo"], case["expected"]["hi"]], 1e-9)


@cases("alpha_expanded")
def test_expanded_alpha(case: Case) -> None:
    got = [expanded_alpha(n, case["input"]["alpha"]) for n in case["input"]["n"]]
    assert close(got, case["expected"]["alpha"], case["tol"]["alpha"])
