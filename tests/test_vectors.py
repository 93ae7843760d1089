"""The reference numbers of ``tests/reference/statistics-vectors.json``."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from penguin_board import display, ranking, waffle_scale
from penguin_board.expression_trees import base_name, leaves
from penguin_board.expressions import Measurement, evaluate
from penguin_board.problems import Problem
from tests.trees import (
    META,
    Files,
    board_of,
    expression,
    leaderboard,
    problems_of,
    yaml_text,
)

Case = Mapping[str, Any]

_FILE = Path(__file__).parent / "reference" / "statistics-vectors.json"
_CASES: list[Case] = json.loads(_FILE.read_text(encoding="utf-8"))["cases"]
# How many cases of each kind are checked here, so that none is left out in silence.
_COUNTS = {
    "expr": 50,
    "expr_error": 12,
    "pareto": 8,
    "resource": 4,
    "rank_point": 2,
    "waffle_class": 2,
    "waffle_scale": 7,
    "waffle_layout": 6,
    "natural_sort": 1,
    "format": 21,
}
# Resampling, win rates and rank ranges: checked in tests/stats/test_vectors.py.
_OF_THE_STATISTICS = {
    "aggregate": 13,
    "aggregate_error": 7,
    "alpha_expanded": 1,
    "boot_attempts": 1,
    "boot_cluster": 4,
    "boot_mean": 14,
    "boot_pair": 13,
    "boot_strata": 2,
    "boot_weighted": 2,
    "multiplicity": 3,
    "pb1_ci": 4,
    "pb1_rng": 3,
    "quantile": 3,
    "rank_ranges": 5,
    "ranks_from_scores": 2,
    "se": 3,
}
_ERROR_CLASSES = {
    "unknown-op": "op",
    "arity": "arity",
    "weights": "weights",
    "missing-experiment": "reference",
}
_FORMATS: dict[str, Callable[[Case], str]] = {
    "fixed": lambda given: display.fixed(given["x"], given["d"]),
    "ci_dash": lambda given: display.ci_dash(given["lo"], given["hi"]),
    "ci_bracket": lambda given: display.ci_bracket(
        given["lo"], given["hi"], significant=given["significant"]
    ),
    "plus_minus": lambda given: display.plus_minus(given["x"], given["std"], given["d"]),
    "signed": lambda given: display.signed(given["x"], given["d"]),
    "p": lambda given: display.p_value(given["x"]),
    "model_id": lambda given: display.short_ids([given["x"]])[0],
    "tokens": lambda given: display.tokens(given["x"]),
    "duration_ms": lambda given: display.duration(given["x"]),
    "percent": lambda given: display.percent(given["x"]),
}


def _cases(kind: str) -> pytest.MarkDecorator:
    cases = [case for case in _CASES if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=[case["name"] for case in cases])


def _close(found: float | None, wanted: float | None, tolerance: float) -> bool:
    if found is None or wanted is None:
        return found is wanted
    return abs(found - wanted) <= tolerance


def test_every_case_is_checked_here_or_with_the_statistics() -> None:
    assert Counter(case["kind"] for case in _CASES) == {**_COUNTS, **_OF_THE_STATISTICS}


@_cases("expr")
def test_expression(case: Case) -> None:
    tree = expression(case["input"]["tree"])
    experiments = case["input"]["experiments"]
    measurements = {
        key: _measurement(experiments[key.experiment_id], key.metric)
        for key in (leaf.key for _, leaf in leaves(tree))
    }
    estimate = evaluate(tree, measurements)
    wanted, tolerances = case["expected"], case["tol"]
    assert _close(estimate.value, wanted["value"], tolerances["value"])
    assert _close(estimate.std, wanted["std"], tolerances.get("std", 0))
    assert (estimate.std_method or "none") == wanted["std_method"]
    if "n" in wanted:
        assert estimate.n == wanted["n"]
    assert (estimate.reason == "") == (estimate.std is not None)


def _measurement(given: Case, metric: str) -> Measurement:
    base, summary = base_name(metric), given["summary"]
    if base is None:
        return Measurement(value=_number(summary.get(metric)), n_attempt=summary.get("n_attempt"))
    return Measurement(
        value=_number(summary.get(metric)),
        std=_number(summary.get(f"{base}_std")),
        n_attempt=summary.get("n_attempt"),
        attempts={int(k): _number(row.get(base)) for k, row in given["attempts"].items()},
    )


def _number(value: Any) -> float | None:
    """A finite number; text, booleans, NaN and what is absent are missing (G1)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _files(case: Case) -> Files:
    files = leaderboard(case["input"]["tree"])
    for name, given in case["input"]["experiments"].items():
        folder = f"experiments/demo/{name}"
        files[f"{folder}/meta_info.yaml"] = yaml_text(META)
        summary = {"n_attempt": 1, **given["summary"]}
        files[f"{folder}/{given['phase']}/summary.yaml"] = yaml_text(summary)
        for number, row in given["attempts"].items():
            files[f"{folder}/{given['phase']}/attempt-{number}.yaml"] = yaml_text(row)
    return files


