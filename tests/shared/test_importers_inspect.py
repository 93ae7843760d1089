"""Inspect AI: the aggregates stored in real logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.runs import import_paths
from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("inspect")
ROWS = truths("inspect")


@pytest.mark.parametrize("row", [r for r in ROWS if r["metric"]], ids=lambda row: row["file"])
def test_log_is_as_stored(tmp_path: Path, row: Row) -> None:
    imported = Imported(tmp_path, "inspect", DATA / row["file"], algorithm="baseline")
    name = imported.one(benchmark_name=row["task"], model_name=row["model"])
    files = imported.written[name]
    assert files["meta"]["metric"].partition(",")[0] == row["metric"]
    assert imported.score(name) == pytest.approx(row["value"], abs=EXACT)
    summary = files["summary"]
    assert summary["n_samples"] == row["n"]
    assert files["meta"]["status"] == row.get("status", "success")
    assert summary["n_attempt"] == row.get("epochs", 1)
    if "stderr" in row:
        scorer = files["meta"]["metric"].partition(",")[2]
        assert summary[f"stderr,{scorer}"] == pytest.approx(row["stderr"], abs=EXACT)
    if "input_tokens" in row:
        parts = ("input_tokens", "output_tokens", "cache_read", "cache_write")
        total = row.get("total_tokens", sum(row.get(part, 0) for part in parts))
        assert summary["tokens_total"] == total


def test_unscored_run_is_left_out(tmp_path: Path) -> None:
    row = next(row for row in ROWS if row["metric"] is None)
    report = import_paths(tmp_path, "inspect", [DATA / row["file"]], algorithm="baseline")
    assert [problem.code for problem in report.problems] == ["nothing-found"]
    assert [note.reason for note in report.left_out] == ["the run was not scored"]
