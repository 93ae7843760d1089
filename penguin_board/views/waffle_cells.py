"""The cells of a waffle as a few paths.

A path holds all cells of one look, so that a board of many thousand tasks stays a small page.
Cells stand on a pitch of 10 units and are 8 units wide and high.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from penguin_board.markup import safe
from penguin_board.tasks import ABSENT, FULL, Benchmark, TaskScore
from penguin_board.views.known import Known
from penguin_board.views.rows import Rows
from penguin_board.waffle_scale import Grid, shade

PITCH, CELL = 10, 8
# Looks beside the shades 0 to 5: a task of the run without a score, a task the run does not have,
# a task that no entry solves.
UNSCORED, MISSING, UNSOLVED = "unscored", "missing", "unsolved"
# What is drawn in a cell of such a look: where it starts in the cell, and the strokes.
_MARKS = {
    UNSCORED: (0.0, 8.0, "l8-8"),
    MISSING: (0.4, 0.4, "h7.2v7.2h-7.2z"),
    UNSOLVED: (1.5, 1.5, "l5 5m0-5l-5 5"),
}
_LEVELS = range(1, FULL + 1)

Look = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class CellPath:
    """All cells of one look, as the data of an SVG path."""

    look: Look
    d: str


def look_at(benchmark: Benchmark) -> Callable[[TaskScore], Look]:
    """What gives the look of a score of the benchmark's tasks; each score is looked at once."""

    def look(score: TaskScore) -> Look:
        if score is ABSENT:
            return MISSING
        found = shade(score, benchmark.scale.maximum)
        return UNSCORED if found is None else found

    return Known(look).__getitem__


class CellPaths(Rows[CellPath]):
    """The paths of a panel; ``drawn`` has the data of each by its look."""

    def __init__(self, drawn: Mapping[Look, str]) -> None:
        self._drawn = drawn

    def __len__(self) -> int:
        return len(self._drawn)

    def __iter__(self) -> Iterator[CellPath]:
        return (CellPath(look=look, d=d) for look, d in self._drawn.items())

    def html(self, *_: Any) -> Markup:
        """The paths as elements of an SVG, each of the class of its look."""
        classes = ((f"s{look}" if look in _LEVELS else look, d) for look, d in self._drawn.items())
        return safe("".join([f'<path class="{name}" d="{d}"/>' for name, d in classes]))


def cell_paths(looks: Sequence[Look], cells: Grid) -> CellPaths:
    """One path a look; cells of class 0 need none, their outline is drawn for all cells."""
    drawn: dict[Look, str] = {
        level: "".join(bars) for level, bars in _bars(looks, cells).items() if bars
    }
    present = set(looks)
    for look in _MARKS:
        if look in present:
            drawn[look] = marks(look, [i for i, other in enumerate(looks) if other == look], cells)
    return CellPaths(drawn)


def _bars(looks: Sequence[Look], cells: Grid) -> Mapping[Look, list[str]]:
    """Fillings from the bottom to each level of fifths: strokes along each row of equal cells.

    The style sheet gives a stroke the height of the filling and dashes it in step with the cells.
    """
    bars: dict[Look, list[str]] = {level: [] for level in _LEVELS}
    count, columns = len(looks), cells.columns
    start = 0
    for end in range(1, count + 1):
        look = looks[start]
        if end == count or looks[end] != look or end % columns == 0:
            if look in bars:
                bars[look].append(_stroke(start, end, int(look), columns))
            start = end
    return bars


@functools.lru_cache(1 << 13)
def _stroke(start: int, end: int, level: int, columns: int) -> str:
    row, column = divmod(start, columns)
    middle = row * PITCH + CELL - CELL * level / FULL / 2
    return f"M{column * PITCH} {middle:g}h{(end - start) * PITCH - 2}"


def marks(look: str, indexes: Iterable[int], cells: Grid) -> str:
    """What is drawn in the cells of such a look, those at the ``indexes``, as data of a path."""
    return "".join([_mark(look, index, cells.columns) for index in indexes])


@functools.lru_cache(1 << 13)
def _mark(look: str, index: int, columns: int) -> str:
    row, column = divmod(index, columns)
    x, y, strokes = _MARKS[look]
    return f"M{column * PITCH + x:g} {row * PITCH + y:g}{strokes}"
