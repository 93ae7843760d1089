"""every_eval_ever: each evaluation of a record, its stated scale, its samples by checksum."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, lines, read, reasons, run, written


def evaluation(name: str, score: object, **config: Any) -> dict[str, Any]:
    return {
        "evaluation_name": name,
        "metric_config": {"lower_is_better": False, "min_score": 0.0, "max_score": 1.0, **config},
        "score_details": {"score": score},
    }


def record(*evaluations: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "schema_version": "0.3.0",
        "evaluation_id": "source/model/1",
        "evaluation_timestamp": "1750000000",
        "retrieved_timestamp": "1750100000.5",
        "eval_library": {"name": "lib", "version": "unknown"},
        "model_info": {"name": "M", "id": "org/m"},
        "evaluation_results": list(evaluations),
        **changes,
    }


def test_each_evaluation_is_an_experiment(tmp_path: Path) -> None:
    content = record(evaluation("A", 0.25), evaluation("Mean win rate", 0.75))
    report = run(tmp_path, None, {"r.json": content}, algorithm="plain")
    assert codes(report) == []
    found = written(tmp_path / "root")
    assert list(found) == ["a-plain-org-m-20250615", "mean-win-rate-plain-org-m-20250615"]
    meta = found["a-plain-org-m-20250615"]["meta"]
    assert (meta["harness_name"], meta["retrieved"]) == ("lib", "2025-06-16")
    assert meta["metric_direction"] == "higher"
    assert board_score(tmp_path / "root", *map(leaf, found)) == [0.25, 0.75]


def test_a_scale_to_100_is_a_percentage_and_no_other_is() -> None:
    content = record(
        evaluation("percent", 0.7, max_score=100),
        evaluation("free", 36.3, min_score=None, max_score=None),
        evaluation("fraction", 0.7),
    )
    result = read("every-eval-ever", {"r.json": content}, algorithm="plain")
    scores = [e.summary.score_mean for e in result.experiments if e.summary]
    assert scores == [0.007, 36.3, 0.7]


def test_a_score_outside_its_stated_scale_is_an_error() -> None:
    result = read("every-eval-ever", {"r.json": record(evaluation("A", 74.5))}, algorithm="plain")
    assert codes(result) == ["score-range"]
    assert result.problems[0].key == "evaluation_results[0].score_details.score"


def test_a_score_that_is_null_is_left_out() -> None:
    content = record(evaluation("A", None), evaluation("B", 0.5))
    result = read("every-eval-ever", {"r.json": content}, algorithm="plain")
    assert reasons(result) == ["A: no score"]
    assert [e.benchmark_name for e in result.experiments] == ["B"]


def test_runs_and_costs_are_text_and_the_cost_is_that_of_the_whole() -> None:
    details = {"agent_scaffold": "Agent", "runs": "2", "total_cost_usd": "178.2"}
    more = {"generation_config": {"additional_details": details}}
    content = record(
        {**evaluation("GAIA", 0.75), **more},
        {**evaluation("GAIA - Level 1", 0.8), **more},
        model_info={"id": "org/m", "additional_details": {"benchmark": "GAIA"}},
    )
    whole, part = read("every-eval-ever", {"r.json": content}, algorithm="plain").experiments
    assert (whole.harness_name, whole.cost_total) == ("Agent", 356.4)
    assert whole.summary is not None
    assert whole.summary.n_attempt == 2
    assert part.cost_total is None


def test_samples_of_the_named_checksum_are_task_results() -> None:
    rows = lines(
        *(
            {
                "schema_version": "0.3.0",
                "evaluation_id": "source/model/1",
                "evaluation_name": "A",
                "sample_id": f"s{n}",
                "evaluation": {"score": score},
                "token_usage": {"total_tokens": 17},
            }
            for n, score in enumerate((1.0, 0.5))
        )
    )
    details = {"checksum": hashlib.sha256(rows.encode()).hexdigest(), "total_rows": 2}
    content = record(evaluation("A", 0.75), detailed_evaluation_results=details)
    files = {"d/r.json": content, "d/other_name.jsonl": rows}
    (experiment,) = read("every-eval-ever", files, algorithm="plain").experiments
    assert [(t.source, t.score, t.tokens) for t in experiment.attempts[0].tasks] == [
        ("s0", 1.0, 17),
        ("s1", 0.5, 17),
    ]
    changed = {"d/r.json": content, "d/x.jsonl": rows.replace("0.5", "0.6")}
    result = read("every-eval-ever", changed, algorithm="plain")
    assert reasons(result) == ["samples with the checksum of no record"]
    assert result.experiments[0].attempts == ()


def test_several_metrics_of_an_evaluation_need_the_option() -> None:
    content = record(evaluation("A", 0.5, metric_id="em"), evaluation("A", 0.75, metric_id="f1"))
    assert codes(read("every-eval-ever", {"r.json": content}, algorithm="p")) == ["missing-metric"]
    result = read("every-eval-ever", {"r.json": content}, algorithm="p", metric=("f1",))
    (experiment,) = result.experiments
    assert experiment.metrics == {"em": 0.5}


def test_first_version_has_no_harness_and_counts_its_samples() -> None:
    content = record(
        evaluation("choice", 1 / 3, min_score=None, max_score=None),
        schema_version="0.0.1",
        eval_library=None,
        source_data={"samples_number": 2376, "sample_ids": [1, 2, 3]},
    )
    assert codes(read("every-eval-ever", {"r.json": content}, algorithm="p")) == ["missing-harness"]
    result = read("every-eval-ever", {"r.json": content}, algorithm="p", harness="Inspect AI")
    assert result.experiments[0].metrics["n_samples"] == 3
