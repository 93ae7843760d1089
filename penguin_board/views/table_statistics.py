"""What the tasks say of an entry, as the table and the entry's page show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board import display
from penguin_board.boards import Board, Entry
from penguin_board.stats.settings import Adjust, Method, Ties, level_text
from penguin_board.texts import Number
from penguin_board.views.quantities import Quantity, quantity

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsText:
    """What the tasks say of one entry.

    ``note`` says why there is no interval, or on how little it rests; ``mark`` is the letter of the
    note below the table, empty without a note. Intervals sort by their lower end, the value of
    ``interval``; rank ranges by the worst rank left open.
    """

    interval: Quantity
    interval_high: str | None
    note: str
    mark: str
    win_rate: Quantity
    coverage: Quantity
    rank_range: Quantity
    rank_low: int | None
    rank_high: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsMethod:
    """How the statistics of a board were made, for a reader who wants to repeat them."""

    level: str
    alpha: str
    b: str
    seed: int
    method: Method
    ties: Ties
    adjust: Adjust
    enough: int
    n_comparisons: int


def statistics_method(board: Board) -> StatisticsMethod | None:
    """The settings behind a board's statistics; None where they were not taken."""
    if board.statistics is None:
        return None
    settings = board.statistics.settings
    return StatisticsMethod(
        level=Number(level_text(settings.alpha)),
        alpha=Number(f"{settings.alpha:g}"),
        b=Number(f"{settings.b:,}"),
        seed=settings.seed,
        method=settings.method,
        ties=settings.ties,
        adjust=settings.adjust,
        enough=settings.enough,
        n_comparisons=board.statistics.n_comparisons,
    )


def footnotes(board: Board) -> dict[str, str]:
    """The notes of the entries' intervals in the order of the board, each with its letter."""
    notes = dict.fromkeys(entry.statistics.note for entry in board.entries if entry.statistics.note)
    return {note: _letter(index) for index, note in enumerate(notes)}


def _letter(index: int) -> str:
    """The letter of a place: a to z, then aa, ab, .."""
    rest, last = divmod(index, len(_LETTERS))
    return (_letter(rest - 1) if rest else "") + _LETTERS[last]


def statistics_text(board: Board, entry: Entry, marks: Mapping[str, str]) -> StatisticsText:
    """The statistics of an entry as texts."""
    found = entry.statistics
    low, high = found.rank_range or (None, None)
    return StatisticsText(
        interval=interval_quantity(board, entry),
        interval_high=repr(found.interval[1]) if found.interval else None,
        note=found.note,
        mark=marks.get(found.note, ""),
        win_rate=quantity(found.win_rate, display.percent),
        coverage=quantity(found.coverage, display.percent),
        rank_range=Quantity(
            text=rank_range_text(found.rank_range), value=None if high is None else str(high)
        ),
        rank_low=low,
        rank_high=high,
    )


def interval_quantity(board: Board, entry: Entry) -> Quantity:
    """``66.5–76.6``; in brackets where an end is negative."""
    if entry.statistics.interval is None:
        return Quantity(text=display.UNDEFINED, value=None)
    low, high = entry.statistics.interval
    text = display.interval(board.format.text(low), board.format.text(high))
    return Quantity(text=text, value=repr(low))


def rank_range_text(ends: tuple[int, int] | None) -> str:
    """``1–3``: the ranks that the comparisons leave open; ``1`` when they leave one."""
    if ends is None:
        return display.UNDEFINED
    return display.count_range(*ends)
