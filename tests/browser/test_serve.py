"""``penguin-board serve``: a person edits a tree and looks at it in a browser meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Looked
from tests.command_line import REPOSITORY
from tests.trees import experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.browser

BOARD = "leaderboards/demo/leaderboard.yaml"
SECONDS = 120
OVERLAY = "penguin-board-problems"
posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


class Serving:
    """``serve`` as a process of its own, with what it prints."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root = root
        self._lines: queue.Queue[str] = queue.Queue()
        self.printed: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "penguin_board", "serve", "--root", root, *options],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1"},
            stderr=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._lines.put(line)

    def line(self, pattern: str) -> re.Match[str]:
        """The next line that is printed and matches."""
        while True:
            try:
                line = self._lines.get(timeout=SECONDS)
            except queue.Empty:
                pytest.fail(f"not printed: {pattern}\n{''.join(self.printed)}")
            self.printed.append(line)
            if found := re.search(pattern, line):
                return found

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and give the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=SECONDS)
        self._reader.join(timeout=SECONDS)
        while not self._lines.empty():
            self.printed.append(self._lines.get_nowait())
        return code

    def close(self) -> None:
        """End the process if it still runs."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stderr is not None
        self.process.stderr.close()

    def edit(self, path: str, old: str, new: str) -> None:
        """Change a file of the tree as an editor does: whole and at once."""
        file = self.root / path
        text = file.read_text("utf-8")
        assert old in text
        part = file.with_name(f".{file.name}.part")
        part.write_text(text.replace(old, new), encoding="utf-8")
        part.replace(file)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., tuple[Serving, str]]]:
    """A function that serves a tree of these files and gives the address, too."""
    started: list[Serving] = []

    def start(files: dict[str, str], *options: str) -> tuple[Serving, str]:
        server = Serving(write_tree(tmp_path / "tree", files), "--port", "0", *options)
        started.append(server)
        return server, server.line(r"http://127\.0\.0\.1:\d+/").group()

    yield start
    for server in started:
        server.close()


def demo(**more: object) -> dict[str, str]:
    return leaderboard(leaf("exp-a"), leaf("exp-b"), **more) | {
        **experiment("exp-a", [[1, 0]]),
        **experiment("exp-b", [[1, 1]], meta={"model_name": "model-b"}),
    }


def answer(address: str, path: str, host: str = "", method: str = "GET") -> tuple[int, str, bytes]:
    """Status, media type and body of a path that is sent as it is."""
    name, port = re.findall(r"//(.*):(\d+)/", address)[0]
    connection = http.client.HTTPConnection(name, int(port), timeout=SECONDS)
    with contextlib.closing(connection):
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", host or f"{name}:{port}")
        connection.endheaders()
        response = connection.getresponse()
        return response.status, response.headers.get("Content-Type", ""), response.read()


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def test_an_edit_is_on_the_page_without_a_reload_by_hand(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo(status="draft"))
    server.line("^built in")
    looked = look(f"{address}demo/")
    expect(looked.page.locator("h1")).to_contain_text("Demo")
    server.edit(BOARD, '"Demo"', '"Renamed"')
    expect(looked.page.locator("h1")).to_contain_text("Renamed", timeout=SECONDS * 1000)
    assert looked.errors == []
    assert all(request.startswith(address) for request in looked.requests)


def test_problems_lie_over_the_last_good_page_until_they_are_mended(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    page = look(f"{address}demo/").page
    server.edit(BOARD, '"published"', '"<b>done</b>"')
    overlay = page.locator(OVERLAY)
    expect(overlay.get_by_role("alert")).to_contain_text("1 error", timeout=SECONDS * 1000)
    expect(overlay.locator("code")).to_have_text(f"{BOARD}:2:9")
    expect(overlay.locator("li p").first).to_contain_text('status: "<b>done</b>" is not allowed')
    expect(overlay.locator("li b")).to_have_count(0)
    assert "Demo" in heading(page)
    page.reload()  # the last good site is still served
    expect(overlay.locator("code")).to_have_text(f"{BOARD}:2:9")
    assert "Demo" in heading(page)
    server.edit(BOARD, '"<b>done</b>"', '"published"')
    expect(overlay).to_have_count(0, timeout=SECONDS * 1000)
    assert "Demo" in heading(page)


def test_the_overlay_closes_by_button_and_key_and_comes_back_with_other_problems(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    page = look(address).page
    overlay = page.locator(OVERLAY)
    server.edit(BOARD, '"published"', '"done"')
    overlay.get_by_role("button").click(timeout=SECONDS * 1000)
    expect(overlay).to_have_count(0)
    server.edit(BOARD, '"done"', '"finished"')
    expect(overlay.locator("li")).to_contain_text(["finished"], timeout=SECONDS * 1000)
    page.keyboard.press("Escape")
    expect(overlay).to_have_count(0)


def test_a_tree_that_is_wrong_from_the_start_recovers(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo(status="done"))
    server.line("the site stays as it was")
    page = look(f"{address}demo/").page
    expect(page.locator(f"{OVERLAY} code")).to_have_text(f"{BOARD}:2:9")
    server.edit(BOARD, '"done"', '"draft"')
    expect(page.locator("h1")).to_contain_text("Demo", timeout=SECONDS * 1000)
    expect(page.locator(OVERLAY)).to_have_count(0)


def test_new_folders_are_watched_too(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    page = look(f"{address}demo/").page
    own = '{% extends "builtin/leaderboard.html" %}{% block title %}First{% endblock %}'
    write_tree(server.root, {"templates/leaderboard.html": own})
    expect(page).to_have_title("First", timeout=SECONDS * 1000)
    server.edit("templates/leaderboard.html", "First", "Second")
    expect(page).to_have_title("Second", timeout=SECONDS * 1000)
    server.edit("templates/leaderboard.html", "extends", "extend")
    place = page.locator(f"{OVERLAY} code")
    expect(place).to_have_text("templates/leaderboard.html:1:1", timeout=SECONDS * 1000)
    expect(page).to_have_title("Second")


def test_a_template_that_only_some_data_breaks_is_a_problem_too(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    own = """{% extends "builtin/leaderboard.html" %}
{% block title %}{% if page.title == "Boom" %}{{ nothing }}{% endif %}{% endblock %}"""
    server, address = serving(demo() | {"templates/leaderboard.html": own})
    server.line("^built in")
    page = look(f"{address}demo/").page
    server.edit(BOARD, '"Demo"', '"Boom"')
    place = page.locator(f"{OVERLAY} code")
    expect(place).to_have_text("templates/leaderboard.html:2:1", timeout=SECONDS * 1000)
    assert answer(address, "/demo/")[0] == 500
    assert answer(address, "/")[0] == 200
    server.edit(BOARD, '"Boom"', '"Mended"')
    expect(page.locator("h1")).to_contain_text("Mended", timeout=SECONDS * 1000)
    expect(page.locator(OVERLAY)).to_have_count(0)


def test_a_page_that_is_gone_says_so_and_comes_back(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked]
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    page = look(f"{address}demo/").page
    (server.root / "leaderboards/demo").rename(server.root / "aside")
    expect(page.locator("h1")).to_have_text("Page not found", timeout=SECONDS * 1000)
    (server.root / "aside").rename(server.root / "leaderboards/demo")
    expect(page.locator("h1")).to_contain_text("Demo", timeout=SECONDS * 1000)


def test_pages_are_in_the_languages_that_are_asked_for(
    serving: Callable[..., tuple[Serving, str]],
) -> None:
    server, address = serving(demo(), "--languages", "en,fa")
    server.line("^built in")
    assert b'dir="rtl"' in answer(address, "/fa/demo/")[2]
    assert answer(address, "/zh/demo/")[0] == 404


def test_files_have_their_types_and_nothing_is_kept_by_the_browser(
    serving: Callable[..., tuple[Serving, str]],
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    types = {
        "/": "text/html; charset=utf-8",
        "/demo/": "text/html; charset=utf-8",
        "/demo/leaderboard.json": "application/json",
        "/demo/leaderboard.csv": "text/csv; charset=utf-8",
        "/demo/card.svg": "image/svg+xml",
    }
    for path, wanted in types.items():
        status, media, body = answer(address, path)
        assert (status, media) == (200, wanted)
        assert body
        assert answer(address, path, method="HEAD") == (200, wanted, b"")
    assert answer(address, "/demo")[0] == 302
    assert answer(address, "/", method="POST")[0] == 501


def test_only_files_of_the_site_are_served(
    serving: Callable[..., tuple[Serving, str]],
) -> None:
    server, address = serving(demo() | {"secret.txt": "secret"})
    server.line("^built in")
    for path in (
        "/../tree/secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "//etc/passwd",
        "/demo/../../secret.txt",
        "/secret.txt",
        "/leaderboards/demo/leaderboard.yaml",
        "/experiments/",
        "/assets/",
        "/.git/config",
        "/.penguin-board/",
        "/.penguin-board/../pages.py",
        "/demo/%00",
    ):
        status, _, body = answer(address, path)
        assert (path, status) == (path, 404)
        assert b"secret" not in body


def test_a_page_of_another_name_gets_nothing(
    serving: Callable[..., tuple[Serving, str]],
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    port = address.rstrip("/").rpartition(":")[2]
    assert answer(address, "/", f"localhost:{port}")[0] == 200
    for host in (f"board.example:{port}", "127.0.0.1", "localhost:1", f"127.0.0.1.example:{port}"):
        for path in ("/", "/demo/leaderboard.json", "/.penguin-board/events"):
            status, _, body = answer(address, path, host)
            assert (status, b"Demo" in body) == (403, False)


def test_a_link_out_of_the_tree_is_a_problem_and_not_followed(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked], tmp_path: Path
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    page = look(address).page
    (server.root / "leaderboards/elsewhere").symlink_to(tmp_path)
    place = page.locator(f"{OVERLAY} code")
    expect(place).to_have_text("leaderboards/elsewhere:1:1", timeout=SECONDS * 1000)


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    root = write_tree(tmp_path, demo())
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        with contextlib.closing(Serving(root, "--port", port)) as server:
            found = server.line(f"port {port} cannot be used")
            assert "--port 0" in found.string
            assert server.process.wait(timeout=SECONDS) == 2


@posix
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_it_ends_cleanly_while_a_page_is_open(
    serving: Callable[..., tuple[Serving, str]], look: Callable[..., Looked], how: signal.Signals
) -> None:
    server, address = serving(demo())
    server.line("^built in")
    look(address)
    assert server.end(how) == 0
    assert server.printed[-1] == "stopped\n"
    assert "Traceback" not in "".join(server.printed)
    with pytest.raises(ConnectionRefusedError):
        answer(address, "/")


@posix
def test_it_ends_cleanly_in_the_middle_of_a_build(
    serving: Callable[..., tuple[Serving, str]],
) -> None:
    server, _ = serving(demo())
    assert server.end(signal.SIGINT) == 0
    assert server.printed[-1] == "stopped\n"
    assert "Traceback" not in "".join(server.printed)


def test_the_built_site_has_nothing_of_the_server(sites: Callable[..., Path]) -> None:
    site = sites("C18")
    for path in site.rglob("*.html"):
        assert "reload.js" not in path.read_text("utf-8")
    assert not list(site.rglob("*penguin-board/*"))
