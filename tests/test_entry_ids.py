"""Ids for addresses and labels for people: unique, short, and stable."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.boards import Board
from penguin_board.entry_ids import slug
from tests.trees import Files, board_of, experiment, leaderboard, leaf

ID = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")


def board(root: Path, metas: list[dict[str, str]], *, reverse: bool = False) -> Board:
    """A board with an entry for each meta_info."""
    names = [f"exp-{index}" for index in range(len(metas))]
    files: Files = {}
    for index, (name, meta) in enumerate(zip(names, metas, strict=True)):
        files |= experiment(name, [[index / 64]], meta=meta)
    values = [leaf(name) for name in (reversed(names) if reverse else names)]
    return board_of(root, leaderboard(*values) | files)


def ids(of: Board) -> dict[str, str]:
    """Entry ids by experiment."""
    return {entry.evaluated.experiment_ids[0]: entry.entry_id for entry in of.entries}


def labels(of: Board) -> dict[str, str]:
    return {entry.evaluated.experiment_ids[0]: entry.label for entry in of.entries}


def test_an_id_is_the_slug_of_who_the_entry_is(tmp_path: Path) -> None:
    meta = {"harness_name": "Penguin Harness", "model_name": "GPT-5.1 (high)", "algorithm": "x_y"}
    assert ids(board(tmp_path, [meta])) == {"exp-0": "penguin-harness-gpt-5.1-high-x-y-test"}


METAS = [
    {"model_name": "a b"},
    {"model_name": "a-b"},
    {"model_name": "A_B"},
    {"model_name": "名前"},
    {"model_name": "名字"},
    {"model_name": "x" * 300},
    {"model_name": "x" * 299 + "y"},
    {"model_name": "../../etc"},
    {"model_name": "plain"},
]


def test_ids_are_unique_safe_and_short(tmp_path: Path) -> None:
    found = list(ids(board(tmp_path, METAS)).values())
    assert len(set(found)) == len(METAS)
    assert len({name.casefold() for name in found}) == len(METAS)
    for name in found:
        assert ID.fullmatch(name)
        assert len(name) <= 120
    assert "harness-plain-plain-test" in found


def test_an_id_does_not_depend_on_the_order_of_entries(tmp_path: Path) -> None:
    first = ids(board(tmp_path / "first", METAS))
    second = ids(board(tmp_path / "second", METAS, reverse=True))
    assert second == first


def test_only_ids_that_collide_get_a_hash(tmp_path: Path) -> None:
    few = ids(board(tmp_path / "few", METAS[:1]))
    many = ids(board(tmp_path / "many", METAS))
    assert few["exp-0"] == "harness-a-b-plain-test"
    assert re.fullmatch(r"harness-a-b-plain-test-[0-9a-f]{8}", many["exp-0"])
    assert many["exp-8"] == "harness-plain-plain-test"


EXPRESSIONS: list[dict[str, Any]] = [
    {"op": "sum", "args": [leaf("exp-a"), leaf("exp-b")]},
    {"op": "sub", "args": [leaf("exp-a"), leaf("exp-b")]},
    {"op": "weighted_mean", "args": [leaf("exp-a"), leaf("exp-b")], "weights": [1, 3]},
    {"op": "weighted_mean", "args": [leaf("exp-a"), leaf("exp-b")], "weights": [3, 1]},
    leaf("exp-a"),
    leaf("exp-a", metric="pass_mean"),
]


def of_one_identity(root: Path, values: list[dict[str, Any]]) -> Board:
    files = experiment("exp-a", [[0.25]], summary={"pass_mean": 0.5}) | experiment("exp-b", [[1]])
    return board_of(root, leaderboard(*values) | files)


def test_expressions_over_the_same_experiments_have_ids_of_their_own(tmp_path: Path) -> None:
    found = of_one_identity(tmp_path / "first", EXPRESSIONS)
    by_score = {entry.score: entry.entry_id for entry in found.entries}
    assert len(set(by_score.values())) == len(EXPRESSIONS)
    shuffled = random.Random(1).sample(EXPRESSIONS, len(EXPRESSIONS))
    again = of_one_identity(tmp_path / "second", shuffled)
    assert {entry.score: entry.entry_id for entry in again.entries} == by_score


def test_expressions_over_the_same_experiments_have_ranks_of_their_own(tmp_path: Path) -> None:
    found = of_one_identity(tmp_path, EXPRESSIONS)
    assert [(entry.rank, entry.score) for entry in found.entries] == [
        (1, 1.25),
        (2, 0.8125),
        (3, 0.5),
        (4, 0.4375),
        (5, 0.25),
        (6, -0.75),
    ]


def test_expressions_over_the_same_experiments_have_labels_of_their_own(tmp_path: Path) -> None:
    found = of_one_identity(tmp_path, EXPRESSIONS)
    assert len({entry.label for entry in found.entries}) == len(EXPRESSIONS)


def test_a_label_has_the_parts_that_vary_behind_the_model(tmp_path: Path) -> None:
    metas = [{"model_name": "m"}, {"model_name": "n", "harness_name": "other"}]
    assert labels(board(tmp_path, metas)) == {"exp-0": "m · harness", "exp-1": "n · other"}


def test_a_label_of_an_entry_of_its_own_kind_is_the_model(tmp_path: Path) -> None:
    assert labels(board(tmp_path, [{"model_name": "m"}, {"model_name": "n"}])) == {
        "exp-0": "m",
        "exp-1": "n",
    }


def test_entries_of_one_identity_are_told_apart_by_their_own_experiments(tmp_path: Path) -> None:
    shared, first, second = (experiment(name) for name in ("shared", "one", "two"))
    values = [{"op": "mean", "args": [leaf("shared"), leaf(name)]} for name in ("one", "two")]
    found = board_of(tmp_path, leaderboard(*values) | shared | first | second)
    assert [entry.label for entry in found.entries] == ["model · one", "model · two"]


def test_a_written_label_is_kept(tmp_path: Path) -> None:
    found = board_of(tmp_path, leaderboard(leaf(label="Ours | best")) | experiment())
    assert found.entries[0].label == "Ours | best"


@given(st.text())
def test_a_slug_is_made_of_safe_characters(text: str) -> None:
    found = slug(text)
    assert re.fullmatch(r"[a-z0-9.-]*", found)
    assert not found.startswith(("-", ".")) or not found
    assert not found.endswith(("-", "."))
    assert "--" not in found
    assert slug(found) == found


@pytest.mark.parametrize(
    ("text", "wanted"), [("Ångström É", "angstrom-e"), ("模型", ""), ("a/b\\c", "a-b-c")]
)
def test_a_slug_keeps_what_ascii_has(text: str, wanted: str) -> None:
    assert slug(text) == wanted
