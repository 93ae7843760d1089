"""``feed.xml``: an Atom feed with an item a board and an item an entry, newest results first.

Each language of a site has its own, which leads to its pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from penguin_board.languages import Language
from penguin_board.texts import Number, sentence
from penguin_board.views.board_summary import BoardSummary
from penguin_board.xml_text import xml_text

MAX_ITEMS = 200
_ATOM = "http://www.w3.org/2005/Atom"
# A feed needs a date; what carries none gets the start of the epoch rather than the time of
# building, which would change on every build.
_NO_DATE = "1970-01-01"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    """One item; ``address`` is also its id, which never changes while the page stands."""

    title: str
    address: str
    date: str
    author: str
    summary: str


def feed(boards: Sequence[BoardSummary], title: str, base: str, language: Language) -> ET.Element:
    """The feed of the pages at ``base``, which ends with a slash; drafts never enter it.

    Of one date, boards come before entries and better entries before worse ones.
    """
    published = [board for board in boards if not board.row.is_draft]
    items = [_board_item(board, base, language) for board in published]
    items += [item for board in published for item in _entry_items(board, base, language)]
    items.sort(key=lambda item: item.date, reverse=True)  # stable: keeps the order of one date
    root = ET.Element("feed", {"xmlns": _ATOM, "xml:lang": language.code})
    _text(root, "title", language.say(title))
    _text(root, "id", base)
    _text(root, "updated", _moment(max((item.date for item in items), default=_NO_DATE)))
    ET.SubElement(root, "link", href=base)
    ET.SubElement(root, "link", href=f"{base}feed.xml", rel="self", type="application/atom+xml")
    _text(root, "generator", "penguin-board")
    for item in items[:MAX_ITEMS]:
        _add(root, item)
    return root


def _board_item(board: BoardSummary, base: str, language: Language) -> _Item:
    leader = board.entries[0]
    return _Item(
        title=language.say(board.row.title),
        address=f"{base}{board.row.leaderboard_id}/",
        date=board.row.newest_date or _NO_DATE,
        author=board.row.author_name,
        summary=language.say(
            sentence("{entry}: {score}", entry=leader.label, score=leader.score_text)
        ),
    )


def _entry_items(board: BoardSummary, base: str, language: Language) -> Iterator[_Item]:
    for entry in board.entries:
        yield _Item(
            title=language.say(
                sentence(
                    "{entry} on {board}: {score}",
                    entry=entry.label,
                    board=board.row.title,
                    score=entry.score_text,
                )
            ),
            address=f"{base}{board.row.leaderboard_id}/entries/{entry.entry_id}/",
            date=entry.date or _NO_DATE,
            author=board.row.author_name,
            summary=language.say(
                sentence("Rank {rank} of {n}", rank=Number(entry.rank), n=len(board.entries))
            ),
        )


def _add(root: ET.Element, item: _Item) -> None:
    node = ET.SubElement(root, "entry")
    _text(node, "title", item.title)
    _text(node, "id", item.address)
    ET.SubElement(node, "link", href=item.address)
    _text(node, "updated", _moment(item.date))
    _text(ET.SubElement(node, "author"), "name", item.author)
    _text(node, "summary", item.summary)


def _moment(date: str) -> str:
    return f"{date}T00:00:00Z"


def _text(parent: ET.Element, tag: str, text: str) -> None:
    ET.SubElement(parent, tag).text = xml_text(text)
