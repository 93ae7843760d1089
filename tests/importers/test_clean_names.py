"""Names of others: safe, distinct, readable, and what they were is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from penguin_board.tree import load_tree
from tests.importers.runs import board_score, codes, leaf, run, written

HOSTILE = ("../../etc/passwd", "a\x00\x1b[31mb\nc", "x" * 300, "\u202egnp.exe", " .. ", "模型/名")


def log(model: str, *sources: str) -> dict[str, Any]:
    samples = [{"id": source, "epoch": 1, "scores": {"s": {"value": 1}}} for source in sources]
    return {
        "status": "success",
        "eval": {"task": model, "model": model, "created": "2026-01-02T03:04:05Z"},
        "results": {
            "total_samples": len(sources),
            "completed_samples": len(sources),
            "scores": [{"name": "s", "metrics": {"mean": {"value": 1.0}}}],
        },
        "samples": samples,
    }


def test_hostile_names_give_a_valid_board_within_its_folder(tmp_path: Path) -> None:
    files = {f"{number}.json": log(name, "t") for number, name in enumerate(HOSTILE)}
    report = run(tmp_path, "inspect", files, algorithm="plain")
    assert codes(report) == []
    found = written(tmp_path / "root")
    assert len(found) == len(HOSTILE)
    assert all(len(name) <= 200 for name in found)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["root", "source"]
    assert board_score(tmp_path / "root", *map(leaf, found)) == [1.0] * len(HOSTILE)
    assert load_tree(tmp_path / "root").is_valid


def test_what_a_name_was_is_kept(tmp_path: Path) -> None:
    files = {"a.json": log("a\x00b\nc", "t")}
    run(tmp_path, "inspect", files, algorithm="plain")
    (found,) = written(tmp_path / "root").values()
    assert found["meta"]["model_name"] == "a b c"
    assert found["meta"]["original_model_name"] == "a\\u0000b\\nc"


def test_real_names_stay_as_they_are(tmp_path: Path) -> None:
    names = ("مدل\u200cزبانی", "模型 4.10", "GPT-4 (é)", "👩\u200d🔬")
    files = {f"{number}.json": log(name, "t") for number, name in enumerate(names)}
    assert codes(run(tmp_path, "inspect", files, algorithm="plain")) == []
    found = written(tmp_path / "root").values()
    assert {of["meta"]["model_name"] for of in found} == set(names)
    assert not any("original_model_name" in of["meta"] for of in found)


def test_long_names_that_differ_stay_apart(tmp_path: Path) -> None:
    files = {"a.json": log("y" * 300 + "1", "t"), "b.json": log("y" * 300 + "2", "t")}
    report = run(tmp_path, "inspect", files, algorithm="plain")
    assert codes(report) == []
    models = {found["meta"]["model_name"] for found in written(tmp_path / "root").values()}
    assert len(models) == 2
    assert {len(model) for model in models} == {200}


@pytest.mark.parametrize("pair", [("a\nb", "a b"), ("a\x00b", "a\x01b"), ("z" * 300, "z" * 301)])
def test_tasks_that_would_look_alike_stay_apart(tmp_path: Path, pair: tuple[str, str]) -> None:
    report = run(tmp_path, "inspect", {"a.json": log("m", *pair)}, algorithm="plain")
    assert codes(report) == []
    (found,) = written(tmp_path / "root").values()
    sources = [task["source"] for task in found["attempts"][0]["results"]]
    assert len(set(sources)) == 2
    assert all("\n" not in source and "\x00" not in source for source in sources)
