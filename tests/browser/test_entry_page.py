"""The tasks of an entry's page: grouped, open when few or when the address names one of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Looked
from tests.command_line import build
from tests.trees import experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.browser

Look = Callable[..., Looked]


def entry(root: Path, n_tasks: int, names: tuple[str, ...] = ("one", "two")) -> str:
    """The address of the page of an entry with tasks of some benchmarks."""
    files = leaderboard({"op": "mean", "args": [leaf(name) for name in names]})
    for name in names:
        files |= experiment(name, [[task % 2 for task in range(n_tasks)]] * 2)
    result = build(write_tree(root / "tree", files), root / "site")
    assert result.exit_code == 0, result.words
    (page,) = (root / "site" / "demo" / "entries").glob("*/index.html")
    return page.as_uri()


def test_few_tasks_are_all_open(tmp_path: Path, look: Look) -> None:
    page = look(entry(tmp_path, 20), javascript=False).page
    assert page.locator("table.tasks tbody tr").filter(visible=True).count() == 40


def test_one_benchmark_is_open_however_long(tmp_path: Path, look: Look) -> None:
    page = look(entry(tmp_path, 300, ("one",)), javascript=False).page
    assert page.locator("table.tasks tbody tr").filter(visible=True).count() == 300


def test_of_many_tasks_the_named_one_is_shown(tmp_path: Path, look: Look) -> None:
    address = entry(tmp_path, 150)
    looked = look(address)
    page = looked.page
    groups = page.locator(".task-tables details")
    assert groups.locator("summary").all_inner_texts() == ["one 150 tasks", "two 150 tasks"]
    assert not page.locator("table.tasks").first.is_visible()
    page.goto(f"{address}#task-1-140")
    expect(page.locator("#task-1-140")).to_be_in_viewport()
    expect(page.locator("#task-0-1")).to_be_hidden()
    page.evaluate("location.hash = '#task-0-3'")
    expect(page.locator("#task-0-3")).to_be_in_viewport()
    page = look(f"{address}#task-1-140").page
    expect(page.locator("#task-1-140")).to_be_in_viewport()
    assert looked.errors == []
