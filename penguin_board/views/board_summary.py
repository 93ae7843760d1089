"""What the rest of a site says of a leaderboard: the index, the feed, the sitemap.

A summary outlives its board: a build keeps it, as JSON, for the next build that finds the files
unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from penguin_board.board_texts import board_description, board_title
from penguin_board.boards import Board, Entry
from penguin_board.dates import newest
from penguin_board.texts import Number, Translated
from penguin_board.views.entry_names import EntryName, entry_names
from penguin_board.views.leaderboard_page import n_experiments
from penguin_board.views.score_table import Bar, entry_bars

_N_LEADERS = 3


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
class EntrySummary:
    """An entry in a feed. ``date`` is the newest of its experiments as ``YYYY-MM-DD``."""

    entry_id: str
    label: str
    rank: int | None
    score_text: str
    date: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSummary:
    """A leaderboard with its entries, best first."""

    row: IndexRow
    entries: tuple[EntrySummary, ...]

    def as_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        row = {name: getattr(self.row, name) for name in _names(IndexRow)}
        row["title"] = _translations(self.row.title)
        row["description"] = _translations(self.row.description)
        row["leaders"] = [asdict(leader) for leader in self.row.leaders]
        return {"row": row, "entries": [asdict(entry) for entry in self.entries]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BoardSummary:
        """The summary of what ``as_json`` gave.

        Raises KeyError, TypeError or AttributeError for anything else.
        """
        row = dict(data["row"])
        row["title"] = _translated(row["title"])
        row["description"] = _translated(row["description"])
        row["leaders"] = tuple(_leader(leader) for leader in row["leaders"])
        entries = tuple(
            EntrySummary(**{**entry, "score_text": Number(entry["score_text"])})
            for entry in data["entries"]
        )
        return cls(row=IndexRow(**row), entries=entries)


def board_summary(board: Board) -> BoardSummary:
    """The summary of a board."""
    names = entry_names(board)
    leaders = board.entries[:_N_LEADERS]
    row = IndexRow(
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
                name=names[entry.entry_id],
                score_text=board.format.plus_minus(entry.score, entry.std),
                bar=bar,
            )
            for entry, bar in zip(leaders, entry_bars(board, leaders), strict=True)
        ),
        unit=board.format.unit,
        ascending=board.ascending,
        has_compare=board.statistics is not None and len(board.entries) > 1,
    )
    return BoardSummary(row=row, entries=tuple(_entry(board, entry) for entry in board.entries))


def _entry(board: Board, entry: Entry) -> EntrySummary:
    text = board.format.plus_minus(entry.score, entry.std)
    return EntrySummary(
        entry_id=entry.entry_id,
        label=entry.label,
        rank=entry.rank,
        score_text=Number(f"{text} {board.format.unit}".strip()),
        date=newest(run.meta.date for run in entry.evaluated.runs),
    )


def _names(kind: type[IndexRow]) -> Sequence[str]:
    return [field.name for field in fields(kind)]


def _translations(text: str | None) -> list[Any] | None:
    if text is None:
        return None
    return [str(text), dict(text.translations) if isinstance(text, Translated) else {}]


def _translated(data: list[Any] | None) -> str | None:
    return None if data is None else Translated(data[0], data[1])


def _leader(data: Mapping[str, Any]) -> IndexLeader:
    bar = dict(data["bar"])
    for mark in ("whisker", "interval"):
        bar[mark] = None if bar[mark] is None else tuple(bar[mark])
    return IndexLeader(
        name=EntryName(**{**data["name"], "rank": Number(data["name"]["rank"])}),
        score_text=Number(data["score_text"]),
        bar=Bar(**bar),
    )
