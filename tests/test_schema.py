"""The JSON Schemas of the files: proper schemas that take good files and refuse bad ones."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from penguin_board.schema import FILE_SCHEMAS, json_schema
from penguin_board.tree import load_tree
from tests.trees import leaf

CASES = Path(__file__).parent / "cases"
PATTERNS = {
    "leaderboard": "leaderboards/*/leaderboard.yaml",
    "meta_info": "experiments/*/*/meta_info.yaml",
    "summary": "experiments/*/*/*/summary.yaml",
    "attempt": "experiments/*/*/*/attempt-*.yaml",
}
# Good files whose unquoted scalars a YAML 1.1 loader turns into another type.
READ_AS_ANOTHER_TYPE = frozenset({"B01", "B02", "B04", "B06"})


def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(
        json_schema(name), format_checker=Draft202012Validator.FORMAT_CHECKER
    )


def good_trees() -> Iterator[Path]:
    for case in sorted(CASES.iterdir()):
        if case.is_dir() and case.name not in READ_AS_ANOTHER_TYPE:
            for tree in sorted(case.glob("repo*")):
                if load_tree(tree).is_valid:
                    yield tree


GOOD_TREES = list(good_trees())


def test_schemas_are_those_of_the_four_files() -> None:
    assert set(FILE_SCHEMAS) == set(PATTERNS)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_schema_is_a_draft_2020_12_schema_that_names_its_file(name: str) -> None:
    schema = json_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$comment"].replace("<", "").endswith(PATTERNS[name].rsplit("*", 1)[-1])


@pytest.mark.parametrize("name", PATTERNS)
def test_good_files_of_the_cases_are_valid(name: str) -> None:
    check = validator(name)
    files = [path for tree in GOOD_TREES for path in tree.glob(PATTERNS[name])]
    assert len(files) > 30
    for path in files:
        value = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
        assert [error.message for error in check.iter_errors(value)] == [], path


LEADERBOARD: dict[str, Any] = {
    "leaderboard_id": "demo",
    "status": "draft",
    "title": "Demo",
    "title_zh": None,
    "author": {"name": "Team", "email": "a@b.c", "homepage": "https://example.com"},
    "order": "ascending",
    "score_max": 5,
    "links": [{"title": "Paper", "url": "https://example.com/p"}],
    "x-own": {"any": "thing"},
    "values": [
        leaf(label="x", note="n", url="http://x.y"),
        {"op": "mean", "args": [leaf(), {"op": "sub", "args": [leaf(), leaf(metric="m")]}]},
        {"op": "weighted_mean", "args": [leaf(), leaf()], "weights": [1, 0]},
        {"op": "div", "args": [leaf(), leaf()], "label": "ratio"},
    ],
}
META = {"harness_name": "h", "model_name": "m", "algorithm": "a", "seed": 7}
SUMMARY = {"n_attempt": 1, "score_mean": 0.5, "score_std": None, "cost_total": 0, "pass_rate": 1}
ATTEMPT = {
    "attempt": 1,
    "score": 0.5,
    "tokens": {"input": 1, "output": 2, "cached": 1},
    "results": [{"source": "t1", "score": None, "cost": 0.5, "tokens": 3, "log": "x"}],
}
GOOD: list[tuple[str, Any]] = [
    ("leaderboard", LEADERBOARD),
    ("meta_info", META),
    ("summary", SUMMARY),
    ("attempt", ATTEMPT),
    ("attempt", ATTEMPT["results"]),
    ("attempt", {"score": 1}),
]


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_a_full_file_is_valid(name: str, value: Any) -> None:
    assert [error.message for error in validator(name).iter_errors(value)] == []


def without(key: str) -> Callable[[Any], None]:
    return lambda value: value.pop(key)


def with_(key: str, item: Any) -> Callable[[Any], None]:
    return lambda value: value.update({key: item})


def in_values(item: Any) -> Callable[[Any], None]:
    return lambda value: value.update(values=[item])


BAD: dict[str, tuple[str, Any, Callable[[Any], None]]] = {
    **{
        f"{name} without {key}": (name, value, without(key))
        for name, value, keys in (
            ("leaderboard", LEADERBOARD, ("leaderboard_id", "status", "title", "author", "values")),
            ("meta_info", META, ("harness_name", "model_name", "algorithm")),
            ("summary", SUMMARY, ("n_attempt", "score_mean")),
        )
        for key in keys
    },
    "unknown key": ("leaderboard", LEADERBOARD, with_("titel", "x")),
    "unknown author key": ("leaderboard", LEADERBOARD, with_("author", {"name": "x", "mail": "y"})),
    "author without name": ("leaderboard", LEADERBOARD, with_("author", {})),
    "bad id": ("leaderboard", LEADERBOARD, with_("leaderboard_id", "a/b")),
    "empty title": ("leaderboard", LEADERBOARD, with_("title", "")),
    "bad status": ("leaderboard", LEADERBOARD, with_("status", "public")),
    "bad order": ("leaderboard", LEADERBOARD, with_("order", "up")),
    "score_max 0": ("leaderboard", LEADERBOARD, with_("score_max", 0)),
    "script address": (
        "leaderboard",
        LEADERBOARD,
        with_("author", {"name": "x", "homepage": "javascript:alert(1)"}),
    ),
    "link without url": ("leaderboard", LEADERBOARD, with_("links", [{"title": "x"}])),
    "no entries": ("leaderboard", LEADERBOARD, with_("values", [])),
    "unknown op": ("leaderboard", LEADERBOARD, in_values({"op": "max", "args": [leaf()]})),
    "empty args": ("leaderboard", LEADERBOARD, in_values({"op": "mean", "args": []})),
    "sub of one": ("leaderboard", LEADERBOARD, in_values({"op": "sub", "args": [leaf()]})),
    "div of three": ("leaderboard", LEADERBOARD, in_values({"op": "div", "args": [leaf()] * 3})),
    "mean with weights": (
        "leaderboard",
        LEADERBOARD,
        in_values({"op": "mean", "args": [leaf()], "weights": [1]}),
    ),
    "weighted mean without weights": (
        "leaderboard",
        LEADERBOARD,
        in_values({"op": "weighted_mean", "args": [leaf()]}),
    ),
    "weight as text": (
        "leaderboard",
        LEADERBOARD,
        in_values({"op": "weighted_mean", "args": [leaf()], "weights": ["1"]}),
    ),
    "negative weight": (
        "leaderboard",
        LEADERBOARD,
        in_values({"op": "weighted_mean", "args": [leaf()], "weights": [-1]}),
    ),
    "leaf without phase": ("leaderboard", LEADERBOARD, in_values({"experiment_id": "a"})),
    "climbing id": ("leaderboard", LEADERBOARD, in_values(leaf("../x"))),
    "label inside": (
        "leaderboard",
        LEADERBOARD,
        in_values({"op": "mean", "args": [leaf(label="x")]}),
    ),
    "leaf and op": (
        "leaderboard",
        LEADERBOARD,
        in_values({**leaf(), "op": "mean", "args": [leaf()]}),
    ),
    "no attempts": ("summary", SUMMARY, with_("n_attempt", 0)),
    "half an attempt": ("summary", SUMMARY, with_("n_attempt", 1.5)),
    "score as text": ("summary", SUMMARY, with_("score_mean", "0.5")),
    "score as boolean": ("summary", SUMMARY, with_("score_mean", True)),
    "null score": ("summary", SUMMARY, with_("score_mean", None)),
    "negative std": ("summary", SUMMARY, with_("score_std", -1)),
    "negative cost": ("summary", SUMMARY, with_("cost_total", -1)),
    "name as number": ("meta_info", META, with_("model_name", 4.1)),
    "name as null": ("meta_info", META, with_("model_name", None)),
    "attempt 0": ("attempt", ATTEMPT, with_("attempt", 0)),
    "result without source": ("attempt", ATTEMPT, with_("results", [{"score": 1}])),
    "result without score": ("attempt", ATTEMPT, with_("results", [{"source": "t"}])),
    "result as text": ("attempt", ATTEMPT, with_("results", ["t"])),
    "results as mapping": ("attempt", ATTEMPT, with_("results", {"t": 1})),
    "tokens without output": ("attempt", ATTEMPT, with_("tokens", {"input": 1})),
    "negative tokens": ("attempt", ATTEMPT, with_("tokens", -1)),
}


@pytest.mark.parametrize(("name", "value", "spoil"), BAD.values(), ids=BAD)
def test_a_spoilt_file_is_refused(name: str, value: Any, spoil: Callable[[Any], None]) -> None:
    spoilt = copy.deepcopy(value)
    spoil(spoilt)
    assert not validator(name).is_valid(spoilt)


def test_an_unknown_schema_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        json_schema("page")
