"""HELM: stored statistics of real runs, recomputed from their instances."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("helm")
ROWS = truths("helm")


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row['task']}-{row['split']}-{row['metric']}"
)
def test_statistic_is_as_stored(tmp_path: Path, row: Row) -> None:
    folder = (DATA / row["file"]).parent
    options = {"algorithm": "baseline", "metric": ("exact_match",)}
    # Both splits of a run in one phase, so that one board can have both.
    imported = Imported(tmp_path, "helm", folder, phase="test", **options)
    name = imported.one(model_name=row["model"], split=row["split"])
    scenario, _, argument = row["task"].rstrip(")").partition(" (")
    assert imported.written[name]["meta"]["benchmark_name"].startswith(f"{scenario}:{argument}")
    metric = "score_mean" if row["metric"] == "exact_match" else row["metric"]
    assert imported.score(name, metric) == pytest.approx(row["value"], abs=EXACT)
    (attempt,) = imported.written[name]["attempts"]
    assert len(attempt["results"]) == row["n"]
