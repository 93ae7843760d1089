"""PenguinHarness results: scores, totals, and the comparison with their summary."""

from __future__ import annotations

import json
from typing import Any

import pytest

from penguin_board.importers import ImportOptions, ImportResult, SourceFile
from penguin_board.importers.experiment_files import experiment_files, score_mean, score_std
from penguin_board.importers.penguin_results import read_results, wants

BASELINE = ImportOptions(algorithm="baseline")
FOLDER = "checkout/results/v0.1.0"


def trial(task: str, reward: object = 1.0, **changes: object) -> dict[str, Any]:
    record = {
        "benchmark": "bench",
        "task": task,
        "reward": reward,
        "rewards": {"reward": 0, "normalized_score": 0.9},
        "cost_usd": 0.1,
        "cost_complete": True,
        "n_input_tokens": 100,
        "n_cache_tokens": 90,
        "n_output_tokens": 7,
        "requests": 3,
        "agent_seconds": 1.2345,
        "status": "completed",
        "agent": "penguin",
        "penguin_version": "0.1.0",
        "model": "provider/the-model",
        "thinking": "max",
        "finished_at": "2026-10-04T09:56:36.195671Z",
    } | changes
    return {key: value for key, value in record.items() if value is not ...}


def attempt(number: int, *trials: dict[str, Any], benchmark: str = "bench") -> SourceFile:
    data = json.dumps(list(trials), indent=2).encode()
    return SourceFile(path=f"{FOLDER}/{benchmark}/attempt-{number}.json", data=data)


def summary(**figures: object) -> SourceFile:
    data = json.dumps({"benchmarks": [{"id": "bench"} | figures]}, indent=1).encode()
    return SourceFile(path=f"{FOLDER}/summary.json", data=data)


def read(*files: SourceFile, options: ImportOptions = BASELINE) -> ImportResult:
    return read_results(files, options)


def codes(result: ImportResult) -> list[tuple[str, str, str]]:
    return [(p.severity, p.code, p.key) for p in result.problems]


TWO = (
    attempt(1, trial("b", 1), trial("a", 0.0)),
    attempt(2, trial("a", 1.0), trial("b", 1.0, finished_at="2026-10-07T23:30:00-02:00")),
)


def test_folder_becomes_an_experiment() -> None:
    result = read(*TWO)
    assert not result.problems
    (experiment,) = result.experiments
    assert experiment.benchmark_name == "bench"
    assert experiment.harness_name == "PenguinHarness 0.1.0"
    assert experiment.model_name == "the-model"
    assert experiment.algorithm == "baseline"
    assert experiment.date == "2026-10-08"
    assert dict(experiment.extra_meta) == {
        "provider": "provider",
        "thinking": "max",
        "source_folder": "results/v0.1.0/bench",
    }
    files = experiment_files("i", experiment)
    assert files["test/attempt-1.yaml"] == (
        "attempt: 1\n"
        "score: 0.5\n"
        "cost: 0.2\n"
        "duration_ms: 2468\n"
        "tokens: 214\n"
        "results:\n"
        '  - { source: "a", score: 0.0, cost: 0.1, duration_ms: 1234, tokens: 107 }\n'
        '  - { source: "b", score: 1.0, cost: 0.1, duration_ms: 1234, tokens: 107 }\n'
    )
    assert score_mean(experiment) == 0.75
    assert score_std(experiment) == pytest.approx(0.125**0.5)
    assert (
        "cost_total: 0.4\nduration_ms_total: 4936\ntokens_total: 428\n"
        in (files["test/summary.yaml"])
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"reward": None},
        {"reward": ...},
        {"status": "server_failed"},
        {"status": "config_failed"},
        {"requests": 0},
    ],
)
def test_trial_that_was_not_run_is_not_scored(changes: dict[str, object]) -> None:
    result = read(attempt(1, trial("a", **changes), trial("b", 0.5)))
    assert not result.problems
    assert [task.score for task in result.experiments[0].attempts[0].tasks] == [None, 0.5]
    assert [note.reason for note in result.left_out] == ["a: not scored"]


def test_timeout_with_a_reward_of_zero_counts() -> None:
    result = read(attempt(1, trial("a", 0, status="timeout"), trial("b", 1)))
    assert score_mean(result.experiments[0]) == 0.5
    assert not result.left_out


@pytest.mark.parametrize(
    "changes", [{"cost_usd": None}, {"cost_usd": ...}, {"cost_complete": False}]
)
def test_unknown_cost_makes_the_total_unknown(changes: dict[str, object]) -> None:
    result = read(attempt(1, trial("a", 1.0, **changes), trial("b", 0.5)))
    text = experiment_files("i", result.experiments[0])["test/summary.yaml"]
    assert "cost_total: null\n" in text
    assert [note.reason for note in result.left_out] == ["a: cost unknown"]


def test_missing_tokens_and_seconds_are_unknown() -> None:
    result = read(attempt(1, trial("a", 1.0, n_output_tokens=None, agent_seconds=...)))
    (task,) = result.experiments[0].attempts[0].tasks
    assert (task.tokens, task.duration_ms) == (None, None)


