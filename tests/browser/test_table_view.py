"""The Table view as people use it: search, facets, sorting, selection, downloads."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests import pages
from tests.browser.conftest import Looked
from tests.browser.facets import ODD, RANKS

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Look = Callable[..., Looked]
Open = Callable[..., Page]

# In the order of the board; the second and the third have one score.
IDS = [
    "codex-opus-base-test",
    "claude-code-gpt-base-test",
    "codex-gpt-base-test",
    "claude-code-opus-few-test",
    "claude-code-evo-1-x-few-test",
    "codex-evo-1-x-few-dev",
]


@pytest.fixture
def open_board(facets: Path, look: Look) -> Open:
    """A function that opens the board of six entries."""

    def open_page(query: str = "", **options: object) -> Page:
        return look(f"{facets.as_uri()}/demo/index.html{query}", **options).page

    return open_page


def rows(page: Page) -> Locator:
    return page.locator("table.ranking tbody tr").filter(visible=True)


def places(page: Page) -> list[int]:
    """The entries shown in the table from top to bottom, by their places in the board's order."""
    found = rows(page).evaluate_all("rows => rows.map(row => row.dataset.of)")
    return [IDS.index(entry_id) for entry_id in found]


def count(page: Page) -> Locator:
    return page.locator(".filters [role=status]")


def facet(page: Page, key: str) -> Locator:
    return page.locator(f".facet[data-key={key}]")


def choose(page: Page, key: str, name: str) -> None:
    """Open a facet and check one of its names."""
    if facet(page, key).get_attribute("open") is None:
        facet(page, key).locator("summary").click()
    facet(page, key).get_by_label(name).check()
    page.keyboard.press("Escape")


def counts(page: Page, key: str) -> dict[str, str]:
    """The names of a facet with their counts."""
    read = "all => all.map(one => [one.querySelector('bdi'), one.querySelector('.count')]"
    pairs = facet(page, key).locator("label").evaluate_all(f"{read}.map(part => part.textContent))")
    return dict(pairs)


def test_the_search_finds_any_name_whatever_its_accents_and_capitals(open_board: Open) -> None:
    page = open_board()
    search = page.get_by_role("searchbox", name="Search entries by name")
    for words, found in (
        ("EVO", [4, 5]),
        ("évo", [4, 5]),
        ("codex  GPT", [2]),
        ("gpt codex", [2]),
        ("few dev", [5]),
        ("reads penguins", []),
        ("<b>BOOKS", [4]),
        ("", [0, 1, 2, 3, 4, 5]),
    ):
        search.fill(words)
        expect(count(page)).to_have_text(f"{len(found)} of 6 entries")
        assert places(page) == found, words


def test_counts_of_facets_combine(open_board: Open) -> None:
    page = open_board()
    assert counts(page, "model") == {ODD: "2", "GPT": "2", "Opus": "2"}
    choose(page, "algorithm", "base")
    expect(count(page)).to_have_text("3 of 6 entries")
    assert counts(page, "algorithm") == {"base": "3", "few": "3"}
    assert counts(page, "model") == {ODD: "0", "GPT": "2", "Opus": "1"}
    assert counts(page, "harness") == {"Claude Code": "1", "Codex": "2"}
    assert not facet(page, "model").get_by_label(ODD).is_enabled()
    choose(page, "harness", "Codex")
    expect(count(page)).to_have_text("2 of 6 entries")
    assert counts(page, "harness") == {"Claude Code": "1", "Codex": "2"}
    assert counts(page, "algorithm") == {"base": "2", "few": "1"}
    choose(page, "algorithm", "few")
    expect(count(page)).to_have_text("3 of 6 entries")
    assert places(page) == [0, 2, 5]
    page.get_by_role("searchbox").fill("opus")
    expect(count(page)).to_have_text("1 of 6 entries")
    assert counts(page, "algorithm") == {"base": "1", "few": "0"}
    # What is chosen can be taken back, whatever its count.
    assert facet(page, "algorithm").get_by_label("few").is_enabled()


