"""Terminal-Bench and Harbor: accuracies and rewards of real runs."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

from tests.importers.runs import import_paths
from tests.shared.truths import EXACT, Imported, Row, shared, truths

TERMINAL_BENCH = shared("terminal-bench")
HARBOR = shared("harbor")
RUNS = truths("terminal-bench")
TRIALS = truths("harbor")
ORCHESTRATOR = "qwen-3-coder-480B"


@pytest.mark.parametrize(
    "row", [row for row in RUNS if row["agent"] == "chaterm"], ids=lambda row: row["file"][-40:]
)
def test_terminal_bench_accuracy(tmp_path: Path, row: Row) -> None:
    path = TERMINAL_BENCH / row["file"]
    folder = path if path.is_dir() else path.parent
    imported = Imported(tmp_path, "terminal-bench", folder, algorithm="baseline")
    name = imported.one(
        model_name=row["model"], benchmark_name=row["task"], harness_name=row["agent"]
    )
    assert imported.score(name) == pytest.approx(row["value"], abs=EXACT)
    files = imported.written[name]
    assert sum(len(attempt["results"]) for attempt in files["attempts"]) == row["n"]
    if "sample_std" in row:
        std = files["summary"]["score_std"]
        assert std == pytest.approx(row["sample_std"], abs=EXACT)
        n_attempt = files["summary"]["n_attempt"]
        assert std / math.sqrt(n_attempt) == pytest.approx(row["stderr"], abs=EXACT)


def test_terminal_bench_attempts_of_one_file(tmp_path: Path) -> None:
    row = next(row for row in RUNS if row["agent"] == "LeadArchitectAgent")
    path = (TERMINAL_BENCH / row["file"]).parent
    options = {"algorithm": "baseline", "model": ORCHESTRATOR}
    imported = Imported(tmp_path, "terminal-bench", path, **options)
    name = imported.one(harness_name=row["agent"], benchmark_name=row["task"])
    files = imported.written[name]
    assert imported.score(name) == pytest.approx(row["value"], abs=EXACT)
    scores = [attempt["score"] for attempt in files["attempts"]]
    assert scores == pytest.approx(row["by_attempt"], abs=EXACT)
    assert stdev(scores) == pytest.approx(row["sample_std"], abs=EXACT)
    assert sum(len(attempt["results"]) for attempt in files["attempts"]) == row["n"]
    for k, stated in row["pass_at_k"].items():
        assert files["summary"][f"pass_at_{k}"] == stated
        assert pass_at_k(files["attempts"], k) == pytest.approx(stated, abs=EXACT)


def pass_at_k(attempts: list[dict[str, Any]], k: int) -> float:
    """The unbiased estimate from the written attempts."""
    solved: Counter[str] = Counter()
    for attempt in attempts:
        solved.update({task["source"]: int(task["score"]) for task in attempt["results"]})
    n = len(attempts)
    return fmean(1 - math.comb(n - c, k) / math.comb(n, k) for c in solved.values())


@pytest.mark.parametrize("row", TRIALS, ids=lambda row: row["file"])
def test_harbor_trial(tmp_path: Path, row: Row) -> None:
    folder = (HARBOR / row["file"]).parent
    if row["value"] is None:
        report = import_paths(tmp_path, "harbor", [folder], algorithm="baseline")
        assert report.rows == ()
        assert any(row["exception_type"] in note.reason for note in report.left_out)
        return
    imported = Imported(tmp_path, "harbor", folder, algorithm="baseline")
    name = imported.one(model_name=row["model"])
    assert imported.score(name) == row["value"]
    ((task,),) = [attempt["results"] for attempt in imported.written[name]["attempts"]]
    assert task["source"] == row["task"]
    assert task["tokens"] == row["input_tokens"] + row["output_tokens"]
    assert task["duration_ms"] == pytest.approx(row["agent_seconds"] * 1000, abs=0.5)
    assert imported.written[name]["summary"]["cost_total"] is None
    assert imported.written[name]["meta"]["harness_name"] == row.get(
        "agent", "matched-subscription-smoke"
    )
