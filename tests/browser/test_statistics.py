"""What the tasks say, as readers meet it: intervals, rank ranges, comparisons."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from penguin_board.views.pair_texts import mirrored_text
from tests import pages
from tests.browser.conftest import Looked, wait_until
from tests.browser.graded import N_ENTRIES

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Look = Callable[..., Looked]
Graded = Callable[[str], Path]


def board(site: Path) -> str:
    return f"{site.as_uri()}/demo/index.html"


def cells(page: Page, column: str) -> Locator:
    """The cells of a column of the table, by its heading."""
    heads = page.locator("table.ranking thead th").all_inner_texts()
    (place,) = (at for at, text in enumerate(heads) if " ".join(text.split()).startswith(column))
    return page.locator(f"table.ranking tbody tr > :nth-child({place + 1})")


def values(page: Page, column: str) -> list[float | None]:
    """The full-precision values of a column as shown from top to bottom."""
    read = "all => all.map(cell => cell.dataset.value ?? null)"
    found = cells(page, column).evaluate_all(read)
    return [None if value is None else float(value) for value in found]


def press(page: Page, column: str) -> str | None:
    head = page.locator("table.ranking thead th", has_text=column)
    head.locator("button").click()
    return head.get_attribute("aria-sort")


def shown_pair(page: Page) -> dict[str, str]:
    """The pair that is shown large, field by field."""
    fields = page.locator("#pair [data-field]")
    return dict(
        fields.evaluate_all("all => all.map(one => [one.dataset.field, one.textContent.trim()])")
    )


@pytest.mark.parametrize(("case", "remark"), [("F01", "2 tasks"), ("F10", "4 tasks")])
def test_an_interval_over_few_tasks_is_marked(
    sites: Sites, look: Look, case: str, remark: str
) -> None:
    """F01, F10: [0, 1], never narrow, and on how little it rests."""
    page = look(board(sites(case)), javascript=False).page
    (cell,) = cells(page, "95% interval").all()
    assert "".join(cell.inner_text().split()) == "0.0–100.0a"
    assert f"rests on {remark} only" in (cell.get_attribute("title") or "")
    assert f"a rests on {remark} only" in page.inner_text(".footnotes")
    assert page.locator("table.ranking .rail").count() == 1
    assert page.locator("#compare, .views a[href='#compare']").count() == 0
    page.locator("table.ranking .entry a").click()
    headline = page.inner_text(".headline")
    assert "0.0–100.0" in headline
    assert f"rests on {remark} only" in headline


def test_no_interval_where_scores_do_not_vary(sites: Sites, look: Look) -> None:
    """F02: a dash with the reason, and a difference that does not rest on widths of 0."""
    page = look(board(sites("F02")), javascript=False).page
    for cell in cells(page, "95% interval").all():
        assert cell.inner_text().startswith("—")
        assert "do not vary" in (cell.locator(".none").get_attribute("title") or "")
        assert "do not vary" in (cell.locator(".vh").text_content() or "")
        assert cell.get_attribute("data-value") is None
    assert page.locator("table.ranking .rail").count() == 0
    pair = page.locator("table.pairs tbody tr")
    assert "A is better" in (pair.locator(".verdict").text_content() or "")
    assert "sign test" in page.inner_text("#pair")
    assert "100.0, 100.0" not in page.inner_text("main")


def test_entries_on_the_same_tasks_are_compared_in_pairs(sites: Sites, look: Look) -> None:
    """F07: overlapping intervals do not hide a difference on every task."""
    page = look(board(sites("F07")), javascript=False).page
    words = page.locator("table.pairs tbody tr").text_content() or ""
    assert "A is better" in words
    assert "+10.0" in words
    assert page.locator("table.pairs tbody tr").get_attribute("data-verdict") == "better"


def test_too_few_tasks_give_no_verdict(sites: Sites, look: Look) -> None:
    """A01: the win rate by its definition, four tasks, every rank left open."""
    page = look(board(sites("A01")), javascript=False).page
    assert [round(value or 0, 6) for value in values(page, "Win rate")] == [0.75, 0.5, 0.5]
    assert "tied for best each count" in page.inner_text("#table .notes")
    ranges = cells(page, "Rank range")
    assert ranges.first.locator("[aria-hidden]").inner_text() == "1–3"
    assert ranges.first.get_attribute("title") == "the comparisons leave ranks 1 to 3 open"
    assert page.locator("table.pairs tr[data-verdict=insufficient]").count() == 2
    assert page.locator("table.matrix td.insufficient").count() == 6
    assert "a verdict needs" in page.inner_text(".multiplicity")


def test_coverage_is_a_column_only_where_tasks_are_lacking(sites: Sites, look: Look) -> None:
    """A18."""
    page = look(board(sites("A18"))).page
    assert values(page, "Coverage") == pytest.approx([2 / 7, 5 / 7])
    assert any("Coverage" in text for text in page.locator("#table .notice").all_inner_texts())
    reason = page.inner_text("#compare .empty")
    assert "same benchmarks" in reason or "share no task" in reason
    page.goto(board(sites("F07")))
    assert "Coverage" not in page.locator("table.ranking thead").inner_text()


def test_columns_of_statistics_sort_with_missing_last(
    sites: Sites, graded: Graded, look: Look
) -> None:
    page = look(board(sites("A18"))).page
    for _ in range(2):
        press(page, "interval")
        assert [value is None for value in values(page, "95% interval")] == [False, True]
    page.goto(board(graded("descending")))
    for heading, column in (
        ("Win rate", "Win rate"),
        ("interval", "95% interval"),
        ("range", "Rank range"),
    ):
        for _ in range(2):
            direction = press(page, heading)
            found = [value for value in values(page, column) if value is not None]
            assert found == sorted(found, reverse=direction == "descending"), column


@pytest.mark.parametrize("order", ["descending", "ascending"])
def test_neighbours_and_matrix_are_there_without_scripts(
    graded: Graded, look: Look, order: str
) -> None:
    """Every verdict is that of leaderboard.json, and the matrix mirrors itself."""
    site = graded(order)
    data = json.loads((site / "demo" / "leaderboard.json").read_text("utf-8"))
    page = look(board(site), javascript=False).page
    ids = [entry["entry_id"] for entry in data["entries"]]
    assert {"better", "tie"} <= {pair["verdict"] for pair in data["pairwise"]}
    verdicts = {(pair["a"], pair["b"]): pair["verdict"] for pair in data["pairwise"]}
    rows = page.locator("table.pairs tbody tr")
    read = "all => all.map(row => [row.dataset.a, row.dataset.b, row.dataset.verdict])"
    assert rows.evaluate_all(read) == [[a, b, verdicts[a, b]] for a, b in itertools.pairwise(ids)]
    looks = page.locator("table.matrix tbody tr").evaluate_all(
        "rows => rows.map(row => Array.from(row.querySelectorAll('td'), cell => cell.className))"
    )
    turned = {"better": "worse", "worse": "better"}
    for row, a in enumerate(ids):
        for column, b in enumerate(ids):
            expected = verdicts[a, b] if row < column else looks[row][column]
            assert looks[row][column] == expected
            assert looks[column][row] == turned.get(expected, expected)
    assert all(page.locator("table.matrix td:not(.self) span").all_text_contents())
    assert not page.locator("#pair select").first.is_visible()
    assert page.locator("#pair").is_visible()


def test_choosing_a_pair_shows_its_texts_and_swapping_mirrors_them(
    graded: Graded, look: Look
) -> None:
    """The script shows what the neighbours' table was built with, and turns it exactly."""
    looked = look(board(graded("descending")))
    page = looked.page
    rows = page.locator("table.pairs tbody tr")
    for place in range(rows.count()):
        page.select_option("#pair-a", str(place))
        page.select_option("#pair-b", str(place + 1))
        shown = shown_pair(page)
        row = rows.nth(place).locator("td").all_inner_texts()
        assert shown["difference"] == row[1]
        assert shown["interval"] == row[2]
        assert [shown[name] for name in ("n", "wins", "ties", "losses")] == row[4:8]
        assert shown["said"].endswith(f"{shown['verdict']} (n = {shown['n']})")
        page.click("#pair-swap")
        turned = shown_pair(page)
        low, high = shown["interval"].strip("[]").split(", ")
        ends = (mirrored_text(high, signed=False), mirrored_text(low, signed=False))
        assert turned["interval"] == f"[{ends[0]}, {ends[1]}]"
        assert turned["difference"] == mirrored_text(shown["difference"], signed=True)
        assert (turned["wins"], turned["losses"]) == (shown["losses"], shown["wins"])
        assert (turned["score-A"], turned["score-B"]) == (shown["score-B"], shown["score-A"])
        page.click("#pair-swap")
        assert shown_pair(page) == shown
    page.select_option("#pair-a", page.input_value("#pair-b"))
    assert shown_pair(page)["said"] == "Choose two different entries."
    assert looked.errors == []