def test_the_best_of_each_is_by_rank_with_ties(open_board: Open) -> None:
    page = open_board()
    best = page.get_by_label("Entries of each model or harness")
    best.select_option("Best per model")
    expect(count(page)).to_have_text("4 of 6 entries")
    assert places(page) == [0, 1, 2, 4]
    best.select_option("Best per harness")
    expect(count(page)).to_have_text("2 of 6 entries")
    assert places(page) == [0, 1]
    choose(page, "algorithm", "few")
    expect(count(page)).to_have_text("2 of 6 entries")
    assert places(page) == [3, 5]
    page.locator("table.ranking thead button", has_text="Score").click()
    expect(page.locator("th.score")).to_have_attribute("aria-sort", "ascending")
    assert places(page) == [5, 3]
    ranks = rows(page).locator("td.rank").all_inner_texts()
    assert [int(rank.split()[0]) for rank in ranks] == [RANKS[5], RANKS[3]]


def test_chips_name_the_filters_and_take_them_away(open_board: Open) -> None:
    page = open_board()
    choose(page, "harness", "Codex")
    choose(page, "model", ODD)
    chips = page.get_by_role("group", name="Active filters").get_by_role("button")
    assert chips.locator("bdi").all_inner_texts() == ["Codex", ODD]
    assert chips.first.get_attribute("title") == "Remove the filter Harness: Codex"
    chips.first.focus()
    page.keyboard.press("Enter")
    expect(chips).to_have_count(1)
    expect(chips).to_be_focused()
    expect(count(page)).to_have_text("2 of 6 entries")
    page.keyboard.press("Enter")
    expect(count(page)).to_have_text("6 of 6 entries")
    expect(page.locator("#table .scroll").first).to_be_focused()


def test_reset_clears_every_filter_at_once(open_board: Open) -> None:
    page = open_board("?q=o&best=model&harness=Codex&sort=cost_usd")
    expect(count(page)).to_have_text("3 of 6 entries")
    page.locator(".filters").get_by_role("button", name="Reset").click()
    expect(count(page)).to_have_text("6 of 6 entries")
    page.wait_for_url("**/index.html?sort=cost_usd")
    assert not page.locator(".filters .reset").is_visible()


def test_nothing_found_is_said_with_a_way_out(open_board: Open) -> None:
    page = open_board()
    assert not page.locator(".none-shown").is_visible()
    page.get_by_role("searchbox").fill("penguin")
    expect(page.locator(".none-shown")).to_be_visible()
    expect(count(page)).to_have_text("0 of 6 entries")
    page.get_by_role("button", name="Show all entries").click()
    expect(page.locator(".none-shown")).to_be_hidden()
    assert len(places(page)) == 6


def test_every_view_follows_the_filter(open_board: Open) -> None:
    page = open_board("?harness=Codex")
    expect(count(page)).to_have_text("3 of 6 entries")
    kept = {IDS[0], IDS[2], IDS[5]}
    page.evaluate("document.querySelector('.by-benchmark').open = true")
    for table in ("ranking", "benchmarks", "waffle"):
        found = page.locator(f"table.{table} tbody tr[data-of]").filter(visible=True)
        assert set(found.evaluate_all("all => all.map(row => row.dataset.of)")) == kept, table
    marks = page.locator("#pareto [data-of]")
    off = marks.evaluate_all(
        "all => all.filter(one => one.classList.contains('is-off')).map(one => one.dataset.of)"
    )
    assert set(off) == set(IDS) - kept
    page.locator("#pareto").scroll_into_view_if_needed()
    page.locator("#waffle").scroll_into_view_if_needed()
    tray = page.locator(".tray")
    expect(tray).to_be_visible()
    expect(tray.locator("a")).to_have_text("3 of 6 entries")


def test_compare_stays_that_of_all_entries(open_board: Open) -> None:
    """Its verdicts are adjusted for every pair, so the filter leaves out none."""
    page = open_board("?harness=Codex")
    expect(count(page)).to_have_text("3 of 6 entries")
    for part, number in (("table.matrix tbody tr", 6), ("table.matrix thead th", 7)):
        assert page.locator(part).filter(visible=True).count() == number
    colours = page.locator("table.pairs a").evaluate_all(
        "all => all.map(one => getComputedStyle(one).color)"
    )
    assert len(colours) == 10
    assert len(set(colours)) == 1


