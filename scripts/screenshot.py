"""Renews the picture of the README: the GDPevo board of a built site, in headless Chromium.

Example: ``python scripts/screenshot.py site docs/assets/board.png``
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright


def main(site: Path, picture: Path) -> None:
    """Open ``site/gdpevo/index.html`` from disk and save the first screen of it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        page = browser.new_page(viewport={"width": 1280, "height": 860}, color_scheme="light")
        page.goto((site / "gdpevo" / "index.html").resolve().as_uri())
        picture.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=picture)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
