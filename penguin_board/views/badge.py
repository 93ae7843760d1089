"""The badge of an entry: a small picture with its rank and score, for a README."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.views.chart_labels import shortened, text_width
from penguin_board.xml_text import xml_text

_FONT_SIZE = 11.0
_PADDING = 6
_MAX_TITLE = 260.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BadgePart:
    """A field of the badge: its text, where it begins and how wide it is."""

    text: str
    x: int
    width: int

    @property
    def middle(self) -> str:
        """Where the middle of the text stands."""
        return f"{self.x + self.width / 2:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """``title`` is all that the badge says, in full, for those who do not see it."""

    title: str
    width: int
    board: BadgePart
    result: BadgePart


def badge(board: Board, entry: Entry) -> Badge:
    """The badge of ``entry``: "<board> | #2 · 70.9%"; a draft says that it is one."""
    name = xml_text(board.leaderboard.title)
    score = f"{board.format.text(entry.score)}{board.format.unit}"
    result = f"#{entry.rank} · {score}{' (draft)' if board.is_draft else ''}"
    left = _part(shortened(name, _FONT_SIZE, _MAX_TITLE), 0)
    right = _part(result, left.width)
    return Badge(
        title=f"{name}: {xml_text(entry.label)}, {result}",
        width=left.width + right.width,
        board=left,
        result=right,
    )


def _part(text: str, x: int) -> BadgePart:
    # The estimate is on the wide side, which leaves air at both ends whatever the face.
    return BadgePart(text=text, x=x, width=round(text_width(text, _FONT_SIZE)) + 2 * _PADDING)
