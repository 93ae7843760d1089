"""What a site gives to feed readers and to other people's pages: feed, embed, badges, cards."""

from __future__ import annotations

import gzip
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from penguin_board.dates import iso_date, newest
from penguin_board.feeds import MAX_ITEMS, feed
from penguin_board.languages import find_language
from penguin_board.tree import load_tree
from penguin_board.views.board_summary import board_summary
from penguin_board.views.card import wrapped
from penguin_board.views.chart_labels import text_width
from penguin_board.xml_text import xml_text
from tests import pages
from tests.command_line import REPOSITORY, build, penguin_board
from tests.trees import Files, experiment, leaderboard, leaf, write_tree

ATOM = "{http://www.w3.org/2005/Atom}"
BASE = "https://example.org/boards"
NASTY = 'a"><script>alert(1)</script>&amp;\u202f\ufffe'


def board_files(folder: str, dates: list[str], **more: object) -> Files:
    """A board with an entry a date, the last one best."""
    names = [f"exp-{index}" for index in range(len(dates))]
    files = leaderboard(*(leaf(name) for name in names), folder=folder, **more)
    for index, (name, date) in enumerate(zip(names, dates, strict=True)):
        meta = {"model_name": f"model-{index:03}", "date": date}
        scores = [(index / len(dates), 0.5), (index / len(dates), 0.5)]
        files |= experiment(name, scores, meta=meta, folder=folder)
    return files


def items(path: Path) -> list[dict[str, str]]:
    return [
        {tag: node.findtext(f"{ATOM}{tag}") or "" for tag in ("title", "id", "updated", "summary")}
        for node in ET.parse(path).getroot().findall(f"{ATOM}entry")
    ]


def built(tmp_path: Path, files: Files, *options: str, drafts: bool = True) -> Path:
    tree = write_tree(tmp_path / "tree", files)
    out = tmp_path / "site"
    result = (
        build(tree, out, *options)
        if drafts
        else penguin_board("build", "--root", tree, "--out", out, *options)
    )
    assert result.exit_code == 0, result.words
    return out


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-11-05", "2026-11-05"),
        ("20261105", "2026-11-05"),
        ("2024-02-29", "2024-02-29"),
        ("2026-02-29", None),
        ("2026-13-01", None),
        ("0000-01-01", None),
        ("٢٠٢٦-11-05", None),
        ("5 November", None),
        (None, None),
    ],
)
def test_only_a_day_of_a_calendar_is_a_date(text: str | None, date: str | None) -> None:
    assert iso_date(text) == date


def test_the_newest_of_no_dates_is_none() -> None:
    assert newest([None, "soon"]) is None
    assert newest(["2026-01-31", None, "20260201"]) == "2026-02-01"


def test_the_feed_has_boards_and_entries_newest_first_and_no_draft(tmp_path: Path) -> None:
    files = board_files("one", ["2026-01-01", "2026-03-01"], title="Board one")
    files |= board_files("two", ["2026-02-01"], title="Board two")
    files |= board_files("three", ["2026-12-01"], title="Hidden", status="draft")
    files |= board_files("four", ["soon"], title="Undated")
    site = built(tmp_path, files, "--base-url", BASE)
    found = items(site / "feed.xml")
    assert [item["updated"][:10] for item in found] == [
        "2026-03-01",
        "2026-03-01",
        "2026-02-01",
        "2026-02-01",
        "2026-01-01",
        "1970-01-01",
        "1970-01-01",
    ]
    assert found[0]["title"] == "Board one"
    assert found[1]["title"] == "model-001 on Board one: 50.0 ± 0.0 %"
    assert found[1]["id"] == f"{BASE}/one/entries/harness-model-001-plain-test/"
    assert found[1]["summary"] == "Rank 1 of 2"
    assert len({item["id"] for item in found}) == len(found)
    assert "Hidden" not in (site / "feed.xml").read_text("utf-8")
    assert (site / "three" / "index.html").is_file()
    for item in found:
        assert (site / item["id"].removeprefix(f"{BASE}/") / "index.html").is_file()


def test_the_feed_ends_after_two_hundred_items(tmp_path: Path) -> None:
    dates = [f"2026-{1 + n // 28:02}-{1 + n % 28:02}" for n in range(MAX_ITEMS + 20)]
    tree = load_tree(write_tree(tmp_path, board_files("one", dates)))
    boards = [board_summary(board) for board in tree.boards]
    root = feed(boards, "Title", f"{BASE}/", find_language("en"))
    found = root.findall("entry")
    assert len(found) == MAX_ITEMS
    assert root.findtext("updated") == f"{dates[-1]}T00:00:00Z"
    assert found[-1].findtext("updated") == f"{dates[-MAX_ITEMS + 1]}T00:00:00Z"


