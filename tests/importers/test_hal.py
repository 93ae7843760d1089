"""HAL: rewards of an upload's tasks, costs and times by task, encrypted ones left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written


def upload(**changes: Any) -> dict[str, Any]:
    return {
        "config": {
            "agent_name": "Agent",
            "benchmark_name": "taubench",
            "date": "2025-04-01",
            "run_id": "r1",
            "agent_args": {"model_name": "gpt-m"},
        },
        "results": {
            "accuracy": 0.5,
            "latencies": {"0": 1.5, "1": {"total_time": 2.0}},
            "costs": {"0": 0.25, "1": 0},
        },
        "raw_eval_results": {"0": {"reward": 1.0, "cost": 9}, "1": {"reward": 0.0, "cost": 0}},
        "total_usage": {"gpt-m": {"prompt_tokens": 100, "completion_tokens": 20}},
        **changes,
    }


NAMED = {"harness": "h", "model": "m", "benchmark": "b", "algorithm": "plain"}


def test_rewards_are_scores_and_a_cost_of_zero_is_unknown(tmp_path: Path) -> None:
    report = run(tmp_path, None, {"r_UPLOAD.json": upload()}, algorithm="plain")
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "taubench-plain-gpt-m-20250401"
    assert found["meta"]["harness_name"] == "Agent"
    assert found["attempts"][0]["results"] == [
        {"source": "0", "score": 1, "cost": 0.25, "duration_ms": 1500},
        {"source": "1", "score": 0, "cost": None, "duration_ms": 2000},
    ]
    assert found["summary"]["tokens_total"] == 120
    assert found["summary"]["cost_total"] is None
    assert board_score(tmp_path / "root", leaf(name)) == [0.5]


def test_lists_of_tasks_say_what_failed() -> None:
    content = upload(
        results={"successful_tasks": ["a"], "failed_tasks": ["b", "c"], "total_cost": 1.5},
        raw_eval_results={"c": {"reward": None}},
    )
    (experiment,) = read("hal", {"a.json": content}, **NAMED).experiments
    tasks = experiment.attempts[0].tasks
    assert [(task.source, task.score) for task in tasks] == [("a", 1), ("b", 0), ("c", None)]
    assert experiment.cost_total == 1.5


def test_names_that_the_upload_lacks_are_asked_for() -> None:
    content = upload(config={}, total_usage={"a": {}, "b": {}})
    assert codes(read("hal", {"a.json": content})) == [
        "missing-benchmark",
        "missing-harness",
        "missing-model",
        "missing-algorithm",
    ]


def test_the_only_model_in_the_logs_is_the_model() -> None:
    logs = [{"summary": {"usage": {"gpt-m": {"prompt_tokens": 1}}}}]
    content = upload(config={}, total_usage={}, raw_logging_results=logs)
    given = {key: text for key, text in NAMED.items() if key != "model"}
    assert read("hal", {"a.json": content}, **given).experiments[0].model_name == "gpt-m"


def test_encrypted_and_unscored_uploads_are_left_out() -> None:
    files = {
        "a.json": {"encrypted_data": "xxx", "salt": "y"},
        "b.json": upload(raw_eval_results={"0": {"reward": None}}),
    }
    result = read("hal", files, **NAMED)
    assert result.experiments == ()
    assert reasons(result) == ["encrypted: decrypt it with hal-decrypt first", "no task was scored"]
