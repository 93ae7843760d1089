"""Inspect AI: logs as JSON and as archives, whole runs only, samples where they agree."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.importers.runs import board_score, codes, leaf, read, read_broken, reasons, run, written

MODEL = "org/model"


def sample(source: int, value: object, epoch: int = 1, **more: Any) -> dict[str, Any]:
    scores = {} if value is None else {"match": {"value": value, "answer": "Yes"}}
    return {"id": source, "epoch": epoch, "input": "a question", "scores": scores, **more}


def log(samples: list[dict[str, Any]], value: float, **changes: Any) -> dict[str, Any]:
    epochs = max([row["epoch"] for row in samples], default=1)
    return {
        "version": 2,
        "status": "success",
        "eval": {
            "task": "popularity",
            "model": MODEL,
            "created": "2025-05-12T23:28:13-04:00",
            "config": {"epochs": epochs},
            "packages": {"inspect_ai": "0.3.95"},
        },
        "results": {
            "total_samples": len(samples),
            "completed_samples": len(samples),
            "scores": [
                {
                    "name": "match",
                    "metrics": {"accuracy": {"value": value}, "stderr": {"value": 0.25}},
                }
            ],
        },
        "stats": {
            "started_at": "2025-05-12T20:28:13-04:00",
            "completed_at": "2025-05-12T20:28:15-04:00",
            "model_usage": {
                MODEL: {"input_tokens": 60, "output_tokens": 2, "total_tokens": 162},
                "org/grader": {"total_tokens": 999},
            },
        },
        "samples": samples,
        **changes,
    }


def archive(content: dict[str, Any], *, summaries: bool = True, **members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        rows = content.pop("samples")
        file.writestr("_journal/start.json", "{}")
        for row in rows:
            name = f"samples/{row['id']}_epoch_{row['epoch']}.json"
            file.writestr(name, json.dumps(row))
        if summaries:
            file.writestr("summaries.json", json.dumps(rows))
        file.writestr("header.json", json.dumps(content))
        for name, data in members.items():
            file.writestr(name, data)
    return buffer.getvalue()


EPOCHS = [sample(1, "C"), sample(2, "I"), sample(1, "C", 2), sample(2, "C", 2)]


@pytest.mark.parametrize("kind", ["json", "summaries", "members"])
def test_epochs_are_attempts_and_samples_tasks(tmp_path: Path, kind: str) -> None:
    content = log(EPOCHS, 0.75)
    files: dict[str, object] = {"a.json": content}
    if kind != "json":
        files = {"a.eval": archive(content, summaries=kind == "summaries")}
    report = run(tmp_path, None, files, algorithm="plain")
    assert codes(report) == []
    (name, found), *_ = written(tmp_path / "root").items()
    assert name == "popularity-plain-org-model-20250513"
    assert [
        [(task["source"], task["score"]) for task in attempt["results"]]
        for attempt in found["attempts"]
    ] == [[("1", 1.0), ("2", 0.0)], [("1", 1.0), ("2", 1.0)]]
    assert found["summary"]["n_attempt"] == 2
    assert found["summary"]["tokens_total"] == 162
    assert found["summary"]["duration_ms_total"] == 2000
    assert found["summary"]["stderr,match"] == 0.25
    assert board_score(tmp_path / "root", leaf(name)) == [0.75]
    assert report.rows[0].stated is not None


def test_a_sample_without_a_score_is_missing_and_in_no_mean() -> None:
    rows = [sample(1, "C"), sample(2, "P"), sample(3, None, error={"message": "broke"})]
    result = read("inspect", {"a.json": log(rows, 0.75)}, algorithm="plain")
    tasks = result.experiments[0].attempts[0].tasks
    assert [(task.source, task.score) for task in tasks] == [("1", 1.0), ("2", 0.5), ("3", None)]


def test_usage_of_samples_is_that_of_the_tested_model() -> None:
    usage = {MODEL: {"total_tokens": 10}, "org/grader": {"total_tokens": 5}}
    rows = [sample(n, "C", model_usage=usage, total_time=1.5) for n in (1, 2)]
    experiment = read("inspect", {"a.json": log(rows, 1.0)}, algorithm="plain").experiments[0]
    assert [(t.tokens, t.duration_ms) for t in experiment.attempts[0].tasks] == [(10, 1500)] * 2
    assert experiment.tokens_total is None


@pytest.mark.parametrize(
    ("samples", "value", "reason"),
    [
        (
            [sample(1, "C")],
            0.5,
            "rows whose mean is not the stated accuracy,match: the stated value is taken",
        ),
        (
            [sample(1, {"a": 1})],
            0.5,
            "rows whose mean is not the stated accuracy,match: the stated value is taken",
        ),
    ],
)
def test_samples_that_give_another_value_are_left_out(
    samples: list[dict[str, Any]], value: float, reason: str
) -> None:
    result = read("inspect", {"a.json": log(samples, value)}, algorithm="plain")
    assert reasons(result) == [reason]
    summary = result.experiments[0].summary
    assert summary is not None
    assert summary.score_mean == value


def test_a_log_that_keeps_some_samples_gives_its_stated_value() -> None:
    content = log([sample(1, "C")], 0.7)
    content["results"] |= {"total_samples": 80, "completed_samples": 78}
    result = read("inspect", {"a.json": content}, algorithm="plain")
    assert reasons(result) == ["1 of 80 samples: the stated value is taken"]
    assert result.experiments[0].metrics["n_samples"] == 78


def test_runs_that_did_not_end_are_left_out_with_the_reason(tmp_path: Path) -> None:
    cut = log(EPOCHS, 0.75, status="cancelled")
    cut["results"]["completed_samples"] = 3
    started = log(EPOCHS, 0.75, status="started")
    del started["results"]
    unscored = log(EPOCHS, 0.75)
    unscored["results"]["scores"] = []
    journal = io.BytesIO()
    with zipfile.ZipFile(journal, "w") as file:
        file.writestr("_journal/start.json", "{}")
    files = {"a.json": cut, "b.json": started, "c.json": unscored, "d.eval": journal.getvalue()}
    report = run(tmp_path, "inspect", files, algorithm="plain")
    assert codes(report) == ["nothing-found"]
    assert reasons(report) == [
        'the run ended with the status "cancelled" after 3 of 4 samples',
        'the run ended with the status "started"',
        "the run was not scored",
        "has no header.json: the run did not end",
    ]


def test_a_run_cancelled_after_its_last_sample_is_whole() -> None:
    result = read("inspect", {"a.json": log(EPOCHS, 0.75, status="cancelled")}, algorithm="plain")
    assert result.experiments[0].extra_meta["status"] == "cancelled"


def test_several_scorers_need_the_option() -> None:
    content = log(EPOCHS, 0.75)
    other = {"name": "grade", "metrics": {"mean": {"value": 3.5}, "std": {"value": 1}}}
    content["results"]["scores"].append(other)
    assert codes(read("inspect", {"a.json": content}, algorithm="plain")) == ["missing-metric"]
    result = read("inspect", {"a.json": content}, algorithm="plain", metric=("accuracy",))
    assert result.experiments[0].metrics["mean,grade"] == 3.5


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    data = archive(log(EPOCHS, 0.75), summaries=False, **{"summaries.json": b" " * 40_000_000})
    report = run(tmp_path, "inspect", {"a.eval": data}, algorithm="plain")
    assert codes(report) == ["archive"]
    assert not (tmp_path / "root").exists()


def test_a_large_archive_is_mapped_and_read(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(2**21)
    data = archive(log(EPOCHS, 0.75), **{"media/picture.bin": noise})
    report = run(tmp_path, "inspect", {"a.eval": data}, algorithm="plain")
    assert codes(report) == []
    assert [(row.n_attempt, row.n_tasks) for row in report.rows] == [(2, 2)]


def test_names_in_an_archive_are_never_paths(tmp_path: Path) -> None:
    content = log([sample(1, "C")], 1.0)
    content["samples"][0]["id"] = "../../x"
    data = archive(content, **{"../../evil.json": b"{}", "samples/../../evil.json": b"{}"})
    report = run(tmp_path, "inspect", {"a.eval": data}, algorithm="plain")
    assert codes(report) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["root", "source"]


def test_a_broken_archive_is_an_error() -> None:
    data = archive(log(EPOCHS, 0.75))
    assert codes(read_broken("inspect", "a.eval", data[:-40])) == ["archive"]
    middle = data.replace(data[300:340], b"\xff" * 40)
    assert set(codes(read_broken("inspect", "a.eval", middle))) <= {"archive", "syntax"}
