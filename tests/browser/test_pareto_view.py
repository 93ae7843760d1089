"""The Pareto view as readers use it: scales, colours, legend, dominance, files, the address."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Looked, wait_until
from tests.command_line import build
from tests.trees import Files, experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Look = Callable[..., Looked]
SVG = "{http://www.w3.org/2000/svg}"

# Model, harness, score, cost. "mid" and its twin would cover each other; "lost" has no cost.
ENTRIES = (
    ("top", "one", 0.9, 100.0),
    ("mid", "one", 0.8, 10.0),
    ("mid", "two", 0.795, 10.1),
    ("low", "two", 0.3, 200.0),
    ("low", "one", 0.2, 0.5),
    ("lost", "two", 0.1, None),
)


def files(rows: tuple[tuple[str, str, float, float | None], ...]) -> Files:
    written: Files = {}
    leaves = []
    for model, harness, score, cost in rows:
        name = f"{model}-{harness}"
        summary = {"score_mean": score}
        if cost is not None:
            summary |= {"cost_total": cost, "tokens_total": 1000 + cost}
        meta = {"model_name": model, "harness_name": harness}
        written |= experiment(name, [[score - 0.02], [score + 0.02]], meta=meta, summary=summary)
        leaves.append(leaf(name))
    return written | leaderboard(*leaves)


@pytest.fixture(scope="session")
def charted(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], str]:
    """The address of a board of these entries, all with a cost of 0 if so asked."""
    root = tmp_path_factory.mktemp("charted")
    made: dict[bool, str] = {}

    def address(is_free: bool = False) -> str:
        if is_free not in made:
            rows = tuple((m, h, s, 0.0 if is_free else c) for m, h, s, c in ENTRIES)
            out = root / f"site-{is_free}"
            result = build(write_tree(root / f"tree-{is_free}", files(rows)), out)
            assert result.exit_code == 0, result.words
            made[is_free] = f"{out.as_uri()}/demo/index.html"
        return made[is_free]

    return address


def drawn(page: Page) -> Locator:
    return page.locator("#pareto svg.chart:not(.swatch)").filter(visible=True)


def mark(page: Page, entry: str) -> Locator:
    return drawn(page).locator(f".mark[data-of*='{entry}']")


def listed(page: Page, entry: str) -> Locator:
    return page.locator(f"#pareto .points li[data-of*='{entry}']").filter(visible=True)


@pytest.mark.parametrize("javascript", [True, False])
def test_the_scale_switches_with_and_without_scripts(
    charted: Callable[..., str], look: Look, javascript: bool
) -> None:
    page = look(charted(), javascript=javascript).page
    expect(drawn(page)).to_have_class(re.compile(r"\blog\b"))
    expect(drawn(page)).to_contain_text("log scale")
    page.locator(".axis-cost label", has_text="Linear").click()
    expect(drawn(page)).to_have_class(re.compile(r"\blinear\b"))
    expect(drawn(page).locator(".mark")).to_have_count(5)


def test_each_axis_begins_with_its_own_scale(charted: Callable[..., str], look: Look) -> None:
    """Tokens differ by less than 20 times; a choice of the reader holds on every axis."""
    page = look(charted()).page
    page.locator("label", has_text="Tokens").click()
    expect(drawn(page)).to_have_class(re.compile(r"\blinear\b"))
    page.locator(".axis-token label", has_text="Log").click()
    page.wait_for_url("**/index.html?axis=token&scale=log")
    expect(drawn(page)).to_have_class(re.compile(r"\blog\b"))
    page.locator(".axis-token label", has_text="Linear").click()
    page.wait_for_url("**/index.html?axis=token")
    page.go_back()
    expect(drawn(page)).to_have_class(re.compile(r"\blog\b"))


def test_a_log_scale_without_a_positive_value_is_refused_with_the_reason(
    charted: Callable[..., str], look: Look
) -> None:
    page = look(f"{charted(True)}?scale=log").page
    expect(drawn(page)).to_have_class(re.compile(r"\blinear\b"))
    assert page.locator(".axis-cost .to-log").is_disabled()
    assert "needs a value above 0" in page.locator(".axis-cost .panel-head").inner_text()


def test_the_address_is_the_state_of_the_chart(charted: Callable[..., str], look: Look) -> None:
    query = "?axis=token&scale=log&colour=harness&hide=two"
    looked = look(charted() + query)
    page = looked.page

    def shown() -> list[object]:
        return [
            page.locator("#pareto input:checked").filter(visible=True).count(),
            page.locator("#axis-token").is_checked(),
            page.locator("#pareto [name=colour][value=harness]").is_checked(),
            drawn(page).get_attribute("class"),
            drawn(page).locator(".mark").filter(visible=True).count(),
            page.evaluate("location.search"),
        ]

    before = shown()
    assert before[1:] == [True, True, "chart wide log", 3, query]
    page.reload()
    assert shown() == before
    assert looked.errors == []


def test_colours_and_shapes_follow_model_or_harness(
    charted: Callable[..., str], look: Look
) -> None:
    """By model at first, as there are few; sorting and filtering change no colour."""
    page = look(charted()).page

    def looks(entry: str) -> tuple[str | None, str | None]:
        one = mark(page, entry)
        return one.get_attribute("data-k"), one.locator(".shape").get_attribute("d")

    assert page.locator(".keys button:visible").all_inner_texts() == ["lost", "low", "mid", "top"]
    assert looks("one-mid") == looks("two-mid")
    assert len({looks(entry) for entry in ("one-top", "one-mid", "one-low")}) == 3
    before = looks("one-top")
    page.locator("table.ranking thead button", has_text="Cost").click()
    assert looks("one-top") == before
    page.locator("#pareto label", has_text="harness").click()
    expect(page.locator(".keys button:visible")).to_have_text(["one", "two"])
    assert looks("one-top") == looks("one-low") != looks("two-low")
    page.locator("#pareto label", has_text="nothing").click()
    expect(page.locator(".keys button:visible")).to_have_count(0)
    assert looks("one-top") == looks("two-low")
    fills = [
        mark(page, entry).locator(".shape").evaluate("shape => getComputedStyle(shape).fill")
        for entry in ("one-top", "two-low")
    ]
    assert fills[0] != fills[1], "the frontier is filled, what is dominated is hollow"


def test_the_legend_hides_and_shows_entries(charted: Callable[..., str], look: Look) -> None:
    page = look(charted()).page
    key = page.get_by_role("button", name="mid", exact=True)
    expect(key).to_have_attribute("aria-pressed", "true")
    key.click()
    page.wait_for_url("**/index.html?hide=mid")
    expect(key).to_have_attribute("aria-pressed", "false")
    expect(mark(page, "mid-plain")).to_have_count(2)
    expect(mark(page, "mid-plain").filter(visible=True)).to_have_count(0)
    expect(listed(page, "mid-plain")).to_have_count(0)
    expect(mark(page, "one-top")).to_be_visible()
    page.go_back()
    expect(mark(page, "mid-plain").filter(visible=True)).to_have_count(2)
    page.go_forward()
    page.locator("#pareto label", has_text="harness").click()
    page.wait_for_url("**/index.html?colour=harness")
    expect(mark(page, "mid-plain").filter(visible=True)).to_have_count(2)


def test_without_scripts_the_legend_explains_and_does_nothing(
    charted: Callable[..., str], look: Look
) -> None:
    page = look(charted(), javascript=False).page
    assert page.locator(".keys button:visible").all_inner_texts() == ["lost", "low", "mid", "top"]
    assert page.locator(".keys button:enabled").count() == 0
    assert page.locator("#pareto [name=colour]").filter(visible=True).count() == 0


def test_who_dominates_an_entry_is_said_and_shown(charted: Callable[..., str], look: Look) -> None:
    page = look(charted()).page
    assert "dominated by 1, 2, 3" in listed(page, "two-low").inner_text()
    assert "on the frontier" in listed(page, "one-top").inner_text()
    under = drawn(page).locator(".is-under")
    for act in ("hover", "focus"):
        getattr(mark(page, "two-low"), act)()
        expect(under).to_have_count(2)
        expect(mark(page, "one-mid")).to_have_class(re.compile("is-under"))
        expect(listed(page, "two-low")).to_have_class(re.compile("is-at"))
        expect(listed(page, "one-top")).to_have_class(re.compile("is-under"))
        title = mark(page, "two-low").locator("title")
        expect(title).to_contain_text("dominated by 1, 2, 3")
        page.mouse.move(0, 0)
        page.locator("h1").click()
        page.evaluate("document.activeElement.blur()")
        expect(under).to_have_count(0)
    listed(page, "two-mid").hover()
    expect(mark(page, "two-mid")).to_have_class(re.compile("is-at"))
    expect(mark(page, "one-mid")).to_have_class(re.compile("is-under"))


def test_more_than_three_dominators_are_counted(sites: Sites, look: Look) -> None:
    page = look(f"{sites('D06', '100', '1', '1').as_uri()}/demo/index.html").page
    texts = page.locator(".axis-cost .points li").all_inner_texts()
    more = [text for text in texts if re.search(r"dominated by \d+, \d+, \d+ and \d+ more", text)]
    assert more
    assert all("dominated by" in text or "on the frontier" in text for text in texts)


def test_points_are_reached_by_score_and_announced(charted: Callable[..., str], look: Look) -> None:
    page = look(charted()).page
    mark(page, "one-top").focus()
    for entry in ("one-mid", "two-mid", "two-low", "one-low"):
        page.keyboard.press("Tab")
        expect(mark(page, entry)).to_be_focused()
    link = drawn(page).get_by_role("link", name=re.compile("low · two .*200.*dominated by 1, 2, 3"))
    expect(link).to_have_count(1)
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/entries/two-low*/index.html")


def test_filtered_entries_are_faint_and_skipped_and_picked_ones_ringed(
    charted: Callable[..., str], look: Look
) -> None:
    page = look(f"{charted()}?harness=one&pick=one-low-plain-test").page
    expect(mark(page, "two-mid")).to_have_class(re.compile("is-off"))
    shape = mark(page, "two-mid").locator(".shape")
    expect(shape).to_have_css("opacity", "0.2")
    expect(listed(page, "two-mid")).to_have_count(0)
    mark(page, "one-mid").focus()
    page.keyboard.press("Tab")
    expect(mark(page, "one-low")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(mark(page, "one-mid")).to_be_focused()
    width = "shape => parseFloat(getComputedStyle(shape).strokeWidth)"
    page.evaluate("document.activeElement.blur()")
    picked, plain = (
        mark(page, entry).locator(".shape").evaluate(width) for entry in ("one-low", "one-top")
    )
    assert picked > 2 * plain


Rectangle = tuple[float, float, float, float]


def boxes(elements: Locator) -> list[Rectangle]:
    read = """all => all.map(one => one.getBoundingClientRect())
        .map(box => [box.left, box.top, box.right, box.bottom])"""
    return [tuple(box) for box in elements.evaluate_all(read)]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    """Whether both share more than the empty rim of a line of text."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 4


