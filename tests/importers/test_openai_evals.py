"""OpenAI evals: whole logs only, events where they agree with the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, lines, read, reasons, run, written

SPEC = {
    "spec": {
        "completion_fns": ["gpt-m"],
        "eval_name": "roles.test.v1",
        "created_at": "2024-02-06 06:28:16.896800",
        "run_id": "r1",
    }
}


def event(kind: str, sample: str, **data: Any) -> dict[str, Any]:
    return {"type": kind, "sample_id": sample, "data": data}


EVENTS = [
    event("sampling", "s.1", prompt="secret"),
    event("match", "s.1", correct=True),
    event("match", "s.2", correct=False),
]
REPORT = {"final_report": {"accuracy": 0.5, "boostrap_std": 0.1}}


def test_a_whole_log_is_an_experiment(tmp_path: Path) -> None:
    report = run(tmp_path, None, {"a.jsonl": lines(SPEC, *EVENTS, REPORT)}, algorithm="plain")
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "roles.test.v1-plain-gpt-m-20240206"
    assert found["attempts"][0]["results"] == [
        {"source": "s.1", "score": 1},
        {"source": "s.2", "score": 0},
    ]
    assert found["summary"]["boostrap_std"] == 0.1
    assert board_score(tmp_path / "root", leaf(name)) == [0.5]


def test_a_log_that_was_interrupted_is_left_out(tmp_path: Path) -> None:
    text = lines(SPEC, *EVENTS, event("metrics", "s.3", choice="E", score=None))
    report = run(tmp_path, None, {"a.jsonl": text}, algorithm="plain")
    assert codes(report) == ["nothing-found"]
    assert reasons(report) == ["no final_report: it did not end"]


def test_a_null_is_missing_and_other_events_are_left_out() -> None:
    rows = [event("metrics", "a", score=0.5), event("metrics", "b", score=None)]
    whole = read("openai-evals", {"a.jsonl": lines(SPEC, *rows, REPORT)}, algorithm="plain")
    tasks = whole.experiments[0].attempts[0].tasks
    assert [(task.source, task.score) for task in tasks] == [("a", 0.5), ("b", None)]
    other = read("openai-evals", {"a.jsonl": lines(SPEC, rows[1], REPORT)}, algorithm="plain")
    assert other.experiments[0].attempts == ()
    assert reasons(other) == [
        "rows whose mean is not the stated accuracy: the stated value is taken"
    ]


def test_a_line_that_is_cut_is_an_error_with_its_line() -> None:
    text = lines(SPEC, *EVENTS) + '{"final_report": {"acc'
    (problem,) = read("openai-evals", {"a.jsonl": text}, algorithm="plain").problems
    assert (problem.code, problem.line) == ("syntax", 5)
