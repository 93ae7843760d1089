"""Hostile texts and addresses in every field are shown as they are, and nothing else happens."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.hostile import Named, Written, write_hostile
from tests.command_line import build

pytestmark = pytest.mark.browser

BASE = "https://board.example.org/x/"
# What happened in the page that should not have; it is read after everything was done.
WATCH = """
window.__seen = [];
addEventListener("securitypolicyviolation", event => __seen.push(
    `${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
addEventListener("error", event => __seen.push(`error ${event.message}`));
"""
SHOWN = """selector => [...document.querySelectorAll(selector)].map(node => node.textContent)"""
WIDTHS = (375, 1280)


@dataclass(frozen=True)
class Hostile:
    """The site, where it is served, and what its boards have to show."""

    site: Path
    origin: str
    each: list[Written]
    crowds: list[Written]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostile]:
    """Built once and served."""
    folder = tmp_path_factory.mktemp("hostile")
    each, crowds = write_hostile(folder / "tree")
    site = folder / "site"
    result = build(folder / "tree", site, "--languages", "en,zh", "--base-url", BASE)
    assert result.exit_code == 0, result.words[-5000:]
    handler = functools.partial(_Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_address[1]}"
        yield Hostile(site, origin, each, crowds)
        server.shutdown()


class Watched:
    """A window that notes scripts, dialogs, requests and errors that no page of ours makes."""

    def __init__(self, context: BrowserContext, start: str) -> None:
        self.page: Page = context.new_page()
        self.start = start
        self.wrong: list[str] = []
        self.page.on("dialog", lambda dialog: self._note(f"dialog {dialog.message}"))
        self.page.on("pageerror", lambda error: self._note(f"error {error}"))
        self.page.on("popup", lambda page: self._note(f"popup {page.url}"))
        self.page.on("console", lambda said: said.type == "error" and self._note(said.text))
        self.page.on("request", lambda request: self._asked(request.url))

    def _note(self, text: str) -> None:
        self.wrong.append(f"{self.page.url}: {text}")

    def _asked(self, url: str) -> None:
        if not url.startswith((self.start, "data:,", "blob:")):
            self._note(f"asked for {url}")

    def go(self, path: str) -> Page:
        self.page.goto(f"{self.start}/{path}")
        return self.page

    def check(self, *, javascript: bool = True) -> None:
        """Nothing happened, and the page is no wider than the window, at any width."""
        if javascript:
            assert self.page.evaluate("window.__pwned") is None, self.page.url
            assert self.page.evaluate("window.__seen") == [], self.page.url
        assert self.wrong == []
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            inner, wide = self.page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
            assert wide <= inner, (self.page.url, width, wide)

    def texts(self, selector: str) -> list[str]:
        found: list[str] = self.page.evaluate(SHOWN, selector)
        return found


@pytest.fixture
def watched(chromium: Callable[[], Browser], hostile: Hostile) -> Iterator[Callable[..., Watched]]:
    """A function that opens a window over http or on the disk, with scripts or without."""
    contexts = []

    def open_window(*, from_disk: bool = False, javascript: bool = True) -> Watched:
        context = chromium().new_context(
            viewport={"width": 1280, "height": 800}, java_script_enabled=javascript
        )
        context.add_init_script(WATCH)
        contexts.append(context)
        return Watched(context, hostile.site.as_uri() if from_disk else hostile.origin)

    yield open_window
    for context in contexts:
        context.close()


def check_board(window: Watched, board: Written) -> None:
    """Every text of a board stands on its page as it was written."""
    window.go(f"{board.folder}/index.html")
    assert window.page.locator("table.ranking tbody tr").count() == len(board.entries)
    assert window.texts("h1 bdi") == [board.title]
    rows = "table.ranking tbody .entry"
    for name, found in (("harness", f"{rows} .harness"), ("algorithm", f"{rows} .algorithm")):
        assert sorted(window.texts(found)) == sorted(getattr(one, name) for one in board.entries)
    places = (".ranking .who > a bdi", ".points bdi", ".waffle tbody th a bdi", "#pair-a option")
    listed = {place: window.texts(place) for place in places}
    for entry in board.entries:
        for place, texts in listed.items():
            assert any(_names(text, entry) for text in texts), (board.folder, place, entry, texts)
    shown = set(window.texts("bdi, .lead, .note bdi, .history p, .byline a"))
    assert set(board.texts) <= shown, (board.folder, set(board.texts) - shown)
    links = window.page.evaluate("[...document.links].map(link => link.getAttribute('href'))")
    assert set(board.addresses) <= set(links), board.folder
    for link in set(links) - set(board.addresses):
        assert link.startswith(window.start) or not urlsplit(link).scheme, (board.folder, link)


def _names(text: str, entry: Named) -> bool:
    """Whether a text is the entry's label, alone or behind a rank in marks of direction."""
    text = re.sub(r"^\d+\. \u2068(.*)\u2069$", r"\1", text, flags=re.DOTALL)
    return text == entry.label or f"{text} · ".startswith(f"{entry.label or entry.model} · ")


def test_a_board_of_every_text_shows_it_and_runs_nothing(
    hostile: Hostile, watched: Callable[..., Watched]
) -> None:
    window = watched()
    for board in hostile.each:
        check_board(window, board)
        window.check()
