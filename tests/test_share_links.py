"""The pages link to what others show of them: the table alone, the card, the feed, the badge."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import pages
from tests.command_line import build
from tests.trees import experiment, leaderboard, leaf, write_tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = leaderboard(leaf("exp-a"), leaf("exp-b"))
    files |= experiment("exp-a", meta={"model_name": "model-a"})
    files |= experiment("exp-b", meta={"model_name": "model-b"})
    return write_tree(tmp_path_factory.mktemp("tree"), files)


def shared_of(page: Path) -> list[Path]:
    """The files behind the links to what can be shared, from the place of the page."""
    links = [
        attributes["href"]
        for tag, attributes in pages.read_page(page.read_text("utf-8")).tags
        if tag == "a" and attributes.get("href", "").endswith(("embed/index.html", ".svg", ".xml"))
    ]
    return [(page.parent / link).resolve() for link in links]


@pytest.mark.parametrize("folder", ["", "zh"])
def test_every_page_leads_to_the_files_of_its_language(
    tree: Path, tmp_path: Path, folder: str
) -> None:
    site = tmp_path / "site"
    base = ("--base-url", "https://example.org/boards/")
    result = build(tree, site, "--languages", "en,zh", *base)
    assert result.exit_code == 0, result.words
    here = site / folder
    shared = shared_of(here / "demo" / "index.html")
    assert shared == [
        here / "demo" / "embed" / "index.html",
        site / "demo" / "card.svg",
        here / "feed.xml",
    ]
    assert all(path.is_file() for path in shared)
    entries = sorted((here / "demo" / "entries").iterdir())
    assert len(entries) == 2
    for entry in entries:
        badge = site / "demo" / "badges" / f"{entry.name}.svg"
        assert shared_of(entry / "index.html") == [badge]
        assert badge.is_file()


def test_there_is_no_link_to_a_feed_that_is_not_written(tree: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    result = build(tree, site)
    assert result.exit_code == 0, result.words
    names = [path.name for path in shared_of(site / "demo" / "index.html")]
    assert names == ["index.html", "card.svg"]
    assert not (site / "feed.xml").exists()
