"""The geometry of one chart of score against a resource, as coordinates of an SVG (P1 to P5)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penguin_board.views.axis_scale import AxisScale
from penguin_board.views.chart_colours import ColourKey
from penguin_board.views.chart_labels import (
    Box,
    LabelRequest,
    PlacedLabel,
    place_labels,
    shortened,
)
from penguin_board.views.chart_marks import Marks
from penguin_board.views.chart_parts import (
    NARROW,
    Chart,
    ChartPoint,
    ChartSize,
    ChartTick,
    Mark,
)
from penguin_board.views.chart_spread import Place, spread

# With more entries than this the labels of dominated points would hide the frontier.
_MOST_LABELLED = 12
_INSET = 16.0
# Half of a mark with its outline, and what a mark is moved by where nobody would notice.
_RADIUS, _UNNOTICED = 10.0, 2.5
_SHORT_LABEL = 0.55


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plot:
    """The plot's rectangle with its two scales."""

    box: Box
    x_scale: AxisScale
    y_scale: AxisScale
    gutter: float | None
    inset_top: float
    inset_bottom: float

    def x(self, value: float) -> float:
        if self.gutter is not None and value == 0:
            return round(self.gutter, 1)
        left, right = self.box.left + _INSET, self.box.right - _INSET
        if not self.x_scale.is_log:
            left = self.box.left
        return round(left + (right - left) * self.x_scale.fraction(value), 1)

    def y(self, score: float) -> float:
        top, bottom = self.box.top + self.inset_top, self.box.bottom - self.inset_bottom
        return round(bottom - (bottom - top) * self.y_scale.fraction(score), 1)

    def place(self, point: ChartPoint) -> Place:
        return self.x(point.value), self.y(point.score)


def draw_chart(
    points: Sequence[ChartPoint],
    scales: tuple[AxisScale, AxisScale],
    size: ChartSize,
    *,
    ascending: bool,
    keys: Mapping[str, ColourKey],
) -> Chart:
    """Lay out ``points`` (one or more); ``ascending`` mirrors the frontier to the low scores.

    ``keys`` has the colour and shape of the entries by their ids, none without a colouring.
    """
    plot = _plot(scales, size, ascending=ascending)
    box = plot.box
    frontier = sorted((p for p in points if p.on_frontier), key=lambda p: (p.value, p.name.number))
    true_places = {point.name.number: plot.place(point) for point in points}
    steps, corners = _steps([true_places[point.name.number] for point in frontier], box.right)
    has_dots = len(points) > size.most_numbered
    places = _places(points, true_places, plot, ascending=ascending, has_dots=has_dots)
    labels = _labels(points, plot, size, places, corners)
    edge = box.top if ascending else box.bottom
    return Chart(
        size=size,
        scale="log" if plot.x_scale.is_log else "linear",
        left=box.left,
        right=box.right,
        top=box.top,
        bottom=box.bottom,
        gutter=plot.gutter,
        x_ticks=_x_ticks(plot, size),
        y_ticks=tuple(ChartTick(at=plot.y(value), text=text) for value, text in plot.y_scale.ticks),
        steps=steps,
        area=f"{steps}V{edge:g}H{corners[0][0]:g}Z",
        marks=Marks(
            [
                Mark(
                    point=point,
                    x=places[point.name.number][0],
                    y=places[point.name.number][1],
                    number=point.name.number,
                    key=keys.get(point.name.entry_id),
                    is_dot=has_dots and not point.on_frontier,
                    lines=_lines(point, plot, true_places, places, labels),
                    label=labels.get(point.name.number),
                )
                for point in points
            ]
        ),
    )


def _plot(scales: tuple[AxisScale, AxisScale], size: ChartSize, *, ascending: bool) -> _Plot:
    x_scale, y_scale = scales
    room = size.gutter if x_scale.has_zero else 0.0
    return _Plot(
        box=Box(size.left + room, size.top, size.width - size.right, size.height - size.bottom),
        x_scale=x_scale,
        y_scale=y_scale,
        gutter=size.left + room / 2 if x_scale.has_zero else None,
        inset_top=_INSET if ascending else size.headroom,
        inset_bottom=size.headroom if ascending else _INSET,
    )


def _steps(frontier: Sequence[Place], right: float) -> tuple[str, tuple[Place, ...]]:
    """The frontier as a path: level until the next frontier point, then straight to its score."""
    corners = [frontier[0]]
    path = f"M{corners[0][0]:g} {corners[0][1]:g}"
    for x, y in frontier[1:]:
        path += f"H{x:g}V{y:g}"
        corners += [(x, corners[-1][1]), (x, y)]
    corners.append((right, corners[-1][1]))
    return f"{path}H{right:g}", tuple(corners)


