"""What stands around the boards, as readers meet it: the embed page, the front page's search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import SUB_PATH, Looked
from tests.command_line import REPOSITORY, build
from tests.trees import experiment, leaderboard, write_tree

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Served = Callable[[Path], str]
Look = Callable[..., Looked]

CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => {
      const s = v / 255;
      return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const paper = light(getComputedStyle(document.body).backgroundColor);
  const inks = [...document.querySelectorAll("h1, h1 *, th, th *, td, td span, footer, footer *")];
  return Math.min(...inks.map((node) => {
    const ink = light(getComputedStyle(node).color);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  }));
}"""


@pytest.fixture(scope="module")
def twelve(sites: Sites, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of twelve boards by three authors, beside the other served sites."""
    files = {}
    for number in range(12):
        folder = f"board-{number}"
        title = ("Çoding", "数学", "Browsing")[number % 3]
        files |= leaderboard(
            folder=folder,
            title=f"{title} {number}",
            description=f"Tasks of the kind {number}",
            author={"name": ("Ada", "Blaise", "Carl")[number % 3]},
        )
        files |= experiment(folder=folder)
    tree = write_tree(tmp_path_factory.mktemp("twelve"), files)
    root = sites("C18").parents[len(Path(SUB_PATH).parts)]
    out = root / SUB_PATH / "twelve"
    result = build(tree, out, "--base-url", "https://example.org/")
    assert result.exit_code == 0, result.words
    return out


@pytest.fixture(scope="module")
def gdpevo(sites: Sites) -> Path:
    """The site of this repository, beside the other served sites."""
    root = sites("C18").parents[len(Path(SUB_PATH).parts)]
    out = root / SUB_PATH / "gdpevo"
    result = build(REPOSITORY, out)
    assert result.exit_code == 0, result.words
    return out


@pytest.fixture
def framed(chromium: Callable[[], Browser]) -> Iterator[Callable[..., Looked]]:
    """A function that opens an address in a window of a colour scheme."""
    contexts = []

    def open_page(address: str, scheme: str, width: int) -> Looked:
        context = chromium().new_context(
            viewport={"width": width, "height": 700},
            color_scheme=scheme,  # type: ignore[arg-type]
        )
        contexts.append(context)
        looked = Looked(context.new_page())
        looked.page.on("pageerror", lambda error: looked.errors.append(str(error)))
        looked.page.on("console", lambda message: looked.errors.append(message.text))
        looked.page.on("request", lambda request: looked.requests.append(request.url))
        looked.page.goto(address)
        return looked

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 720])
def test_the_embed_page_fits_its_frame_in_both_themes(
    gdpevo: Path, served: Served, framed: Callable[..., Looked], scheme: str, width: int
) -> None:
    start = served(gdpevo)
    looked = framed(f"{start}/gdpevo/embed/index.html", scheme, width)
    page = looked.page
    assert page.locator("tbody tr").count() == 24
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ends = page.evaluate(
        "[...document.querySelectorAll('th, td')].map(n => n.getBoundingClientRect().right)"
    )
    assert max(ends) <= width
    assert page.evaluate(CONTRAST) >= 4.5
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (paper == "rgb(16, 22, 28)") == (scheme == "dark")
    assert looked.errors == []
    assert all(url.startswith(f"{start}/") for url in looked.requests)
    bars = page.evaluate(
        "[...document.querySelectorAll('rect')].map(n => n.getBoundingClientRect().width)"
    )
    assert bars == sorted(bars, reverse=True)
    assert bars[-1] > 3


def test_links_of_a_frame_open_the_board_in_the_whole_window(
    gdpevo: Path, served: Served, look: Look
) -> None:
    start = served(gdpevo)
    looked = look(f"{start}/gdpevo/leaderboard.json")  # for a page that is none of ours
    page = looked.page
    page.set_content(f'<iframe src="{start}/gdpevo/embed/index.html"></iframe>')
    frame = page.frame_locator("iframe")
    links = frame.locator("a")
    links.first.wait_for()
    assert {link.get_attribute("target") for link in links.all()} == {"_top"}
    assert {link.get_attribute("rel") for link in links.all()} == {"noopener"}
    assert frame.locator("meta[name=robots]").get_attribute("content") == "noindex"
    frame.locator("tbody a").first.click()
    page.wait_for_url(f"{start}/gdpevo/entries/**")
    assert "How the score is made" in page.inner_text("main")


def test_badge_and_card_are_drawn_with_their_texts_inside(
    gdpevo: Path, twelve: Path, served: Served, look: Look
) -> None:
    for site, board in ((gdpevo, "gdpevo"), (twelve, "board-0"), (twelve, "board-1")):
        badge = next((site / board / "badges").iterdir()).name
        for picture, width, height in (
            (f"badges/{badge}", None, 20),
            ("card.svg", 1200, 630),
        ):
            looked = look(f"{served(site)}/{board}/{picture}")
            box = looked.page.evaluate(
                "[document.documentElement.width.baseVal.value,"
                " document.documentElement.height.baseVal.value]"
            )
            assert box[1] == height
            assert width in (None, box[0])
            edges = looked.page.evaluate(
                "[...document.querySelectorAll('text')].map(n => n.getBoundingClientRect())"
                ".flatMap(b => [b.left, b.top, b.right, b.bottom])"
            )
            assert min(edges) >= 0
            assert max(edges[2::4]) <= box[0]
            assert max(edges[3::4]) <= height


def test_the_front_page_of_many_boards_is_searched(
    twelve: Path, served: Served, look: Look
) -> None:
    start = served(twelve)
    looked = look(f"{start}/index.html")
    page = looked.page
    search, status = page.get_by_role("searchbox"), page.locator(".board-search [role=status]")
    shown = page.locator("li.board").filter(visible=True)
    assert (shown.count(), status.inner_text()) == (12, "12 of 12 leaderboards")
    for words, count in (("coding", 4), ("BLAISE", 4), ("kind 11 BROWS", 1), ("数学 4", 1)):
        search.fill(words)
        assert (shown.count(), status.inner_text()) == (count, f"{count} of 12 leaderboards")
    search.fill("no such board")
    assert shown.count() == 0
    assert page.get_by_text("No leaderboard has all of these words.").is_visible()
    search.fill("coding")
    page.reload()
    assert (search.input_value(), shown.count()) == ("coding", 4)
    search.fill("")
    page.wait_for_url(f"{start}/index.html")
    assert shown.count() == 12
    search.fill("browsing 2")
    search.press("Enter")
    assert shown.count() == 1
    shown.locator("h2 a").click()
    page.get_by_role("heading", name="Browsing 2", level=1).wait_for()
    assert looked.errors == []
    assert all(url.startswith(start) for url in looked.requests)


def test_the_search_is_not_there_without_script_nor_for_few_boards(
    twelve: Path, sites: Sites, look: Look
) -> None:
    page = look(f"{twelve.as_uri()}/index.html", javascript=False).page
    assert page.locator("li.board").filter(visible=True).count() == 12
    assert not page.locator(".board-search").is_visible()
    page = look(f"{sites('C18').as_uri()}/index.html").page
    assert page.locator(".board-search").count() == 0


def test_the_search_works_from_disk_and_at_320_pixels(twelve: Path, look: Look) -> None:
    looked = look(f"{twelve.as_uri()}/index.html", width=320)
    looked.page.get_by_role("searchbox").fill("carl")
    assert looked.page.locator("li.board").filter(visible=True).count() == 4
    assert looked.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert looked.errors == []
