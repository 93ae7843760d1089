"""The front page: cards of boards with their leaders and freshness, drafts marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Looked
from tests.command_line import build
from tests.trees import Files, experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.browser

Look = Callable[..., Looked]
SCORES = {"low": 0.25, "high": 0.75, "middle": 0.5, "lowest": 0.0}


def board(folder: str, **more: str) -> Files:
    """A board of four entries, the newest from August."""
    files = leaderboard(*(leaf(name) for name in SCORES), folder=folder, **more)
    for number, (name, score) in enumerate(SCORES.items(), start=5):
        meta = {"model_name": name, "date": f"2026-0{number}-01"}
        files |= experiment(name, [[score]], folder=folder, meta=meta)
    return files


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("front")
    files = board("a-draft", title="Early", status="draft")
    files |= board("b", title="Second" + " board" * 30, description="What it measures." * 40)
    files |= board("c", title="Third")
    result = build(write_tree(root / "tree", files), root / "site")
    assert result.exit_code == 0, result.words
    return root / "site"


def test_a_card_says_what_leads_and_how_fresh_it_is(site: Path, look: Look) -> None:
    for javascript in (True, False):
        page = look((site / "index.html").as_uri(), javascript=javascript).page
        card = page.locator("li.board", has_text="Third")
        leaders = card.locator(".leaders dd")
        shown = [text.split() for text in leaders.all_inner_texts()]
        assert shown == [["1", "high", "75.0"], ["2", "middle", "50.0"], ["3", "low", "25.0"]]
        widths = leaders.locator(".bar rect").evaluate_all(
            "bars => bars.map(bar => bar.getBoundingClientRect().width)"
        )
        assert widths[0] / 3 == pytest.approx(widths[2], rel=0.02)
        assert widths[1] / 2 == pytest.approx(widths[2], rel=0.02)
        assert card.locator("time").get_attribute("datetime") == "2026-08-01"
        assert card.locator(".board-views a").all_inner_texts()[:3] == ["Table", "Pareto", "Waffle"]
    card.get_by_role("link", name="Waffle").click()
    page.wait_for_url("**/c/index.html#waffle")


def test_drafts_stand_last_and_marked(site: Path, look: Look) -> None:
    page = look((site / "index.html").as_uri()).page
    titles = page.locator("li.board h2").all_inner_texts()
    assert [title.split()[0] for title in titles] == ["Second", "Third", "Early"]
    assert page.locator("li.board", has_text="Draft").locator("h2").all_inner_texts() == [
        "Early Draft"
    ]


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_long_titles_and_descriptions_stay_in_their_cards(
    site: Path, look: Look, width: int
) -> None:
    page = look((site / "index.html").as_uri(), width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    overhang = page.locator("li.board").evaluate_all(
        "cards => Math.max(...cards.map(card => card.scrollWidth - card.clientWidth))"
    )
    assert overhang <= 0
