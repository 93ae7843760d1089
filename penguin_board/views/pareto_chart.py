"""The geometry of one chart of score against a resource, as coordinates of an SVG (P1 to P5)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penguin_board.display import ScoreFormat
from penguin_board.entries import Axis
from penguin_board.views.axis_scale import AxisScale, resource_scale, score_scale
from penguin_board.views.chart_labels import (
    Box,
    LabelRequest,
    PlacedLabel,
    place_labels,
    shortened,
    text_width,
)
from penguin_board.views.chart_parts import Chart, ChartPoint, ChartSize, ChartTick, Mark
from penguin_board.views.quantities import AXIS_TEXT

# With more entries than this the labels of dominated points would hide the frontier.
_MOST_LABELLED = 12
_INSET = 16.0
_NUMBER_SIZE = 11.0

_Place = tuple[float, float]


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


def chart_scales(
    points: Sequence[ChartPoint], axis: Axis, form: ScoreFormat, full: float
) -> tuple[AxisScale, AxisScale]:
    """The scales of both axes for these points; ``full`` is the score of a full bar."""
    values = [point.value for point in points]
    across = resource_scale(values, AXIS_TEXT[axis], is_duration=axis == "duration")
    scores = [point.score for point in points]
    return across, score_scale(scores, [point.std for point in points], form, full)


def draw_chart(
    points: Sequence[ChartPoint],
    scales: tuple[AxisScale, AxisScale],
    size: ChartSize,
    *,
    ascending: bool,
) -> Chart:
    """Lay out ``points`` (one or more); ``ascending`` mirrors the frontier to the low scores."""
    x_scale, y_scale = scales
    room = size.gutter if x_scale.has_zero else 0.0
    box = Box(size.left + room, size.top, size.width - size.right, size.height - size.bottom)
    gutter = size.left + room / 2 if x_scale.has_zero else None
    plot = _Plot(
        box=box,
        x_scale=x_scale,
        y_scale=y_scale,
        gutter=gutter,
        inset_top=_INSET if ascending else size.headroom,
        inset_bottom=size.headroom if ascending else _INSET,
    )
    radius = 9.0 if len(points) < 100 else 11.0
    frontier = sorted((p for p in points if p.on_frontier), key=lambda p: (p.value, p.name.number))
    steps, corners = _steps(frontier, plot)
    numbers = {point.name.number: _number(point, points, plot) for point in points}
    halves = _half_widths(points, plot, numbers, radius)
    labels = _labels(points, plot, size, radius, (halves, corners))
    drawn = sorted(points, key=lambda point: (point.on_frontier, -point.name.number))
    edge = box.top if ascending else box.bottom
    return Chart(
        size=size,
        left=box.left,
        right=box.right,
        top=box.top,
        bottom=box.bottom,
        radius=radius,
        gutter=gutter,
        x_ticks=_x_ticks(plot, size),
        y_ticks=tuple(ChartTick(at=plot.y(value), text=text) for value, text in y_scale.ticks),
        steps=steps,
        area=f"{steps}V{edge:g}H{corners[0][0]:g}Z",
        marks=tuple(
            _mark(point, plot, labels, numbers[point.name.number], radius) for point in drawn
        ),
        is_log=x_scale.is_log,
    )


def _steps(
    frontier: Sequence[ChartPoint], plot: _Plot
) -> tuple[str, tuple[tuple[float, float], ...]]:
    """The frontier as a path: level until the next frontier point, then straight to its score."""
    corners = [(plot.x(frontier[0].value), plot.y(frontier[0].score))]
    path = f"M{corners[0][0]:g} {corners[0][1]:g}"
    for point in frontier[1:]:
        x, y = plot.x(point.value), plot.y(point.score)
        path += f"H{x:g}V{y:g}"
        corners += [(x, corners[-1][1]), (x, y)]
    corners.append((plot.box.right, corners[-1][1]))
    return f"{path}H{plot.box.right:g}", tuple(corners)


def _number(point: ChartPoint, points: Sequence[ChartPoint], plot: _Plot) -> str:
    """The number of a point, with those that it covers."""
    place = _place(point, plot)
    here = [other.name.number for other in points if _place(other, plot) == place]
    if point.name.number != min(here) or len(here) == 1:
        return str(point.name.number)
    return f"{here[0]}, {here[1]}" if len(here) == 2 else f"{here[0]} +{len(here) - 1}"


def _place(point: ChartPoint, plot: _Plot) -> _Place:
    return plot.x(point.value), plot.y(point.score)


def _half_width(number: str, radius: float) -> float:
    """Half the width of a mark, which holds its number."""
    return max(radius, text_width(number, _NUMBER_SIZE) / 2 + 3)


def _half_widths(
    points: Sequence[ChartPoint], plot: _Plot, numbers: Mapping[int, str], radius: float
) -> dict[_Place, float]:
    """Half the width of the widest mark at each place."""
    halves: dict[_Place, float] = {}
    for point in points:
        place, half = _place(point, plot), _half_width(numbers[point.name.number], radius)
        halves[place] = max(half, halves.get(place, half))
    return halves


def _mark(
    point: ChartPoint, plot: _Plot, labels: dict[int, PlacedLabel], number: str, radius: float
) -> Mark:
    whisker = None
    if point.std is not None:
        whisker = (plot.y(point.score + point.std), plot.y(point.score - point.std))
    return Mark(
        point=point,
        x=plot.x(point.value),
        y=plot.y(point.score),
        number=number,
        half_width=_half_width(number, radius),
        whisker=whisker,
        label=labels.get(point.name.number),
    )


def _labels(
    points: Sequence[ChartPoint],
    plot: _Plot,
    size: ChartSize,
    radius: float,
    around: tuple[Mapping[_Place, float], Sequence[_Place]],
) -> dict[int, PlacedLabel]:
    """Labels of the frontier first, then of the others while they are few and fit.

    They keep clear of what is ``around``: the half width of the marks at each place, and the
    corners of the frontier.
    """
    halves, corners = around
    named = sorted(points, key=lambda point: (not point.on_frontier, point.name.number))
    requests = [
        LabelRequest(
            key=point.name.number,
            x=plot.x(point.value),
            y=plot.y(point.score),
            radius=halves[_place(point, plot)],
            lines=_label_lines(point, size),
        )
        for point in named
        if point.on_frontier or len(points) <= _MOST_LABELLED
    ]
    marks = [
        Box(x - half - 1, y - radius - 1, x + half + 1, y + radius + 1)
        for (x, y), half in halves.items()
    ]
    lines = [
        Box(min(x0, x1) - 1, min(y0, y1) - 1, max(x0, x1) + 1, max(y0, y1) + 1)
        for (x0, y0), (x1, y1) in itertools.pairwise(corners)
    ]
    bounds = Box(size.left + 2, plot.box.top, plot.box.right, plot.box.bottom)
    return place_labels(
        requests, points=marks, lines=lines, bounds=bounds, font_size=size.font_size
    )


def _label_lines(point: ChartPoint, size: ChartSize) -> tuple[str, ...]:
    lines = [point.name.headline, point.name.details]
    return tuple(shortened(line, size.font_size, size.label_width) for line in lines if line)


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