def test_missing_algorithm_names_the_option() -> None:
    assert codes(read(*TWO, options=ImportOptions())) == [
        ("error", "missing-algorithm", "--algorithm")
    ]


def test_options_take_the_place_of_names() -> None:
    options = ImportOptions(
        harness="H", model="M", algorithm="A", benchmark="B", date="2026-01-01", phase="val"
    )
    (experiment,) = read(*TWO, options=options).experiments
    assert (
        experiment.harness_name,
        experiment.model_name,
        experiment.algorithm,
        experiment.benchmark_name,
        experiment.date,
        experiment.phase,
    ) == ("H", "M", "A", "B", "2026-01-01", "val")


def test_model_without_provider_and_other_agents_stay_as_written() -> None:
    (experiment,) = read(attempt(1, trial("a", 1, model="m", agent="puffin"))).experiments
    assert (experiment.model_name, experiment.harness_name) == ("m", "puffin 0.1.0")
    assert "provider" not in experiment.extra_meta


def test_summary_that_agrees_is_silent() -> None:
    figures = {
        "accuracy_mean": 75.0,
        "accuracy_std": 35.36,
        "cost_usd_total": 0.4,
        "tokens_total": {"input": 400, "cached": 360, "output": 28},
    }
    assert not read(*TWO, summary(**figures)).problems


@pytest.mark.parametrize(
    ("figures", "key"),
    [
        ({"accuracy_mean": 75.01}, "benchmarks[0].accuracy_mean"),
        ({"accuracy_std": 25.0}, "benchmarks[0].accuracy_std"),
        ({"cost_usd_total": 0.400002}, "benchmarks[0].cost_usd_total"),
        ({"tokens_total": {"input": 399, "output": 28}}, "benchmarks[0].tokens_total"),
    ],
)
def test_summary_that_differs_is_a_warning(figures: dict[str, object], key: str) -> None:
    result = read(*TWO, summary(**figures))
    assert codes(result) == [("warning", "summary-differs", key)]
    assert result.problems[0].line > 1
    assert len(result.experiments) == 1


def test_benchmark_that_the_summary_lacks_is_a_warning() -> None:
    result = read(*TWO, summary(id="other"))
    assert codes(result) == [("warning", "not-in-summary", "benchmarks")]


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ((attempt(2, trial("a", 1)),), "attempt-gap"),
        ((attempt(1, trial("a", 1), trial("a", 0)),), "duplicate-task"),
        ((attempt(1, trial("a", 1), trial("b", 1)), attempt(2, trial("a", 1))), "missing-task"),
        ((attempt(1, trial("a", None)),), "no-score"),
        ((attempt(1),), "empty"),
        ((attempt(1, trial("a", 1), trial("b", 1, model="x/y")),), "mixed-results"),
        ((attempt(1, trial("a", 1), benchmark="other"),), "mixed-results"),
        ((attempt(1, trial("a", 66.3)),), "score-range"),
        ((attempt(1, trial("a", "1")),), "type"),
        ((attempt(1, trial("a", True)),), "type"),
        ((attempt(1, trial("a", 1, cost_usd=-1)),), "negative"),
        ((attempt(1, trial("a", 1, finished_at="yesterday")),), "time"),
        ((attempt(1, trial("a\x1b", 1)),), "control-character"),
        ((attempt(1, trial("a", 1, agent=...)),), "missing-key"),
        ((attempt(1, trial("a", float("nan"))),), "not-finite"),
    ],
)
def test_bad_input_is_an_error(files: tuple[SourceFile, ...], code: str) -> None:
    result = read(*files)
    assert {p.code for p in result.problems if p.is_error} == {code}


def test_broken_files_are_all_reported_with_their_lines() -> None:
    files = [
        SourceFile(path="r/v/bench/attempt-1.json", data=b'[\n{"task": }]'),
        SourceFile(path="r/v/bench/attempt-2.json", data=b'[{"task": "a",\n "task": "b"}]'),
        SourceFile(path="r/v/summary.json", data=b"{"),
        SourceFile(path="r/v/other/attempt-1.json", data=b"{}"),
    ]
    found = {(p.path, p.line, p.code) for p in read(*files).problems}
    assert found >= {
        ("r/v/bench/attempt-1.json", 2, "syntax"),
        ("r/v/bench/attempt-2.json", 2, "duplicate-key"),
        ("r/v/summary.json", 1, "syntax"),
        ("r/v/other/attempt-1.json", 1, "type"),
    }


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("results/v1/bench/attempt-1.json", True),
        ("bench/attempt-12.json", True),
        ("results/v1/summary.json", True),
        ("attempt-1.json", False),
        ("bench/attempt-0.json", False),
        ("bench/attempt-01.json", False),
        ("bench/attempt-1.json.bak", False),
        ("bench/other.json", False),
    ],
)
def test_wants(path: str, wanted: bool) -> None:
    assert wants(path) is wanted
