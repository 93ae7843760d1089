"""A chart of the Pareto view as a Plotly figure: a plain dict, valid for ``plotly.graph_objects``.

Colours are left out: the page's script fills in those of the page's theme.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from penguin_board.display import ScoreFormat
from penguin_board.entries import Axis
from penguin_board.views.axis_scale import AxisScale
from penguin_board.views.chart_parts import ChartPoint

_MARGIN = {"l": 64, "r": 24, "t": 32, "b": 56}
_DURATION_UNITS = ((3_600_000.0, "h"), (60_000.0, "min"), (1000.0, "s"), (1.0, "ms"))


def pareto_figure(
    points: Sequence[ChartPoint], scale: AxisScale, axis: Axis, form: ScoreFormat
) -> dict[str, Any]:
    """Three traces: the frontier's steps, the dominated points, the frontier's points.

    A logarithmic axis has no place for 0 (and Plotly would drop the point), so with a value of 0
    the axis is linear.
    """
    unit, unit_name = _unit(axis, scale.high)
    frontier = sorted((p for p in points if p.on_frontier), key=lambda p: (p.value, p.name.number))
    others = [point for point in points if not point.on_frontier]
    return {
        "data": [
            _steps(frontier, unit, scale, form),
            _points(others, unit, form),
            _points(frontier, unit, form),
        ],
        "layout": _layout(scale, axis, unit_name, form),
    }


def _unit(axis: Axis, high: float) -> tuple[float, str]:
    """What the axis is divided by, and the name of the unit: Plotly knows no durations."""
    if axis == "cost":
        return 1.0, "USD"
    if axis == "token":
        return 1.0, "tokens"
    return next((size, name) for size, name in _DURATION_UNITS if high >= 2 * size or size == 1)


def _steps(
    frontier: Sequence[ChartPoint], unit: float, scale: AxisScale, form: ScoreFormat
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [*(point.value / unit for point in frontier), scale.high / unit],
        "y": [point.score * form.factor for point in (*frontier, frontier[-1])],
        "line": {"shape": "hv", "width": 2},
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
        "text": [str(point.name.number) for point in points],
        "hovertext": [_hover(point, form) for point in points],
        "hoverinfo": "text",
        "marker": {"symbol": "circle", "size": 19, "line": {"width": 1.5}},
        "cliponaxis": False,
    }


def _hover(point: ChartPoint, form: ScoreFormat) -> str:
    unit = f" {form.unit}" if form.unit else ""
    # Tasks times attempts, without words: the figure is the same in every language.
    tasks = None if point.n_tasks is None else str(point.n_tasks)
    evidence = " × ".join(filter(None, (tasks, point.attempts_text)))
    lines = [
        f"<b>{point.name.number}. {_plain(point.name.label)}</b>",
        f"{_plain(point.score_text)}{unit}",
        _plain(point.value_text),
        f"n = {evidence}",
    ]
    return "<br>".join(lines)


def _plain(text: str) -> str:
    """Text that Plotly, which reads a few tags in texts, shows as it is."""
    return html.escape(text, quote=False)


def _layout(scale: AxisScale, axis: Axis, unit_name: str, form: ScoreFormat) -> dict[str, Any]:
    is_log = scale.is_log and not scale.has_zero
    across: dict[str, Any] = {
        "type": "log" if is_log else "linear",
        "title": {"text": unit_name},
        "zeroline": False,
        "ticks": "outside",
    }
    if axis == "cost":
        across |= {"tickprefix": "$"}
    if axis == "token":
        across |= {"tickformat": "~s"}
    if is_log:
        values = [tick.value for tick in scale.ticks]
        unit, _ = _unit(axis, scale.high)
        across |= {
            "tickvals": [value / unit for value in values],
            "ticktext": [tick.text for tick in scale.ticks],
            "tickprefix": "",
        }
    return {
        "template": "none",
        "showlegend": False,
        "hovermode": "closest",
        "margin": _MARGIN,
        "xaxis": across,
        "yaxis": {
            "title": {"text": form.unit},
            "zeroline": False,
            "ticks": "outside",
            "automargin": True,
        },
    }
