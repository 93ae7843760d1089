"""The generated site as readers meet it: served below a sub-path, from disk, without scripts."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import plotly.graph_objects as go
import pytest
from playwright.sync_api import Page

from tests import pages
from tests.browser.conftest import Looked

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Served = Callable[[Path], str]
Look = Callable[..., Looked]
NAMED_BY = """marks => marks.map(
    mark => document.getElementById(mark.getAttribute("aria-labelledby")).textContent
)"""
VIEWS = ("#table table.ranking", "#pareto .plot-area > svg.chart", "#waffle table.waffle")


def names(page: Page) -> list[str]:
    """The entries of the table in the order shown."""
    return page.locator("table.ranking tbody .entry a bdi").all_inner_texts()


def sort_by(page: Page, column: str, direction: str) -> None:
    """Press a heading until its column is sorted in ``direction``."""
    head = page.locator("table.ranking thead th", has_text=column)
    for _ in range(2):
        head.locator("button").click()
        if head.get_attribute("aria-sort") == direction:
            return
    pytest.fail(f"{column} is never {direction}")


def everything_is_shown(page: Page) -> None:
    for selector in VIEWS:
        assert page.locator(selector).filter(visible=True).count() == 1, selector


@pytest.mark.parametrize("javascript", [True, False])
def test_three_views_are_there_from_a_server_and_from_disk(
    sites: Sites, served: Served, look: Look, javascript: bool
) -> None:
    """C18, C01: no request leaves the site, no error, the same content with scripts off."""
    site = sites("C18")
    for start in (served(site), site.as_uri()):
        looked = look(f"{start}/demo/index.html", javascript=javascript)
        everything_is_shown(looked.page)
        looked.page.locator("table.ranking .entry a").first.click()
        looked.page.wait_for_url("**/entries/*/index.html")
        assert "How the score is made" in looked.page.inner_text("main")
        looked.page.locator(".crumbs a").click()
        looked.page.locator(".site-name").click()
        looked.page.wait_for_url(f"{start}/index.html")
        assert looked.errors == []
        assert all(url.startswith(start) for url in looked.requests), looked.requests


def test_every_link_of_every_page_resolves_to_a_file_and_a_place(sites: Sites) -> None:
    for name in ("C18", "A44", "D04"):
        site = sites(name)
        read = pages.pages(site)
        for path, page in read.items():
            for url in page.urls:
                parts = urlsplit(url)
                if parts.scheme:
                    continue
                target = os.path.normpath(Path(path).parent / unquote(parts.path))
                target = path if not parts.path else target
                assert (site / target).is_file(), (path, url)
                if parts.fragment and target in read:
                    assert parts.fragment in read[target].ids, (path, url)


def test_fragments_lead_to_the_views(sites: Sites, look: Look) -> None:
    page = look(f"{sites('C18').as_uri()}/demo/index.html#waffle").page
    for view in ("table", "pareto", "waffle"):
        page.locator(f".views a[href='#{view}']").click()
        page.wait_for_url(f"**#{view}")
        assert page.locator(f"#{view} h2").is_visible()


def test_numbers_sort_as_numbers(sites: Sites, look: Look) -> None:
    """D01."""
    page = look(f"{sites('D01').as_uri()}/demo/index.html").page
    for column, order in (("Score", "cbda"), ("Cost", "dabc"), ("Duration", "dabc")):
        sort_by(page, column, "ascending")
        assert names(page) == [f"model-{letter}" for letter in order]


def test_missing_values_stay_last_and_ranks_stay(sites: Sites, look: Look) -> None:
    """D02."""
    page = look(f"{sites('D02').as_uri()}/demo/index.html").page
    rank = "tr => tr.querySelector('bdi').textContent + tr.cells[0].textContent.trim()"
    ranks = set(page.locator("table.ranking tbody tr").evaluate_all(f"rows => rows.map({rank})"))
    for direction, order in (("ascending", "cdab"), ("descending", "adcb")):
        sort_by(page, "Cost", direction)
        assert names(page) == [f"model-{letter}" for letter in order]
        now = page.locator("table.ranking tbody tr").evaluate_all(f"rows => rows.map({rank})")
        assert set(now) == ranks
    missing = page.locator("table.ranking tbody tr").last.locator("td.num").nth(2)
    assert missing.inner_text().startswith("—")
    assert missing.get_attribute("data-value") is None


def test_sorting_by_keyboard_is_told_to_all(sites: Sites, look: Look) -> None:
    """D10: a real button, one sorted column, focus stays, the arrow is decoration."""
    page = look(f"{sites('D10').as_uri()}/demo/index.html").page
    assert page.locator("thead th:not([scope=col])").count() == 0
    cost = page.locator("table.ranking thead th", has_text="Cost")
    cost.locator("button").focus()
    for key, direction in (("Enter", "ascending"), ("Space", "descending")):
        page.keyboard.press(key)
        assert page.locator("table.ranking [aria-sort]").count() == 1
        assert cost.get_attribute("aria-sort") == direction
        assert cost.locator("button").evaluate("button => button === document.activeElement")
        assert page.inner_text("#announcer") == f"Sorted by Cost, {direction}"
    assert cost.locator(".arrow").get_attribute("aria-hidden") == "true"


def test_headings_do_nothing_without_scripts(sites: Sites, look: Look) -> None:
    page = look(f"{sites('D10').as_uri()}/demo/index.html", javascript=False).page
    assert page.locator("table.ranking thead button:enabled").count() == 0
    assert not page.locator(".open-chart").is_visible()
    assert not page.locator("button.theme").is_visible()


WIDTHS = (320, 375, 1280)


@pytest.mark.parametrize("name", ["D09", "A44"])
def test_a_page_never_scrolls_sideways(sites: Sites, look: Look, name: str) -> None:
    """D09: at any width and with any name."""
    site = sites(name)
    page = look("about:blank").page
    for path in sorted(site.rglob("*.html")):
        page.goto(path.as_uri())
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            inner, scroll = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
            assert scroll <= inner, (path, width)


def test_a_wide_table_scrolls_in_its_own_box(sites: Sites, look: Look) -> None:
    """D09: the box can be focused, rank and score stay in sight, the name is there in full."""
    page = look(f"{sites('D09').as_uri()}/demo/index.html").page
    assert page.locator("#table .scroll").get_attribute("tabindex") == "0"
    assert f"{'a' * 60}/{'b' * 60}" in page.inner_text("table.ranking")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for cell in ("td.rank", "td.score .value"):
            box = page.locator(f"table.ranking {cell}").first.bounding_box()
            assert box is not None
            assert 0 <= box["x"] < box["x"] + box["width"] <= width, (cell, width)


def test_a_large_board_stays_a_small_page(sites: Sites, look: Look) -> None:
    """D13: 48,000 results."""
    site = sites("D13", "40", "6", "200")
    file = site / "demo" / "index.html"
    assert file.stat().st_size <= 5_000_000
    page = look(file.as_uri()).page
    assert page.locator("*").count() <= 20_000
    cost = page.locator("table.ranking thead th", has_text="Cost").locator("button")
    took = cost.evaluate(
        "button => { const from = performance.now(); button.click();"
        " button.getBoundingClientRect(); return performance.now() - from; }"
    )
    assert took <= 500


def test_no_two_points_of_a_chart_look_the_same(sites: Sites, look: Look) -> None:
    """D06: each has a number of its own that the list beside the chart explains."""
    page = look(f"{sites('D06', '100', '1', '1').as_uri()}/demo/index.html").page
    panel = page.locator(".panel.axis-cost")
    drawn = panel.locator("svg.chart.wide.linear .mark .number").all_text_contents()
    listed = panel.locator(".points .number").all_inner_texts()
    assert len(set(drawn)) == 100
    assert sorted(drawn) == sorted(listed)


def test_dots_of_a_crowded_chart_are_named_by_the_list(sites: Sites, look: Look) -> None:
    page = look(f"{sites('D06', '100', '1', '1').as_uri()}/demo/index.html", width=375).page
    marks = page.locator(".panel.axis-cost svg.chart.narrow.linear .mark")
    assert len(set(marks.evaluate_all(NAMED_BY))) == marks.count() == 100


@pytest.mark.parametrize("name", ["E01", "E02"])
def test_data_never_becomes_markup(sites: Sites, look: Look, name: str) -> None:
    """E01, E02: through sorting, switching, hovering and the interactive chart."""
    site = sites(name)
    looked = look(f"{site.as_uri()}/demo/index.html")
    page = looked.page
    label = page.locator("table.ranking .entry a").inner_text()
    page.locator("table.ranking thead button").first.click()
    page.locator("#waffle svg[data-entry]").hover(position={"x": 4, "y": 4})
    assert label in page.inner_text("#cell-tip")
    page.locator(".open-chart").click()
    page.locator(".interactive .main-svg").first.wait_for()
    page.locator("label", has_text="Tokens").click()
    assert page.evaluate("typeof window.pwned") == "undefined"
    assert page.locator("main img, main script:not([type='application/json'])").count() == 0
    assert looked.errors == []
    assert page.evaluate(
        "Array.from(document.scripts).every(one => one.src || one.type === 'application/json')"
    )
    if name == "E02":
        assert page.title().startswith('<svg onload=window.pwned=1> & "Demo"')
        assert "A&amp;B <b>Team</b>" in page.inner_text("main")


def test_axes_switch_without_scripts_and_by_keyboard(sites: Sites, look: Look) -> None:
    page = look(f"{sites('A44').as_uri()}/demo/index.html", javascript=False).page

    def shown() -> str:
        return page.locator("#pareto .panel h3").filter(visible=True).inner_text()

    assert shown() == "Score against cost, total over all attempts"
    page.locator("label", has_text="Tokens").click()
    assert shown() == "Score against tokens, total over all attempts"
    page.locator("#axis-token").press("ArrowLeft")
    assert shown() == "Score against duration, total over all attempts"
    page.locator("label", has_text="per attempt").click()
    assert shown() == "Score against duration per attempt"


def test_totals_over_different_numbers_of_attempts_are_marked(sites: Sites, look: Look) -> None:
    """A44: by totals both are on the frontier, per attempt only one."""
    page = look(f"{sites('A44').as_uri()}/demo/index.html").page
    frontier = page.locator("#pareto .points .frontier a").filter(visible=True)
    assert frontier.all_inner_texts() == ["thrice", "once"]
    page.locator("label", has_text="per attempt").click()
    assert frontier.all_inner_texts() == ["thrice"]
    assert "do not compare" in page.locator("#table .notice").inner_text()


def test_zero_has_a_place_on_a_logarithmic_axis(sites: Sites, look: Look) -> None:
    """D04."""
    site = sites("D04")
    page = look(f"{site.as_uri()}/demo/index.html").page
    marks = page.locator(".axis-cost svg.chart.wide.log .mark")
    at = sorted(marks.evaluate_all("all => all.map(one => one.transform.baseVal[0].matrix.e)"))
    gutter = page.locator(".axis-cost svg.chart.wide .gutter").evaluate(
        "box => [box.x.baseVal.value, box.x.baseVal.value + box.width.baseVal.value]"
    )
    assert gutter[0] < at[0] < gutter[1] < at[1] < at[2]
    for file in site.rglob("*.svg"):
        assert not {"NaN", "Infinity"} & set(file.read_text(encoding="utf-8").split())


def test_points_lead_to_the_pages_of_their_entries(sites: Sites, look: Look) -> None:
    page = look(f"{sites('D04').as_uri()}/demo/index.html").page
    mark = page.locator(".axis-cost svg.chart.wide .mark", has_text="cheap").filter(visible=True)
    mark.locator(".shape").click()
    page.get_by_role("heading", name="cheap", level=1).wait_for()


def test_interactive_chart_loads_its_bundle_on_request_only(
    sites: Sites, served: Served, look: Look
) -> None:
    looked = look(f"{served(sites('A44'))}/demo/index.html")
    page = looked.page
    assert not any("plotly" in url for url in looked.requests)
    page.locator(".open-chart").click()
    page.locator(".interactive .main-svg").first.wait_for()
    assert sum("plotly" in url for url in looked.requests) == 1
    marks = page.locator(".interactive .scatterlayer .point")
    assert marks.count() == 2
    assert not page.locator(".axis-cost .plot-area > svg").filter(visible=True).count()
    page.locator("button.theme").click()
    page.locator(".open-chart").click()
    assert not page.locator(".interactive").is_visible()
    assert looked.errors == []
    assert all(url.startswith(served(sites("A44"))) for url in looked.requests)


def test_figures_are_valid_for_plotly(sites: Sites) -> None:
    for name in ("A44", "D04", "A32"):
        page = pages.read_page((sites(name) / "demo" / "index.html").read_text("utf-8"))
        (script,) = (text for text in page.scripts if '"layout"' in text)
        for figure in json.loads(script).values():
            assert len(go.Figure(figure).data) == 2


def test_waffle_moves_by_arrow_keys_and_opens_the_task(sites: Sites, look: Look) -> None:
    page = look(f"{sites('F12').as_uri()}/demo/index.html").page
    panels = page.locator("#waffle svg[data-entry]")
    spoken = panels.first.get_attribute("aria-label") or ""
    first_row = page.locator("#waffle tbody tr:not(.overall)").first
    assert spoken.startswith(first_row.locator("a").inner_text())
    assert spoken.endswith(": 3 of 4 solved, mean 75.0")
    panels.first.focus()
    first = page.inner_text("#cell-tip")
    page.keyboard.press("ArrowRight")
    second = page.inner_text("#cell-tip")
    assert first.splitlines()[0] != second.splitlines()[0]
    assert page.inner_text("#announcer").split() == second.split()
    page.keyboard.press("End")
    last = page.inner_text("#cell-tip")
    page.keyboard.press("Home")
    assert page.inner_text("#cell-tip") == first != last
    for key in ("ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert panels.nth(1).evaluate("panel => panel === document.activeElement")
    task = page.inner_text("#cell-tip").splitlines()[0]
    page.keyboard.press("Enter")
    page.wait_for_url("**/entries/**")
    assert page.locator("tr:target th").inner_text() == task


def test_saturation_is_told_with_its_numbers(sites: Sites, look: Look) -> None:
    """F12."""
    page = look(f"{sites('F12').as_uri()}/demo/index.html").page
    line = page.locator(".saturation")
    assert line.inner_text() == (
        "4 tasks: 1 solved by all, 1 solved by none; 2 of 4 tell entries apart."
    )
    assert line.evaluate("line => ({...line.dataset})") == {
        "total": "4", "solvedByAll": "1", "solvedByNone": "1", "discriminating": "2",
    }  # fmt: skip


def test_unknown_spread_is_a_dash_and_a_measured_zero_is_shown(sites: Sites, look: Look) -> None:
    """F03."""
    page = look(f"{sites('F03').as_uri()}/demo/index.html").page
    sort_by(page, "± std", "descending")
    cells = page.locator("table.ranking td.std")
    shown = cells.evaluate_all("cells => cells.map(cell => cell.dataset.value ?? null)")
    assert shown == ["0.0", None, None]
    assert cells.first.inner_text().startswith("± 0.0")
    assert cells.last.inner_text().startswith("—")
    assert page.locator("table.ranking .whisker").count() == 3


def test_less_is_better_is_said_where_it_holds(sites: Sites, look: Look) -> None:
    """A32."""
    page = look(f"{sites('A32').as_uri()}/demo/index.html").page
    assert names(page) == ["model-y", "model-x"]
    assert "lower is better" in page.locator("table.ranking thead").inner_text()
    assert page.locator("th.score").first.get_attribute("aria-sort") == "ascending"


def test_names_keep_their_direction_to_themselves(sites: Sites, look: Look) -> None:
    """D14: rank, name and score stand in the order of the columns whatever the script."""
    page = look(f"{sites('D14').as_uri()}/demo/index.html").page
    assert page.evaluate("document.documentElement.dir") == "ltr"
    row = page.locator("table.ranking tbody tr", has_text="نموذج (7)")
    edges = [row.locator(cell).bounding_box() for cell in ("td.rank", ".who", "td.score")]
    lefts = [box["x"] for box in edges if box]
    assert lefts == sorted(lefts)
    assert row.locator("bdi", has_text="نموذج (7)").count() == 1


def test_drafts_are_marked(sites: Sites, look: Look) -> None:
    site = sites("C18")
    page = look(f"{site.as_uri()}/demo/index.html").page
    assert "under review" in page.locator(".draft").inner_text()
    assert page.locator("meta[name=robots]").get_attribute("content") == "noindex"
    page.goto(f"{site.as_uri()}/index.html")
    assert "No leaderboard is published yet." in page.inner_text("main")
    titles = page.locator(".board h2").all_inner_texts()
    assert titles == ["Demo Leaderboard Draft", "Second Leaderboard Draft"]


def test_theme_is_remembered_and_applied_before_painting(
    sites: Sites, served: Served, look: Look
) -> None:
    page = look(f"{served(sites('C18'))}/demo/index.html").page
    button = page.locator("button.theme")
    for words, theme in (("Theme: light", "light"), ("Theme: dark", "dark")):
        button.click()
        assert button.inner_text() == words
        assert page.evaluate("document.documentElement.dataset.theme") == theme
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload(wait_until="commit")
    page.locator("h1").wait_for()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    button.click()
    assert page.evaluate("document.documentElement.dataset.theme ?? null") is None


def test_all_three_views_are_printed(sites: Sites, look: Look) -> None:
    page = look(f"{sites('C18').as_uri()}/demo/index.html").page
    page.emulate_media(media="print")
    everything_is_shown(page)
    assert not page.locator(".views").is_visible()


def test_headings_are_in_order_with_one_first_level(sites: Sites) -> None:
    for path, page in pages.pages(sites("C18")).items():
        levels = [int(tag[1]) for tag, _ in page.tags if tag in ("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1, path
        assert levels[0] == 1, path
        assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_style_and_script_stay_small(sites: Sites) -> None:
    assets = sites("C18") / "assets"
    own = [path for path in assets.iterdir() if not path.name.startswith("plotly")]
    assert sum(path.stat().st_size for path in own) < 60_000


def test_pages_hold_nothing_that_a_strict_policy_forbids(sites: Sites) -> None:
    """No inline script, handler or style, so that ``script-src 'self'`` and the like can be set."""
    for path, page in pages.pages(sites("C18")).items():
        for tag, attributes in page.tags:
            assert not any(name.startswith("on") for name in attributes), (path, tag)
            assert "style" not in attributes, (path, tag)
            if tag == "script":
                assert "src" in attributes or attributes["type"] == "application/json"
            assert tag != "style" or path == "404.html"
