"""Hostile texts and addresses in every field are shown as they are, and nothing else happens."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from penguin_board.feeds import MAX_ITEMS
from tests import pages
from tests.browser.conftest import wait_until
from tests.browser.hostile import Named, Written, write_hostile
from tests.browser.hostile_texts import REFUSED_ADDRESSES, TEXTS, quoted
from tests.command_line import build, validate
from tests.trees import experiment, leaderboard, leaf, write_tree

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
        self.page.on("console", self._said)
        self.page.on("request", lambda request: self._asked(request.url))

    def _note(self, text: str) -> None:
        self.wrong.append(f"{self.page.url}: {text}")

    def _said(self, message: ConsoleMessage) -> None:
        # A browser asks by itself for the icon of a drawing.
        if message.type == "error" and not message.location["url"].endswith("/favicon.ico"):
            self._note(message.text)

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

    def open_window(
        *, from_disk: bool = False, javascript: bool = True, policy: bool = True
    ) -> Watched:
        context = chromium().new_context(
            viewport={"width": 1280, "height": 800},
            java_script_enabled=javascript,
            bypass_csp=not policy,
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


@pytest.mark.parametrize(
    ("from_disk", "javascript", "policy"),
    [(False, False, True), (True, True, True), (True, False, True), (False, True, False)],
)
def test_crowded_boards_are_shown_from_anywhere_with_scripts_or_without(
    hostile: Hostile,
    watched: Callable[..., Watched],
    from_disk: bool,
    javascript: bool,
    policy: bool,
) -> None:
    """Also where a browser does not know our policy: it is the second wall, not the first."""
    window = watched(from_disk=from_disk, javascript=javascript, policy=policy)
    for board in (*hostile.crowds, *hostile.each[::60]):
        check_board(window, board)
        window.check(javascript=javascript)


def test_scripts_show_and_write_hostile_names_as_they_are(
    hostile: Hostile, watched: Callable[..., Watched]
) -> None:
    """Filters, the address, comparisons, task names and saved files."""
    window = watched()
    for board in hostile.crowds:
        page = window.go(f"{board.folder}/index.html")
        rows = page.locator("table.ranking tbody tr")
        for key in ("model", "harness", "algorithm"):
            facet = page.locator(f".facet[data-key={key}]")
            if not facet.count():
                continue
            boxes = facet.locator("input")
            for index in range(0, boxes.count(), 7):
                facet.evaluate("menu => { menu.open = true; }")
                name = boxes.nth(index).get_attribute("value") or ""
                boxes.nth(index).check()
                expect(page.locator(".chips bdi")).to_have_text([_spaced(name)])
                assert window.texts(".chips bdi") == [name]
                assert parse_qs(urlsplit(page.url).query)[key] == [name]
                shown = [row for row in rows.all() if row.is_visible()]
                assert [row.get_attribute(f"data-{key}") for row in shown] == [name] * len(shown)
                page.locator(".chips button").press("Enter")
                expect(page.locator(".chips bdi")).to_have_count(0)
        panel = page.locator("#waffle svg[data-entry]").first
        panel.focus()
        said = []
        for below in range(4):
            page.keyboard.press("Home")
            for key in ("ArrowDown",) * below + ("ArrowRight",) * 8:
                said.append(page.locator("#announcer").text_content() or "")
                page.keyboard.press(key)
        page.locator("details.downloads summary").click()
        with page.expect_download() as begun:
            page.get_by_role("button", name="CSV", exact=True).click()
        stable = pages.csv_rows(hostile.site / board.folder / "leaderboard.csv")
        names = [stable[0].index(name) for name in ("entry", "harness", "model", "entry_id")]
        saved = pages.csv_rows(Path(begun.value.path()))
        assert [[row[i] for i in names] for row in saved] == [
            [row[i] for i in names] for row in stable
        ]
        told = {text.split("\n")[0] for text in said}
        assert len(told) > 8
        assert told <= set(board.sources)
        window.check()


def _spaced(text: str) -> re.Pattern[str]:
    """A text whose white space may be any."""
    return re.compile(r"\s*" + r"\s+".join(map(re.escape, text.split())) + r"\s*")


def test_the_interactive_chart_shows_names_as_text(
    hostile: Hostile, watched: Callable[..., Watched]
) -> None:
    """Plotly's labels know some markup; no name becomes any."""
    for from_disk in (False, True):
        window = watched(from_disk=from_disk)
        page = window.go(f"{hostile.crowds[0].folder}/index.html#pareto")
        page.locator(".open-chart").click()
        page.locator(".interactive .main-svg").first.wait_for()
        marks = page.locator(".interactive .scatterlayer .point")
        for index in range(0, marks.count(), 3):
            marks.nth(index).dispatch_event("mousemove")
        assert page.locator(".interactive a[href], .interactive foreignObject").count() == 0
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        wait_until(page, "document.documentElement.scrollWidth <= innerWidth")
        window.check()


def test_entries_show_their_texts_and_further_keys(
    hostile: Hostile, watched: Callable[..., Watched]
) -> None:
    window = watched()
    for board in hostile.each[::3]:
        for path in sorted((hostile.site / board.folder / "entries").glob("*/index.html")):
            window.go(path.relative_to(hostile.site).as_posix())
            identity = window.texts(".identity > div:not(.extra) bdi")
            assert identity[:3] in [
                [entry.model, entry.harness, entry.algorithm] for entry in board.entries
            ]
            assert sorted(window.texts("table.tasks tbody th bdi")) == sorted(board.sources)
            assert window.texts(".crumbs bdi") == [board.title]
            assert dict(zip(*_extras(window), strict=True)) == shown_extras(board)
            window.check()


