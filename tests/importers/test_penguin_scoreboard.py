"""PenguinHarness scoreboards: runs as attempts, stored averages that rule, older entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

FORMAT = "penguin-scoreboard"
FILE = "benchmarks/file-work/scoreboard.yaml"


def one_run(score: float, cost: float | None = None, duration_ms: int = 1000) -> dict[str, Any]:
    return {"score": score, "cost": cost, "duration_ms": duration_ms, "session_id": "session-1"}


def case(name: str, score: float, *runs: dict[str, Any]) -> dict[str, Any]:
    return {"case": name, "score": score, "cost": None, "duration_ms": 1000, "runs": list(runs)}


def evaluation(score: float, *cases: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "time": "2026-07-14T09:30:00Z",
        "version": 1,
        "provider": "maker",
        "model_id": "small-model",
        "thinking_level": "medium",
        "summary_title": "First round",
        "summary": "What was <b>tried</b>.",
        "score": score,
        "cost": 0.5,
        "duration_ms": 1000,
        "cases": list(cases),
        **more,
    }


def scoreboard(*evaluations: dict[str, Any]) -> dict[str, object]:
    return {FILE: {"evaluations": evaluations}}


def test_runs_are_attempts_and_percent_become_fractions(tmp_path: Path) -> None:
    content = scoreboard(
        evaluation(
            46.67,
            case("tidy", 33.33, one_run(33.33, 0.25), one_run(33.33, 0.5, 2000)),
            case("sum", 60, one_run(50, 0.125), one_run(70, 0.125)),
        )
    )
    report = run(tmp_path, None, content, algorithm="plain")
    assert codes(report) == []
    ((name, found),) = written(tmp_path / "root").items()
    assert name == "file-work-plain-small-model-20260714"
    assert found["meta"]["harness_name"] == "PenguinHarness"
    assert found["meta"]["thinking_level"] == "medium"
    assert [attempt["results"] for attempt in found["attempts"]] == [
        [
            {"source": "sum", "score": 0.5, "cost": 0.125, "duration_ms": 1000},
            {"source": "tidy", "score": 0.3333, "cost": 0.25, "duration_ms": 1000},
        ],
        [
            {"source": "sum", "score": 0.7, "cost": 0.125, "duration_ms": 1000},
            {"source": "tidy", "score": 0.3333, "cost": 0.5, "duration_ms": 2000},
        ],
    ]
    assert found["summary"]["cost_total"] == 1
    (score,) = board_score(tmp_path / "root", leaf(name))
    assert score is not None
    assert abs(score - 0.46665) < 1e-12
    assert report.rows[0].stated is not None
    assert report.rows[0].stated.value == 0.4667


def test_a_stored_average_rules_over_its_runs(tmp_path: Path) -> None:
    content = scoreboard(evaluation(80.2, case("tidy", 80.2, one_run(80), one_run(82))))
    report = run(tmp_path, FORMAT, content, algorithm="plain")
    assert reasons(report) == [
        "runs whose means are not the stored scores: the stored score is taken"
    ]
    ((name, found),) = written(tmp_path / "root").items()
    assert found["attempts"] == []
    assert found["summary"]["n_attempt"] == 2
    assert board_score(tmp_path / "root", leaf(name)) == [0.802]


def test_a_score_of_one_is_one_percent() -> None:
    content = scoreboard(evaluation(1, case("tidy", 1, one_run(1))))
    (experiment,) = read(FORMAT, content, algorithm="plain").experiments
    assert experiment.attempts[0].tasks[0].score == 0.01


def test_the_stored_mean_cost_is_no_total_and_zero_is_unknown(tmp_path: Path) -> None:
    content = scoreboard(evaluation(50, case("tidy", 50, one_run(50, 0.5), one_run(50, 0))))
    run(tmp_path, FORMAT, content, algorithm="plain")
    ((_, found),) = written(tmp_path / "root").items()
    assert found["summary"]["cost_total"] is None
    assert [attempt["cost"] for attempt in found["attempts"]] == [0.5, None]


def test_a_case_with_fewer_runs_leaves_the_stored_score() -> None:
    content = scoreboard(
        evaluation(50, case("tidy", 50, one_run(50), one_run(50)), case("sum", 50, one_run(50)))
    )
    (experiment,) = read(FORMAT, content, algorithm="plain").experiments
    assert experiment.attempts == ()
    assert experiment.summary is not None
    assert experiment.summary.score_mean == 0.5


def test_evaluations_are_experiments_and_older_entries_are_left_out(tmp_path: Path) -> None:
    older = {"time": "2026-06-01T00:00:00Z", "model_id": "small-model", "max_score": 10}
    content = scoreboard(
        older,
        evaluation(50, case("tidy", 50, one_run(50))),
        evaluation(75, case("tidy", 75, one_run(75)), time="2026-07-20T09:30:00Z", version=2),
        evaluation(25, case("tidy", 25, one_run(25)), thinking_level="high"),
        evaluation(30, case("tidy", 30)),
    )
    report = run(tmp_path, FORMAT, content, algorithm="plain")
    assert codes(report) == []
    assert reasons(report) == ["an entry without a score or without runs"] * 2
    found = [files["summary"]["score_mean"] for files in written(tmp_path / "root").values()]
    assert sorted(found) == [0.25, 0.5, 0.75]


def test_what_is_no_percentage_is_an_error_with_its_place() -> None:
    content = "evaluations:\n  - model_id: m\n    score: 101\n    cases: []\n"
    (problem,) = read(FORMAT, {FILE: content}, algorithm="plain").problems
    assert (problem.code, problem.line, problem.key) == ("score-range", 3, "evaluations[0].score")


def test_a_case_twice_and_a_missing_model_are_errors() -> None:
    twice = evaluation(50, case("tidy", 50, one_run(50)), case("tidy", 50, one_run(50)))
    assert codes(read(FORMAT, scoreboard(twice), algorithm="plain")) == ["duplicate-task"]
    nameless = evaluation(50, case("tidy", 50, one_run(50)), model_id=None)
    assert codes(read(FORMAT, scoreboard(nameless))) == ["missing-model", "missing-algorithm"]
