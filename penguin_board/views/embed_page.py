"""The embed page: the table alone, for a frame on somebody else's page."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.board_texts import board_title
from penguin_board.boards import Board
from penguin_board.views.entry_names import EntryName
from penguin_board.views.quantities import Quantity
from penguin_board.views.score_table import Bar, TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedRow:
    """An entry; ``bar`` is the one of the board's table, ``std_reason`` why there is no std."""

    name: EntryName
    score: Quantity
    std: Quantity
    std_reason: str
    bar: Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedPage:
    """The board in short."""

    leaderboard_id: str
    title: str
    is_draft: bool
    author_name: str
    newest_date: str | None
    rows: tuple[EmbedRow, ...]
    unit: str
    ascending: bool


def embed_page(board: Board, table: TableView, newest_date: str | None) -> EmbedPage:
    """The embed page of ``board``, with the texts and bars of its ``table``."""
    return EmbedPage(
        leaderboard_id=board.leaderboard_id,
        title=board_title(board),
        is_draft=board.is_draft,
        author_name=board.leaderboard.author.name,
        newest_date=newest_date,
        rows=tuple(
            EmbedRow(
                name=row.name,
                score=row.score,
                std=row.std,
                std_reason=row.std_reason,
                bar=row.bar,
            )
            for row in table.rows
        ),
        unit=table.unit,
        ascending=table.ascending,
    )
