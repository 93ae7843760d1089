"""``sitemap.xml`` and ``feed.xml``: what search engines and feed readers expect of a site."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from penguin_board.boards import Board

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_ATOM = "http://www.w3.org/2005/Atom"
_ISO_DATE = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")
# A feed needs a date; a board whose experiments carry none gets the start of the epoch rather
# than the time of building, which would change on every build.
_NO_DATE = "1970-01-01"


def sitemap_files(boards: Sequence[Board], title: str, base_url: str) -> dict[str, bytes]:
    """The two files for a site that stands at ``base_url``; ``boards`` are the published ones."""
    base = base_url.rstrip("/") + "/"
    return {
        "sitemap.xml": _document(_sitemap(boards, base)),
        "feed.xml": _document(_feed(boards, title, base)),
    }


def newest_date(board: Board) -> str | None:
    """The newest date of a board's experiments as ``YYYY-MM-DD``; None when none has a date."""
    matches = [_ISO_DATE.fullmatch(run.meta.date or "") for run in board.runs]
    return max(("-".join(match.groups()) for match in matches if match), default=None)


def _sitemap(boards: Sequence[Board], base: str) -> ET.Element:
    root = ET.Element("urlset", xmlns=_SITEMAP)
    pages: list[tuple[str, str | None]] = [(base, None)]
    for board in boards:
        date = newest_date(board)
        address = f"{base}{board.leaderboard_id}/"
        pages.append((address, date))
        pages += [(f"{address}entries/{entry.entry_id}/", date) for entry in board.entries]
    for address, date in pages:
        page = ET.SubElement(root, "url")
        ET.SubElement(page, "loc").text = address
        if date is not None:
            ET.SubElement(page, "lastmod").text = date
    return root


def _feed(boards: Sequence[Board], title: str, base: str) -> ET.Element:
    """An Atom feed with one item a board: its leading entry and the date of its newest result."""
    root = ET.Element("feed", xmlns=_ATOM)
    dates = [newest_date(board) or _NO_DATE for board in boards]
    ET.SubElement(root, "title").text = title
    ET.SubElement(root, "id").text = base
    ET.SubElement(root, "updated").text = f"{max(dates, default=_NO_DATE)}T00:00:00Z"
    ET.SubElement(root, "link", href=base)
    ET.SubElement(root, "link", href=f"{base}feed.xml", rel="self")
    for board, date in sorted(zip(boards, dates, strict=True), key=lambda pair: pair[1])[::-1]:
        address = f"{base}{board.leaderboard_id}/"
        leader = board.entries[0]
        item = ET.SubElement(root, "entry")
        ET.SubElement(item, "title").text = board.leaderboard.title
        ET.SubElement(item, "id").text = address
        ET.SubElement(item, "link", href=address)
        ET.SubElement(item, "updated").text = f"{date}T00:00:00Z"
        author = ET.SubElement(item, "author")
        ET.SubElement(author, "name").text = board.leaderboard.author.name
        score = f"{board.format.plus_minus(leader.score, leader.std)} {board.format.unit}".strip()
        ET.SubElement(item, "summary").text = f"{leader.label}: {score}"
    return root


def _document(root: ET.Element) -> bytes:
    ET.indent(root)
    text = ET.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
