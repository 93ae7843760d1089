"""Renews the pictures of the README and the documentation from a built site, in headless Chromium.

Example: ``python scripts/screenshot.py site docs/assets``
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is taken: a page of the GDPevo board from the element ``at`` on, as large as stated."""

    name: str
    page: str
    at: str
    width: int = 1280
    height: int = 860
    theme: Literal["light", "dark"] = "light"


PICTURES = (
    Picture(name="board", page="gdpevo/index.html", at="body"),
    Picture(name="pareto", page="gdpevo/index.html", at="#pareto", theme="dark"),
    Picture(name="waffle", page="gdpevo/index.html", at="#waffle"),
    Picture(name="compare", page="gdpevo/index.html", at="#compare", height=620),
    Picture(name="chinese", page="zh/gdpevo/index.html", at="body", height=640, theme="dark"),
    Picture(name="persian", page="fa/gdpevo/index.html", at="body", height=640),
    Picture(name="phone", page="gdpevo/index.html", at="#table", width=375, height=760),
)


def take(browser: Browser, site: Path, picture: Picture, folder: Path) -> None:
    """Open the page from disk, scroll to the place and save what a window shows."""
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.theme,
        reduced_motion="reduce",
    )
    page.goto((site / picture.page).resolve().as_uri())
    page.locator(picture.at).evaluate("place => place.scrollIntoView()")
    # The navigation marks the view one frame after scrolling.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
    page.screenshot(path=folder / f"{picture.name}.png")
    page.close()


def main(site: Path, folder: Path) -> None:
    """Save every picture into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for picture in PICTURES:
            take(browser, site, picture, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
