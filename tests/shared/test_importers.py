"""The importers against the published figures of the results they read, and the committed trees.

The composites are computed here from the written files with plain Python, not by the product.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
import yaml

from penguin_board.importers import ImportOptions
from penguin_board.importing import ImportReport, import_results

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data"
GDPEVO = DATA / "gdpevo"
PENGUIN = DATA / "penguin-results/results"
BOARD = "penguin-harness-0-2-13"

if not (GDPEVO.is_dir() and PENGUIN.is_dir()):
    pytest.skip("the shared results files are not beside this checkout", allow_module_level=True)

# The published names of harness and model are those of the importer, Claude apart.
MODEL_NAMES = {"Opus 4.8": "Claude Opus 4.8", "Opus 4.6": "Claude Opus 4.6"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("root")


@pytest.fixture(scope="module")
def gdpevo_report(root: Path) -> ImportReport:
    options = ImportOptions(date="2026-07-21")
    return import_results("gdpevo", [GDPEVO / "experiments"], "gdpevo", root, options)


@pytest.fixture(scope="module")
def penguin_report(root: Path) -> ImportReport:
    options = ImportOptions(algorithm="baseline")
    return import_results("penguin-results", [PENGUIN], BOARD, root, options)


def load(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def read_experiments(folder: Path) -> list[dict[str, Any]]:
    return [
        {
            "meta": load(experiment / "meta_info.yaml"),
            "summary": load(experiment / "test/summary.yaml"),
            "attempts": [load(path) for path in sorted(experiment.glob("test/attempt-*.yaml"))],
        }
        for experiment in sorted(folder.iterdir())
    ]


@pytest.fixture(scope="module")
def gdpevo(gdpevo_report: ImportReport, root: Path) -> list[dict[str, Any]]:
    return read_experiments(root / "experiments/gdpevo")


@pytest.fixture(scope="module")
def penguin(penguin_report: ImportReport, root: Path) -> dict[str, dict[str, Any]]:
    found = read_experiments(root / "experiments" / BOARD)
    return {experiment["meta"]["benchmark_name"]: experiment for experiment in found}


def task_mean(attempt: dict[str, Any]) -> float:
    return fmean(result["score"] for result in attempt["results"])


def composites(experiments: list[dict[str, Any]]) -> list[float]:
    """The mean over experiments of each attempt's task mean, in percent."""
    return [
        100 * fmean(task_mean(experiment["attempts"][index]) for experiment in experiments)
        for index in range(3)
    ]


PUBLISHED = load(GDPEVO / "published.yaml")["rows"]


def of_row(experiments: list[dict[str, Any]], row: dict[str, Any]) -> list[dict[str, Any]]:
    model = MODEL_NAMES.get(row["model"], row["model"])
    expected = (row["harness"], model, row["mode"], row["thinking"])
    names = ("harness_name", "model_name", "algorithm", "thinking")
    found = [e for e in experiments if tuple(e["meta"][name] for name in names) == expected]
    assert len(found) == 12
    return found


def row_id(row: dict[str, Any]) -> str:
    return f"{row['run']}-{row['mode']}"


def test_gdpevo_is_288_experiments_and_the_unpublished_groups_are_left_out(
    gdpevo_report: ImportReport,
) -> None:
    assert not gdpevo_report.problems
    assert {(row.status, row.n_attempt, row.n_tasks) for row in gdpevo_report.rows} == {
        ("created", 3, 5)
    }
    assert len(gdpevo_report.rows) == 288
    assert len(PUBLISHED) == 24
    assert len(gdpevo_report.left_out) == 24
    assert all("/v2/" in note.path for note in gdpevo_report.left_out)


@pytest.mark.parametrize("row", PUBLISHED, ids=row_id)
def test_gdpevo_score_and_std_are_the_published_ones(
    gdpevo: list[dict[str, Any]], row: dict[str, Any]
) -> None:
    experiments = of_row(gdpevo, row)
    by_attempt = composites(experiments)
    computed = row["computed"]
    assert by_attempt == pytest.approx(computed["acc_percent_by_attempt"], abs=1e-5)
    assert fmean(by_attempt) == pytest.approx(row["acc_percent"], abs=0.01)
    assert fmean(by_attempt) == pytest.approx(computed["acc_percent_raw"], abs=1e-5)
    assert stdev(by_attempt) == pytest.approx(
        computed["sample_std_over_attempts_percent"], abs=1e-4
    )


@pytest.mark.parametrize("row", PUBLISHED, ids=row_id)
def test_gdpevo_tokens_and_cost_are_those_of_the_site(
    gdpevo: list[dict[str, Any]], row: dict[str, Any]
) -> None:
    summaries = [experiment["summary"] for experiment in of_row(gdpevo, row)]
    runs = 12 * 5 * 3
    tokens = sum(summary["tokens_total"] for summary in summaries)
    assert tokens / runs / 1000 == pytest.approx(row["site_tokens_k"], abs=0.051)
    costs = [summary["cost_total"] for summary in summaries]
    if row["harness"] == "Codex":
        assert costs == [None] * 12
    else:
        assert math.fsum(costs) / runs == pytest.approx(row["site_cost_usd"], abs=0.00051)


