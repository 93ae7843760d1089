"""The Waffle view: attempts, orders, the rows of all entries, keys, touch, the drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Looked, wait_until
from tests.command_line import build
from tests.trees import experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.browser

Look = Callable[..., Looked]
# The scores of tasks t1, t2, ... in each attempt.
ALPHA = {"x": ((0, 1, 0.5), (0, 1, 1)), "y": ((0, 1, 0), (1, 1, 0)), "z": ((0, 0, 1),)}
BETA = {"x": ((1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1),) * 2, "y": ((0, 0, 1, 1, 1, 1, 1, 1, 1),) * 2}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a board of three entries: y lacks two tasks, z a benchmark and an attempt."""
    values, files = [], {}
    for model, rows in ALPHA.items():
        leaves = [leaf(f"alpha-{model}")]
        meta = {"model_name": f"model-{model}"}
        files |= experiment(f"alpha-{model}", rows, meta=meta | {"benchmark_name": "alpha"})
        if model in BETA:
            leaves.append(leaf(f"beta-{model}"))
            meta |= {"benchmark_name": "beta"}
            files |= experiment(f"beta-{model}", BETA[model], meta=meta)
        values.append({"op": "mean", "args": leaves})
    root = tmp_path_factory.mktemp("waffle")
    tree = write_tree(root / "tree", leaderboard(*values) | files)
    result = build(tree, root / "site", "--languages", "en,fa")
    assert result.exit_code == 0, result.words
    return f"{(root / 'site').as_uri()}/demo/index.html"


@pytest.fixture
def touched(chromium: Callable[[], Browser]) -> Iterator[Page]:
    """A page under a finger."""
    context = chromium().new_context(viewport={"width": 400, "height": 800}, has_touch=True)
    yield context.new_page()
    context.close()


def row(page: Page, model: str) -> Locator:
    return page.locator("#waffle tbody tr", has_text=f"model-{model}")