def test_what_is_filtered_stands_once_on_the_screen(open_board: Open) -> None:
    """In the row of the filters, and below every view that it is out of sight of."""
    page = open_board("?harness=Codex")
    expect(count(page)).to_have_text("3 of 6 entries")
    tray = page.locator(".tray")
    expect(tray).to_be_hidden()
    page.locator("table.ranking .pick").first.check()
    expect(tray).to_contain_text("1 selected")
    expect(tray.locator(".reset")).to_be_hidden()
    page.locator("#compare-title").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('#compare').scrollIntoView()")
    expect(tray.locator(".reset")).to_be_visible()
    expect(tray.locator("a")).to_have_text("3 of 6 entries")


@pytest.mark.parametrize(
    ("heading", "key", "first"),
    [
        ("Rank range", "rank_high", "ascending"),
        ("Entry", "entry", "ascending"),
        ("± std", "score_std", "ascending"),
        ("interval", "ci95_low", "descending"),
        ("Win rate", "win_rate", "descending"),
        ("Cost", "cost_usd", "ascending"),
        ("Tokens", "tokens", "ascending"),
        ("Tasks", "n_tasks", "ascending"),
    ],
)
def test_a_column_sorts_both_ways_beginning_with_the_useful_one(
    open_board: Open, heading: str, key: str, first: str
) -> None:
    page = open_board("?algorithm=base&algorithm=few")
    head = page.locator(f"table.ranking thead th[data-key={key}]")
    button = head.get_by_role("button", name=heading)
    second = {"ascending": "descending", "descending": "ascending"}[first]
    for direction in (first, second, first):
        button.click()
        expect(head).to_have_attribute("aria-sort", direction)
        sign = "-" if direction == "descending" else ""
        page.wait_for_url(f"**&sort={sign}{key}")
        assert page.locator("table.ranking [aria-sort]").count() == 1
        assert len(places(page)) == 6


def test_unknown_costs_stay_last_and_rank_gives_the_boards_order_back(open_board: Open) -> None:
    page = open_board()
    for expected in ([3, 2, 4, 0, 1, 5], [0, 4, 2, 3, 1, 5]):
        page.locator("table.ranking thead button", has_text="Cost").click()
        page.wait_for_url("**cost_usd")
        assert places(page) == expected
    page.locator("table.ranking thead button").first.click()
    page.wait_for_url("**?sort=rank")
    assert places(page) == [0, 1, 2, 3, 4, 5]


def test_scores_by_benchmark_sort_by_name_and_number(open_board: Open) -> None:
    page = open_board()
    table = page.locator("table.benchmarks")
    names = table.locator("tbody .entry a")
    before = page.url
    table.locator("thead button").first.click()
    expect(names.first).to_have_text(ODD)
    table.locator("thead button").last.click()
    expect(names.first).to_have_text("Opus")
    expect(table.locator("thead th").last).to_have_attribute("aria-sort", "descending")
    assert page.url == before
    assert places(page) == [0, 1, 2, 3, 4, 5]


def test_entries_are_picked_by_keyboard_and_marked_in_every_view(open_board: Open) -> None:
    page = open_board()
    box = page.get_by_role("checkbox", name="Select Opus · Codex · base")
    box.focus()
    page.keyboard.press("Space")
    expect(box).to_be_checked()
    tray = page.locator(".tray")
    expect(tray).to_contain_text("1 selected")
    expect(tray.get_by_role("button", name="Compare")).to_be_disabled()
    picked = page.locator(".is-picked")
    assert set(picked.evaluate_all("all => all.map(one => one.dataset.of)")) == {IDS[0]}
    for view in ("table.ranking", "table.benchmarks", "#pareto", "table.waffle", "table.matrix"):
        assert page.locator(view).locator(".is-picked").count() > 0, view
    page.get_by_role("searchbox").fill("gpt")
    expect(tray).to_contain_text("1 selected")
    tray.get_by_role("button", name="Clear").click()
    expect(page.locator(".is-picked")).to_have_count(0)
    expect(tray.locator(".picks")).to_be_hidden()


