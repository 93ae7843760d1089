"""Reads what the site wrote, as a browser, a spreadsheet or GitHub reads it."""

from __future__ import annotations

import csv
import html
import io
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

_UNSEEN = frozenset({"script", "style", "template"})
_URL_ATTRIBUTES = frozenset({"href", "src", "action", "poster", "xlink:href"})
_CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)")
_SHOWN_ATTRIBUTES = frozenset({"title", "alt", "aria-label", "content", "data-label"})


@dataclass
class Page:
    """One HTML or SVG file: its texts, the texts of its attributes, its addresses and scripts."""

    texts: list[str] = field(default_factory=list)
    shown_attributes: list[str] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    scripts: list[str] = field(default_factory=list)
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text that a reader sees."""
        return "\n".join(self.texts)

    @property
    def words(self) -> list[str]:
        """Texts and the attributes that are shown or read out, each stripped."""
        return [word.strip() for word in (*self.texts, *self.shown_attributes) if word.strip()]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = Page()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.page.tags.append((tag, values))
        if tag in _UNSEEN:
            self._inside.append(tag)
        if tag == "script":
            self.page.scripts.append("")
        for name, value in values.items():
            if name in _URL_ATTRIBUTES:
                self.page.urls.append(value)
            elif name == "srcset":
                self.page.urls += [part.split()[0] for part in value.split(",") if part.strip()]
            elif name == "style":
                self.page.urls += _CSS_URL.findall(value)
            elif name in _SHOWN_ATTRIBUTES:
                self.page.shown_attributes.append(value)
        if "id" in values:
            self.page.ids.add(values["id"])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag in _UNSEEN:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.page.texts.append(data)
        elif self._inside[-1] == "script":
            self.page.scripts[-1] += data
        elif self._inside[-1] == "style":
            self.page.urls += _CSS_URL.findall(data)


def read_page(text: str) -> Page:
    """Parse HTML, or SVG as HTML does."""
    parser = _Parser()
    parser.feed(text)
    parser.close()
    return parser.page


def pages(site: Path, *suffixes: str) -> dict[str, Page]:
    """Every page of a site by its path; HTML ones unless other suffixes are given."""
    return {
        path.relative_to(site).as_posix(): read_page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*"))
        if path.suffix in (suffixes or (".html",))
    }


def css_urls(text: str) -> list[str]:
    """The addresses in a style sheet."""
    return _CSS_URL.findall(text)


def csv_rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file, a byte order mark left out."""
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def markdown_tables(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown file as GitHub reads them: rows of rendered cells."""
    tables: list[list[list[str]]] = []
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))
            table.append([_rendered(cell) for cell in cells])
        elif table:
            tables.append(table)
            table = []
    return tables


def _rendered(cell: str) -> str:
    r"""Inline Markdown as text: ``\|`` becomes a pipe first, then escapes and entities are undone.

    Marks that are not escaped would be emphasis, code or HTML: they are dropped.
    """
    text = cell.strip().replace("\\|", "|")
    parts = re.findall(r"\\[!-/:-@\[-`{-~]|&#?\w+;|.", text)
    return "".join(
        part[1]
        if part[0] == "\\" and len(part) == 2
        else html.unescape(part)
        if len(part) > 1
        else part
        for part in parts
        if part not in ("*", "_", "`", "<", ">")
    )
