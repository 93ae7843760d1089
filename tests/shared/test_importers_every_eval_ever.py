"""every_eval_ever: stored and published values of real records, version by version."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("every_eval_ever")
ROWS = truths("every_eval_ever")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['file']}-{row['task']}")
def test_record_is_as_stored(tmp_path: Path, row: Row) -> None:
    options = {} if "agent" in row else {"harness": "harness"}
    imported = Imported(
        tmp_path, "every-eval-ever", DATA / row["file"], algorithm="baseline", **options
    )
    # HELM puts the metric behind the task's name.
    with_metric = f"{row['task']} - {row['metric']}"
    tasks = {files["meta"]["benchmark_name"] for files in imported.written.values()}
    name = imported.one(
        benchmark_name=with_metric if with_metric in tasks else row["task"],
        model_name=row["model"],
        harness_name=row.get("agent", "harness"),
    )
    summary = imported.written[name]["summary"]
    assert imported.score(name) == pytest.approx(row["value"], abs=EXACT)
    assert summary.get("n_samples") == row["n"]
    assert summary["n_attempt"] == row.get("runs", 1)
    if "total_cost_usd" in row:
        assert summary["cost_total"] / row["runs"] == pytest.approx(row["total_cost_usd"])
