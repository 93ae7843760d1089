"""lm-evaluation-harness: tasks with their metrics, groups left out, samples where they agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.importers.runs import (
    board_score,
    codes,
    leaf,
    lines,
    read,
    read_broken,
    reasons,
    run,
    written,
)

TIME = "2026-01-21T03-44-18.458309"


def results(**changes: Any) -> dict[str, Any]:
    return {
        "results": {
            "group": {"alias": "group", "acc,none": 0.5},
            "one": {"alias": " - one", "acc,none": 0.75, "acc_stderr,none": 0.25},
            "two": {"alias": " - two", "acc,none": 0.25, "acc_norm,none": 0.5, "sample_len": 4},
        },
        "groups": {"group": {"acc,none": 0.5}},
        "group_subtasks": {"group": ["one", "two"], "one": []},
        "configs": {"one": {"process_docs": "import os\nos.abort()"}},
        "versions": {"one": 1.0, "two": "Yaml"},
        "n-shot": {"one": 5},
        "higher_is_better": {"one": {"acc": True}},
        "n-samples": {"one": {"original": 4, "effective": 4}},
        "config": {"model": "hf", "model_args": "pretrained=org/model,dtype=float32"},
        "date": 1768964383.85,
        "model_name": "",
        "total_evaluation_time_seconds": "12.5",
        **changes,
    }


def samples(*scores: object) -> str:
    rows = [{"doc_id": n, "doc": {}, "filter": "none", "acc": s} for n, s in enumerate(scores)]
    return lines(*rows)


def test_each_task_is_an_experiment_and_its_metrics_are_further_numbers(tmp_path: Path) -> None:
    files = {f"model/results_{TIME}.json": results()}
    report = run(tmp_path, "lm-eval", files, algorithm="plain", metric=("acc",))
    assert codes(report) == []
    assert reasons(report) == ["a group, which is an aggregate of tasks"]
    found = written(tmp_path / "root")
    assert list(found) == ["one-plain-org-model-20260121", "two-plain-org-model-20260121"]
    one = found["one-plain-org-model-20260121"]
    assert one["meta"] == {
        "experiment_id": "one-plain-org-model-20260121",
        "benchmark_name": "one",
        "harness_name": "lm-evaluation-harness",
        "model_name": "org/model",
        "algorithm": "plain",
        "date": "2026-01-21",
        "metric": "acc,none",
        "metric_direction": "higher",
        "n_shot": "5",
        "task_version": "1.0",
        "source_file": f"model/results_{TIME}.json",
    }
    assert one["summary"]["acc_stderr,none"] == 0.25
    assert one["summary"]["n_samples"] == 4
    assert one["attempts"] == []
    two = "two-plain-org-model-20260121"
    scores = board_score(
        tmp_path / "root", leaf(one["meta"]["experiment_id"]), leaf(two, "acc_norm,none")
    )
    assert scores == [0.75, 0.5]


def test_a_task_with_several_metrics_needs_the_option() -> None:
    result = read("lm-eval", {"results.json": results()}, algorithm="plain")
    assert codes(result) == ["missing-metric"]
    assert "acc,none, acc_norm,none" in result.problems[0].message
    chosen = read(
        "lm-eval", {"results.json": results()}, algorithm="plain", metric=("acc_norm", "acc")
    )
    assert [e.extra_meta["metric"] for e in chosen.experiments] == ["acc,none", "acc_norm,none"]


def test_a_metric_with_several_filters_is_named_in_full() -> None:
    content = results(results={"gsm": {"em,strict": 0.25, "em,flexible": 0.5}}, groups={})
    given = {"algorithm": "plain"}
    short = read("lm-eval", {"r.json": content}, metric=("em",), **given)
    assert codes(short) == ["missing-metric"]
    whole = read("lm-eval", {"r.json": content}, metric=("em,flexible",), **given)
    assert whole.experiments[0].summary is not None
    assert whole.experiments[0].summary.score_mean == 0.5


def test_complete_samples_are_task_results(tmp_path: Path) -> None:
    files = {
        f"m/results_{TIME}.json": results(),
        f"m/samples_one_{TIME}.jsonl": samples(1.0, 1.0, 1.0, 0.0),
    }
    report = run(tmp_path, "lm-eval", files, algorithm="plain", metric=("acc",))
    assert codes(report) == []
    row = report.rows[0]
    assert (row.n_tasks, row.score_mean, row.stated and row.stated.value) == (4, 0.75, 0.75)
    attempt = written(tmp_path / "root")["one-plain-org-model-20260121"]["attempts"][0]
    assert [task["source"] for task in attempt["results"]] == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (samples(1.0, 0.0), "2 of 4 samples: the stated value is taken"),
        (
            samples(1.0, 0.0, 0.0, 0.0),
            "rows whose mean is not the stated acc,none: the stated value is taken",
        ),
        (
            samples(1.0, 1.0, 1.0, float("nan")),
            "rows whose mean is not the stated acc,none: the stated value is taken",
        ),
    ],
)
def test_samples_that_do_not_give_the_stated_value_are_left_out(rows: str, reason: str) -> None:
    files = {f"results_{TIME}.json": results(), f"samples_one_{TIME}.jsonl": rows}
    result = read("lm-eval", files, algorithm="plain", metric=("acc",))
    assert reason in reasons(result)
    assert result.experiments[0].attempts == ()
    assert result.experiments[0].summary is not None
    assert result.experiments[0].summary.score_mean == 0.75


def test_what_is_no_number_is_left_out_and_never_zero() -> None:
    text = (
        '{"results": {"t": {"mae": Infinity, "acc": 0.5, "acc_stderr": "N/A"}, '
        '"u": {"mae": NaN}}, "versions": {}, "config": {"model_args": "model=gpt"}}'
    )
    result = read("lm-eval", {"r.json": text}, algorithm="plain")
    assert codes(result) == []
    assert [(e.benchmark_name, e.date) for e in result.experiments] == [("t", None)]
    assert result.experiments[0].metrics == {}
    assert reasons(result) == [
        "mae is Infinity, which is no score",
        "mae is NaN, which is no score",
        "no metric with a number",
    ]


def test_a_local_path_is_no_name_of_a_model() -> None:
    content = results(config={"model_args": {"pretrained": "/home/me/llama"}})
    result = read("lm-eval", {"r.json": content}, algorithm="plain", metric=("acc",))
    assert codes(result) == ["missing-model"]
    named = read("lm-eval", {"r.json": content}, algorithm="a", metric=("acc",), model="LLaMA")
    assert named.experiments[0].model_name == "LLaMA"


def test_truncated_file_is_an_error_with_its_place() -> None:
    result = read_broken("lm-eval", "r.json", '{"results": {"t": {"acc": 0.5')
    assert [(p.code, p.line, p.column) for p in result.problems] == [("syntax", 1, 30)]
