"""``changes`` of a leaderboard: read strictly, shown as the board's history, exported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from penguin_board.json_model import leaderboard_json_schema
from penguin_board.located_yaml import read_document
from penguin_board.problems import one_line
from penguin_board.records import read_record
from penguin_board.schema import Change, Leaderboard
from penguin_board.views.entry_names import entry_names
from penguin_board.views.history import history
from tests.command_line import build
from tests.pages import read_page
from tests.trees import Files, board_of, experiment, leaderboard, leaf, write_tree

HEAD = """\
leaderboard_id: demo
status: draft
title: Demo
author: {name: Team}
values: [{experiment_id: exp-a, phase: test}]
"""

CHANGES: list[dict[str, Any]] = [
    {"date": "2026-11-02", "entry": "harness-model-plain-test", "reason": "Graded again."},
    {"date": "2026-11-30", "entry": "the first", "reason": "Withdrawn <b>by</b> its author."},
    {"date": "2026-11-02", "entry": "shown", "reason": "Graded once more."},
]


def tree(**more: Any) -> Files:
    return leaderboard(leaf(label="shown"), **more) | experiment()


def messages(changes: str) -> list[str]:
    """What is wrong with a leaderboard with these ``changes``, without the file's name."""
    document = read_document(f"{HEAD}changes: {changes}\n".encode(), "f.yaml")
    record, problems = read_record(document, Leaderboard, "")
    assert (record is None) == bool(problems)
    return [one_line(problem).removeprefix("f.yaml:") for problem in problems]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ("x", "6:10: error: changes: expected a list, found x [type]"),
        ("[x]", "6:11: error: changes[0]: expected a mapping, found x [type]"),
        (
            "[{date: 2026-02-30, entry: a, reason: b}]",
            "6:18: error: changes[0].date: 2026-02-30 is not a date [date]",
        ),
        (
            "[{date: 20261130, entry: a, reason: b}]",
            "6:18: error: changes[0].date: 20261130 is not a date [date]",
        ),
        (
            "[{date: 2026-11-30, entry: a}]",
            "6:11: error: changes[0].reason: is missing [missing-key]",
        ),
        (
            "[{date: 2026-11-30, entry: a, reason: }]",
            "6:40: error: changes[0].reason: is empty, expected text [empty]",
        ),
        (
            "[{date: 2026-11-30, entry: a, reason: b, author: c}]",
            "6:51: error: changes[0].author: unknown key [unknown-key]",
        ),
    ],
)
def test_a_slip_in_changes_has_its_place(changes: str, message: str) -> None:
    assert messages(changes) == [message]


@pytest.mark.parametrize("changes", ["", "null", "[]"])
def test_no_changes_are_fine(changes: str) -> None:
    assert messages(changes) == []


def test_a_line_is_read_as_it_is_written() -> None:
    text = "[{date: 2026-11-30, entry: 4.10, reason: no, x-by: me}]"
    document = read_document(f"{HEAD}changes: {text}\n".encode(), "f.yaml")
    record, _ = read_record(document, Leaderboard, "")
    assert record is not None
    assert record.changes == (Change.model_construct(date="2026-11-30", entry="4.10", reason="no"),)


def test_history_is_newest_first_and_knows_present_entries(tmp_path: Path) -> None:
    board = board_of(tmp_path, tree(changes=CHANGES))
    items = history(board, entry_names(board))
    assert [(item.date, item.entry, item.name and item.name.entry_id) for item in items] == [
        ("2026-11-30", "the first", None),
        ("2026-11-02", "shown", "harness-model-plain-test"),
        ("2026-11-02", "shown", "harness-model-plain-test"),
    ]
    assert [item.reason for item in items[1:]] == ["Graded once more.", "Graded again."]


def test_the_page_shows_the_history_as_text_with_links(tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", tree(changes=CHANGES))
    result = build(tmp_path / "tree", tmp_path / "site")
    assert result.exit_code == 0, result.words
    markup = (tmp_path / "site" / "demo" / "index.html").read_text("utf-8")
    page = read_page(markup)
    assert "history" in page.ids
    for change in CHANGES:
        assert change["reason"] in page.words
    assert "the first" in page.words
    section = markup.partition('id="history"')[2].partition("</section>")[0]
    assert section.count('href="entries/harness-model-plain-test/index.html"') == 2
    assert section.count("<time datetime=") == 3


def test_a_page_without_changes_has_no_history(tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", tree())
    assert build(tmp_path / "tree", tmp_path / "site").exit_code == 0
    markup = (tmp_path / "site" / "demo" / "index.html").read_text("utf-8")
    assert "history" not in read_page(markup).ids


def test_the_json_has_the_changes_in_the_files_order(tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", tree(changes=CHANGES))
    assert build(tmp_path / "tree", tmp_path / "site").exit_code == 0
    data = json.loads((tmp_path / "site" / "demo" / "leaderboard.json").read_text("utf-8"))
    assert data["changes"] == CHANGES
    assert data["schema_version"] == 1
    jsonschema.validate(data, leaderboard_json_schema())