@pytest.mark.parametrize("width", [320, 375, 1280])
@pytest.mark.parametrize("scale", ["linear", "log"])
def test_no_label_and_no_number_lies_over_another(
    charted: Callable[..., str], look: Look, width: int, scale: str
) -> None:
    page = look(f"{charted()}?scale={scale}", width=width).page
    numbers = boxes(drawn(page).locator(".number"))
    labels = boxes(drawn(page).locator(".label"))
    assert len(numbers) == 5
    assert len(labels) >= 3
    for one, other in itertools.combinations(numbers + labels, 2):
        assert not overlap(one, other)
    scroll, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert scroll <= inner


Steps = list[tuple[float, float]]
CHART = re.compile(r'<svg class="chart (wide|narrow) (linear|log)".*?</svg>', re.DOTALL)
MARK = re.compile(r'class="mark( frontier)?" data-of="(\w+)-[^>]*translate\(([\d.]+) ([\d.]+)\)')
MOVED = re.compile(r"M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)m")
STEP = re.compile(r"[MV ]?([HV])([\d.]+)")


def frontier_corners(chart: str) -> Steps:
    """The true places of the frontier, from the path of its steps."""
    path = re.search(r'class="steps" d="M([\d.]+) ([\d.]+)([^"]*)"', chart)
    assert path
    x, y = float(path[1]), float(path[2])
    corners = [(x, y)]
    for kind, value in STEP.findall(path[3]):
        x, y = (float(value), y) if kind == "H" else (x, float(value))
        corners.append((x, y))
    return corners[:-1]


