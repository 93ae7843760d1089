"""axe-core finds nothing serious on any kind of page, in both themes and in every language."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.graded import write_graded
from tests.command_line import REPOSITORY, build

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "zh", "fa")
GRAVE = ("serious", "critical")


@pytest.fixture(scope="session")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in every language."""
    tree, out = tmp_path_factory.mktemp("spoken-tree"), tmp_path_factory.mktemp("spoken") / "site"
    write_graded(tree, "descending")
    result = build(tree, out, "--languages", ",".join(LANGUAGES))
    assert result.exit_code == 0, result.words
    return out


def kinds(site: Path, language: str) -> list[str]:
    """One address of each kind of page, below the folder of the language."""
    folder = site if language == LANGUAGES[0] else site / language
    entry = min((folder / "demo" / "entries").iterdir()).name
    paths = ["index.html", "demo/index.html", f"demo/entries/{entry}/index.html"]
    paths += ["demo/embed/index.html"]
    pages = [folder / path for path in paths]
    return [page.as_uri() for page in (*pages, site / "404.html")]


@pytest.fixture(scope="session")
def documentation(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The addresses of all pages of the documentation."""
    out = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(out)]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    return [page.as_uri() for page in sorted(out.rglob("*.html"))]


@pytest.fixture(params=["light", "dark"])
def page(chromium: Callable[[], Browser], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page in each theme, without motion."""
    context = chromium().new_context(color_scheme=request.param, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def check(page: Page, addresses: list[str], width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    for address in addresses:
        page.goto(address)
        found = Axe().run(page).response
        grave = [
            (rule["id"], [node["target"] for node in rule["nodes"]][:3])
            for rule in found["violations"]
            if rule["impact"] in GRAVE
        ]
        assert found["passes"], address
        assert grave == [], address


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_site(spoken: Path, page: Page, language: str, width: int) -> None:
    check(page, kinds(spoken, language), width)


def test_the_documentation(documentation: list[str], page: Page) -> None:
    check(page, documentation, 375)
