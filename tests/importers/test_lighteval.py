"""lighteval: tasks with their metrics, means of tasks left out."""

from __future__ import annotations

from pathlib import Path

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

RESULTS = {
    "all": {"acc": 0.5, "acc_stderr": 0.1},
    "harness|arc:challenge|25": {"acc": 0.25, "acc_stderr": 0.125, "acc_norm": 0.5},
    "harness|gsm8k|5": {"acc": 0.75},
}
NAME = "model_2024-01-04T13-27-32.660899.json"


def test_tasks_are_experiments_and_means_are_left_out(tmp_path: Path) -> None:
    content = {
        "config_general": {"model_name": "org/m", "model_sha": "abc", "max_samples": None},
        "results": {**RESULTS, "suite|mmlu:_average|5": {"acc": 0.1}},
        "versions": {"harness|gsm8k|5": 0},
        "config_tasks": {
            "harness|gsm8k": {
                "effective_num_docs": 4,
                "metrics": [{"metric_name": "acc", "higher_is_better": True}],
            }
        },
    }
    given = {"algorithm": "plain", "metric": ("acc_norm", "acc")}
    report = run(tmp_path, None, {NAME: content}, **given)
    assert codes(report) == []
    assert reasons(report) == ["a mean over tasks"] * 2
    found = written(tmp_path / "root")
    arc, gsm = (
        "harness-arc-challenge-25-plain-org-m-20240104",
        "harness-gsm8k-5-plain-org-m-20240104",
    )
    assert list(found) == [arc, gsm]
    assert found[arc]["meta"]["benchmark_name"] == "harness|arc:challenge|25"
    assert found[arc]["meta"]["n_shot"] == "25"
    assert found[arc]["summary"]["acc_stderr"] == 0.125
    assert found[gsm]["summary"]["n_samples"] == 4
    assert found[gsm]["meta"]["metric"] == "acc"
    assert found[gsm]["meta"]["metric_direction"] == "higher"
    mean = {"op": "mean", "args": [leaf(arc), leaf(gsm)]}
    assert board_score(tmp_path / "root", mean) == [0.625]


def test_the_bare_map_names_no_model() -> None:
    metric = ("acc",)
    result = read("lighteval", {"x.json": RESULTS}, algorithm="plain", metric=metric)
    assert codes(result) == ["missing-model"]
    named = read("lighteval", {"x.json": RESULTS}, algorithm="plain", metric=metric, model="m")
    assert [(e.benchmark_name, e.date) for e in named.experiments] == [
        ("harness|arc:challenge|25", None),
        ("harness|gsm8k|5", None),
    ]


def test_a_metric_that_is_no_number_is_left_out() -> None:
    text = '{"config_general": {"model_name": "m"}, "results": {"a|b|0": {"acc": NaN}}}'
    result = read("lighteval", {"x.json": text}, algorithm="plain")
    assert reasons(result) == ["acc is NaN, which is no score", "no metric with a number"]
