"""Experiment ids: readable, distinct, safe on every file system."""

from __future__ import annotations

import pytest

from penguin_board.importers import ImportedExperiment
from penguin_board.importers.identifiers import experiment_ids, slug
from penguin_board.located_yaml import Scalar
from penguin_board.scalars import read_segment


def experiment(
    benchmark: str = "bench",
    *,
    harness: str = "H",
    model: str = "Some Model 4.10",
    algorithm: str = "base",
    date: str | None = "2026-07-21",
    meta: dict[str, str] | None = None,
) -> ImportedExperiment:
    return ImportedExperiment(
        benchmark_name=benchmark,
        harness_name=harness,
        model_name=model,
        algorithm=algorithm,
        attempts=(),
        date=date,
        extra_meta=meta or {},
    )


def test_id_has_benchmark_algorithm_model_and_day() -> None:
    assert experiment_ids([experiment()]) == ("bench-base-some-model-4.10-20260721",)
    assert experiment_ids([experiment(date=None)]) == ("bench-base-some-model-4.10",)


def test_harness_is_added_on_collision_only() -> None:
    ids = experiment_ids([experiment(harness="A"), experiment(harness="B"), experiment("other")])
    assert ids == (
        "bench-base-a-some-model-4.10-20260721",
        "bench-base-b-some-model-4.10-20260721",
        "other-base-some-model-4.10-20260721",
    )


def test_hash_is_added_where_the_harness_does_not_help() -> None:
    rows = [experiment(meta={"source_file": name}) for name in "ab"]
    first, second = experiment_ids(rows)
    assert first != second
    assert first.startswith("bench-base-h-some-model-4.10-20260721-")
    assert experiment_ids(rows[::-1]) == (second, first)


def test_equal_experiments_have_the_same_id() -> None:
    assert len(set(experiment_ids([experiment(), experiment()]))) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPT-5.5", "gpt-5.5"),
        ("../x", "x"),
        ("a/b\\c", "a-b-c"),
        ("Café", "cafe"),
        ("..", "x"),
        ("模型", "x"),
        ("a\x00b\nc", "a-b-c"),
        ("trailing.", "trailing"),
    ],
)
def test_slug(text: str, expected: str) -> None:
    assert slug(text).startswith(expected)


def test_names_without_letters_stay_apart() -> None:
    assert slug("模型") != slug("模特")


@pytest.mark.parametrize(
    "name", ["../x", "x" * 300, "\x00\x1b[2J", "con.x", "模型", "a" * 59 + "." * 9 + "b", ".git"]
)
def test_hostile_names_give_safe_ids(name: str) -> None:
    rows = [experiment(name, model=name, algorithm=name, harness=letter) for letter in "ab"]
    for found in experiment_ids(rows):
        assert read_segment(Scalar(found, False, 1, 1)) == found


def test_long_names_that_differ_at_the_end_stay_apart() -> None:
    assert slug("x" * 300 + "a") != slug("x" * 300 + "b")