def test_verdicts_are_right_where_less_is_better(graded: Graded, look: Look) -> None:
    """The entry with the lower score is the better one; its difference is negative."""
    page = look(board(graded("ascending")), javascript=False).page
    assert page.locator("table.ranking .entry a").first.inner_text() == "model-0"
    assert "where A − B is negative" in page.inner_text("#compare .view-head")
    for row in page.locator("table.pairs tbody tr").all():
        difference = row.locator(".difference").inner_text()
        assert difference.startswith("-")
        assert row.get_attribute("data-verdict") in ("better", "tie")


def test_comparisons_are_printed(graded: Graded, look: Look) -> None:
    page = look(board(graded("descending")), width=794).page
    page.emulate_media(media="print")
    for part in ("#pair", "table.pairs", "table.matrix", "#pair bdi >> nth=0"):
        assert page.locator(part).is_visible(), part
    assert not page.locator("#pair select").first.is_visible()
    inner, scroll = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    assert scroll <= inner


def test_views_lead_to_the_comparisons(graded: Graded, look: Look) -> None:
    page = look(board(graded("descending"))).page
    page.locator(".views a[href='#compare']").click()
    page.wait_for_url("**#compare")
    wait_until(page, "document.querySelector('.views [aria-current]').hash === '#compare'")


