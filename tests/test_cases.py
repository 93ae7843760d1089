"""The hard cases of ``tests/cases``, each through the command line.

A case is checked here unless it is about a page in a browser: those are named below, and checked
in ``tests/browser``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.case_checks import CaseRun, case_names, check_case, read_expected

# Cases about sorting, focus, width and size of a page in a browser.
IN_A_BROWSER = ("C18", "D01", "D02", "D06", "D09", "D10", "D13")
HERE = [name for name in case_names() if name not in IN_A_BROWSER]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.browser if "js" in read_expected(name) else ())
        for name in HERE
    ],
)
def test_case_has_the_expected_outcome(
    name: str, tmp_path: Path, chromium: Callable[[], Browser]
) -> None:
    check_case(CaseRun(name, tmp_path, chromium))


def test_every_case_is_accounted_for_exactly_once() -> None:
    assert Counter((*HERE, *IN_A_BROWSER)) == Counter(case_names())
    assert len(case_names()) == 76


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_browser_tests_name_the_case(name: str) -> None:
    folder = Path(__file__).parent / "browser"
    assert any(name in path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
