"""``export every-eval-ever``: a board's entries in the common schema."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from penguin_board.cli import main
from penguin_board.importers import ImportOptions
from penguin_board.importing import import_results
from tests.importers.runs import written
from tests.trees import experiment, leaderboard, leaf, write_tree

META = {"harness_name": "agent", "model_name": "small", "algorithm": "plain", "date": "2026-01-02"}


def tree(root: Path) -> Path:
    """A board with an entry of one experiment and one of two."""
    mean = {"op": "mean", "args": [leaf("exp-a"), leaf("exp-b")]}
    return write_tree(
        root,
        {
            **leaderboard(leaf("exp-c"), mean, title="All <b>of</b> it", author={"name": "Team"}),
            **experiment("exp-a", ((1, 0), (1, 1)), meta={**META, "benchmark_name": "Bench A"}),
            **experiment("exp-b", ((0, 0), (1, 0)), meta={**META, "benchmark_name": "Bench B"}),
            **experiment(
                "exp-c",
                ((1, 0),),
                meta={
                    **META,
                    "model_name": "big: the/one",
                    "date": "2026-01-03",
                    "benchmark_name": "Bench A",
                },
                summary={"cost_total": 3},
            ),
        },
    )


def export(root: Path, out: Path, *arguments: str) -> Result:
    command = ["export", "every-eval-ever", "--root", str(root), "--out", str(out)]
    return CliRunner().invoke(main, [*command, "--leaderboard", "demo", *arguments])


def records(out: Path) -> dict[str, dict[str, Any]]:
    """The records by the model's id."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(out.rglob("*.json"))]
    return {record["model_info"]["id"]: record for record in found}


def test_an_entry_is_a_record_and_its_experiments_are_results(tmp_path: Path) -> None:
    result = export(tree(tmp_path / "tree"), tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert "2 records of every-eval-ever" in result.output
    record = records(tmp_path / "out")["small"]
    assert record["schema_version"] == "0.3.0"
    assert record["retrieved_timestamp"] == "1767398400"
    assert record["evaluation_timestamp"] == "2026-01-02"
    assert record["eval_library"] == {"name": "agent", "version": "unknown"}
    assert record["source_metadata"]["evaluator_relationship"] == "other"
    overall, first, second = record["evaluation_results"]
    assert [r["evaluation_name"] for r in (overall, first, second)] == [
        "All <b>of</b> it",
        "Bench A",
        "Bench B",
    ]
    assert [r["score_details"]["score"] for r in (overall, first, second)] == [0.5, 0.75, 0.25]
    assert overall["metric_config"]["max_score"] == 1
    assert overall["metric_config"]["lower_is_better"] is False
    assert "standard_deviation" not in overall["score_details"]["uncertainty"]
    assert overall["score_details"]["details"]["n_attempt"] == "2"
    assert overall["generation_config"]["additional_details"]["runs"] == "2"


def test_one_experiment_is_one_result_and_names_are_safe_paths(tmp_path: Path) -> None:
    export(tree(tmp_path / "tree"), tmp_path / "out", "--relationship", "third_party")
    (path,) = (p for p in (tmp_path / "out").rglob("*.json") if "unknown" not in p.parts)
    assert path.parent.relative_to(tmp_path / "out").parts == ("data", "demo", "big_ the", "one")
    record = records(tmp_path / "out")["big: the/one"]
    assert record["source_metadata"]["evaluator_relationship"] == "third_party"
    (result,) = record["evaluation_results"]
    assert result["evaluation_name"] == "Bench A"
    assert result["score_details"]["details"]["cost_usd_all_attempts"] == "3.0"


def test_a_value_that_is_no_mean_has_no_greatest_score(tmp_path: Path) -> None:
    files = {
        **leaderboard({"op": "sum", "args": [leaf("exp-a"), leaf("exp-b")]}, order="ascending"),
        **experiment("exp-a", ((1,),), meta=META),
        **experiment("exp-b", ((1,),), meta=META),
    }
    export(write_tree(tmp_path / "tree", files), tmp_path / "out")
    overall, first, _ = records(tmp_path / "out")["small"]["evaluation_results"]
    assert overall["metric_config"]["max_score"] == "Infinity"
    assert overall["metric_config"]["lower_is_better"] is True
    assert first["metric_config"]["max_score"] == 1


def test_what_was_exported_imports_with_the_same_numbers(tmp_path: Path) -> None:
    export(tree(tmp_path / "tree"), tmp_path / "out")
    options = ImportOptions(algorithm="plain")
    report = import_results(None, [tmp_path / "out"], "board", tmp_path / "root", options)
    assert not report.failed, report.problems
    found = {
        (files["meta"]["model_name"], files["meta"]["benchmark_name"]): files["summary"]
        for files in written(tmp_path / "root").values()
    }
    assert {key: summary["score_mean"] for key, summary in found.items()} == {
        ("small", "All <b>of</b> it"): 0.5,
        ("small", "Bench A"): 0.75,
        ("small", "Bench B"): 0.25,
        ("big: the/one", "Bench A"): 0.5,
    }
    assert found["small", "Bench A"]["n_attempt"] == 2
    assert found["big: the/one", "Bench A"]["cost_total"] == 3


def test_the_same_board_gives_the_same_bytes_and_nothing_is_overwritten(tmp_path: Path) -> None:
    root = tree(tmp_path / "tree")
    for name in ("one", "two"):
        export(root, tmp_path / name)
    one, two = (
        {p.relative_to(tmp_path / name): p.read_bytes() for p in (tmp_path / name).rglob("*.json")}
        for name in ("one", "two")
    )
    assert one == two
    assert len(one) == 2
    again = export(root, tmp_path / "one")
    assert again.exit_code == 2
    assert "there already" in again.output


def test_a_board_without_dates_asks_for_one(tmp_path: Path) -> None:
    meta = {key: text for key, text in META.items() if key != "date"}
    root = write_tree(tmp_path / "tree", {**leaderboard(), **experiment(meta=meta)})
    result = export(root, tmp_path / "out")
    assert result.exit_code == 2
    assert "--date" in result.output
    assert export(root, tmp_path / "out", "--date", "1970-01-02").exit_code == 0
    assert records(tmp_path / "out")["small"]["retrieved_timestamp"] == "86400"


def test_errors_and_unknown_names_write_nothing(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", {**leaderboard(), **leaderboard(folder="demos")})
    result = export(root, tmp_path / "out")
    assert result.exit_code == 1
    assert "missing-experiment" in result.output
    other = tree(tmp_path / "other")
    unknown = export(other, tmp_path / "out", "--leaderboard", "dmo")
    assert unknown.exit_code == 2
    assert "demo" in unknown.output
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(
    importlib.util.find_spec("every_eval_ever") is None, reason="every_eval_ever is not installed"
)
def test_the_published_package_finds_the_records_valid(tmp_path: Path) -> None:
    result = export(tree(tmp_path / "tree"), tmp_path / "out")
    assert "(valid)" in result.output