def test_picked_entries_are_compared_in_the_order_picked(open_board: Open) -> None:
    page = open_board()
    boxes = page.locator("table.ranking .pick")
    for place in (3, 1):
        boxes.nth(place).check()
    page.locator(".tray").get_by_role("button", name="Compare").click()
    page.wait_for_url("**#compare")
    assert [page.input_value("#pair-a"), page.input_value("#pair-b")] == ["3", "1"]
    expect(page.locator("#compare h2")).to_be_in_viewport()
    page.locator("#pair-swap").click()
    expect(page.locator("#pair-a")).to_have_value("1")
    page.go_back()
    expect(page.locator("#pair-a")).to_have_value("3")
    page.go_back()
    page.wait_for_url(lambda url: not url.endswith("#compare"))
    expect(page.locator(".tray")).to_contain_text("2 selected")
    expect(page.locator("#pair-a")).to_have_value("0")


def test_the_first_two_of_three_are_compared_and_the_button_says_so(open_board: Open) -> None:
    page = open_board()
    for place in (0, 2, 4):
        page.locator("table.ranking .pick").nth(place).check()
    page.get_by_role("button", name="Compare the first two").click()
    page.wait_for_url("**#compare")
    expect(page.locator("#pair")).to_be_focused()
    assert [page.input_value("#pair-a"), page.input_value("#pair-b")] == ["0", "2"]
    page.locator("table.ranking .pick").nth(4).uncheck()
    expect(page.locator(".compare-picked")).to_have_text("Compare")


def test_one_entry_against_itself_leaves_no_empty_card(open_board: Open) -> None:
    page = open_board(f"?a={IDS[0]}&b={IDS[0]}")
    expect(page.locator(".pair-remarks")).to_have_text("Choose two different entries.")
    box = page.locator("#pair").bounding_box()
    assert box is not None
    assert box["height"] < 130


def test_a_board_of_many_entries_says_why_it_compares_no_picked_ones(
    sites: Sites, look: Look
) -> None:
    page = look(f"{sites('D06', '101', '1', '1').as_uri()}/demo/index.html").page
    assert page.locator(".facet").count() == 0
    page.locator("table.ranking .pick").first.check()
    tray = page.locator(".tray")
    expect(tray).to_contain_text("all 5,050 pairs are in leaderboard.json")
    assert tray.locator(".compare-picked").count() == 0


def download(page: Page, name: str) -> tuple[str, str]:
    """The name and the text of a download of this view."""
    menu = page.locator("details.downloads")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    with page.expect_download() as begun:
        menu.get_by_role("button", name=name, exact=True).click()
    return begun.value.suggested_filename, Path(begun.value.path()).read_bytes().decode("utf-8")


def test_a_view_is_saved_as_csv_with_the_numbers_of_the_full_file(
    open_board: Open, facets: Path
) -> None:
    page = open_board("?sort=-cost_usd&model=Opus&model=" + "%3D%C3%89vo%7C1_%25%2C+%22x%22")
    expect(count(page)).to_have_text("4 of 6 entries")
    name, text = download(page, "CSV")
    assert name == "demo-table.csv"
    assert text.endswith("\r\n")
    found = list(csv.DictReader(io.StringIO(text, newline="")))
    assert [row["entry_id"] for row in found] == [IDS[0], IDS[4], IDS[3], IDS[5]]
    full = (facets / "demo" / "leaderboard.csv").read_text("utf-8")
    stable = {row["entry_id"]: row for row in csv.DictReader(io.StringIO(full, newline=""))}
    texts = {"entry", "harness", "model", "algorithm", "phase", "std_method", "entry_id"}
    for row in found:
        expected = stable[row["entry_id"]]
        assert list(row) == list(expected)
        for key, value in row.items():
            if key in texts or not value:
                assert value == expected[key], key
            else:
                assert float(value) == float(expected[key]), key
    assert found[1]["model"] == f"'{ODD}"


