"""lighteval: means over tasks that real files state, from the tasks' experiments."""

from __future__ import annotations

import re

import pytest

from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("lighteval")
ROWS = truths("lighteval")
# The metric of a task and the tasks of a row of the Open LLM Leaderboard.
HEADLINE = {
    "arc": ("acc_norm", r"harness\|arc:challenge\|25"),
    "hellaswag": ("acc_norm", r"harness\|hellaswag\|10"),
    "mmlu": ("acc", r"harness\|hendrycksTest-.*"),
    "truthfulqa": ("mc2", r"harness\|truthfulqa:mc\|0"),
    "winogrande": ("acc", r"harness\|winogrande\|5"),
    "gsm8k": ("acc", r"harness\|gsm8k\|5"),
}
METRICS = ("acc", "acc_norm", "mc1", "mc2")


@pytest.fixture(scope="module")
def imports(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Imported]:
    """Each file by the metric that is preferred."""
    return {
        (row["file"], metric): Imported(
            tmp_path_factory.mktemp("lighteval"),
            "lighteval",
            DATA / row["file"],
            algorithm="baseline",
            model=row["model"],
            metric=(metric, *METRICS),
        )
        for row in {row["file"]: row for row in ROWS}.values()
        for metric in METRICS
    }


def mean(imports: dict[tuple[str, str], Imported], row: Row, metric: str, tasks: str) -> float:
    """The mean that a board shows of the tasks that have the metric."""
    imported = imports[row["file"], metric]
    found = {
        name: 1.0
        for name, files in imported.written.items()
        if files["meta"]["metric"] == metric
        and re.fullmatch(tasks, files["meta"]["benchmark_name"])
    }
    if row["task"] == "all":
        assert len(found) == row["n"]
    if len(found) == 1:
        return imported.score(next(iter(found)))
    return imported.weighted(found)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['task']}-{row['metric']}")
def test_value_is_as_stored(imports: dict[tuple[str, str], Imported], row: Row) -> None:
    if row["task"] == "all":
        value = mean(imports, row, row["metric"], ".*")
    elif row["task"] in HEADLINE:
        value = mean(imports, row, *HEADLINE[row["task"]])
    elif row["task"] == "average of the six":
        value = sum(mean(imports, row, *headline) for headline in HEADLINE.values()) / row["n"]
    else:
        imported = imports[row["file"], row["metric"]]
        name = imported.one(benchmark_name=row["task"], model_name=row["model"])
        value = imported.score(name)
        summary = imported.written[name]["summary"]
        assert summary[f"{row['metric']}_stderr"] == row["stderr"]
    assert value == pytest.approx(row["value"], abs=EXACT)
