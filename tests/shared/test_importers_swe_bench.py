"""SWE-bench: published shares from real reports of three layouts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("swe-bench")
ROWS = truths("swe-bench")
# The size of the benchmark, where a report has none.
N_TASKS = {"SWE-bench Lite": 300}


def options(row: Row) -> dict[str, object]:
    if row["task"] == "SWE-bench-java-verified":
        return {"algorithm": "baseline"}
    return {
        "algorithm": "baseline",
        "harness": "SWE-agent",
        "model": row["model"],
        "benchmark": row["task"],
        "n_tasks": N_TASKS.get(row["task"]),
    }


def percent_resolved(imported: Imported, name: str) -> float:
    return 100 * imported.score(name)


@pytest.mark.parametrize(
    "row", [r for r in ROWS if r["metric"] == "resolved"], ids=lambda row: row["file"][:60]
)
def test_share_is_as_published(tmp_path: Path, row: Row) -> None:
    path = DATA / row["file"]
    folder = path.parent.parent if path.parent.name == "results" else path
    imported = Imported(tmp_path, "swe-bench", folder, **options(row))
    name = imported.one(benchmark_name=row["task"], model_name=row["model"])
    assert percent_resolved(imported, name) == pytest.approx(row["value"], abs=100 * EXACT)
    (attempt,) = imported.written[name]["attempts"]
    assert len(attempt["results"]) == row["n"]
    assert sum(task["score"] for task in attempt["results"]) == row["count"]


def test_three_runs_are_attempts_and_their_union_is_pass_at_3(tmp_path: Path) -> None:
    row = next(row for row in ROWS if row["metric"] == "pass@3")
    paths = [DATA / f"harness-v1-report/auto-code-rover-run-{n}/report.json" for n in (1, 2, 3)]
    imported = Imported(tmp_path, "swe-bench", *paths, **options(row))
    name = imported.one(model_name=row["model"])
    attempts = imported.written[name]["attempts"]
    solved = {t["source"] for attempt in attempts for t in attempt["results"] if t["score"] == 1}
    assert len(solved) == row["count"]
    assert 100 * len(solved) / len(attempts[0]["results"]) == row["value"]
    assert percent_resolved(imported, name) == pytest.approx((18 + 19 + 19) / 3)
