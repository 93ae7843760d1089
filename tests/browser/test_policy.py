"""The policy of the pages: own files only, no script in the page; over HTTP and from the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import pages
from tests.browser.conftest import Looked, wait_until

pytestmark = pytest.mark.browser

Sites = Callable[..., Path]
Served = Callable[[Path], str]
Look = Callable[..., Looked]
BROKEN = """() => { window.broken = [];
    addEventListener("securitypolicyviolation", event => broken.push(event.violatedDirective)); }"""
# What a hole in a template would let through, each with the part of the policy that stops it.
ATTACKS = {
    "script-src-elem": "const one = document.createElement('script'); one.textContent = 'hit = 1';"
    " document.head.append(one)",
    "script-src-attr": "document.body.insertAdjacentHTML('beforeend',"
    " '<b onclick=\"hit = 1\">x</b>'); document.body.lastElementChild.click()",
    "script-src": "try { setTimeout('hit = 1') } catch { hit = 0 }",
    "img-src": "new Image().src = 'https://evil.example/x.png'",
    "connect-src": "fetch('https://evil.example/').catch(() => 0)",
    "base-uri": "document.head.insertAdjacentHTML('beforeend', '<base href=//evil.example>')",
    "frame-src": "document.body.insertAdjacentHTML('beforeend',"
    " '<iframe src=https://evil.example></iframe>')",
    "object-src": "document.body.insertAdjacentHTML('beforeend',"
    " '<object data=https://evil.example/x></object>')",
    "form-action": "document.body.insertAdjacentHTML('beforeend',"
    " '<form action=https://evil.example></form>'); document.body.lastElementChild.submit()",
}


def policy(page: pages.Page) -> dict[str, list[str]]:
    """The directives of a page; it stands before anything that it rules."""
    first = next(
        index
        for index, (tag, attributes) in enumerate(page.tags)
        if tag in ("script", "link", "style") or attributes.get("http-equiv")
    )
    tag, attributes = page.tags[first]
    assert (tag, attributes["http-equiv"]) == ("meta", "Content-Security-Policy")
    parts = [part.split() for part in attributes["content"].split(";")]
    return {name: sources for name, *sources in parts}


def test_every_page_has_it_and_no_script_may_stand_in_a_page(sites: Sites) -> None:
    for path, page in pages.pages(sites("C18")).items():
        found = policy(page)
        assert found["default-src"] == ["'none'"], path
        assert found["script-src"] == ["'self'"], path
        assert found["base-uri"] == found["form-action"] == ["'none'"], path
        sources = {source for values in found.values() for source in values}
        assert sources == {"'none'", "'self'", "'unsafe-inline'", "data:", "blob:"}, path
        assert [name for name, values in found.items() if "'unsafe-inline'" in values] == [
            "style-src"
        ]


@pytest.mark.parametrize("from_disk", [False, True])
@pytest.mark.parametrize("directive", ATTACKS)
def test_it_stops_what_a_hole_would_let_through(
    sites: Sites, served: Served, look: Look, directive: str, from_disk: bool
) -> None:
    site = sites("C18")
    looked = look(f"{site.as_uri() if from_disk else served(site)}/demo/index.html")
    page = looked.page
    page.evaluate(BROKEN)
    loaded: list[str] = []
    page.on("requestfinished", lambda request: loaded.append(request.url))
    page.evaluate(f"() => {{ {ATTACKS[directive]} }}")
    wait_until(page, "broken.length > 0")
    assert set(page.evaluate("broken")) == {directive}
    assert page.evaluate("window.hit ?? 0") == 0
    assert not any("evil.example" in url for url in loaded)


@pytest.mark.parametrize("from_disk", [False, True])
def test_all_that_a_page_does_by_itself_is_within_it(
    sites: Sites, served: Served, look: Look, from_disk: bool
) -> None:
    """The interactive chart, its saved picture, saved tables: nothing is stopped."""
    site = sites("A44")
    looked = look(f"{site.as_uri() if from_disk else served(site)}/demo/index.html")
    page = looked.page
    page.evaluate(BROKEN)
    page.locator(".open-chart").click()
    page.locator(".interactive .main-svg").first.wait_for()
    assert page.locator(".interactive .scatterlayer .point").count() == 2
    with page.expect_download():
        page.locator(".interactive [data-title*='ownload']").first.click()
    page.locator("details.downloads summary").click()
    with page.expect_download():
        page.get_by_role("button", name="CSV", exact=True).click()
    assert page.evaluate("broken") == []
    assert looked.errors == []
