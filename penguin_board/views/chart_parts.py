"""The parts of a chart of score against a resource, as templates see them."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.views.chart_labels import PlacedLabel
from penguin_board.views.entry_names import EntryName


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPoint:
    """An entry that has the resource: a point of the chart."""

    name: EntryName
    score: float
    std: float | None
    value: float
    score_text: str
    value_text: str
    attempts_text: str
    n_tasks: int | None
    on_frontier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartSize:
    """A drawing's size and the room around its plot, in units of the SVG.

    ``headroom`` is kept free inside of the plot at the frontier's side, for its labels.
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


WIDE = ChartSize(
    name="wide", width=880, height=500, left=56, right=14, top=12, bottom=54,
    font_size=13, label_width=190, gutter=52, headroom=40,
)  # fmt: skip
NARROW = ChartSize(
    name="narrow", width=330, height=400, left=42, right=8, top=10, bottom=54,
    font_size=12, label_width=150, gutter=34, headroom=64,
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartTick:
    """A tick of an axis at ``at``; ``has_text`` is false where texts would touch."""

    at: float
    text: str
    has_text: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A drawn point. ``whisker`` is the span of the standard deviation, None when unknown.

    ``number`` is that in the list; the uppermost of points in one place has those of all of them
    (``1, 3``, or ``1 +2`` for two more). ``half_width`` makes room for it.
    """

    point: ChartPoint
    x: float
    y: float
    number: str
    half_width: float
    whisker: tuple[float, float] | None
    label: PlacedLabel | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing: the plot's edges, ticks, the frontier's steps and the area behind them, marks.

    ``gutter`` is where values of 0 stand on a logarithmic axis; ``marks`` are in the order of
    drawing, the frontier last.
    """

    size: ChartSize
    left: float
    right: float
    top: float
    bottom: float
    radius: float
    gutter: float | None
    x_ticks: tuple[ChartTick, ...]
    y_ticks: tuple[ChartTick, ...]
    steps: str
    area: str
    marks: tuple[Mark, ...]
    is_log: bool
