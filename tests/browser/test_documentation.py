"""The documentation fits a telephone and asks no other host for anything."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.command_line import REPOSITORY

pytestmark = pytest.mark.browser


def test_every_page_fits_a_telephone_and_asks_no_other_host(
    chromium: Callable[[], Browser], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    subprocess.run(command, cwd=REPOSITORY, check=True)
    page = chromium().new_page(viewport={"width": 375, "height": 900})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    addresses = [path.as_uri() for path in sorted(tmp_path.rglob("*.html"))]
    widths = {}
    for address in addresses:
        page.goto(address)
        widths[address] = page.evaluate("document.documentElement.scrollWidth")
    page.context.close()
    assert any(address.endswith("reference/python.html") for address in addresses)
    assert {address: width for address, width in widths.items() if width > 375} == {}
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
