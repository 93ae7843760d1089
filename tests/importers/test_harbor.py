"""Harbor: rewards of trials; an errored trial is missing, not zero."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written


def trial(task: str, reward: float | None, start: int = 0, **more: Any) -> dict[str, Any]:
    verified = None if reward is None else {"rewards": {"reward": reward}}
    return {
        "task_name": f"bench/{task}",
        "trial_name": f"{task}__{start}",
        "source": "bench/bench-2",
        "agent_info": {
            "name": "agent",
            "version": "0.1",
            "model_info": {"name": "m-1", "provider": "org"},
        },
        "agent_result": {
            "n_input_tokens": 100,
            "n_cache_tokens": 90,
            "n_output_tokens": 10,
            "cost_usd": None,
            "metadata": {"api_equivalent_cost_usd": 0.1},
        },
        "verifier_result": verified,
        "exception_info": {"exception_type": "RuntimeError"} if reward is None else None,
        "started_at": f"2026-08-24T23:0{start}:00.5Z",
        "agent_execution": {
            "started_at": "2026-08-24T05:48:43.000000Z",
            "finished_at": "2026-08-24T05:49:36.500000Z",
        },
        **more,
    }


def job(mean: float) -> dict[str, Any]:
    evals = {"agent__m-1__bench/bench-2": {"n_trials": 1, "metrics": [{"mean": mean}]}}
    return {"n_total_trials": 1, "stats": {"evals": evals}, "started_at": "2026-08-24T01:47:56.16"}


def test_trials_of_a_task_are_attempts_in_their_order(tmp_path: Path) -> None:
    files = {
        "job/result.json": job(0.75),
        "job/b/result.json": trial("one", 0.0, 2),
        "job/a/result.json": trial("one", 1.0, 1),
        "job/c/result.json": trial("two", 1.0, 1),
        "job/d/result.json": trial("two", 1.0, 2),
        "job/e/other.json": {"unrelated": 1},
    }
    report = run(tmp_path, None, files, algorithm="plain")
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "bench-bench-2-plain-org-m-1-20260824"
    assert [[task["score"] for task in a["results"]] for a in found["attempts"]] == [[1, 1], [0, 1]]
    assert found["attempts"][0]["results"][0] == {
        "source": "bench/one",
        "score": 1,
        "duration_ms": 53500,
        "tokens": 110,
    }
    assert found["summary"]["cost_total"] is None
    assert board_score(tmp_path / "root", leaf(name)) == [0.75]
    assert report.rows[0].stated is not None


def test_an_errored_trial_is_missing_and_the_difference_shows() -> None:
    files = {
        "job/result.json": job(0.5),
        "a/result.json": trial("one", 1.0),
        "b/result.json": trial("two", None),
    }
    result = read("harbor", files, algorithm="plain")
    (experiment,) = result.experiments
    assert [task.score for task in experiment.attempts[0].tasks] == [1.0, None]
    assert reasons(result) == ["bench/two: not scored (RuntimeError)"]
    assert experiment.stated is not None
    assert experiment.stated.value == 0.5


def test_nothing_scored_is_no_experiment() -> None:
    result = read("harbor", {"b/result.json": trial("two", None)}, algorithm="plain")
    assert result.experiments == ()
    assert reasons(result)[1] == "an attempt of which no trial was scored"


def test_a_measured_zero_counts() -> None:
    (experiment,) = read("harbor", {"a.json": trial("x", 0.0)}, algorithm="plain").experiments
    assert experiment.attempts[0].tasks[0].score == 0.0


def test_several_rewards_need_the_option() -> None:
    content = trial("x", 1.0)
    content["verifier_result"]["rewards"] = {"speed": 0.5, "style": 0.25}
    assert codes(read("harbor", {"a.json": content}, algorithm="plain")) == ["missing-metric"]
    result = read("harbor", {"a.json": content}, algorithm="plain", metric=("style",))
    assert result.experiments[0].attempts[0].tasks[0].score == 0.25