def test_a_view_of_no_entry_keeps_the_heads(open_board: Open, facets: Path) -> None:
    page = open_board("?q=nobody")
    expect(count(page)).to_have_text("0 of 6 entries")
    full = (facets / "demo" / "leaderboard.csv").read_bytes().decode("utf-8")
    assert download(page, "CSV")[1] == full[: full.index("\r\n") + 2]
    assert json.loads(download(page, "JSON")[1]) == []
    (table,) = pages.markdown_tables(download(page, "Markdown")[1])
    assert table[0][0] == "Rank"


def test_a_view_is_saved_as_json_with_null_for_unknown(open_board: Open, facets: Path) -> None:
    page = open_board("?harness=Codex")
    expect(count(page)).to_have_text("3 of 6 entries")
    name, text = download(page, "JSON")
    assert name == "demo-table.json"
    found = json.loads(text)
    data = json.loads((facets / "demo" / "leaderboard.json").read_text("utf-8"))
    stable = {entry["entry_id"]: entry for entry in data["entries"]}
    assert [row["entry_id"] for row in found] == [IDS[0], IDS[2], IDS[5]]
    assert {"rank_range", "ci95", "std_method", "coverage", "cost", "model_name"} <= set(found[0])
    for row in found:
        assert row == {key: stable[row["entry_id"]][key] for key in row}
    assert found[2]["cost"] is None
    assert found[2]["model_name"] == ODD


def test_a_view_is_saved_as_markdown_with_the_heads_of_the_full_file(
    open_board: Open, facets: Path
) -> None:
    page = open_board("?algorithm=few&sort=cost_usd")
    expect(count(page)).to_have_text("3 of 6 entries")
    name, text = download(page, "Markdown")
    assert name == "demo-table.md"
    (table,) = pages.markdown_tables(text)
    full = (facets / "demo" / "leaderboard.md").read_text("utf-8")
    (stable,) = pages.markdown_tables(full)
    assert table[:2] == stable[:2]
    assert table[2:] == [stable[2 + place] for place in (3, 4, 5)]
    line = text.splitlines()[3]
    assert "\\=" not in line
    assert '=Évo\\|1\\_%, "x" | few | test |' in line
    assert "\\$8.00" in line


def test_a_view_is_saved_as_latex_with_the_lines_of_the_full_file(
    open_board: Open, facets: Path
) -> None:
    page = open_board("?algorithm=few&sort=-cost_usd")
    expect(count(page)).to_have_text("3 of 6 entries")
    name, text = download(page, "LaTeX")
    assert name == "demo-table.tex"
    full = (facets / "demo" / "leaderboard.tex").read_text("utf-8").splitlines()
    start = full.index("\\hline")
    entries = full[start + 3 :]
    expected = [*full[start - 1 : start + 3], entries[4], entries[3], entries[5], *full[-2:]]
    assert text.splitlines() == expected


@pytest.mark.parametrize("name", ["F01", "F07", "C18"])
def test_a_whole_view_is_the_full_files(sites: Sites, look: Look, name: str) -> None:
    """Boards of one entry and of two."""
    site = sites(name)
    page = look(f"{site.as_uri()}/demo/index.html").page
    stable = json.loads((site / "demo" / "leaderboard.json").read_text("utf-8"))["entries"]
    found = json.loads(download(page, "JSON")[1])
    assert found == [{key: entry[key] for key in found[0]} for entry in stable]
    full = pages.markdown_tables((site / "demo" / "leaderboard.md").read_text("utf-8"))[0]
    assert pages.markdown_tables(download(page, "Markdown")[1])[0] == full


def test_the_full_data_need_no_script(open_board: Open, facets: Path) -> None:
    page = open_board(javascript=False)
    menu = page.locator("details.downloads")
    menu.locator("summary").click()
    links = menu.locator("a[download]")
    assert links.all_inner_texts() == [f"leaderboard.{end}" for end in ("csv", "json", "md", "tex")]
    for href in links.evaluate_all("all => all.map(one => one.getAttribute('href'))"):
        assert (facets / "demo" / href).is_file()
    assert menu.get_by_role("button").count() == 0