@pytest.mark.parametrize("n_entries", [20, 70, 110])
@pytest.mark.parametrize("order", ["descending", "ascending"])
def test_no_mark_is_drawn_on_the_better_side_of_the_frontier(
    tmp_path: Path, n_entries: int, order: str
) -> None:
    """Marks that would cover each other move, but only to what is worse, and not far."""
    chance = random.Random(n_entries)
    rows = tuple(
        (f"m{n}", "one", chance.choice((0.3, 0.31, 0.9)), chance.choice((0.5, 1.0, 1.01, 9.0)))
        for n in range(n_entries)
    )
    tree = write_tree(
        tmp_path / "tree",
        files(rows) | leaderboard(*(leaf(f"{model}-one") for model, *_ in rows), order=order),
    )
    result = build(tree, tmp_path / "site")
    assert result.exit_code == 0, result.words
    down = 1 if order == "descending" else -1
    charts = list(CHART.finditer((tmp_path / "site/demo/index.html").read_text("utf-8")))
    assert len(charts) == 8
    for chart in charts:
        corners = frontier_corners(chart[0])
        marks = MARK.findall(chart[0])
        assert len(marks) == n_entries
        for _, name, x, y in marks:
            assert any(float(x) >= at[0] and down * (float(y) - at[1]) >= 0 for at in corners), name
        moves = [[float(part) for part in move] for move in MOVED.findall(chart[0])]
        assert all(math.dist(move[:2], move[2:]) < 21 for move in moves)
        dots = chart[0].count('transform="scale(.45)"')
        n_dominated = sum(not is_frontier for is_frontier, *_ in marks)
        most = 60 if "chart narrow" in chart[0] else 100
        assert dots == (n_dominated if n_entries > most else 0)