def test_a_cell_of_the_matrix_chooses_its_pair(graded: Graded, look: Look) -> None:
    page = look(board(graded("descending"))).page
    cell = page.locator("table.matrix tbody tr").nth(5).locator("td").nth(2)
    cell.click()
    assert (page.input_value("#pair-a"), page.input_value("#pair-b")) == ("5", "2")
    assert f"{shown_pair(page)['difference']} {shown_pair(page)['interval']}" in (
        cell.get_attribute("title") or ""
    )


@pytest.mark.parametrize("name", ["", "A18", "F02", "F01"])
def test_statistics_never_make_a_page_scroll_sideways(
    sites: Sites, graded: Graded, look: Look, name: str
) -> None:
    site = sites(name) if name else graded("descending")
    looked = look(board(site))
    page = looked.page
    for path in (site / "demo" / "index.html", *sorted(site.rglob("entries/*/index.html"))[:2]):
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        for width in (320, 375, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            inner, scroll = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
            assert scroll <= inner, (path, width)
    assert looked.errors == []


def test_scores_by_benchmark_are_there_without_scripts(
    sites: Sites, graded: Graded, look: Look
) -> None:
    page = look(board(graded("descending")), javascript=False).page
    assert page.locator("table.benchmarks").is_visible()
    assert page.locator("table.benchmarks tbody tr").count() == N_ENTRIES
    assert page.locator("table.benchmarks thead th").count() == 3
    page.goto(board(sites("F07")))
    assert page.locator("table.benchmarks").count() == 0


def test_an_entry_stands_against_its_neighbours(graded: Graded, look: Look) -> None:
    page = look(board(graded("descending"))).page
    page.locator("table.ranking tbody .entry a").nth(1).click()
    page.wait_for_url("**/entries/*/index.html")
    assert "the comparisons leave rank" in page.inner_text(".rank-of")
    rows = page.locator("table.pairs tbody tr")
    assert rows.count() == 2
    ids = rows.evaluate_all("all => all.map(row => row.dataset.a)")
    assert len(set(ids)) == 1
    assert f"/entries/{ids[0]}/" in page.url


def test_a_board_of_other_metrics_says_why_it_has_no_statistics(sites: Sites, look: Look) -> None:
    """A32: less is better, and the metric is not the score of tasks."""
    page = look(board(sites("A32")), javascript=False).page
    for column in ("95% interval", "Win rate", "Rank range"):
        assert values(page, column) == [None, None]
        reason = cells(page, column).first.locator(".none").get_attribute("title")
        assert reason == "its metric is not the score of tasks"
    assert "No two entries" in page.inner_text("#compare .empty")


def test_large_boards_keep_to_neighbours(sites: Sites) -> None:
    """Above 60 entries no matrix, above 100 no pairs but the neighbours."""
    for count, has_matrix, has_pairs in ((61, False, True), (101, False, False)):
        file = sites("D06", str(count), "1", "1") / "demo" / "index.html"
        read = pages.read_page(file.read_text("utf-8"))
        classes = [attributes.get("class") for _, attributes in read.tags]
        assert ("matrix" in classes) == has_matrix
        assert ("pair-data" in read.ids) == has_pairs
        assert "leaderboard.json" in read.urls
