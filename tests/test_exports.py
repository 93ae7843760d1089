"""The data files beside a page: the same numbers, safe in a spreadsheet and in Markdown."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import jsonschema
import pytest

from penguin_board.boards import Board
from penguin_board.exports import (
    board_files,
    leaderboard_csv,
    leaderboard_json,
    leaderboard_markdown,
    leaderboard_tex,
    markdown_text,
    tex_text,
)
from penguin_board.json_model import leaderboard_json_schema
from penguin_board.sitemap import sitemap_files
from penguin_board.tree import load_tree
from penguin_board.views.board_summary import board_summary
from tests.trees import board_of, experiment, leaderboard, leaf, write_tree


@pytest.fixture
def board(tmp_path: Path) -> Board:
    author = {"name": "Team", "email": "who@example.org", "homepage": "https://example.org/"}
    files = {
        **leaderboard(leaf("exp-a"), leaf("exp-b"), author=author, score_max=1),
        **experiment(
            "exp-a",
            [(1, 0, 1), (1, 1, 1)],
            meta={"model_name": "=model|a", "date": "20261105"},
            summary={"cost_total": 1.25, "duration_ms_total": 1500, "tokens_total": None},
        ),
        **experiment("exp-b", [(0.5, 0, 0)], meta={"model_name": "model-b", "date": "2026-10-31"}),
    }
    tree = load_tree(write_tree(tmp_path, files))
    assert [problem.message for problem in tree.problems if problem.is_error] == []
    return tree.boards[0]


def test_the_json_is_valid_against_the_published_schema(board: Board) -> None:
    schema = leaderboard_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(leaderboard_json(board)), schema)


def test_the_json_has_full_precision_sorted_keys_and_null_for_unknown(board: Board) -> None:
    text = leaderboard_json(board)
    data = json.loads(text)
    assert text == json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n"
    first, second = data["entries"]
    assert first["score"] == pytest.approx(5 / 6, abs=1e-15)
    assert first["score_std"] == pytest.approx(2**0.5 / 6, abs=1e-15)
    assert (first["cost"], first["duration_ms"], first["tokens"]) == (1.25, 1500, None)
    assert second["score_std"] is None
    assert data["tasks"][0] == {"benchmark": "exp-a", "source": "t1", "solved_by": 1}


def test_the_email_address_is_shown_only_on_request(board: Board) -> None:
    for name, data in board_files(board).items():
        assert b"who@example.org" not in data, name
    shown = json.loads(board_files(board, show_email=True)["leaderboard.json"])
    assert shown["author"]["email"] == "who@example.org"


def test_the_csv_has_raw_numbers_and_inert_text(board: Board) -> None:
    rows = list(csv.DictReader(io.StringIO(leaderboard_csv(board), newline="")))
    assert [row["model"] for row in rows] == ["'=model|a", "model-b"]
    assert float(rows[0]["score"]) == pytest.approx(5 / 6, abs=1e-15)
    assert [row["tokens"] for row in rows] == ["", ""]
    assert [row["rank"] for row in rows] == ["1", "2"]


def test_the_markdown_shows_the_texts_of_the_page(board: Board) -> None:
    lines = leaderboard_markdown(board).splitlines()
    assert lines[0] == "# Demo"
    assert "Score (%) ± std" in lines[2]
    assert "83.3 ± 23.6" in lines[4]
    assert "\\=model" not in lines[4]
    assert "=model\\|a" in lines[4]
    assert "| \\$1.25 |" in lines[4]
    assert " | — | — | — | 1 | 3 |" in lines[5]


def test_the_markdown_names_the_entries_on_fewer_benchmarks(tmp_path: Path) -> None:
    files = leaderboard({"op": "mean", "args": [leaf("exp-a"), leaf("exp-b")]}, leaf("exp-c"))
    for name, benchmark, model in (("exp-a", "x", "m"), ("exp-b", "y", "m"), ("exp-c", "x", "n")):
        files |= experiment(name, meta={"benchmark_name": benchmark, "model_name": model})
    text = leaderboard_markdown(board_of(tmp_path, files))
    assert "\n\nn covers 1 of the 2 benchmarks of the leaderboard, not y.\n\n" in text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b", "a\\|b"),
        ("c\\|d", "c\\\\\\|d"),
        ("<img onerror=1>", "\\<img onerror=1\\>"),
        ("line\nbreak", "line break"),
        ("[x](javascript:1)", "\\[x\\](javascript\\:1)"),
        ("https://example.org", "https\\://example.org"),
    ],
)
def test_text_stays_text_in_markdown(text: str, escaped: str) -> None:
    assert markdown_text(text) == escaped


def test_the_latex_table_has_the_cells_of_the_markdown(board: Board) -> None:
    lines = leaderboard_tex(board).splitlines()
    begin = lines.index("\\begin{tabular}{rrlllllrrrrrrrr}")
    assert lines[0] == "% Demo"
    assert all(line.startswith("% ") for line in lines[:begin])
    assert [line for line in lines[begin:] if line.startswith("\\")] == [
        "\\begin{tabular}{rrlllllrrrrrrrr}", "\\hline", "\\hline", "\\hline", "\\end{tabular}",
    ]  # fmt: skip
    rows = [line.removesuffix(" \\\\").split(" & ") for line in lines if line.endswith(" \\\\")]
    assert [len(row) for row in rows] == [15, 15, 15]
    assert rows[0][7] == "Score (\\%) $\\pm$ std"
    assert rows[1][4] == "=model\\textbar{}a"
    assert rows[1][7] == "83.3 $\\pm$ 23.6"
    assert rows[1][10] == "\\$1.25"
    assert rows[2][10:] == ["---", "---", "---", "1", "3"]


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a_b & 50% #1", "a\\_b \\& 50\\% \\#1"),
        ("\\input{/etc/passwd}", "\\textbackslash{}input\\{/etc/passwd\\}"),
        ("x^2 ~ $y$", "x\\textasciicircum{}2 \\textasciitilde{} \\$y\\$"),
        ("<a|b>", "\\textless{}a\\textbar{}b\\textgreater{}"),
        ("a---b-c", "a-{}-{}-b-c"),
        ("two\nlines\n\nmore", "two lines more"),
        ("模型 é", "模型 é"),
    ],
)
def test_text_stays_text_in_latex(text: str, escaped: str) -> None:
    assert tex_text(text) == escaped


def test_the_sitemap_and_the_feed_are_xml_with_absolute_addresses(board: Board) -> None:
    files = sitemap_files([board_summary(board)], "Title <&>", "https://example.org/boards")
    assert board.newest_date == "2026-11-05"
    sitemap = ET.fromstring(files["sitemap.xml"])
    space = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "a": "http://www.w3.org/2005/Atom"}
    addresses = [node.text for node in sitemap.findall("s:url/s:loc", space)]
    assert addresses[:2] == ["https://example.org/boards/", "https://example.org/boards/demo/"]
    assert len(addresses) == 2 + len(board.entries)
    feed = ET.fromstring(files["feed.xml"])
    assert feed.findtext("a:title", "", space) == "Title <&>"
    assert feed.findtext("a:entry/a:updated", "", space) == "2026-11-05T00:00:00Z"
    assert b"who@example.org" not in files["feed.xml"]


def test_a_feed_without_boards_is_still_a_feed() -> None:
    files = sitemap_files([], "Empty", "https://example.org/")
    feed = ET.fromstring(files["feed.xml"])
    assert feed.findtext("{http://www.w3.org/2005/Atom}updated") == "1970-01-01T00:00:00Z"
