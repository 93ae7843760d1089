"""Why values of the table are unknown, gathered for the notes below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.entries import AXES, Axis
from penguin_board.views.entry_names import EntryName
from penguin_board.views.quantities import n_unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Entries whose value is unknown for one reason.

    ``axis`` is the resource, which ``n_unknown`` of an entry's ``n_runs`` experiments do not
    record; None for the standard deviation, which ``reason`` speaks of. ``is_everyone`` says that
    it is the same for all entries of the board.
    """

    axis: Axis | None
    reason: str
    n_unknown: int
    n_runs: int
    names: tuple[EntryName, ...]
    is_everyone: bool


def gaps(board: Board, names: Mapping[str, EntryName]) -> tuple[Gap, ...]:
    """The unknown standard deviations, then the unknown resources, by column and reason."""
    found: dict[tuple[Axis | None, str, int, int], list[EntryName]] = {}
    for entry in board.entries:
        keys: list[tuple[Axis | None, str, int, int]] = [
            (axis, "", *_share(entry, axis)) for axis in AXES if entry.total.on(axis) is None
        ]
        if entry.std is None:
            keys.append((None, entry.evaluated.estimate.reason, 0, 0))
        for key in keys:
            found.setdefault(key, []).append(names[entry.entry_id])
    return tuple(
        Gap(
            axis=axis,
            reason=reason,
            n_unknown=n_unknown,
            n_runs=n_runs,
            names=tuple(having),
            is_everyone=len(having) == len(board.entries),
        )
        for (axis, reason, n_unknown, n_runs), having in sorted(
            found.items(), key=lambda item: _place(item[0][0])
        )
    )


def _share(entry: Entry, axis: Axis) -> tuple[int, int]:
    """How many experiments lack the value, of how many: all is all, whatever their number."""
    lacking, runs = n_unknown(entry, axis), len(entry.evaluated.runs)
    return (1, 1) if lacking == runs else (lacking, runs)


def _place(axis: Axis | None) -> int:
    """The place of the column in the table."""
    return (None, "cost", "duration", "token").index(axis)