def test_pages_point_to_the_feed_and_their_picture_only_with_an_address(tmp_path: Path) -> None:
    files = board_files("one", ["2026-01-01"], title=NASTY, description=NASTY)
    site = built(tmp_path / "with", files, "--base-url", BASE, "--title", NASTY[:-1])
    for path, page in pages.pages(site).items():
        if path == "404.html" or "/embed/" in path:
            continue
        meta = {
            values.get("property") or values.get("name"): values["content"]
            for tag, values in page.tags
            if tag == "meta" and "content" in values
        }
        alternates = [values for _, values in page.tags if values.get("rel") == "alternate"]
        links = [values for values in alternates if "hreflang" not in values]
        assert meta["og:title"].strip()
        assert meta["og:description"] == meta["description"]
        assert meta["twitter:card"] == "summary"
        assert meta["og:url"] == f"{BASE}/{path.removesuffix('index.html')}"
        assert [link["type"] for link in links] == ["application/atom+xml"]
        assert (site / path).parent.joinpath(links[0]["href"]).resolve().is_file()
        if path not in ("index.html", "zh/index.html"):
            assert meta["og:image"] == f"{BASE}/one/card.svg"
        assert all("alert" not in script for script in page.scripts)
    without = built(tmp_path / "without", files)
    text = (without / "one" / "index.html").read_text("utf-8")
    assert "og:title" in text
    assert not re.search("og:url|og:image|atom.xml", text)
    assert not (without / "feed.xml").exists()


def test_pictures_and_feed_are_xml_whatever_the_names_hold(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-a", label=NASTY * 9), title=NASTY * 3, author={"name": NASTY})
    site = built(tmp_path, files | experiment(), "--base-url", BASE)
    (badge,) = (site / "demo" / "badges").iterdir()
    for path in (badge, site / "demo" / "card.svg", site / "feed.xml"):
        text = "".join(ET.parse(path).getroot().itertext())
        assert "<script>alert(1)</script>&amp;" in text
        assert "<script" not in path.read_text("utf-8")
    title = ET.parse(badge).getroot().findtext("{http://www.w3.org/2000/svg}title") or ""
    assert title.startswith(xml_text(NASTY * 3))
    assert title.endswith("#1 · 50.0%")


def test_a_draft_says_so_on_embed_badge_and_card(tmp_path: Path) -> None:
    files = leaderboard(status="draft") | experiment()
    site = built(tmp_path / "drafts", files, "--base-url", BASE)
    demo = site / "demo"
    (badge,) = (demo / "badges").iterdir()
    assert "(draft)" in badge.read_text("utf-8")
    assert ">Draft<" in (demo / "card.svg").read_text("utf-8")
    assert ">Draft<" in (demo / "embed" / "index.html").read_text("utf-8")
    public = built(tmp_path / "public", files, drafts=False)
    assert not (public / "demo").exists()


def test_titles_are_broken_at_spaces_and_cut_at_the_end() -> None:
    lines = wrapped("one two three " * 9, 50, 400, 2)
    assert len(lines) == 2
    assert lines[0].startswith("one two three")
    assert not lines[0].endswith(" ")
    assert lines[1].endswith("…")
    assert all(text_width(line, 50) <= 400 for line in (*lines, *wrapped("榜" * 99, 50, 400, 2)))
    assert wrapped("short", 50, 400, 2) == ("short",)
    assert wrapped("W", 50, 1, 2) == ("W",)  # wider than any line, and still there


def test_weights(tmp_path: Path) -> None:
    """Our own style and script at most 60 KB, the GDPevo page 150 KB gzipped, an embed 40 KB."""
    result = penguin_board("build", "--root", REPOSITORY, "--out", tmp_path / "site")
    assert result.exit_code == 0, result.words
    site = tmp_path / "site"
    own = [
        path
        for path in (site / "assets").iterdir()
        if path.suffix in (".css", ".js") and not path.name.startswith("plotly")
    ]
    assert sum(path.stat().st_size for path in own) <= 60_000
    assert len(gzip.compress((site / "gdpevo" / "index.html").read_bytes())) <= 150_000
    embed = site / "gdpevo" / "embed" / "index.html"
    text = embed.read_text("utf-8")
    assert text.count("<tr>") == 25
    (style,) = re.findall(r'href="([^"]+\.css)"', text)
    assert embed.stat().st_size + (embed.parent / style).stat().st_size <= 40_000
    assert "<script" not in text
