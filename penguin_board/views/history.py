"""The history of a board: why scores moved and entries went, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board.boards import Board
from penguin_board.views.entry_names import EntryName


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryItem:
    """A line of the leaderboard's ``changes``.

    ``entry`` is the entry's label, or what the file calls an entry that is gone; ``name`` is None
    for such an entry.
    """

    date: str
    entry: str
    name: EntryName | None
    reason: str


def history(board: Board, names: Mapping[str, EntryName]) -> tuple[HistoryItem, ...]:
    """The lines of ``changes``, newest first; of one date, the one that stands lower first."""
    by_label = {name.label: name for name in names.values()}
    items = [
        HistoryItem(
            date=change.date,
            entry=name.label if name else change.entry,
            name=name,
            reason=change.reason,
        )
        for change in reversed(board.leaderboard.changes)
        for name in (names.get(change.entry) or by_label.get(change.entry),)
    ]
    return tuple(sorted(items, key=lambda item: item.date, reverse=True))
