"""SWE-bench: the share of the whole benchmark, whatever the layout of the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.importers.runs import board_score, codes, leaf, read, run, written

NAMED = {"benchmark": "SWE-bench Lite", "harness": "Agent", "model": "M", "algorithm": "plain"}


def lists(*resolved: str) -> dict[str, Any]:
    return {
        "no_generation": ["a__a-3", "a__a-3"],
        "generated": ["a__a-1", "a__a-2"],
        "applied": ["a__a-1"],
        "resolved": list(resolved),
    }


def counts(**changes: Any) -> dict[str, Any]:
    return {
        "total_instances": 4,
        "resolved_instances": 1,
        "submitted_ids": ["a__a-1", "a__a-2"],
        "incomplete_ids": ["a__a-3", "a__a-4"],
        "resolved_ids": ["a__a-1"],
        "unremoved_images": ["sweb.eval.x86_64.a__a-1:latest"],
        **changes,
    }


def test_runs_of_one_name_are_attempts_and_unlisted_tasks_have_failed(tmp_path: Path) -> None:
    files = {"run-1/report.json": lists("a__a-1"), "run-2/report.json": lists("a__a-2", "a__a-4")}
    report = run(tmp_path, None, files, n_tasks=5, **NAMED)
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "swe-bench-lite-plain-m"
    assert [
        {task["source"]: task["score"] for task in attempt["results"]}
        for attempt in found["attempts"]
    ] == [
        {"a__a-1": 1, "a__a-2": 0, "a__a-3": 0, "a__a-4": 0, "not listed 1": 0},
        {"a__a-1": 0, "a__a-2": 1, "a__a-3": 0, "a__a-4": 1, "not listed 1": 0},
    ]
    assert board_score(tmp_path / "root", leaf(name)) == [pytest.approx(0.3)]


def test_lists_without_a_count_need_the_option() -> None:
    result = read("swe-bench", {"report.json": lists("a__a-1")}, **NAMED)
    assert codes(result) == ["missing-n-tasks"]
    assert result.problems[0].key == "--n-tasks"
    too_few = read("swe-bench", {"report.json": lists("a__a-1")}, n_tasks=2, **NAMED)
    assert codes(too_few) == ["n-tasks"]


def test_submission_has_its_names_in_metadata_and_folders(tmp_path: Path) -> None:
    folder = "evaluation/java/verified/20240825_agent_m"
    files = {
        f"{folder}/metadata.yaml": "name: SWE-agent + model-1\noss: true\n",
        f"{folder}/results/results.json": counts(),
    }
    report = run(tmp_path, None, files, algorithm="plain")
    assert codes(report) == []
    assert report.rows[0].experiment_id == "swe-bench-java-verified-plain-model-1-20240825"
    assert report.rows[0].stated is not None
    assert (report.rows[0].score_mean, report.rows[0].stated.value) == (0.25, 0.25)
    meta = written(tmp_path / "root")[report.rows[0].experiment_id]["meta"]
    assert (meta["harness_name"], meta["submission"]) == ("SWE-agent", "20240825_agent_m")


def test_what_was_not_submitted_has_failed() -> None:
    few = counts(submitted_ids=["a__a-1"], incomplete_ids=[])
    experiment = read("swe-bench", {"results.json": few}, **NAMED).experiments[0]
    assert [task.score for task in experiment.attempts[0].tasks] == [1, 0, 0, 0]


def test_map_of_true_and_false() -> None:
    pro = {"eval_results.json": {"instance_a": True, "instance_b": False}}
    (experiment,) = read("swe-bench", pro, **NAMED).experiments
    assert [(t.source, t.score) for t in experiment.attempts[0].tasks] == [
        ("instance_a", 1),
        ("instance_b", 0),
    ]
    (whole,) = read("swe-bench", pro, n_tasks=4, **NAMED).experiments
    assert [task.score for task in whole.attempts[0].tasks] == [1, 0, 0, 0]


def test_the_same_report_twice_is_no_second_attempt() -> None:
    files = {"1/report.json": lists("a__a-1"), "2/report.json": lists("a__a-1")}
    assert codes(read("swe-bench", files, n_tasks=5, **NAMED)) == ["duplicate-experiment"]


def test_names_that_no_file_has_are_asked_for() -> None:
    result = read("swe-bench", {"x/results.json": counts()})
    assert codes(result) == [
        "missing-benchmark",
        "missing-harness",
        "missing-model",
        "missing-algorithm",
    ]
    assert [problem.key for problem in result.problems] == [
        "--benchmark",
        "--harness",
        "--model",
        "--algorithm",
    ]
