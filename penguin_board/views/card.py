"""The card of a board: the picture that stands beside a link to it elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.boards import Board
from penguin_board.views.chart_labels import shortened, text_width
from penguin_board.views.score_table import Bar, TableView
from penguin_board.xml_text import xml_text

_N_ROWS = 5
_TITLE_SIZE, _TITLE_WIDTH, _TITLE_LINES = 52.0, 1072.0, 2
_NAME_SIZE, _NAME_WIDTH = 25.0, 510.0
_FOOT_SIZE, _FOOT_WIDTH = 24.0, 1000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """One of the first entries; ``name`` is cut to its place, ``bar`` that of the table."""

    rank: str
    name: str
    score_text: str
    bar: Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """``title`` is the board's in full, ``title_lines`` the same as it fits the card."""

    title: str
    title_lines: tuple[str, ...]
    rows: tuple[CardRow, ...]
    n_entries: int
    author_name: str
    newest_date: str | None
    unit: str
    ascending: bool
    is_draft: bool


def card(board: Board, table: TableView, newest_date: str | None) -> Card:
    """The card of ``board``, with the texts and bars of its ``table``."""
    title = xml_text(board.leaderboard.title)
    return Card(
        title=title,
        title_lines=wrapped(title, _TITLE_SIZE, _TITLE_WIDTH, _TITLE_LINES),
        rows=tuple(
            CardRow(
                rank=row.name.rank,
                name=shortened(xml_text(row.name.label), _NAME_SIZE, _NAME_WIDTH),
                score_text=row.score.text,
                bar=row.bar,
            )
            for row in table.rows[:_N_ROWS]
        ),
        n_entries=len(board.entries),
        author_name=shortened(xml_text(board.leaderboard.author.name), _FOOT_SIZE, _FOOT_WIDTH / 2),
        newest_date=newest_date,
        unit=table.unit,
        ascending=table.ascending,
        is_draft=board.is_draft,
    )


# No card shows more; finding where a line ends takes time that grows with the text.
_LONGEST = 400


def wrapped(text: str, font_size: float, width: float, lines: int) -> tuple[str, ...]:
    """``text`` on at most ``lines`` lines of ``width``, broken at spaces where there are any.

    What does not fit is cut with an ellipsis.
    """
    rest = " ".join(text.split())[:_LONGEST]
    found: list[str] = []
    while rest and len(found) < lines - 1 and text_width(rest, font_size) > width:
        fits = next(n for n in range(len(rest), 0, -1) if _fits(rest[:n], font_size, width))
        space = rest.rfind(" ", 0, fits + 1)
        end = space if space > 0 else fits
        found.append(rest[:end])
        rest = rest[end:].lstrip()
    return (*found, shortened(rest, font_size, width)) if rest else tuple(found)


def _fits(text: str, font_size: float, width: float) -> bool:
    return len(text) == 1 or text_width(text, font_size) <= width
