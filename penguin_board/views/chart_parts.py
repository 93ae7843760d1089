"""The parts of a chart of score against a resource, as templates see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board.views.chart_colours import CIRCLE, ColourKey
from penguin_board.views.chart_labels import PlacedLabel
from penguin_board.views.entry_names import EntryName

_MOST_NAMED = 3

ScaleName = Literal["linear", "log"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPoint:
    """An entry that has the resource: a point of the chart.

    ``dominators`` are the numbers of the entries that dominate it, the ``n_frontier_dominators``
    on the frontier first.
    """

    name: EntryName
    score: float
    std: float | None
    value: float
    score_text: str
    value_text: str
    attempts_text: str
    n_tasks: int | None
    on_frontier: bool
    dominators: tuple[int, ...]
    n_frontier_dominators: int

    @property
    def frontier_dominators(self) -> tuple[int, ...]:
        """The numbers of the frontier's entries that dominate it."""
        return self.dominators[: self.n_frontier_dominators]

    @property
    def named_dominators(self) -> tuple[int, ...]:
        """The numbers of the first three dominators."""
        return self.dominators[:_MOST_NAMED]

    @property
    def n_more_dominators(self) -> int:
        """How many dominators there are besides those."""
        return max(0, len(self.dominators) - _MOST_NAMED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartSize:
    """A drawing's size and the room around its plot, in units of the SVG.

    ``headroom`` is kept free inside of the plot at the frontier's side, for its labels. With more
    points than ``most_numbered``, those behind the frontier are dots: there is no room for numbers.
    """

    name: str
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    font_size: float
    label_width: float
    gutter: float
    headroom: float
    most_numbered: int


WIDE = ChartSize(
    name="wide", width=880, height=500, left=56, right=14, top=12, bottom=54,
    font_size=13, label_width=190, gutter=52, headroom=40, most_numbered=100,
)  # fmt: skip
NARROW = ChartSize(
    name="narrow", width=330, height=400, left=42, right=8, top=10, bottom=54,
    font_size=12, label_width=150, gutter=34, headroom=64, most_numbered=60,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartTick:
    """A tick of an axis at ``at``; ``has_text`` is false where texts would touch."""

    at: float
    text: str
    has_text: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A drawn point at ``x``, ``y``, with its label relative to that.

    ``number`` is that in the list, ``key`` its colour and shape, None without a colouring.
    ``lines`` is a path below all marks: the span of the standard deviation, the way to the label,
    and the way to the true place, a small cross, of a mark that was moved because another covered
    it. ``is_dot`` is true where there is no room for numbers: dots stand where they belong.
    """

    point: ChartPoint
    x: float
    y: float
    number: int
    key: ColourKey | None
    is_dot: bool
    lines: str
    label: PlacedLabel | None

    @property
    def shape(self) -> str:
        """The outline of the mark as a path."""
        return self.key.shape if self.key else CIRCLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing: the plot's edges, ticks, the frontier's steps and the area behind them, marks.

    ``gutter`` is where values of 0 stand on a logarithmic axis; ``marks`` are in the order of the
    board, which is that of reading and of the Tab key.
    """

    size: ChartSize
    scale: ScaleName
    left: float
    right: float
    top: float
    bottom: float
    gutter: float | None
    x_ticks: tuple[ChartTick, ...]
    y_ticks: tuple[ChartTick, ...]
    steps: str
    area: str
    marks: Sequence[Mark]

    @property
    def grid(self) -> str:
        """The lines at the ticks of both axes as a path."""
        across = [f"M{self.left} {tick.at}H{self.right}" for tick in self.y_ticks]
        return "".join(across + [f"M{tick.at} {self.top}V{self.bottom}" for tick in self.x_ticks])

    @property
    def is_log(self) -> bool:
        """Whether the resource axis is logarithmic."""
        return self.scale == "log"
