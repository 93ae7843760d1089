"""Goal 16: the bytes that a leaderboard's page loads, compressed as a server sends them."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from benchmarks.rows import Row

_LOADED_BY: Final = {"link": "href", "script": "src", "img": "src"}
_LINKS: Final = {"stylesheet", "icon"}
_KILOBYTE: Final = 1000


class _Files(HTMLParser):
    """What a page loads at once, and what it loads on request."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.loaded = {page}
        self.on_request: set[Path] = set()
        self._folder = page.parent
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the address of a style sheet, a script, a picture, or the chart's bundle."""
        given = dict(attrs)
        address = given.get(_LOADED_BY.get(tag, ""))
        if address and (tag != "link" or _LINKS & set((given.get("rel") or "").split())):
            self.loaded.add(self._path(address))
        bundle = given.get("data-plotly")
        if bundle:
            self.on_request.add(self._path(bundle))

    def _path(self, address: str) -> Path:
        return (self._folder / address.partition("?")[0]).resolve()


def weight_rows(site: Path, tree: str) -> Iterator[Row]:
    """The heaviest leaderboard of a site."""
    pages = [path.with_name("index.html").resolve() for path in site.glob("*/leaderboard.json")]
    page = max(pages, key=lambda path: path.stat().st_size)
    files = _Files(page)
    yield _row("a page with all that it loads", tree, 100, _weight(files.loaded), page.parent.name)
    yield _row("the interactive chart, on request", tree, 400, _weight(files.on_request), "")


def _row(what: str, tree: str, goal: float, size: int, remark: str) -> Row:
    return Row(
        number="16",
        what=what,
        tree=tree,
        unit="kB",
        goal=goal,
        measured=size / _KILOBYTE,
        basis="bytes",
        remark=remark,
    )


def _weight(files: set[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)