def _places(
    points: Sequence[ChartPoint],
    true_places: Mapping[int, Place],
    plot: _Plot,
    *,
    ascending: bool,
    has_dots: bool,
) -> dict[int, Place]:
    """Where each mark is drawn, by its number; the frontier's stay where they belong, as dots do.

    Marks of 0 stay in the gutter.
    """
    places = dict(true_places)
    box = plot.box
    first = sorted(points, key=lambda point: (not point.on_frontier, point.name.number))
    for in_gutter in (False, True):
        numbers = [
            point.name.number
            for point in first
            if (plot.gutter is not None and point.value == 0) == in_gutter
            and (point.on_frontier or not has_dots)
        ]
        right = (box.left if in_gutter else box.right) - _RADIUS
        moved = spread(
            [places[number] for number in numbers],
            _RADIUS,
            bounds=Box(0, box.top + _RADIUS, right, box.bottom - _RADIUS),
            is_worse_up=ascending,
        )
        places |= zip(numbers, moved, strict=True)
    return places


def _lines(
    point: ChartPoint,
    plot: _Plot,
    true_places: Mapping[int, Place],
    places: Mapping[int, Place],
    labels: Mapping[int, PlacedLabel],
) -> str:
    """What is drawn behind the marks for one of them."""
    number = point.name.number
    (x, y), (true_x, true_y) = places[number], true_places[number]
    path = ""
    if point.std is not None:
        high, low = plot.y(point.score + point.std), plot.y(point.score - point.std)
        path += f"M{true_x:g} {high:g}V{low:g}"
    if math.dist((x, y), (true_x, true_y)) > _UNNOTICED:
        path += f"M{x:g} {y:g}L{true_x:g} {true_y:g}m-2.5 0h5m-2.5-2.5v5"
    label = labels.get(number)
    if label and label.leader:
        path += f"M{x:g} {y:g}l{label.leader[0]:g} {label.leader[1]:g}"
    return path


def _labels(
    points: Sequence[ChartPoint],
    plot: _Plot,
    size: ChartSize,
    places: Mapping[int, Place],
    corners: Sequence[Place],
) -> dict[int, PlacedLabel]:
    """Labels of the frontier first, then of the others while they are few and fit.

    They keep clear of all marks, and where possible of the frontier, whose ``corners`` are given.
    """
    named = sorted(points, key=lambda point: (not point.on_frontier, point.name.number))
    requests = [
        LabelRequest(
            key=point.name.number,
            x=places[point.name.number][0],
            y=places[point.name.number][1],
            radius=_RADIUS,
            choices=_label_choices(point, size),
        )
        for point in named
        if point.on_frontier or len(points) <= _MOST_LABELLED
    ]
    reach = _RADIUS + 1
    marks = [Box(x - reach, y - reach, x + reach, y + reach) for x, y in places.values()]
    lines = [
        Box(min(x0, x1) - 1, min(y0, y1) - 1, max(x0, x1) + 1, max(y0, y1) + 1)
        for (x0, y0), (x1, y1) in itertools.pairwise(corners)
    ]
    bounds = Box(size.left + 2, plot.box.top, plot.box.right, plot.box.bottom)
    return place_labels(
        requests, points=marks, lines=lines, bounds=bounds, font_size=size.font_size
    )


def _label_choices(point: ChartPoint, size: ChartSize) -> tuple[tuple[str, ...], ...]:
    """Headline and details; for the frontier also the headline alone, and a short one.

    A narrow chart has no room for details: its list of points has them.
    """

    def cut(line: str, share: float = 1.0) -> str:
        return shortened(line, size.font_size, size.label_width * share)

    headline, details = point.name.headline, point.name.details
    choices: list[tuple[str, ...]] = [(cut(headline),), (cut(headline, _SHORT_LABEL),)]
    if details and size is not NARROW:
        choices.insert(0, (cut(headline), cut(details)))
    return tuple(choices if point.on_frontier else choices[:1])


def _x_ticks(plot: _Plot, size: ChartSize) -> tuple[ChartTick, ...]:
    """The ticks of the resource axis; a text is left out where it would touch the one before."""
    ticks: list[ChartTick] = []
    free_from = size.left if plot.gutter is None else plot.gutter + size.font_size
    for value, text in plot.x_scale.ticks:
        at = plot.x(value)
        half = size.font_size * 0.32 * len(text)
        fits = at - half >= free_from and at + half <= size.width
        # The first tick of a linear axis may hang over its own start.
        fits = fits or (not ticks and plot.gutter is None and at + half <= size.width)
        ticks.append(ChartTick(at=at, text=text, has_text=fits))
        if fits:
            free_from = at + half + size.font_size * 0.6
    return tuple(ticks)
