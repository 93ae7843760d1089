"""What the tasks of an entry say of it; apart from the code that computes it, which needs numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryStatistics:
    """What the tasks say of one entry.

    ``interval`` is None where there is none, and ``note`` says why, or on how few tasks it rests.
    ``win_rate`` is None on a board of one entry or of other metrics than scores; ``coverage`` is
    the share of the board's tasks that the entry has a score for.
    """

    interval: tuple[float, float] | None
    note: str
    win_rate: float | None
    coverage: float | None
    rank_range: tuple[int, int] | None


NOT_TAKEN = EntryStatistics(interval=None, note="", win_rate=None, coverage=None, rank_range=None)