def test_without_scripts_there_is_nothing_that_does_nothing(open_board: Open) -> None:
    page = open_board("?harness=Codex", javascript=False)
    assert len(places(page)) == 6
    for part in (".filters", ".pick", ".tray", ".chips button", ".none-shown"):
        assert page.locator(part).filter(visible=True).count() == 0, part


def test_menus_close_with_escape_and_when_the_reader_goes_on(open_board: Open) -> None:
    page = open_board()
    harness, model = (facet(page, key) for key in ("harness", "model"))
    harness.locator("summary").click()
    harness.locator("input").first.focus()
    page.keyboard.press("Escape")
    assert harness.get_attribute("open") is None
    expect(harness.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(harness.locator("input").first).to_be_visible()
    model.locator("summary").click()
    assert harness.get_attribute("open") is None
    expect(model.locator("input").first).to_be_visible()
    page.locator("#table-title").click()
    assert model.get_attribute("open") is None


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_menus_and_the_selection_fit_the_window(open_board: Open, width: int) -> None:
    page = open_board("?q=o&harness=Codex&harness=Claude+Code&algorithm=few", width=width)
    for place in (0, 1):
        rows(page).locator(".pick").nth(place).check()
    for summary in page.locator("details.menu > summary").all():
        summary.click()
        sheet = summary.locator("xpath=following-sibling::*")
        box = sheet.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        inner, scroll = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
        assert scroll <= inner
        page.keyboard.press("Escape")
    expect(page.locator(".tray")).to_be_in_viewport(ratio=1)


def test_print_shows_the_entries_and_the_filter_without_the_controls(open_board: Open) -> None:
    """A printed table that lacks entries says so."""
    page = open_board("?harness=Codex&q=o")
    page.locator(".pick").first.check()
    page.emulate_media(media="print")
    for part in (".facet", ".filters select", ".reset", ".pick", ".tray", ".downloads"):
        assert page.locator(part).filter(visible=True).count() == 0, part
    assert page.locator(".shown-count").filter(visible=True).all_inner_texts() == ["3 of 6 entries"]
    assert page.locator(".filters input").filter(visible=True).input_value() == "o"
    assert page.locator(".chips bdi").all_inner_texts() == ["Codex"]
    assert len(places(page)) == 3
    page.emulate_media(media="screen")
    page.locator(".filters .reset").click()
    expect(count(page)).to_have_text("6 of 6 entries")
    page.emulate_media(media="print")
    assert not page.locator(".filters").is_visible()
    assert len(places(page)) == 6


def test_why_a_value_is_unknown_can_be_read_by_all(open_board: Open) -> None:
    page = open_board(javascript=False)
    reasons = page.locator("details.gaps")
    reasons.locator("summary").click()
    lines = reasons.locator("li").all_inner_texts()
    assert "Duration: no duration recorded (all entries)" in lines
    (cost,) = (line for line in lines if line.startswith("Cost: no cost recorded"))
    assert "GPT · Claude Code · base" in cost
    assert cost.count(ODD) == 1


def test_names_in_the_matrix_are_whole_on_a_phone(open_board: Open) -> None:
    page = open_board(width=375)
    cut = page.locator("table.matrix tbody th").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    )
    assert cut == 0


@pytest.mark.parametrize("name", ["F01", "F07"])
def test_boards_of_one_and_two_entries(sites: Sites, look: Look, name: str) -> None:
    looked = look(f"{sites(name).as_uri()}/demo/index.html")
    page = looked.page
    number = {"F01": 1, "F07": 2}[name]
    assert rows(page).count() == number
    assert page.locator(".filters").count() == number - 1
    assert page.locator(".pick").count() == (0 if number == 1 else 2)
    name, text = download(page, "CSV")
    assert len(text.splitlines()) == 1 + number
    assert looked.errors == []