def test_a_frontier_label_is_there_on_a_crowded_board(sites: Sites, look: Look) -> None:
    page = look(f"{sites('D06', '100', '1', '1').as_uri()}/demo/index.html").page
    for width in (1280, 375):
        page.set_viewport_size({"width": width, "height": 800})
        frontier = drawn(page).locator(".mark.frontier")
        expect(frontier.locator(".label")).to_have_count(frontier.count())


def test_the_chart_shown_is_saved_as_a_file(charted: Callable[..., str], look: Look) -> None:
    """Axis, scale, colours and what is hidden; nothing in it refers to the page."""
    page = look(f"{charted()}?axis=token&scale=log&hide=mid").page
    fill = mark(page, "one-top").locator(".shape").evaluate("shape => getComputedStyle(shape).fill")
    with page.expect_download() as saving:
        page.locator(".axis-token .save").click()
    assert saving.value.suggested_filename == "demo-pareto-token.svg"
    root = ET.parse(saving.value.path()).getroot()
    texts = ["".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]
    assert "Tokens, total over all attempts (log scale)" in texts
    assert {"1", "4", "5"} <= set(texts)
    assert not {"2", "3"} & set(texts)
    assert {"top", "low", "Demo"} <= set(texts)
    assert not {"mid", "lost"} & set(texts)
    assert fill in {path.get("fill") for path in root.iter(f"{SVG}path")}
    assert {"width", "height", "viewBox"} <= set(root.attrib)
    assert not any("href" in name for one in root.iter() for name in one.attrib)