@_cases("expr_error")
def test_expression_error(case: Case, tmp_path: Path) -> None:
    problems = problems_of(tmp_path, _files(case))
    assert {_error_class(problem) for problem in problems} == {case["expected"]["error"]}
    assert all(problem.is_error for problem in problems)


def _error_class(problem: Problem) -> str:
    if ".weights" in problem.key:
        return "weights"
    return _ERROR_CLASSES[problem.code]


@_cases("resource")
def test_resource(case: Case, tmp_path: Path) -> None:
    total = board_of(tmp_path, _files(case)).entries[0].total
    found = {"cost": total.cost, "duration_ms": total.duration_ms, "token": total.tokens}
    wanted = case["expected"]["total"]
    assert _close(found[case["input"]["axis"]], wanted, case["tol"]["total"])


@_cases("pareto")
def test_pareto(case: Case) -> None:
    points = case["input"]["points"].items()
    found = ranking.pareto_frontier((name, row["score"], row["cost"]) for name, row in points)
    assert {name: list(ids) for name, ids in found._asdict().items()} == case["expected"]


@_cases("rank_point")
def test_rank_point(case: Case) -> None:
    ranks = ranking.competition_ranks(case["input"]["means"])
    assert ranks == case["expected"]["ranks"]
    order = sorted(ranks, key=lambda name: (ranks[name], name))
    assert order == case["expected"]["order"]


@_cases("waffle_class")
def test_waffle_class(case: Case) -> None:
    given = case["input"]
    found = [waffle_scale.shade(score, given["max"]) for score in given["scores"]]
    assert found == case["expected"]["classes"]


@_cases("waffle_scale")
def test_waffle_scale(case: Case) -> None:
    observed, wanted = case["input"]["observed"], case["expected"]
    if "error" in wanted:
        with pytest.raises(waffle_scale.ScaleError):
            waffle_scale.task_scale(observed)
        return
    scale = waffle_scale.task_scale(observed)
    assert {"max": scale.maximum, "binary": scale.binary} == wanted
    assert scale.inferred


@_cases("waffle_layout")
def test_waffle_layout(case: Case) -> None:
    count = case["input"]["n"]
    grid = waffle_scale.grid(count)
    found = {"cols": grid.columns, "rows": grid.rows, "last": list(grid.position(count - 1))}
    assert found == case["expected"]


@_cases("natural_sort")
def test_natural_sort(case: Case) -> None:
    assert sorted(case["input"]["ids"], key=ranking.natural_key) == case["expected"]["ids"]


@_cases("format")
def test_format(case: Case) -> None:
    assert _FORMATS[case["input"]["f"]](case["input"]) == case["expected"]["text"]
