"""The texts of a leaderboard file, with the translations that it has."""

from __future__ import annotations

from penguin_board.boards import Board
from penguin_board.texts import translated


def board_title(board: Board) -> str:
    """The title of a board."""
    return translated(board.leaderboard.title, zh=board.leaderboard.title_zh)


def board_description(board: Board) -> str | None:
    """The paragraph under the title; None where the file has none.

    One in another language alone is shown to all readers: better than nothing.
    """
    record = board.leaderboard
    text = record.description or record.description_zh
    return None if text is None else translated(text, zh=record.description_zh)