def _extras(window: Watched) -> tuple[list[str], list[str]]:
    return window.texts(".identity .extra dt bdi"), window.texts(".identity .extra dd bdi")


def shown_extras(board: Written) -> dict[str, str]:
    """The further keys; a page has no control characters, and any line break is the same."""

    def shown(text: str) -> str:
        return re.sub("[\0-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", text).replace("\r", "\n")

    return {shown(key): shown(text) for key, text in board.extras.items()}


@pytest.mark.parametrize("from_disk", [False, True])
@pytest.mark.parametrize("javascript", [False, True])
def test_the_list_of_boards_shows_titles_and_descriptions(
    hostile: Hostile, watched: Callable[..., Watched], from_disk: bool, javascript: bool
) -> None:
    window = watched(from_disk=from_disk, javascript=javascript)
    for text, folder in enumerate(("", "zh/")):
        window.go(f"{folder}index.html")
        boards = [*hostile.each, *hostile.crowds]
        assert sorted(window.texts(".board h2 bdi")) == sorted(
            board.titles[text] for board in boards
        )
        described = sorted(board.descriptions[text] for board in hostile.each)
        assert sorted(window.texts(".board-what")) == described
        assert set(TEXTS) <= set(window.texts(".board-facts bdi"))
        window.check(javascript=javascript)


def test_small_pages_and_drawings_run_nothing(
    hostile: Hostile, watched: Callable[..., Watched]
) -> None:
    window = watched()
    window.go("404.html")
    window.check()
    for board in hostile.each[::6]:
        window.go(f"{board.folder}/embed/index.html")
        heads = window.texts("tbody a bdi")
        assert sorted(heads) == sorted(entry.label or entry.model for entry in board.entries)
        window.check()
        for path in ("card.svg", "pareto-cost.svg"):
            window.go(f"{board.folder}/{path}")
            assert window.page.evaluate("window.__pwned") is None
    assert window.wrong == []


def test_every_file_is_well_formed_and_leads_nowhere_else(hostile: Hostile) -> None:
    """Scripts of our own only, addresses of the data only where they are links."""
    addresses = {address for board in hostile.each for address in board.addresses}
    for name, page in pages.pages(hostile.site).items():
        for tag, attributes in page.tags:
            assert tag not in {"iframe", "object", "embed", "base", "applet"}, name
            assert not any(key.startswith("on") for key in attributes), (name, tag)
            if tag == "script" and attributes.get("type") != "application/json":
                assert re.fullmatch(r"(\.\./)*assets/[\w.-]+\.js", attributes["src"]), name
            for key in ("src", "href", "action", "xlink:href", "formaction", "poster"):
                url = attributes.get(key, "")
                scheme = urlsplit(url).scheme if url not in addresses else ""
                assert not scheme or url.startswith((BASE, "data:,")), (name, tag, url)
                assert url not in addresses or tag == "a", (name, tag, url)
    for path in (*hostile.site.rglob("*.svg"), *hostile.site.rglob("*.xml")):
        root = ET.fromstring(path.read_bytes())
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert not tags & {"script", "foreignObject", "image", "iframe"}, path
        for element in root.iter():
            assert not any(key.startswith("on") for key in element.attrib), path


def shown_in_xml(text: str) -> str:
    """Two characters that XML does not have, not even escaped, are replaced."""
    return re.sub("[\ufffe\uffff]", "\ufffd", text)


def test_the_feed_names_boards_as_they_are(hostile: Hostile) -> None:
    titles = [
        element.text or ""
        for element in ET.parse(hostile.site / "feed.xml").iter(
            "{http://www.w3.org/2005/Atom}title"
        )
    ]
    assert len(titles) == 1 + MAX_ITEMS
    known = {shown_in_xml(board.title) for board in (*hostile.each, *hostile.crowds)}
    assert set(titles[1:]) <= known


def test_addresses_that_do_not_lead_to_the_web_are_refused(tmp_path: Path) -> None:
    """In each of the three fields that take one, each with a problem of its own."""
    lines = [f"  - {{title: x, url: {quoted(text)}}}\n" for text in REFUSED_ADDRESSES]
    files = leaderboard(leaf()) | experiment()
    files["leaderboards/demo/leaderboard.yaml"] += "links:\n" + "".join(lines)
    for index, text in enumerate(REFUSED_ADDRESSES):
        board = leaderboard(leaf(), folder=f"b{index}")
        (path,) = board
        board[path] = board[path].replace(
            '{"name": "Team"}', f"{{name: x, homepage: {quoted(text)}}}"
        )
        board[path] = board[path].replace(
            '"phase": "test"', f'"phase": "test", "url": {quoted(text)}'
        )
        files |= board | experiment(folder=f"b{index}")
    result = validate(write_tree(tmp_path, files))
    found = {(row["path"], row["key"]) for row in result.problems if row["severity"] == "error"}
    for index in range(len(REFUSED_ADDRESSES)):
        assert ("leaderboards/demo/leaderboard.yaml", f"links[{index}].url") in found
        for key in ("author.homepage", "values[0].url"):
            assert (f"leaderboards/b{index}/leaderboard.yaml", key) in found
    assert len(found) == 3 * len(REFUSED_ADDRESSES)
