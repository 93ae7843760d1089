"""What all tests share: a fixed hypothesis profile and one browser a process."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from penguin_board.cache import ENVIRONMENT

settings.register_profile(
    "suite",
    derandomize=True,
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Builds of the tests neither use nor fill the cache of whoever runs them."""
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = str(tmp_path_factory.mktemp("cache"))
    yield
    del os.environ[ENVIRONMENT]
    if before is not None:
        os.environ[ENVIRONMENT] = before


@pytest.fixture(scope="session")
def chromium() -> Iterator[Callable[[], Browser]]:
    """A function that gives Debian's Chromium, started on first use."""
    playwright = None
    browser: Browser | None = None

    def start() -> Browser:
        nonlocal playwright, browser
        if browser is None:
            path = shutil.which("chromium")
            assert path, "the tests need Chromium (Debian: apt-get install chromium)"
            playwright = sync_playwright().start()
            browser = playwright.chromium.launch(
                executable_path=path,
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
        return browser

    yield start
    if browser is not None:
        browser.close()
    if playwright is not None:
        playwright.stop()
