"""promptfoo: versions 1 to 4, prompts that are no tasks, sums that are no means, errors, caches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

FILE = "output.json"
NAMES = {"algorithm": "plain", "benchmark": "Riddles"}


def result(test: int, score: float, *, prompt: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "promptIdx": prompt,
        "testIdx": test,
        "prompt": {"raw": f"Solve riddle {test}", "label": "Solve {{riddle}}"},
        "provider": {"id": "maker:model", "label": ""},
        "vars": {"riddle": f"no. {test}", "lines": ["a", {"b": None}]},
        "response": {"output": "An <b>echo</b>", "tokenUsage": {"total": 10}, "cached": False},
        "success": score == 1,
        "score": score,
        "cost": 0.25,
        "latencyMs": 500,
        "failureReason": 0 if score == 1 else 1,
        **more,
    }


def prompt(score: float, passed: int, failed: int, **more: Any) -> dict[str, Any]:
    counts = {"testPassCount": passed, "testFailCount": failed, "testErrorCount": 0}
    usage = {"total": 20, "assertions": {"total": 999}}
    metrics = {"score": score, **counts, "totalLatencyMs": 1500, "cost": 0.5, "tokenUsage": usage}
    return {
        "label": "Solve {{riddle}}",
        "provider": "maker:model",
        "metrics": {**metrics, **more.pop("metrics", {})},
        **more,
    }


def version_3(prompts: list[dict[str, Any]], *results: dict[str, Any]) -> dict[str, object]:
    inner = {
        "version": 3,
        "timestamp": "2025-10-01T20:08:11.168Z",
        "prompts": prompts,
        "results": results,
    }
    config = {"description": "Riddles", "providers": ["maker:model", "maker:other"]}
    return {FILE: {"evalId": "eval-1", "results": inner, "config": config}}


def test_a_test_is_a_task_and_the_stated_sum_a_mean(tmp_path: Path) -> None:
    cached = {"tokenUsage": {"total": 10, "cached": 10}, "cached": True}
    content = version_3(
        [prompt(1.75, 1, 1, metrics={"namedScores": {"tone": 3}, "namedScoresCount": {"tone": 4}})],
        result(1, 0.75, response=cached, latencyMs=3),
        result(0, 1),
    )
    report = run(tmp_path, None, content, algorithm="plain")
    assert codes(report) == []
    ((name, found),) = written(tmp_path / "root").items()
    assert name == "riddles-plain-maker-model-20251001"
    assert found["meta"]["prompt"] == "Solve {{riddle}}"
    assert found["attempts"][0]["results"] == [
        {
            "source": "riddle: no. 0, lines: [a, {b: null}]",
            "score": 1,
            "cost": 0.25,
            "duration_ms": 500,
            "tokens": 10,
        },
        {
            "source": "riddle: no. 1, lines: [a, {b: null}]",
            "score": 0.75,
            "cost": 0.25,
            "duration_ms": None,
            "tokens": 10,
        },
    ]
    summary = found["summary"]
    assert (summary["cost_total"], summary["tokens_total"]) == (0.5, 20)
    assert (summary["pass_rate"], summary["latency_ms"], summary["tone"]) == (0.5, 1500, 0.75)
    assert board_score(tmp_path / "root", leaf(name)) == [0.875]
    assert report.rows[0].stated is not None
    assert report.rows[0].stated.value == 0.875


def test_prompts_and_providers_are_experiments(tmp_path: Path) -> None:
    content = version_3(
        [
            prompt(1, 1, 0),
            prompt(0, 0, 1, label="Other"),
            prompt(0, 0, 1, provider="maker:other"),
        ],
        result(0, 0, prompt=2),
        result(0, 0, prompt=1),
        result(0, 1, prompt=0),
    )
    run(tmp_path, None, content, algorithm="plain")
    found = {
        (files["meta"]["model_name"], files["meta"]["algorithm"]): files["summary"]["score_mean"]
        for files in written(tmp_path / "root").values()
    }
    assert found == {
        ("maker:model", "plain, prompt 1"): 1,
        ("maker:model", "plain, prompt 2"): 0,
        ("maker:other", "plain, prompt 1"): 0,
    }


def test_an_error_is_missing_and_a_failed_assertion_is_not() -> None:
    content = version_3(
        [prompt(1.5, 1, 2)],
        result(0, 1),
        result(1, 0.5, error="The answer is too slow"),
        result(2, 0, failureReason=2, error="API error:\n429", response=None),
    )
    read_result = read("promptfoo", content, algorithm="plain")
    (experiment,) = read_result.experiments
    assert [task.score for task in experiment.attempts[0].tasks] == [1, 0.5, None]
    assert reasons(read_result) == ["not scored (API error: 429)"]


def test_results_without_a_score_only_are_left_out() -> None:
    content = version_3([prompt(0, 0, 1)], result(0, 0, failureReason=2))
    read_result = read("promptfoo", content, algorithm="plain")
    assert read_result.experiments == ()
    assert reasons(read_result)[-1] == "no result was scored"


def test_version_4_without_results_has_the_stated_values(tmp_path: Path) -> None:
    content = {
        "version": 4,
        "createdAt": 1759349291168,
        "results": [],
        "prompts": [prompt(3, 1, 3)],
        "config": {"description": "Riddles"},
    }
    report = run(tmp_path, None, {FILE: content}, algorithm="plain")
    assert reasons(report) == ["0 of 4 results: the stated values are taken"]
    ((name, found),) = written(tmp_path / "root").items()
    assert found["meta"]["date"] == "2025-10-01"
    assert (found["summary"]["cost_total"], found["summary"]["tokens_total"]) == (0.5, 20)
    assert board_score(tmp_path / "root", leaf(name), leaf(name, "pass_rate")) == [0.75, 0.25]


def test_version_4_with_its_results_as_a_list() -> None:
    content = {
        "version": 4,
        "createdAt": "2025-10-01T20:08:11.168Z",
        "results": [result(0, 1)],
        "prompts": [prompt(1, 1, 0)],
        "config": {},
    }
    (experiment,) = read("promptfoo", {FILE: content}, **NAMES).experiments
    assert (experiment.date, experiment.benchmark_name) == ("2025-10-01", "Riddles")
    assert experiment.attempts[0].tasks[0].score == 1


def test_some_of_the_results_are_not_taken_for_all() -> None:
    content = version_3([prompt(1, 1, 1)], result(0, 1))
    (experiment,) = read("promptfoo", content, algorithm="plain").experiments
    assert experiment.attempts == ()
    assert experiment.summary is not None
    assert experiment.summary.score_mean == 0.5


def test_version_1_has_verdicts_and_asks_for_the_model(tmp_path: Path) -> None:
    def row(display: str, year: int, success: bool) -> dict[str, Any]:
        usage = {"tokenUsage": {"cached": 42}}
        return {
            "prompt": {"raw": f"Who won in {year}?", "display": display},
            "vars": {"year": year},
            "response": {"output": "x", **usage},
            "success": success,
        }

    rows = [row("A {{year}}", 1950, True), row("A {{year}}", 1984, False), row("B", 1950, True)]
    content = {FILE: {"version": 1, "results": rows, "stats": {}, "table": {}}}
    assert codes(read("promptfoo", content, algorithm="plain")) == [
        "missing-benchmark",
        "missing-model",
    ]
    report = run(tmp_path, None, content, model="m", **NAMES)
    assert codes(report) == []
    scores = [files["summary"]["score_mean"] for files in written(tmp_path / "root").values()]
    assert scores == [0.5, 1]
    assert [row.stated for row in report.rows] == [None, None]


def version_2(providers: list[object], *rows: dict[str, Any]) -> dict[str, object]:
    content = {"results": {"version": 2, "results": rows}, "config": {"providers": providers}}
    return {FILE: content}


def plain_row(topic: str, score: float, **more: Any) -> dict[str, Any]:
    return {
        "prompt": {"display": "Write on {{topic}}"},
        "vars": {"topic": topic},
        "response": {"output": "x", "tokenUsage": {}},
        "success": True,
        "score": score,
        **more,
    }


def test_version_2_has_its_one_provider_in_the_configuration() -> None:
    for provider in ("maker:model", {"id": "maker:model", "config": {}}):
        content = version_2([provider], plain_row("bananas", 1), plain_row("poetry", 0.5))
        (experiment,) = read("promptfoo", content, **NAMES).experiments
        assert experiment.model_name == "maker:model"
        assert [task.tokens for task in experiment.attempts[0].tasks] == [None, None]


def test_results_of_several_providers_are_not_mixed() -> None:
    rows = (plain_row("bananas", 1), plain_row("bananas", 0))
    result_of_two = read("promptfoo", version_2(["one", "two"], *rows), model="m", **NAMES)
    assert result_of_two.experiments == ()
    assert reasons(result_of_two) == ["results of several providers that do not say which"]


def test_repeated_tests_are_attempts_and_others_tasks() -> None:
    twice = [plain_row(topic, score) for score in (1, 0) for topic in ("a", "b")]
    (experiment,) = read("promptfoo", version_2(["m"], *twice), **NAMES).experiments
    assert [[t.score for t in attempt.tasks] for attempt in experiment.attempts] == [[1, 1], [0, 0]]
    uneven = [plain_row("a", 1), plain_row("a", 0), plain_row("b", 1)]
    (experiment,) = read("promptfoo", version_2(["m"], *uneven), **NAMES).experiments
    assert [task.source for task in experiment.attempts[0].tasks] == [
        "topic: a",
        "topic: a 2",
        "topic: b",
    ]


def test_a_program_is_no_model_but_its_label_may_be() -> None:
    def from_program(label: str) -> dict[str, object]:
        provider = {"id": "file://provider.py", "label": label}
        return version_2(["file://provider.py"], plain_row("a", 1, provider=provider))

    assert codes(read("promptfoo", from_program(""), **NAMES)) == ["missing-model"]
    (experiment,) = read("promptfoo", from_program("My model"), **NAMES).experiments
    assert experiment.model_name == "My model"


def test_a_description_names_a_test() -> None:
    row = plain_row("a", 1, testCase={"description": "the first"})
    (experiment,) = read("promptfoo", version_2(["m"], row), **NAMES).experiments
    assert experiment.attempts[0].tasks[0].source == "the first"


def test_a_score_that_is_no_number_is_an_error_with_its_place() -> None:
    content = version_2(["m"], {**plain_row("a", 1), "score": "high"})
    (problem,) = read("promptfoo", content, **NAMES).problems
    assert (problem.code, problem.key) == ("type", "results.results[0].score")
