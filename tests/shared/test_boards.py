"""The two boards built from the raw files of others, against the figures that those published."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.command_line import REPOSITORY, penguin_board

DATA = REPOSITORY.parent / "shared" / "data"
PENGUIN_BOARD = "penguin-harness-0-2-13"

if not (DATA / "gdpevo").is_dir():
    pytest.skip("the shared results files are not beside this checkout", allow_module_level=True)

# The table of GDPevo's README shortens two names.
PUBLISHED_NAMES = {"Claude Opus 4.8": "Opus 4.8", "Claude Opus 4.6": "Opus 4.6"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Import the raw files beside the repository's leaderboards, and build with drafts."""
    root = tmp_path_factory.mktemp("tree")
    shutil.copytree(REPOSITORY / "leaderboards", root / "leaderboards")
    for arguments in (
        ("gdpevo", DATA / "gdpevo", "--leaderboard", "gdpevo", "--date", "2026-07-21"),
        (
            "penguin-results",
            DATA / "penguin-results",
            "--leaderboard",
            PENGUIN_BOARD,
            "--algorithm",
            "baseline",
        ),
    ):
        imported = penguin_board("import", *arguments, "--root", root)
        assert imported.exit_code == 0, imported.words
    built = penguin_board("build", "--root", root, "--out", root / "site", "--drafts")
    assert built.exit_code == 0, built.words
    return root / "site"


def board(site: Path, leaderboard_id: str) -> dict[str, Any]:
    text = (site / leaderboard_id / "leaderboard.json").read_text("utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def test_the_24_scores_of_gdpevo_are_the_published_ones(site: Path) -> None:
    published = {
        (row["harness"], row["model"], row["mode"]): row
        for row in yaml.safe_load((DATA / "gdpevo" / "published.yaml").read_text("utf-8"))["rows"]
    }
    entries = board(site, "gdpevo")["entries"]
    assert len(entries) == len(published) == 24
    for entry in entries:
        model = PUBLISHED_NAMES.get(entry["model_name"], entry["model_name"])
        row = published[entry["harness_name"], model, entry["algorithm"]]
        assert 100 * entry["score"] == pytest.approx(row["acc_percent"], abs=0.01)
        computed = row["computed"]
        assert 100 * entry["score"] == pytest.approx(computed["acc_percent_raw"], abs=1e-6)
        std = computed["sample_std_over_attempts_percent"]
        assert 100 * entry["score_std"] == pytest.approx(std, abs=1e-4)
        assert (entry["std_method"], entry["n_attempt"], entry["n_tasks"]) == ("attempt", 3, 60)


def test_the_288_benchmark_scores_of_gdpevo_are_the_published_ones(site: Path) -> None:
    rows = yaml.safe_load((DATA / "gdpevo" / "published.yaml").read_text("utf-8"))["rows"]
    runs = {(row["harness"], row["model"], row["mode"]): row["run"] for row in rows}
    with (DATA / "gdpevo" / "published_board.csv").open(encoding="utf-8", newline="") as file:
        published = {
            (row["run"], row["task_group"][-3:], row["mode"]): float(row["acc_percent"])
            for row in csv.DictReader(file)
        }
    shown = {}
    for entry in board(site, "gdpevo")["entries"]:
        model = PUBLISHED_NAMES.get(entry["model_name"], entry["model_name"])
        run = runs[entry["harness_name"], model, entry["algorithm"]]
        for benchmark, score in entry["categories"].items():
            shown[run, benchmark[:3], entry["algorithm"]] = 100 * score
    assert len(published) == 288
    assert shown == pytest.approx(published, abs=0.0072)


def test_the_penguin_board_is_its_own_summary_to_the_printed_digits(site: Path) -> None:
    path = DATA / "penguin-results" / "results" / "v0.2.13" / "summary.json"
    summary = json.loads(path.read_text("utf-8"))
    (entry,) = board(site, PENGUIN_BOARD)["entries"]
    overall = summary["overall"]
    assert (overall["accuracy_mean"], overall["accuracy_std"]) == (32.67, 1.15)
    assert round(100 * entry["score"], 2) == 32.67
    assert round(100 * entry["score_std"], 2) == 1.15
    assert entry["n_tasks"] == overall["n_tasks"]
    assert entry["cost"] == pytest.approx(summary["total_cost_usd"], abs=1e-6)
    tokens = overall["tokens_total"]
    assert entry["tokens"] == tokens["input"] + tokens["output"]
    means = {row["id"]: row["accuracy_mean"] for row in summary["benchmarks"]}
    shown = {name: round(100 * score, 2) for name, score in entry["categories"].items()}
    assert shown == means