@pytest.mark.parametrize("row", PUBLISHED, ids=row_id)
def test_gdpevo_scores_are_those_of_the_reports(
    gdpevo: list[dict[str, Any]], row: dict[str, Any]
) -> None:
    for experiment in of_row(gdpevo, row):
        report = load(GDPEVO / experiment["meta"]["source_file"])
        assert report["task_group_id"] == experiment["meta"]["task_group_id"]
        tasks = report["conditions"][row["mode"]]["tasks"]
        for index, attempt in enumerate(experiment["attempts"]):
            found = {result["source"]: result["score"] for result in attempt["results"]}
            assert found == {task: values["scores"][index] for task, values in tasks.items()}
            assert attempt["score"] == pytest.approx(task_mean(attempt), abs=1e-12)
            unknown = (attempt["cost"], attempt["duration_ms"], attempt["tokens"])
            assert unknown == (None, None, None)


def test_gdpevo_duration_is_known_where_the_reports_have_it(gdpevo: list[dict[str, Any]]) -> None:
    known = [e for e in gdpevo if e["summary"]["duration_ms_total"] is not None]
    assert len(known) == 16
    assert {experiment["meta"]["harness_name"] for experiment in known} == {"Codex"}


SUMMARY = json.loads((PENGUIN / "v0.2.13/summary.json").read_text(encoding="utf-8"))


def test_penguin_results_are_five_experiments_that_agree_with_their_summary(
    penguin_report: ImportReport,
) -> None:
    assert not penguin_report.problems
    assert not penguin_report.left_out
    assert [(row.n_attempt, row.n_tasks) for row in penguin_report.rows] == [(3, 10)] * 5


@pytest.mark.parametrize("published", SUMMARY["benchmarks"], ids=lambda row: row["id"])
def test_penguin_benchmark_is_as_published(
    penguin: dict[str, dict[str, Any]], published: dict[str, Any]
) -> None:
    experiment = penguin[published["id"]]
    scores = [100 * task_mean(attempt) for attempt in experiment["attempts"]]
    assert scores == pytest.approx([attempt["accuracy"] for attempt in published["attempts"]])
    assert f"{fmean(scores):.2f}" == f"{published['accuracy_mean']:.2f}"
    assert f"{stdev(scores):.2f}" == f"{published['accuracy_std']:.2f}"
    summary = experiment["summary"]
    assert 100 * summary["score_mean"] == pytest.approx(fmean(scores))
    assert 100 * summary["score_std"] == pytest.approx(stdev(scores))
    assert summary["cost_total"] == pytest.approx(published["cost_usd_total"], abs=1e-9)
    tokens = published["tokens_total"]
    assert summary["tokens_total"] == tokens["input"] + tokens["output"]
    seconds = published["agent_seconds_total"]
    assert summary["duration_ms_total"] == pytest.approx(1000 * seconds, abs=100)
    for attempt, of_attempt in zip(experiment["attempts"], published["attempts"], strict=True):
        assert attempt["cost"] == pytest.approx(of_attempt["cost_usd"], abs=1e-9)
        tokens = of_attempt["tokens"]
        assert attempt["tokens"] == tokens["input"] + tokens["output"]


def test_penguin_overall_is_as_published(penguin: dict[str, dict[str, Any]]) -> None:
    by_attempt = composites(list(penguin.values()))
    overall = SUMMARY["overall"]
    assert by_attempt == pytest.approx(overall["attempt_accuracies"])
    assert f"{fmean(by_attempt):.2f} ± {stdev(by_attempt):.2f}" == "32.67 ± 1.15"
    assert (overall["accuracy_mean"], overall["accuracy_std"]) == (32.67, 1.15)
    costs = [experiment["summary"]["cost_total"] for experiment in penguin.values()]
    assert math.fsum(costs) == pytest.approx(SUMMARY["total_cost_usd"], abs=1e-9)


@pytest.mark.parametrize("board", ["gdpevo", BOARD])
def test_fresh_import_gives_the_committed_files(
    gdpevo_report: ImportReport, penguin_report: ImportReport, root: Path, board: str
) -> None:
    def files(tree: Path) -> dict[str, bytes]:
        folder = tree / "experiments" / board
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }

    assert files(root) == files(ROOT)


@pytest.mark.parametrize("board", ["gdpevo", BOARD])
def test_committed_board_is_the_mean_of_every_experiment(root: Path, board: str) -> None:
    values = load(ROOT / "leaderboards" / board / "leaderboard.yaml")["values"]
    leaves = [leaf for value in values for leaf in value["args"]]
    assert {value["op"] for value in values} == {"mean"}
    assert {leaf["phase"] for leaf in leaves} == {"test"}
    folders = sorted(path.name for path in (ROOT / "experiments" / board).iterdir())
    assert sorted(leaf["experiment_id"] for leaf in leaves) == folders
