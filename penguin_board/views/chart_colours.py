"""Which colour and which shape an entry's mark has: by its model or by its harness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board.ranking import natural_key
from penguin_board.views.chart_labels import text_width
from penguin_board.views.entry_names import EntryName

Dimension = Literal["model", "harness"]
DIMENSIONS: tuple[Dimension, ...] = ("model", "harness")

N_COLOURS = 8
# Outlines around 0, 0, each with room for two digits.
# Outlines around 0, 0, each with room for two digits, and what Plotly calls the likes of them.
SHAPES = (
    ("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0z", "circle"),
    ("M-8-8H8V8H-8z", "square"),
    ("M0-12L12 0L0 12L-12 0z", "diamond"),
    ("M0-14L12 7H-12z", "triangle-up"),
    ("M0 14L12-7H-12z", "triangle-down"),
    ("M-11 0L-6-9H6L11 0L6 9H-6z", "hexagon"),
    ("M-5-10H5V-5H10V5H5V10H-5V5H-10V-5H-5z", "cross"),
    ("M-9 9V-1A8 8 0 0 1-1-9H9V1A8 8 0 0 1 1 9z", "pentagon"),
)
CIRCLE = SHAPES[0][0]
# Above this many names no legend helps; up to it every pair of colour and shape is different.
_MOST_NAMES = 24
_MOST_BY_DEFAULT = N_COLOURS

_SWATCH, _ROW, _LEGEND_WIDTH, _FONT_SIZE = 28.0, 24.0, 820.0, 13.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourKey:
    """A name of a legend.

    ``colour`` is a number from 0, ``shape`` an outline around 0, 0, ``symbol`` its name in Plotly.
    """

    name: str
    colour: int
    shape: str
    symbol: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedKey:
    """A name of the legend of a file: the centre of its mark, from 0, 0 on."""

    key: ColourKey
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Colouring:
    """The keys of all models or of all harnesses of a board; ``dimension`` says which."""

    dimension: Dimension
    keys: tuple[ColourKey, ...]

    def key(self, name: EntryName) -> ColourKey:
        """The key of an entry."""
        wanted = _value(name, self.dimension)
        return next(key for key in self.keys if key.name == wanted)

    @property
    def legend(self) -> tuple[PlacedKey, ...]:
        """The keys in rows, as wide as the chart of a file."""
        placed = []
        x, y = 0.0, 0.0
        for key in self.keys:
            room = _SWATCH + text_width(key.name, _FONT_SIZE) + _SWATCH / 2
            if x and x + room > _LEGEND_WIDTH:
                x, y = 0.0, y + _ROW
            placed.append(PlacedKey(key=key, x=round(x + _SWATCH / 2, 1), y=y))
            x += room
        return tuple(placed)


def colourings(names: Sequence[EntryName]) -> tuple[Colouring, ...]:
    """The ways to colour a board's entries: a dimension with one name or very many is none.

    A name's colour comes from its place among all names of the board, whatever is shown.
    """
    found = []
    for dimension in DIMENSIONS:
        values = sorted({_value(name, dimension) for name in names}, key=natural_key)
        if 1 < len(values) <= _MOST_NAMES:
            keys = (_key(index, value) for index, value in enumerate(values))
            found.append(Colouring(dimension=dimension, keys=tuple(keys)))
    return tuple(found)


def default_colouring(offered: Sequence[Colouring], n_entries: int) -> Colouring | None:
    """The first with no more names than there are colours, and with fewer than entries."""
    most = min(_MOST_BY_DEFAULT, n_entries - 1)
    return next((one for one in offered if len(one.keys) <= most), None)


def key_indices(
    offered: Sequence[Colouring], names: Sequence[EntryName]
) -> Mapping[str, tuple[int, ...]]:
    """For each entry by its id, which key of each colouring is its own."""
    return {
        name.entry_id: tuple(one.keys.index(one.key(name)) for one in offered) for name in names
    }


def _key(index: int, name: str) -> ColourKey:
    # A second round of the colours begins with another shape, so that no pair comes twice.
    shape, symbol = SHAPES[(index + index // N_COLOURS) % len(SHAPES)]
    return ColourKey(name=name, colour=index % N_COLOURS, shape=shape, symbol=symbol)


def _value(name: EntryName, dimension: Dimension) -> str:
    return name.model_name if dimension == "model" else name.harness_name
