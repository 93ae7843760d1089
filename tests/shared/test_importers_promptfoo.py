"""promptfoo: scores, verdicts, costs, tokens and latencies of real outputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("promptfoo")
ROWS = truths("promptfoo")
# What begins the prompt that a row of truth is about.
PROMPTS = ("Rephrase this in", "Translate this to", "Who won the world", "This team won the")


def options(row: Row) -> dict[str, Any]:
    found = {"algorithm": "baseline", "benchmark": "riddles"}
    return found if row["model"] else {**found, "model": "unknown"}


def experiments(imported: Imported, row: Row) -> list[str]:
    """The experiments of the row's model and prompt."""
    start = next((text for text in PROMPTS if text in (row["task"] or "")), "")
    return [
        name
        for name, files in imported.written.items()
        if files["meta"]["model_name"] == (row["model"] or "unknown")
        and start in files["meta"]["prompt"]
    ]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file'][:9]}-{row['task']}"[:60])
def test_prompt_is_as_stored(tmp_path: Path, row: Row) -> None:
    imported = Imported(tmp_path, "promptfoo", DATA / row["file"], **options(row))
    names = experiments(imported, row)
    # One row of truth is of two prompts.
    assert len(names) == (2 if row["task"] is None else 1)
    metric = "pass_rate" if row["metric"] == "pass rate" else "score_mean"
    tasks = 0
    for name in names:
        summary = imported.written[name]["summary"]
        assert imported.score(name, metric) == pytest.approx(row["value"], abs=EXACT)
        assert summary["cost_total"] == pytest.approx(row["cost_usd"], abs=1e-9)
        assert summary["tokens_total"] == row["tokens"]
        assert summary.get("latency_ms") == row.get("latency_ms")
        (attempt,) = imported.written[name]["attempts"]
        tasks += len(attempt["results"])
        if "passes" in row:
            assert summary["pass_rate"] * row["n"] == row["passes"]
            assert sum(task["score"] for task in attempt["results"]) == pytest.approx(
                row["score_sum"], abs=EXACT
            )
    assert tasks == row["n"]
    assert all(
        imported_row.stated is None
        or imported_row.score_mean == pytest.approx(imported_row.stated.value, abs=EXACT)
        for imported_row in imported.report.rows
    )
