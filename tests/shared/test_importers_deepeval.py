"""DeepEval: the scores, the time and the judge's cost of real and sample test runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("deepeval")
ROWS = truths("deepeval")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file'][:20]}-{row['task']}")
def test_metric_is_as_stored(tmp_path: Path, row: Row) -> None:
    options = {} if row["model"] else {"model": "tested"}
    imported = Imported(
        tmp_path,
        "deepeval",
        DATA / row["file"],
        algorithm="baseline",
        benchmark="checks",
        metric=(row["task"],),
        **options,
    )
    name = imported.one(model_name=row["model"] or "tested", metric=row["task"])
    files = imported.written[name]
    assert imported.score(name) == pytest.approx(row["value"], abs=EXACT)
    (attempt,) = files["attempts"]
    assert len(attempt["results"]) == row["n"]
    assert files["summary"]["cost_total"] is None
    if "evaluation_cost" in row:
        assert files["summary"]["evaluation_cost"] == pytest.approx(row["evaluation_cost"])
    if "run_duration_s" in row:
        assert files["summary"]["run_seconds"] == row["run_duration_s"]
    if row["task"] == "Bias":
        assert files["meta"]["metric_direction"] == "lower"
