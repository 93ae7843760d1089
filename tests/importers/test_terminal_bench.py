"""Terminal-Bench before Harbor: unresolved counts, attempts by name or by run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

METADATA = {
    "agent_name": "agent",
    "dataset_name": "core",
    "dataset_version": "0.1.1",
    "model_name": "org/model",
    "start_time": "2025-09-10T18:03:58.923856+00:00",
    "end_time": "2025-09-10T20:52:07.166488+00:00",
}


def trial(task: str, resolved: bool | None, name: str = "", **more: Any) -> dict[str, Any]:
    return {"task_id": task, "trial_name": f"{task}.{name}", "is_resolved": resolved, **more}


def results(*trials: dict[str, Any], accuracy: float | None = 0.5) -> dict[str, Any]:
    return {"results": trials, "n_resolved": 1, "n_unresolved": 1, "accuracy": accuracy}


def test_a_null_has_failed_and_a_resolved_timeout_has_not(tmp_path: Path) -> None:
    usage = {"total_input_tokens": 10, "total_output_tokens": 2}
    times = {
        "agent_started_at": "2025-09-10T11:49:30.250000+00:00",
        "agent_ended_at": "2025-09-10T11:49:32.000000+00:00",
    }
    content = results(
        trial("a.b", True, "1-of-1.run", failure_mode="agent_timeout", **usage, **times),
        trial("c", None, "1-of-1.run", total_input_tokens=0, total_output_tokens=2),
    )
    files = {"run/results.json": content, "run/run_metadata.json": METADATA}
    report = run(tmp_path, None, files, algorithm="plain")
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "core-0.1.1-plain-org-model-20250910"
    assert found["attempts"][0]["results"] == [
        {"source": "a.b", "score": 1, "duration_ms": 1750, "tokens": 12},
        {"source": "c", "score": 0, "duration_ms": None, "tokens": None},
    ]
    assert board_score(tmp_path / "root", leaf(name)) == [0.5]


def test_numbers_in_names_are_attempts() -> None:
    content = results(
        trial("x.hard", False, "2-of-2"),
        trial("x.hard", True, "1-of-2"),
        trial("y", True, "1-of-2"),
    )
    files = {"run/results.json": content, "run/run_metadata.json": METADATA}
    (experiment,) = read("terminal-bench", files, algorithm="plain").experiments
    assert [[task.score for task in attempt.tasks] for attempt in experiment.attempts] == [
        [1, 1],
        [0, 0],
    ]


def test_runs_of_one_agent_and_model_are_attempts() -> None:
    files: dict[str, object] = {}
    for number, resolved in enumerate((True, False)):
        folder = f"sub/2025-09-1{number}"
        accuracy = float(resolved)
        files[f"{folder}/results.json"] = results(trial("x", resolved), accuracy=accuracy)
        files[f"{folder}/run_metadata.json"] = METADATA
    (experiment,) = read("terminal-bench", files, algorithm="plain").experiments
    assert [attempt.tasks[0].score for attempt in experiment.attempts] == [1, 0]
    assert experiment.stated is not None
    assert experiment.stated.value == 0.5


def test_one_trial_twice_is_an_error() -> None:
    content = results(trial("x", False, "1-of-1"), trial("x", True, "1-of-1"))
    files = {"run/results.json": content, "run/run_metadata.json": METADATA}
    assert codes(read("terminal-bench", files, algorithm="plain")) == ["duplicate-task"]


def test_a_run_that_did_not_end_is_left_out() -> None:
    files = {
        "run/results.json": results(trial("x", True), accuracy=None),
        "run/run_metadata.json": {**METADATA, "end_time": None},
    }
    result = read("terminal-bench", files, algorithm="plain")
    assert reasons(result) == ["the run did not end"]
    assert result.experiments == ()


def test_a_model_that_is_null_is_asked_for() -> None:
    files = {
        "run/results.json": results(trial("x", True)),
        "run/run_metadata.json": {**METADATA, "model_name": None},
    }
    assert codes(read("terminal-bench", files, algorithm="plain")) == ["missing-model"]
    assert codes(read("terminal-bench", files, algorithm="plain", model="m")) == []


def test_the_file_states_its_own_accuracy(tmp_path: Path) -> None:
    files = {
        "run/results.json": results(trial("x", True), accuracy=0.25),
        "run/run_metadata.json": METADATA,
    }
    report = run(tmp_path, "terminal-bench", files, algorithm="plain")
    assert report.rows[0].stated is not None
    assert (report.rows[0].score_mean, report.rows[0].stated.value) == (1.0, 0.25)
