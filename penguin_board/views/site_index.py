"""The index: every published leaderboard with its leading entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penguin_board.board_texts import board_description, board_title
from penguin_board.boards import Board
from penguin_board.views.entry_names import EntryName, entry_names
from penguin_board.views.leaderboard_page import n_experiments
from penguin_board.views.score_table import Bar, table_view

_N_LEADERS = 3
_N_WITHOUT_SEARCH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexLeader:
    """One of the first entries of a board; ``bar`` is the same as in the board's table."""

    name: EntryName
    score_text: str
    bar: Bar


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """A leaderboard on the index with its first entries, at least the leading one."""

    leaderboard_id: str
    href: str
    title: str
    is_draft: bool
    description: str | None
    author_name: str
    n_entries: int
    n_experiments: int
    newest_date: str | None
    leaders: tuple[IndexLeader, ...]
    unit: str
    ascending: bool
    has_compare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPage:
    """The published leaderboards in the order given, then the drafts of a build with drafts.

    ``has_search`` says that there are so many that the page offers a search.
    """

    title: str
    rows: tuple[IndexRow, ...]
    n_published: int
    has_search: bool


def index_page(boards: Sequence[Board], title: str) -> IndexPage:
    """The index of ``boards``: a build without drafts has none among them."""
    rows = tuple(_row(board) for board in sorted(boards, key=lambda board: board.is_draft))
    return IndexPage(
        title=title,
        rows=rows,
        n_published=sum(not row.is_draft for row in rows),
        has_search=len(rows) > _N_WITHOUT_SEARCH,
    )


def _row(board: Board) -> IndexRow:
    names = entry_names(board)
    rows = table_view(board, names).rows
    return IndexRow(
        leaderboard_id=board.leaderboard_id,
        href=f"{board.leaderboard_id}/index.html",
        title=board_title(board),
        is_draft=board.is_draft,
        description=board_description(board),
        author_name=board.leaderboard.author.name,
        n_entries=len(board.entries),
        n_experiments=n_experiments(board),
        newest_date=board.newest_date,
        leaders=tuple(
            IndexLeader(
                name=row.name,
                score_text=board.format.plus_minus(entry.score, entry.std),
                bar=row.bar,
            )
            for entry, row in zip(board.entries[:_N_LEADERS], rows, strict=False)
        ),
        unit=board.format.unit,
        ascending=board.ascending,
        has_compare=board.statistics is not None and len(board.entries) > 1,
    )