def test_the_saved_chart_lacks_what_is_filtered_out(
    charted: Callable[..., str], look: Look
) -> None:
    """And the page says that the frontier, drawn through nothing then, is that of all entries."""
    page = look(f"{charted()}?model=low").page
    note = page.get_by_text("the frontier is that of all entries").filter(visible=True)
    expect(note).to_have_count(1)
    with page.expect_download() as saving:
        page.locator(".axis-cost .save").click()
    root = ET.parse(saving.value.path()).getroot()
    texts = ["".join(text.itertext()).strip() for text in root.iter(f"{SVG}text")]
    assert {"4", "5", "low"} <= set(texts)
    assert not {"1", "2", "3", "top", "mid", "lost"} & set(texts)
    page.goto(charted())
    expect(note).to_have_count(0)


def test_a_print_has_the_chart_and_no_controls(charted: Callable[..., str], look: Look) -> None:
    page = look(charted()).page
    page.emulate_media(media="print")
    expect(drawn(page)).to_have_count(1)
    expect(
        page.locator("#pareto").locator("fieldset, .open-chart, .save").filter(visible=True)
    ).to_have_count(0)
    breaks = "view => getComputedStyle(view).breakBefore"
    assert page.locator("#pareto").evaluate(breaks) == "page"


def test_the_file_beside_the_page_has_colours_and_a_legend(
    charted: Callable[..., str], look: Look
) -> None:
    page = look(charted(), javascript=False).page
    link = page.locator(".axis-cost .save")
    page.goto(f"{charted().rsplit('/', 1)[0]}/{link.get_attribute('href')}")
    assert page.locator(".key").all_text_contents() == ["lost", "low", "mid", "top"]
    titles = page.locator(".mark title").all_text_contents()
    assert any("dominated by 1, 2, 3" in title for title in titles)
    fill = "shape => getComputedStyle(shape).fill"
    marks = page.locator(".mark.frontier .shape").evaluate_all(f"all => all.map({fill})")
    assert len(set(marks)) == 3
    keys = page.locator(".key .shape").evaluate_all(f"all => all.map({fill})")
    assert set(marks) < set(keys)


def test_the_interactive_chart_shows_the_state_of_the_page(
    charted: Callable[..., str], look: Look
) -> None:
    looked = look(f"{charted()}?hide=mid")
    page = looked.page
    page.locator(".open-chart").click()
    chart = page.locator("#interactive .main-svg").first
    chart.wait_for()
    state = """() => { const { data, layout } = document.getElementById("interactive");
        return [layout.xaxis.type, data[1].text.join(" "), new Set(data[1].marker.symbol).size,
            layout.xaxis.title.text]; }"""
    assert page.evaluate(state) == ["log", "5 4 1", 2, "Cost, total over all attempts"]
    page.locator("#pareto label", has_text="harness").click()
    wait_until(page, "document.getElementById('interactive').data[1].text.length === 5")
    page.locator(".axis-cost label", has_text="Linear").click()
    wait_until(page, "document.getElementById('interactive').layout.xaxis.type === 'linear'")
    page.locator("label", has_text="Tokens").click()
    wait_until(
        page, "document.getElementById('interactive').layout.xaxis.title.text.startsWith('Tokens')"
    )
    assert page.locator("#interactive [data-title]").count() > 1
    assert page.locator("#interactive .plotlyjsicon, #interactive [data-title*=loud]").count() == 0
    assert looked.errors == []


def test_the_interactive_chart_says_where_a_log_scale_would_lose_a_point(
    sites: Sites, look: Look
) -> None:
    """D04: the drawing has a place for 0, Plotly has none."""
    page = look(f"{sites('D04').as_uri()}/demo/index.html?scale=log").page
    expect(page.locator(".no-log")).to_be_hidden()
    page.locator(".open-chart").click()
    page.locator("#interactive .main-svg").first.wait_for()
    expect(page.locator(".no-log")).to_be_visible()
    count = "document.getElementById('interactive').data[1].x.length"
    assert page.evaluate(count) == 3
