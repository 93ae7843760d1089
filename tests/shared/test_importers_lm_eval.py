"""lm-evaluation-harness: the rows of READMEs and the stored aggregates, from the real files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.importers.runs import import_paths
from tests.shared.truths import EXACT, Imported, Row, shared, truths

DATA = shared("lm-eval-harness")
ROWS = truths("lm-eval-harness")
NAN = "v0.4.8-nan-infinity/gpt-4o-mini/results_2025-06-30T19-40-09.461247.json"
# Groups are no experiments: a weighted mean of their tasks, by samples, gives them.
GROUPS = {"mmlu", "mmlu_humanities", "mmlu_stem", "mmlu_other", "mmlu_social_sciences"}
GROUPS |= {"negotiationtom"}
# The README names these models by their folder; the files hold a path on a disk.
NAMED = {"llama-7B", "bloom-560m"}
METRICS = ("acc", "ppl", "em", "bleu", "llm_judge", "exact_match")


@pytest.fixture(scope="module")
def imports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Imported]:
    found: dict[str, Imported] = {}
    for file, model in {row["file"]: row["model"] for row in ROWS}.items():
        if file != NAN:
            options = {"model": model} if model in NAMED else {}
            found[file] = Imported(
                tmp_path_factory.mktemp("lm"),
                "lm-eval",
                DATA / file,
                algorithm="baseline",
                metric=METRICS,
                **options,
            )
    return found


def is_task(row: Row) -> bool:
    return row["file"] != NAN and row["task"] not in GROUPS


@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if is_task(row)],
    ids=lambda row: f"{row['model']}-{row['task']}-{row['metric']}",
)
def test_task_is_as_published(imports: dict[str, Imported], row: Row) -> None:
    imported = imports[row["file"]]
    name = imported.one(benchmark_name=row["task"], model_name=row["model"])
    of_score = imported.written[name]["meta"]["metric"] == row["metric"]
    score = imported.score(name, "score_mean" if of_score else row["metric"])
    scale = 100 if row.get("unit") == "percent" else 1
    printed = row["kind"] == "published"
    assert score * scale == pytest.approx(row["value"], abs=0.00501 if printed else EXACT)
    metric, comma, filtered = row["metric"].partition(",")
    stderr = imported.written[name]["summary"].get(f"{metric}_stderr{comma}{filtered}")
    if row["stderr"] is None:
        assert stderr is None
    else:
        assert stderr * scale == pytest.approx(row["stderr"], abs=0.00501 if printed else EXACT)
    if row["n"] is not None:
        assert imported.written[name]["summary"]["n_samples"] == row["n"]


@pytest.mark.parametrize("row", [r for r in ROWS if r["task"] in GROUPS], ids=lambda r: r["task"])
def test_group_is_the_weighted_mean_of_its_tasks(imports: dict[str, Imported], row: Row) -> None:
    imported = imports[row["file"]]
    subtasks = json.loads((DATA / row["file"]).read_text("utf-8"))["group_subtasks"]

    def leaves(name: str) -> set[str]:
        return set().union(*map(leaves, subtasks[name])) if subtasks.get(name) else {name}

    weights = {
        name: files["summary"]["n_samples"]
        for name, files in imported.written.items()
        if files["meta"]["benchmark_name"] in leaves(row["task"])
        and files["meta"]["metric"] == row["metric"]
    }
    assert imported.weighted(weights) == pytest.approx(row["value"], abs=EXACT)


def test_a_mean_that_is_infinite_is_no_result(tmp_path: Path) -> None:
    """The truth ``Infinity`` cannot be a score: the run is refused, with the reason."""
    report = import_paths(tmp_path, "lm-eval", [DATA / NAN], algorithm="baseline")
    assert [problem.code for problem in report.problems] == ["nothing-found"]
    assert "mae,none is Infinity, which is no score" in {note.reason for note in report.left_out}
