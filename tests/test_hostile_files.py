"""Data files of hostile names: nothing a spreadsheet or a renderer would run, nothing lost."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from penguin_board.boards import Board
from penguin_board.exports import leaderboard_csv, leaderboard_markdown, leaderboard_tex
from penguin_board.json_export import leaderboard_json
from tests.browser.hostile_texts import TEXTS, around, quoted
from tests.pages import markdown_tables
from tests.trees import board_of, experiment, leaderboard

RUN_BY_SPREADSHEETS = "=+-@\t\r\n＝＋－＠"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Board:
    """An entry a text, and differences with negative numbers."""
    files = leaderboard()
    path = "leaderboards/demo/leaderboard.yaml"
    lines = []
    for index, text in enumerate(TEXTS):
        files |= experiment(f"e{index}", (), summary={"n_attempt": 2, "score_mean": index / 1000})
        model, harness, algorithm = around(TEXTS, index, 3)
        meta = f"experiments/demo/e{index}/meta_info.yaml"
        files[meta] = (
            f"harness_name: {quoted(harness)}\nmodel_name: {quoted(model)}\n"
            f"algorithm: {quoted(algorithm)}\nbenchmark_name: b\n"
        )
        leaf = f"{{experiment_id: e{index}, phase: test}}"
        lines.append(f"- {{experiment_id: e{index}, phase: test, label: {quoted(text)}}}\n")
        if index == 9:
            same = "- {op: sub, args: [%s, {op: sum, args: [%s, %s]}]}\n"
            lines.append(same % (leaf, leaf, leaf))
    files[path] = files[path].partition("values:")[0] + "values:\n" + "".join(lines)
    return board_of(tmp_path_factory.mktemp("hostile"), files)


def test_csv_cells_are_inert_and_numbers_are_numbers(board: Board) -> None:
    rows = list(csv.DictReader(io.StringIO(leaderboard_csv(board), newline="")))
    assert len(rows) == len(board.entries)
    for row, entry in zip(rows, board.entries, strict=True):
        assert float(row["score"]) == entry.score
        assert row["score"] == repr(entry.score)
        for name, text in (
            ("entry", entry.label),
            ("harness", entry.evaluated.harness_name),
            ("model", entry.evaluated.model_name),
            ("algorithm", entry.evaluated.algorithm),
        ):
            mark = "'" if text[0] in RUN_BY_SPREADSHEETS else ""
            assert row[name] == mark + text
    assert min(float(row["score"]) for row in rows) == pytest.approx(-0.009)
    assert sum(row["entry"].startswith("'") for row in rows) > 8


def test_every_line_of_the_csv_is_an_entry_for_a_simple_reader(board: Board) -> None:
    """A reader that splits lines at what Unicode calls a line break is not led astray by CR LF."""
    lines = leaderboard_csv(board).split("\r\n")
    assert len(lines) == len(board.entries) + 2
    assert not any(sign in line for line in lines for sign in "\r\n")


def test_json_has_the_texts_as_they_are(board: Board) -> None:
    data = json.loads(leaderboard_json(board))
    assert {entry["label"] for entry in data["entries"]} >= set(TEXTS)


def test_markdown_shows_the_texts_and_no_markup(board: Board) -> None:
    (table,) = markdown_tables(leaderboard_markdown(board))
    assert len(table) == len(board.entries) + 2
    shown = {row[2] for row in table[2:]}
    for text in TEXTS:
        assert " ".join(text.split()) in shown


def test_tex_has_no_command_of_a_name(board: Board) -> None:
    """Every backslash begins one of the few commands that write a sign."""
    body = leaderboard_tex(board).partition("\\begin{tabular}")[2]
    commands = set(re.findall(r"\\(?:[A-Za-z]+|.)", body))
    assert commands <= {
        *("\\hline", "\\end", "\\\\", "\\textbackslash", "\\textasciicircum", "\\textasciitilde"),
        *("\\textless", "\\textgreater", "\\textbar", "\\pm"),
        *(f"\\{sign}" for sign in "{}$&#%_"),
    }
    assert body.count("\\end") == 1
    cells = [line.count(" & ") for line in body.splitlines() if line.endswith(" \\\\")]
    assert set(cells) == {14}
    assert len(cells) == len(board.entries) + 1
