"""Languages in the browser: the switch, right-to-left pages, digits that scripts write."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from penguin_board.languages import find_language
from tests.browser.conftest import CASES, Looked
from tests.browser.graded import write_graded
from tests.command_line import build
from tests.trees import Files, experiment, leaderboard, write_tree

pytestmark = pytest.mark.browser
Look = Callable[..., Looked]


@pytest.fixture(scope="session")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graded board in three languages."""
    folder = tmp_path_factory.mktemp("spoken")
    write_graded(folder / "tree", "descending")
    result = build(folder / "tree", folder / "site", "--languages", "en,zh,fa")
    assert result.exit_code == 0, result.words
    return folder / "site"


def address(site: Path, path: str) -> str:
    return (site / path).as_uri()


def test_the_switch_keeps_the_place_and_the_state(look: Look, spoken: Path) -> None:
    looked = look(f"{address(spoken, 'demo/index.html')}?q=model-1#pareto")
    page = looked.page
    page.get_by_role("link", name="中文").click()
    page.wait_for_url(f"{address(spoken, 'zh/demo/index.html')}?q=model-1#pareto")
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    expect(page.get_by_role("heading", level=1)).to_have_text("分级")
    page.get_by_role("link", name="فارسی").click()
    page.wait_for_url(f"{address(spoken, 'fa/demo/index.html')}?q=model-1#pareto")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    assert looked.errors == []


def test_the_switch_leads_to_the_same_page_without_a_script(look: Look, spoken: Path) -> None:
    entry = next((spoken / "demo" / "entries").iterdir()).name
    path = f"demo/entries/{entry}/index.html"
    page = look(address(spoken, f"fa/{path}"), javascript=False).page
    page.get_by_role("link", name="English").click()
    page.wait_for_url(address(spoken, path))


@pytest.mark.parametrize("code", ["zh", "fa"])
@pytest.mark.parametrize(
    "path", ["index.html", "demo/index.html", "demo/embed/index.html", "entry"]
)
def test_no_page_scrolls_sideways(look: Look, spoken: Path, code: str, path: str) -> None:
    if path == "entry":
        entry = next((spoken / "demo" / "entries").iterdir()).name
        path = f"demo/entries/{entry}/index.html"
    looked = look(address(spoken, f"{code}/{path}"), width=320)
    assert looked.page.evaluate("document.documentElement.scrollWidth") == 320
    assert looked.errors == []


def edges(page: Page, selector: str) -> dict[str, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return {"start": box["x"], "end": box["x"] + box["width"]}


def test_bars_begin_at_the_right_where_reading_does(look: Look, spoken: Path) -> None:
    page = look(address(spoken, "fa/demo/index.html")).page
    track, bar = edges(page, ".ranking .bar"), edges(page, ".ranking .bar rect")
    assert bar["end"] == pytest.approx(track["end"], abs=1)
    assert bar["start"] > track["start"] + 1
    ticks = page.locator(".ranking .bar-axis text")
    places = [
        (box["x"] + box["width"] / 2, ticks.nth(index).text_content())
        for index in range(ticks.count())
        if (box := ticks.nth(index).bounding_box()) is not None
    ]
    # From the right: zero first.
    texts = [text for _, text in sorted(places, reverse=True)]
    assert texts[0] == "۰"
    assert len(texts) == ticks.count() > 1


def test_charts_are_drawn_alike_in_every_language(look: Look, spoken: Path) -> None:
    drawn = []
    for code in ("", "fa/"):
        page = look(address(spoken, f"{code}demo/index.html")).page
        paths = page.locator(".waffle path").evaluate_all(
            "all => all.map((one) => one.getAttribute('d'))"
        )
        drawn.append(paths)
    assert drawn[0] == drawn[1]


def test_titles_of_charts_are_read_from_the_right(look: Look, tmp_path: Path) -> None:
    result = build(CASES / "C18" / "repo", tmp_path / "site", "--languages", "fa")
    assert result.exit_code == 0, result.words
    titles = look(address(tmp_path / "site", "demo/index.html")).page.locator(".chart .title")
    read = "all => [...new Set(all.map(one => getComputedStyle(one).direction))]"
    assert titles.evaluate_all(read) == ["rtl"]


def test_scripts_write_the_digits_of_the_language(look: Look, spoken: Path) -> None:
    looked = look(address(spoken, "fa/demo/index.html"))
    page = looked.page
    counted = page.locator(".filters .shown-count")
    expect(counted).to_have_text("۷ از ۷ مدخل")
    page.get_by_role("searchbox").fill("model-1")
    expect(counted).to_have_text("۱ از ۷ مدخل")
    page.goto(address(spoken, "fa/demo/index.html") + "#compare")
    before = page.locator("[data-field=difference]").text_content()
    page.locator("#pair-swap").click()
    expect(page.locator("[data-field=difference]")).not_to_have_text(before or "")
    for field in ("difference", "interval", "n", "score-A"):
        text = page.locator(f"[data-field={field}]").text_content() or ""
        assert re.search("[۰-۹]", text), field
        assert not re.search("[0-9]", text), field
    assert looked.errors == []


def test_a_number_of_a_script_reads_as_one_of_the_page(look: Look, spoken: Path) -> None:
    """board.local and languages.py write alike."""
    page = look(address(spoken, "fa/demo/index.html")).page
    for text in ("24", "-0.02", "+1,234.50", "[-0.5, 1.2]", "66.5–76.6", "28.5%", "—", "0.74-0.82"):
        said = page.evaluate("(text) => board.local(text)", text)
        assert said == find_language("fa").number(text)
    english = look(address(spoken, "demo/index.html")).page
    assert english.evaluate("(text) => board.local(text)", "-1,234.5%") == "-1,234.5%"


def test_a_download_has_the_digits_and_no_mark_of_direction(look: Look, spoken: Path) -> None:
    page = look(address(spoken, "fa/demo/index.html")).page
    page.locator(".downloads summary").click()
    with page.expect_download() as download:
        page.locator("[data-format=tex]").click()
    text = Path(download.value.path()).read_text("utf-8")
    assert re.search("[۰-۹]", text)
    assert not re.search("[\u2066-\u2069]", text)


def test_the_search_counts_in_the_digits_of_the_language(look: Look, tmp_path: Path) -> None:
    files: Files = {}
    for number in range(12):
        folder = f"board-{number}"
        files |= leaderboard(folder=folder, title=f"Board {number}") | experiment(folder=folder)
    tree = write_tree(tmp_path / "tree", files)
    result = build(tree, tmp_path / "site", "--languages", "en,fa")
    assert result.exit_code == 0, result.words
    page = look(address(tmp_path / "site", "fa/index.html")).page
    expect(page.locator(".board-search [role=status]")).to_have_text("۱۲ از ۱۲ لیدربورد")
    page.get_by_role("searchbox").fill("board 7")
    expect(page.locator(".board-search [role=status]")).to_have_text("۱ از ۱۲ لیدربورد")
