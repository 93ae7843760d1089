"""``sitemap.xml`` and ``feed.xml``: what search engines and feed readers expect of a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

from penguin_board.catalogues import ENGLISH
from penguin_board.feeds import feed
from penguin_board.languages import find_language
from penguin_board.views.board_summary import BoardSummary

_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
_XHTML = "http://www.w3.org/1999/xhtml"


def sitemap_files(
    boards: Sequence[BoardSummary], title: str, base_url: str, languages: Sequence[str] = (ENGLISH,)
) -> dict[str, bytes]:
    """The sitemap and a feed a language, for a site that stands at ``base_url``.

    ``boards`` are the published ones; the pages of the first language stand at the top.
    """
    base = base_url.rstrip("/") + "/"
    folders = {code: "" if code == languages[0] else f"{code}/" for code in languages}
    files = {"sitemap.xml": _document(_sitemap(boards, base, folders))}
    for code, folder in folders.items():
        root = feed(boards, title, base + folder, find_language(code))
        files[f"{folder}feed.xml"] = _document(root)
    return files


def _sitemap(boards: Sequence[BoardSummary], base: str, folders: Mapping[str, str]) -> ET.Element:
    root = ET.Element("urlset", {"xmlns": _SITEMAP, "xmlns:xhtml": _XHTML})
    pages: list[tuple[str, str | None]] = [("", None)]
    for board in boards:
        date = board.row.newest_date
        place = f"{board.row.leaderboard_id}/"
        pages.append((place, date))
        pages += [(f"{place}entries/{entry.entry_id}/", date) for entry in board.entries]
    for folder in folders.values():
        for place, date in pages:
            page = ET.SubElement(root, "url")
            ET.SubElement(page, "loc").text = f"{base}{folder}{place}"
            if date is not None:
                ET.SubElement(page, "lastmod").text = date
            if len(folders) > 1:
                _alternates(page, {code: base + top + place for code, top in folders.items()})
    return root


def _alternates(page: ET.Element, addresses: Mapping[str, str]) -> None:
    """The same page in all languages, itself included, as search engines ask for it."""
    for code, address in addresses.items():
        ET.SubElement(page, "xhtml:link", rel="alternate", hreflang=code, href=address)


def _document(root: ET.Element) -> bytes:
    ET.indent(root)
    text = ET.tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()
