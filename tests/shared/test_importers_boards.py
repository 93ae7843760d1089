"""Aider and HAL: printed and computed values of real files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

AIDER = shared("aider")
HAL = shared("hal")


@pytest.mark.parametrize("row", truths("aider"), ids=lambda row: f"{row['task']}-{row['model']}")
def test_aider_row_is_as_printed(tmp_path: Path, row: Row) -> None:
    imported = Imported(tmp_path, "aider", AIDER / row["file"])
    name = imported.one(benchmark_name=f"aider-{row['task']}", model_name=row["model"])
    files = imported.written[name]
    assert files["meta"]["metric"] == row["metric"]
    assert imported.score(name) * 100 == pytest.approx(row["value"], abs=100 * EXACT)
    assert files["summary"]["n_samples"] == row["n"]
    if "total_cost" in row:
        assert files["summary"]["cost_total"] == (row["total_cost"] or None)


@pytest.mark.parametrize("row", truths("hal"), ids=lambda row: row["file"])
def test_hal_upload(tmp_path: Path, row: Row) -> None:
    # The configuration of these two fixtures is empty.
    options = {"model": row["model"], "benchmark": row["task"], "harness": "tool calling"}
    imported = Imported(tmp_path, "hal", HAL / row["file"], algorithm="baseline", **options)
    name = imported.one(benchmark_name=row["task"], model_name=row["model"])
    (attempt,) = imported.written[name]["attempts"]
    assert imported.score(name) == row["value"]
    assert len(attempt["results"]) == row["n"]
    assert imported.written[name]["summary"]["cost_total"] == pytest.approx(row["cost_usd"])
    if "latency_s_mean" in row:
        assert attempt["duration_ms"] / row["n"] / 1000 == pytest.approx(row["latency_s_mean"])
