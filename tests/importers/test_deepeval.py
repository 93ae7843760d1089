"""DeepEval: test cases and spans as tasks, errors that are missing, judges that are no models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

FILE = "results/test_run_20260102_030405.json"
NAMES = {"algorithm": "plain", "benchmark": "Questions", "model": "m"}


def metric(name: str, score: float | None, success: bool, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "threshold": 0.5,
        "success": success,
        "score": score,
        "evaluationModel": "judge",
        "evaluationCost": 0.25,
        **more,
    }


def span(name: str, *metrics: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "metricsData": list(metrics), **more}


def case(name: str, *metrics: dict[str, Any], **spans: list[dict[str, Any]]) -> dict[str, Any]:
    times = {"startTime": "2026-01-02T03:04:05.000Z", "endTime": "2026-01-02T03:04:06.500Z"}
    trace = {**times, "metricsData": list(metrics), **spans}
    return {
        "name": name,
        "input": "What is <b>it</b>?",
        "success": True,
        "metricsData": list(metrics),
        "runDuration": 9.5,
        "trace": trace,
    }


def results(*cases: dict[str, Any], **scores: list[float]) -> dict[str, object]:
    listed = [{"metric": name, "scores": found} for name, found in scores.items()]
    content = {"testCases": cases, "metricsScores": listed, "testPassed": 1, "runDuration": 20.5}
    return {FILE: content}


CALL = span("call", model="tested", inputTokenCount=10, outputTokenCount=2.0)


def test_a_test_case_is_a_task_and_the_judge_is_not_the_model(tmp_path: Path) -> None:
    content = results(
        case("a", metric("Relevancy", 1, True), metric("Bias", 0, True), llmSpans=[CALL]),
        case("b", metric("Relevancy", 0.25, False), metric("Bias", 1, False), llmSpans=[CALL]),
        Relevancy=[1, 0.25],
        Bias=[0, 1],
    )
    report = run(
        tmp_path, None, content, algorithm="plain", benchmark="Questions", metric=("Relevancy",)
    )
    assert codes(report) == []
    ((name, found),) = written(tmp_path / "root").items()
    assert name == "questions-plain-tested-20260102"
    assert found["meta"]["metric_direction"] == "higher"
    assert found["attempts"][0]["results"] == [
        {"source": "a", "score": 1, "duration_ms": 1500, "tokens": 12},
        {"source": "b", "score": 0.25, "duration_ms": 1500, "tokens": 12},
    ]
    assert found["summary"]["cost_total"] is None
    assert found["summary"]["evaluation_cost"] == 1
    assert found["summary"]["run_seconds"] == 20.5
    assert board_score(tmp_path / "root", leaf(name), leaf(name, "Bias")) == [0.625, 0.5]
    assert report.rows[0].stated is not None
    assert report.rows[0].stated.value == 0.625


def test_lower_is_better_where_the_verdicts_say_so() -> None:
    content = results(case("a", metric("Bias", 0, True)), case("b", metric("Bias", 1, False)))
    (experiment,) = read("deepeval", content, **NAMES).experiments
    assert experiment.extra_meta["metric_direction"] == "lower"
    assert experiment.stated is None


def test_direction_is_unknown_where_every_score_is_the_threshold() -> None:
    content = results(case("a", metric("Bias", 0.5, True)))
    (experiment,) = read("deepeval", content, **NAMES).experiments
    assert "metric_direction" not in experiment.extra_meta


def test_spans_with_the_metric_are_tasks_and_the_trace_is_counted_once() -> None:
    spans = [span("rank", metric("Faith", 1, True)), span("rank", metric("Faith", 0, False))]
    content = results(case("a", metric("Faith", 0.5, True), toolSpans=spans), Faith=[0.5, 1, 0])
    (experiment,) = read("deepeval", content, **NAMES).experiments
    tasks = {task.source: task for task in experiment.attempts[0].tasks}
    assert {name: task.score for name, task in tasks.items()} == {
        "a": 0.5,
        "a / rank": 1,
        "a / rank 2": 0,
    }
    assert tasks["a"].duration_ms is None


def test_a_null_score_is_an_error_and_not_zero(tmp_path: Path) -> None:
    content = results(case("a", metric("Faith", None, False)), case("b", metric("Faith", 1, True)))
    report = run(tmp_path, "deepeval", content, **NAMES)
    assert reasons(report) == ["not scored"]
    ((name, found),) = written(tmp_path / "root").items()
    assert [task["score"] for task in found["attempts"][0]["results"]] == [None, 1]
    assert board_score(tmp_path / "root", leaf(name)) == [1]


def test_a_run_without_any_score_is_left_out() -> None:
    content = results(case("a", metric("Faith", None, False)), case("b"))
    result = read("deepeval", content, **NAMES)
    assert (result.experiments, reasons(result)) == ((), ["no test case was scored"])


def test_what_the_file_does_not_say_is_asked_for() -> None:
    one, other = span("call", model="one"), span("call", model="other")
    both = case("a", metric("Faith", 1, True), metric("Bias", 1, True), llmSpans=[one, other])
    found = codes(read("deepeval", results(both), metric=("Faith",)))
    assert found == ["missing-benchmark", "missing-model", "missing-algorithm"]
    assert codes(read("deepeval", results(both), **NAMES)) == ["missing-metric"]


def test_the_latest_run_is_beside_a_link_and_runs_of_the_same_tasks_are_attempts() -> None:
    first = results(case("a", metric("Faith", 1, True)))[FILE]
    second = results(case("a", metric("Faith", 0, False)))[FILE]
    other_tasks = results(case("b", metric("Faith", 1, True)))[FILE]
    other_metric = results(case("a", metric("Bias", 1, False)))[FILE]
    files = {
        "1/.latest_test_run.json": {"testRunLink": "https://example.com", "testRunData": first},
        "2/run.json": second,
        "3/run.json": other_tasks,
        "4/run.json": other_metric,
    }
    experiments = read("deepeval", files, **NAMES).experiments
    assert [[a.tasks[0].score for a in e.attempts] for e in experiments] == [[1, 0], [1], [1]]
    assert [e.attempts[0].tasks[0].source for e in experiments] == ["a", "b", "a"]


def test_conversations_are_tasks_too() -> None:
    talks = [case("talk", metric("Role", 1, True))]
    content = {"testCases": [], "conversationalTestCases": talks, "testPassed": 1}
    (experiment,) = read("deepeval", {FILE: content}, **NAMES).experiments
    assert [task.source for task in experiment.attempts[0].tasks] == ["talk"]


def test_one_name_twice_is_an_error() -> None:
    content = results(case("a", metric("Faith", 1, True)), case("a", metric("Faith", 0, False)))
    assert codes(read("deepeval", content, **NAMES)) == ["duplicate-task"]