def looks(panel: Locator) -> list[str]:
    """The look of each cell, read from the strokes; "" for an empty one."""
    paths = panel.evaluate(
        "svg => [...svg.querySelectorAll('path, use')].map(path => [path.getAttribute('class'),"
        " path.getAttribute('d') ?? document.querySelector(path.getAttribute('href'))"
        ".getAttribute('d')])"
    )
    columns = (panel.evaluate("svg => svg.viewBox.baseVal.width") + 2) // 10
    found: dict[int, str] = {}
    for name, d in paths:
        for x, y, width in re.findall(r"M([\d.]+) ([\d.]+)(?:h(\d+)(?![\d.]))?", d):
            # A diagonal begins at the lower edge of its cell, everything else inside of it.
            line = (float(y) - (8 if name == "unscored" else 0)) // 10
            first = int(line * columns + float(x) // 10)
            for index in range(first, first + (int(width or 8) + 2) // 10):
                found[index] = "" if name == "cells" else name
    assert sorted(found) == list(range(len(found)))
    return [found[index] for index in sorted(found)]


def shade(score: float | None) -> str:
    """The class of W3 as the page names it, for scores of 0 to 1."""
    if score is None:
        return "missing"
    level = 5 if score == 1 else next(i for i in range(5) if score <= i / 4)
    return f"s{level}" if level else ""


def tip(page: Page) -> list[str]:
    return page.locator("#cell-tip").inner_text().splitlines()


def test_tasks_that_more_entries_solve_come_first_and_rows_sum_up(board: str, look: Look) -> None:
    """With and without scripts: t2 is solved by two entries, t3 by one, t1 by none."""
    for javascript in (True, False):
        page = look(board, javascript=javascript).page
        assert looks(row(page, "x").locator("svg").first) == ["s5", "s3", ""]
        assert looks(row(page, "y").locator("svg").nth(1)).count("missing") == 2
        union = page.locator("#waffle tr.union")
        assert looks(union.locator("svg.cellbox").first) == ["s5", "s5", "unsolved"]
        assert union.locator("td").first.inner_text().split() == ["2", "1"]
        assert [line.strip() for line in union.locator("th").inner_text().splitlines()] == [
            "Solved by any entry", "Solved by none",
        ]  # fmt: skip
        means = page.locator("#waffle tr.overall").first
        assert looks(means.locator("svg").first) == [shade(2 / 3), shade(1.75 / 3), shade(0.5 / 3)]


def test_attempt_and_order_are_in_the_address(board: str, look: Look) -> None:
    page = look(board).page
    panel, union = row(page, "x").locator("svg").first, page.locator("#waffle tr.union")
    built = looks(panel)
    page.locator("#waffle-attempt").select_option("2")
    page.wait_for_url("**?attempt=2")
    assert looks(panel) == [shade(1), shade(1), ""]
    expect(row(page, "x").locator("td .value").first).to_have_text("66.7")
    assert union.locator("td").first.inner_text().split() == ["3", "0"]
    assert "attempt 2: 66.7" in (panel.get_attribute("aria-label") or "")
    assert not page.get_by_text("Shown is the mean").is_visible()
    page.locator("#waffle-order").select_option("name")
    page.wait_for_url("**?attempt=2&order=name")
    assert looks(panel) == [shade(score) for score in ALPHA["x"][1]]
    page.reload()
    assert looks(panel) == [shade(score) for score in ALPHA["x"][1]]
    assert page.locator("#waffle-attempt").input_value() == "2"
    page.go_back()
    page.wait_for_url("**?attempt=2")
    assert looks(panel) == [shade(1), shade(1), ""]
    page.go_back()
    page.wait_for_url(board)
    assert looks(panel) == built
    assert page.get_by_text("Shown is the mean").is_visible()


def test_an_order_by_name_counts_and_keeps_what_is_missing_apart(board: str, look: Look) -> None:
    page = look(f"{board}?order=name").page
    expected = [*(shade(score) for score in BETA["y"][0]), "missing", "missing"]
    assert looks(row(page, "y").locator("svg").nth(1)) == expected
    assert looks(row(page, "x").locator("svg").nth(1)) == [shade(one) for one in BETA["x"][0]]


def test_an_attempt_that_is_not_there_leaves_the_panel_blank(board: str, look: Look) -> None:
    page = look(f"{board}?attempt=2").page
    assert row(page, "z").locator("td .value").first.inner_text() == "—"
    assert not row(page, "z").locator("svg").is_visible()
    page = look(f"{board}?attempt=9&order=size").page
    assert looks(row(page, "x").locator("svg").first) == ["s5", "s3", ""]
    assert urlsplit(page.url).query == "attempt=9&order=size"


def test_a_cell_tells_its_task(board: str, look: Look) -> None:
    page = look(board).page
    row(page, "x").locator("svg").first.hover(position={"x": 20, "y": 5})
    assert tip(page) == [
        "t3", "model-x", "mean 75.0", "attempt 1: 50.0 · attempt 2: 100.0",
        "solved by 1 of 3 entries",
    ]  # fmt: skip
    page.keyboard.press("Escape")
    expect(page.locator("#cell-tip")).to_be_hidden()
    page.locator("#waffle tr.union svg.cellbox").first.hover(position={"x": 5, "y": 5})
    assert tip(page) == ["t2", "solved by 2 of 3 entries"]
    page.locator("#waffle tr.overall svg").first.hover(position={"x": 5, "y": 5})
    assert tip(page)[:3] == ["t2", "Mean of all entries", "mean 66.7"]
    page.mouse.move(2, 2)
    expect(page.locator("#cell-tip")).to_be_hidden()


def test_keys_move_through_panels_and_past_hidden_rows(board: str, look: Look) -> None:
    page = look(f"{board}?order=name").page
    order = page.locator("#waffle tbody tr[data-of]").evaluate_all(
        "rows => rows.map(row => row.querySelector('bdi').textContent)"
    )
    _, between, last = (name.removeprefix("model-") for name in order)
    page.locator("#waffle svg[data-entry]").first.focus()
    for key, task in (
        ("End", "t3"), ("ArrowRight", "t1"), ("Control+End", "t11"),
        ("Home", "t1"), ("Control+Home", "t1"), ("ArrowRight", "t2"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert tip(page)[0] == task, key
        expect(page.locator("#announcer")).to_contain_text(task)
    box = page.get_by_role("searchbox", name="Search")
    box.fill(f"model-{last}")
    expect(row(page, between)).to_be_hidden()
    panel = row(page, last).locator("svg").first
    assert panel.get_attribute("tabindex") == "0"
    panel.focus()
    page.keyboard.press("ArrowUp")
    assert page.locator("#waffle tr.union svg:focus").count() == 1
    page.keyboard.press("ArrowDown")
    assert tip(page)[1] == f"model-{last}"


def test_enter_opens_the_task_in_any_order(board: str, look: Look) -> None:
    page = look(f"{board}?order=name").page
    row(page, "y").locator("svg").nth(1).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert tip(page)[0] == "t4"
    page.keyboard.press("Enter")
    page.wait_for_url("**/entries/**")
    expect(page.locator("tr:target th")).to_have_text("t4")
    expect(page.locator("tr:target")).to_be_visible()


def test_a_finger_tells_first_and_opens_then(board: str, touched: Page) -> None:
    touched.goto(board)
    panel = row(touched, "x").locator("svg").first
    panel.tap(position={"x": 5, "y": 5})
    assert tip(touched)[0] == "t2"
    panel.tap(position={"x": 5, "y": 5})
    touched.wait_for_url("**/entries/**")


def test_the_drawing_holds_what_is_shown(board: str, look: Look, tmp_path: Path) -> None:
    looked = look(f"{board}?attempt=2&q=model-x")
    with looked.page.expect_download() as download:
        looked.page.locator("#waffle-svg").click()
    assert download.value.suggested_filename == "demo-waffle.svg"
    download.value.save_as(tmp_path / "drawing.svg")
    root = ElementTree.parse(tmp_path / "drawing.svg").getroot()
    space = "{http://www.w3.org/2000/svg}"
    texts = ["".join(text.itertext()) for text in root.iter(f"{space}text")]
    assert {"Demo", "alpha", "beta", "model-x", "66.7", "Solved by none"} <= set(texts)
    assert "model-y" not in texts
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    panels = [one for one in root.iter(f"{space}svg") if len(one) > 0 and one is not root]
    for panel in panels:
        assert 0 <= float(panel.get("x", -1)) < width
        assert 0 <= float(panel.get("y", -1)) < height
    drawn = {
        path.get("d"): path.get("stroke-dasharray")
        for panel in panels for path in panel if path.get("stroke-width") == "8px"
    }  # fmt: skip
    assert drawn["M0 4h8M10 4h8"] == "8px, 2px"
    assert not list(root.iter(f"{space}use"))
    assert looked.errors == []


def saved(page: Page, path: Path) -> Path:
    """The drawing that the page's button saves."""
    with page.expect_download() as download:
        page.locator("#waffle-svg").click()
    download.value.save_as(path)
    return path


def test_a_drawing_of_a_right_to_left_page_keeps_its_texts_apart(
    board: str, look: Look, tmp_path: Path
) -> None:
    looked = look(board.replace("/demo/", "/fa/demo/"))
    page = looked.page
    drawing = look(saved(page, tmp_path / "drawing.svg").as_uri()).page
    boxes = drawing.locator("text").evaluate_all(
        "texts => texts.map(text => [text.textContent, text.getBoundingClientRect()])"
        ".map(([said, { left, right, top, bottom }]) => [said, left, right, top, bottom])"
    )
    width = drawing.evaluate("document.documentElement.viewBox.baseVal.width")
    assert {"model-x", "alpha", "۵۸٫۳"} <= {box[0] for box in boxes}
    for index, (said, left, right, top, bottom) in enumerate(boxes):
        assert 0 <= left <= right <= width, said
        for other in boxes[:index]:
            beside = left > other[2] - 1 or other[1] > right - 1
            assert beside or top > other[4] - 4 or other[3] > bottom - 4, (said, other[0])
    # Cells begin at the right, as on the page.
    first = drawing.locator('[d="M0 4h8"][stroke-width="8px"]').last
    left, right = first.evaluate(
        "path => { const [cell, panel] = [path, path.closest('svg')]"
        ".map(one => one.getBoundingClientRect());"
        " return [cell.left - panel.left, panel.right - cell.right] }"
    )
    assert right < left
    assert looked.errors == []


def test_a_long_name_is_cut_in_the_drawing_as_on_the_page(look: Look, tmp_path: Path) -> None:
    meta = {"benchmark_name": " ".join(f"word{n}" for n in range(60))}
    tree = write_tree(
        tmp_path / "tree", leaderboard(leaf("one")) | experiment("one", ((0, 1),), meta=meta)
    )
    result = build(tree, tmp_path / "site")
    assert result.exit_code == 0, result.words
    page = look((tmp_path / "site" / "demo" / "index.html").as_uri()).page
    lines = [
        "".join(text.itertext())
        for text in ElementTree.parse(saved(page, tmp_path / "drawing.svg")).iter()
        if text.tag.endswith("}text") and "word" in "".join(text.itertext())
    ]
    assert len(lines) == 6
    assert lines[0].startswith("word0 ")
    assert lines[-1].endswith("…")


def test_what_is_told_of_a_cell_stays_beside_it(board: str, look: Look) -> None:
    page = look(board).page
    panel = row(page, "x").locator("svg").first
    panel.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    panel.focus()
    page.keyboard.press("ArrowRight")
    told = page.locator("#cell-tip")
    expect(told).to_be_visible()
    page.evaluate("scrollBy({ top: -30, behavior: 'instant' })")
    wait_until(
        page,
        "() => { const [tip, cell] = ['#cell-tip', '#waffle .cursor']"
        ".map(one => document.querySelector(one).getBoundingClientRect());"
        " return [tip.top - cell.bottom, cell.top - tip.bottom].some(gap => gap > 6 && gap < 10) }",
    )
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    expect(told).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(told).to_be_visible()


def test_numbers_of_the_legend_are_in_the_digits_of_the_language(board: str, look: Look) -> None:
    page = look(board.replace("/demo/", "/fa/demo/")).page
    said = page.locator("#waffle .looks, #waffle .scale").all_inner_texts()
    assert not re.search(r"[0-9]", " ".join(said))
    assert "< ۱" in said[0]


def test_the_note_says_when_entries_are_not_ranked_by_the_scores(
    look: Look, sites: Callable[..., Path], board: str
) -> None:
    other = "not the score by which entries are ranked"
    page = look((sites("A32") / "demo" / "index.html").as_uri()).page
    expect(page.locator("#waffle .notes")).to_contain_text(other)
    expect(look(board).page.locator("#waffle .notes")).not_to_contain_text(other)


def test_controls_are_not_there_without_scripts(board: str, look: Look) -> None:
    page = look(board, javascript=False).page
    assert not page.locator("#waffle-order").is_visible()
    assert not page.locator("#waffle-svg").is_visible()
    labels = page.locator("#waffle svg[data-entry]").evaluate_all(
        "panels => panels.map(panel => panel.getAttribute('aria-label'))"
    )
    assert "model-x, alpha: 1 of 3 solved, mean 58.3" in labels
