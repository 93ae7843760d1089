"""The address of a board's page is what it shows: it is kept, shared, gone back to, reloaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Looked

pytestmark = pytest.mark.browser

Served = Callable[[Path], str]
Look = Callable[..., Looked]
A, B = "codex-opus-base-test", "claude-code-opus-few-test"


def state(page: Page) -> list[tuple[str, str]]:
    return parse_qsl(urlsplit(page.url).query, keep_blank_values=True)


def shown(page: Page) -> list[str]:
    """The entries of the table from top to bottom, by id."""
    rows = page.locator("table.ranking tbody tr").filter(visible=True)
    return rows.evaluate_all("rows => rows.map(row => row.dataset.of)")


def everything(page: Page) -> dict[str, object]:
    """What the table, the filters and the comparison show."""
    return {
        "rows": shown(page),
        "sorted": page.locator("table.ranking [aria-sort]").evaluate_all(
            "all => all.map(one => [one.dataset.key, one.ariaSort])"
        ),
        "search": page.locator(".filters [name=q]").input_value(),
        "best": page.locator(".filters [name=best]").input_value(),
        "checked": page.locator(".facet input:checked").evaluate_all(
            "all => all.map(one => one.name + '=' + one.value)"
        ),
        "chips": page.locator(".chips bdi").all_inner_texts(),
        "picked": page.locator(".pick:checked").evaluate_all("all => all.map(one => one.value)"),
        "pair": [page.locator(f"#pair-{side}").input_value() for side in "ab"],
    }


FULL = urlencode(
    [
        ("q", "o"),
        ("best", "model"),
        ("harness", "Codex"),
        ("harness", "Claude Code"),
        ("model", "Opus"),
        ("model", "GPT"),
        ("algorithm", "base"),
        ("phase", "test"),
        ("pick", A),
        ("pick", "codex-gpt-base-test"),
        ("sort", "-cost_usd"),
        ("a", "claude-code-gpt-base-test"),
        ("b", A),
        ("axis", "token"),
        ("basis", "attempt"),
        ("scale", "log"),
        ("colour", "harness"),
        ("hide", "Codex"),
        ("attempt", "2"),
        ("order", "name"),
    ]
)


@pytest.mark.parametrize("from_disk", [True, False])
def test_an_address_with_every_key_is_shown_and_stays(
    facets: Path, served: Served, look: Look, from_disk: bool
) -> None:
    start = facets.as_uri() if from_disk else served(facets)
    address = f"{start}/demo/index.html?{FULL}"
    looked = look(address)
    page = looked.page
    expect(page.locator(".filters .shown-count")).to_have_text("3 of 6 entries")
    before = everything(page)
    assert before["rows"] == [A, "codex-gpt-base-test", "claude-code-gpt-base-test"]
    assert before["sorted"] == [["cost_usd", "descending"]]
    assert before["search"] == "o"
    assert before["best"] == "model"
    assert before["chips"] == ["Codex", "Claude Code", "Opus", "GPT", "base", "test"]
    assert before["picked"] == [A, "codex-gpt-base-test"]
    assert before["pair"] == ["1", "0"]
    assert page.url == address
    page.reload()
    expect(page.locator(".filters .shown-count")).to_have_text("3 of 6 entries")
    assert everything(page) == before
    assert page.url == address
    page.locator(".filters [name=best]").select_option("harness")
    page.wait_for_url("**best=harness**")
    kept = dict(parse_qsl(FULL)) | {"best": "harness"}
    assert dict(state(page)) == kept
    page.go_back()
    page.wait_for_url(address)
    expect(page.locator(".filters [name=best]")).to_have_value("model")
    assert everything(page) == before
    assert looked.errors == []


def test_back_and_forward_undo_and_redo_each_choice(facets: Path, look: Look) -> None:
    page = look(f"{facets.as_uri()}/demo/index.html").page
    count = page.locator(".filters .shown-count")
    page.locator(".facet[data-key=harness] summary").click()
    page.locator(".facet input[value=Codex]").check()
    expect(count).to_have_text("3 of 6 entries")
    page.locator("table.ranking thead button", has_text="Cost").click()
    page.wait_for_url("**?harness=Codex&sort=cost_usd")
    page.locator(f".pick[value={A}]").check()
    page.wait_for_url(f"**&pick={A}&**")
    picked = everything(page)
    page.go_back()
    expect(page.locator(f".pick[value={A}]")).not_to_be_checked()
    page.go_back()
    expect(page.locator("table.ranking [aria-sort]")).to_have_attribute("data-key", "score")
    page.go_back()
    expect(count).to_have_text("6 of 6 entries")
    assert state(page) == []
    for _ in range(3):
        page.go_forward()
    expect(page.locator(f".pick[value={A}]")).to_be_checked()
    assert everything(page) == picked


def test_typing_leaves_one_step_behind(facets: Path, look: Look) -> None:
    page = look("about:blank").page
    page.goto(f"{facets.as_uri()}/demo/index.html")
    steps = page.evaluate("history.length")
    page.locator(".filters [name=q]").press_sequentially("opus")
    page.wait_for_url("**?q=opus")
    assert page.evaluate("history.length") == steps
    page.go_back()
    page.wait_for_url("about:blank")


def test_going_to_the_default_leaves_no_key_behind(facets: Path, look: Look) -> None:
    page = look(f"{facets.as_uri()}/demo/index.html").page
    score = page.locator("table.ranking thead th.score")
    score.locator("button").click()
    page.wait_for_url("**?sort=score")
    expect(score).to_have_attribute("aria-sort", "ascending")
    score.locator("button").click()
    page.wait_for_url("**/index.html")
    expect(score).to_have_attribute("aria-sort", "descending")


def test_what_an_address_names_wrongly_changes_nothing(facets: Path, look: Look) -> None:
    """A shared link may be older than the board, or made by hand; keys of others stay."""
    query = "best=planet&pick=nobody&sort=beauty&a=nobody&utm=x"
    query += "&axis=time&scale=x&colour=x&attempt=99&order=x"
    looked = look(f"{facets.as_uri()}/demo/index.html?{query}")
    page = looked.page
    expect(page.locator(".filters .shown-count")).to_have_text("6 of 6 entries")
    assert page.locator(".filters [name=best]").input_value() == ""
    assert page.locator(".filters .reset").is_hidden()
    assert page.locator(".tray").is_hidden()
    assert page.locator(".pick:checked").count() == 0
    assert page.locator("table.ranking [aria-sort]").get_attribute("data-key") == "score"
    assert page.locator("#pareto [type=radio][value=cost]").is_checked()
    assert [page.input_value("#pair-a"), page.input_value("#pair-b")] == ["0", "1"]
    page.locator(f".pick[value={A}]").check()
    page.wait_for_url(f"**pick={A}**")
    assert ("utm", "x") in state(page)
    assert looked.errors == []


def test_a_name_that_the_board_lacks_can_be_taken_out_again(facets: Path, look: Look) -> None:
    page = look(f"{facets.as_uri()}/demo/index.html?harness=%3Cb%3EGone%3C%2Fb%3E").page
    expect(page.locator(".none-shown")).to_be_visible()
    chip = page.locator(".chips button")
    expect(chip.locator("bdi")).to_have_text("<b>Gone</b>")
    chip.click()
    page.wait_for_url("**/index.html")
    expect(page.locator(".none-shown")).to_be_hidden()
    expect(page.locator(".filters .shown-count")).to_have_text("6 of 6 entries")


def test_the_view_and_the_state_do_not_disturb_each_other(facets: Path, look: Look) -> None:
    page = look(f"{facets.as_uri()}/demo/index.html?q=opus").page
    page.locator(".views a[href='#waffle']").click()
    page.wait_for_url("**?q=opus#waffle")
    page.locator(".filters [name=q]").fill("gpt")
    page.wait_for_url("**?q=gpt#waffle")
    page.go_back()
    page.wait_for_url("**?q=opus")
    expect(page.locator(".filters [name=q]")).to_have_value("opus")
    assert len(shown(page)) == 2
