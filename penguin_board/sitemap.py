"""``sitemap.xml`` and ``feed.xml``: what search engines and feed readers expect of a site."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from penguin_board.boards import Board
from penguin_board.feeds import feed

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap_files(boards: Sequence[Board], title: str, base_url: str) -> dict[str, bytes]:
    """The two files for a site that stands at ``base_url``; ``boards`` are the published ones."""
    base = base_url.rstrip("/") + "/"
    return {
        "sitemap.xml": _document(_sitemap(boards, base)),
        "feed.xml": _document(feed(boards, title, base)),
    }


def _sitemap(boards: Sequence[Board], base: str) -> ET.Element:
    root = ET.Element("urlset", xmlns=_SITEMAP)
    pages: list[tuple[str, str | None]] = [(base, None)]
    for board in boards:
        date = board.newest_date
        address = f"{base}{board.leaderboard_id}/"
        pages.append((address, date))
        pages += [(f"{address}entries/{entry.entry_id}/", date) for entry in board.entries]
    for address, date in pages:
        page = ET.SubElement(root, "url")
        ET.SubElement(page, "loc").text = address
        if date is not None:
            ET.SubElement(page, "lastmod").text = date
    return root


def _document(root: ET.Element) -> bytes:
    ET.indent(root)
    text = ET.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
