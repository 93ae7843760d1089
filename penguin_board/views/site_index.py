"""The index: every published leaderboard with its leading entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penguin_board.views.board_summary import BoardSummary, IndexRow

_N_WITHOUT_SEARCH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexPage:
    """The published leaderboards in the order given, then the drafts of a build with drafts.

    ``has_search`` says that there are so many that the page offers a search.
    """

    title: str
    rows: tuple[IndexRow, ...]
    n_published: int
    has_search: bool


def index_page(boards: Sequence[BoardSummary], title: str) -> IndexPage:
    """The index of ``boards``: a build without drafts has none among them."""
    rows = tuple(sorted((board.row for board in boards), key=lambda row: row.is_draft))
    return IndexPage(
        title=title,
        rows=rows,
        n_published=sum(not row.is_draft for row in rows),
        has_search=len(rows) > _N_WITHOUT_SEARCH,
    )
