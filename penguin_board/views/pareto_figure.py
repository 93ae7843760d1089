"""A chart of the Pareto view as a Plotly figure: a plain dict, valid for ``plotly.graph_objects``.

Colours, shapes and texts are left out: the page's script fills in those that the page shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from penguin_board.display import ScoreFormat
from penguin_board.entries import Axis
from penguin_board.texts import Number
from penguin_board.views.axis_scale import AxisScale, ResourceScales
from penguin_board.views.chart_parts import ChartPoint

_MARGIN = {"l": 64, "r": 24, "t": 32, "b": 56}
_DURATION_UNITS = ((3_600_000.0, "h"), (60_000.0, "min"), (1000.0, "s"), (1.0, "ms"))


def pareto_figure(
    points: Sequence[ChartPoint], scales: ResourceScales, axis: Axis, form: ScoreFormat
) -> dict[str, Any]:
    """Two traces: the frontier's steps, and the points, the best last.

    The layout is that of a linear axis; ``log`` holds what a logarithmic one has instead. It is
    None when a value is 0: Plotly has no place for it on such an axis, and would drop the point.
    """
    scale, log = scales.linear, scales.log
    unit, suffix = _unit(axis, scale.high)
    frontier = sorted((p for p in points if p.on_frontier), key=lambda p: (p.value, p.name.number))
    return {
        "data": [_steps(frontier, unit, scale, form), _points(points[::-1], unit, form)],
        "layout": _layout(axis, suffix),
        "log": None if log is None or log.has_zero else _log_axis(log, unit),
    }


def _unit(axis: Axis, high: float) -> tuple[float, str]:
    """What the axis is divided by, and what follows its numbers: Plotly knows no durations."""
    if axis != "duration":
        return 1.0, ""
    size, name = next(
        (size, name) for size, name in _DURATION_UNITS if high >= 2 * size or size == 1
    )
    return size, f" {name}"


def _steps(
    frontier: Sequence[ChartPoint], unit: float, scale: AxisScale, form: ScoreFormat
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [*(point.value / unit for point in frontier), scale.high / unit],
        "y": [point.score * form.factor for point in (*frontier, frontier[-1])],
        "line": {"shape": "hv", "width": 1.5},
        "hoverinfo": "skip",
    }


def _points(points: Sequence[ChartPoint], unit: float, form: ScoreFormat) -> dict[str, Any]:
    """Points with the numbers of the list beside the chart; names would overlap."""
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [point.value / unit for point in points],
        "y": [point.score * form.factor for point in points],
        "error_y": {
            "type": "data",
            "array": [(point.std or 0.0) * form.factor for point in points],
            "thickness": 1,
            "width": 0,
        },
        "text": [Number(point.name.number) for point in points],
        "hoverinfo": "text",
        "marker": {"size": 20},
        "cliponaxis": False,
    }


def _log_axis(scale: AxisScale, unit: float) -> dict[str, Any]:
    return {
        "type": "log",
        "tickvals": [tick.value / unit for tick in scale.ticks],
        "ticktext": [tick.text for tick in scale.ticks],
        "tickprefix": "",
        "ticksuffix": "",
    }


def _layout(axis: Axis, suffix: str) -> dict[str, Any]:
    plain = {"zeroline": False, "ticks": "outside"}
    across = {
        **plain,
        "type": "linear",
        "tickprefix": "$" if axis == "cost" else "",
        "ticksuffix": suffix,
        "tickformat": "~s" if axis == "token" else "",
    }
    return {
        "template": "none",
        "showlegend": False,
        "hovermode": "closest",
        "margin": _MARGIN,
        "xaxis": across,
        "yaxis": {**plain, "automargin": True},
    }
