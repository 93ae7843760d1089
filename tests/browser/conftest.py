"""Sites to look at and pages to look with: one browser and one server a session."""

from __future__ import annotations

import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.facets import write_facets
from tests.browser.graded import write_graded
from tests.command_line import build

# A loaded machine is slow, not wrong.
expect.set_options(timeout=30_000)

CASES = Path(__file__).parent.parent / "cases"
# The sites stand below this path, as the pages of a project do on GitHub.
SUB_PATH = "projects/penguin"


@dataclass
class Looked:
    """A page with what it said and asked for while it was open."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


def wait_until(page: Page, condition: str) -> None:
    """Wait until an expression holds.

    Playwright's own way has the page evaluate a text, which the policy of our pages forbids.
    """
    for _ in range(300):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"never: {condition}")


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A function that builds the site of a case, or of what its ``gen.py`` writes, once."""
    root = tmp_path_factory.mktemp("served")

    @functools.cache
    def site(name: str, *sizes: str) -> Path:
        tree = CASES / name / "repo"
        if sizes:
            tree = root.parent / f"tree-{name}-{'-'.join(sizes)}"
            script = CASES / name / "gen.py"
            subprocess.run([sys.executable, script, tree, *sizes], check=True)
        out = root / SUB_PATH / "-".join((name, *sizes))
        out.parent.mkdir(parents=True, exist_ok=True)
        result = build(tree, out)
        assert result.exit_code == 0, result.words
        return out

    return site


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function that builds a site of seven entries, each a little better than the one before."""
    root = tmp_path_factory.mktemp("graded")

    @functools.cache
    def site(order: str) -> Path:
        tree, out = root / f"tree-{order}", root / f"site-{order}"
        write_graded(tree, order)
        result = build(tree, out)
        assert result.exit_code == 0, result.words
        return out

    return site


@pytest.fixture(scope="session")
def facets(sites: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of six entries that differ in every name, beside the other served sites."""
    tree = tmp_path_factory.mktemp("facets")
    write_facets(tree)
    out = sites("C18").parents[len(Path(SUB_PATH).parts)] / SUB_PATH / "facets"
    result = build(tree, out)
    assert result.exit_code == 0, result.words
    return out


@pytest.fixture(scope="session")
def served(sites: Callable[..., Path]) -> Iterator[Callable[..., str]]:
    """A function that gives the address of a built site below a sub-path."""
    first = sites("C18")
    root = first.parents[len(Path(SUB_PATH).parts)]
    handler = functools.partial(_QuietHandler, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_address[1]}"

        def address(site: Path) -> str:
            return f"{origin}/{site.relative_to(root).as_posix()}"

        yield address
        server.shutdown()


@pytest.fixture
def look(chromium: Callable[[], Browser]) -> Iterator[Callable[..., Looked]]:
    """A function that opens an address in a window of its own."""
    contexts: list[BrowserContext] = []

    def open_page(address: str, *, width: int = 1280, javascript: bool = True) -> Looked:
        context = chromium().new_context(
            viewport={"width": width, "height": 800}, java_script_enabled=javascript
        )
        contexts.append(context)
        looked = Looked(context.new_page())
        looked.page.on("pageerror", lambda error: looked.errors.append(str(error)))
        looked.page.on(
            "console",
            lambda message: looked.errors.append(message.text) if message.type == "error" else None,
        )
        looked.page.on("request", lambda request: looked.requests.append(request.url))
        looked.page.goto(address)
        return looked

    yield open_page
    for context in contexts:
        context.close()
