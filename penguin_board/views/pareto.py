"""The Pareto view: score against cost, duration or tokens, by totals and for a single attempt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penguin_board.boards import Board, Entry
from penguin_board.entries import AXES, Axis
from penguin_board.ranking import dominators
from penguin_board.views.axis_scale import AxisScale, resource_scales, score_scale
from penguin_board.views.chart_colours import (
    Colouring,
    ColourKey,
    colourings,
    default_colouring,
    key_indices,
)
from penguin_board.views.chart_parts import NARROW, WIDE, Chart, ChartPoint, ScaleName
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pareto_chart import draw_chart
from penguin_board.views.pareto_figure import pareto_figure
from penguin_board.views.quantities import AXIS_TEXT, attempts_text, n_unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPoint:
    """An entry that cannot be plotted: ``n_unknown`` of its ``n_runs`` runs lack the value."""

    name: EntryName
    n_unknown: int
    n_runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParetoDrawing:
    """One chart in one scale; ``wide`` and ``narrow`` are the same for two widths of a page."""

    scale: ScaleName
    wide: Chart
    narrow: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class ParetoPanel:
    """One axis on one basis.

    ``drawings`` has the linear chart, then the logarithmic one where a value is above 0, and is
    empty, as ``figure`` is, when no entry has the value. ``scale`` is the one to begin with.
    """

    axis: Axis
    per_attempt: bool
    points: tuple[ChartPoint, ...]
    missing: tuple[MissingPoint, ...]
    drawings: tuple[ParetoDrawing, ...]
    scale: ScaleName
    has_zero: bool
    figure: Mapping[str, Any]

    @property
    def key(self) -> str:
        """``cost``, or ``cost-per-attempt``."""
        return f"{self.axis}-per-attempt" if self.per_attempt else self.axis

    @property
    def first(self) -> ParetoDrawing | None:
        """The chart in the scale to begin with."""
        return next((one for one in self.drawings if one.scale == self.scale), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParetoView:
    """All charts of a board, those of totals first.

    ``colouring`` is the one of ``colourings`` that the charts are drawn with, None for none of
    them; ``entry_keys`` says for each entry which key of each colouring is its own.
    """

    panels: tuple[ParetoPanel, ...]
    has_per_attempt: bool
    unit: str
    ascending: bool
    n_entries: int
    colourings: tuple[Colouring, ...]
    colouring: Colouring | None
    entry_keys: Mapping[str, tuple[int, ...]]


def pareto_view(board: Board, names: Mapping[str, EntryName]) -> ParetoView:
    """The charts; resources for a single attempt only where numbers of attempts differ (P4)."""
    bases = (False, True) if board.unequal_attempts else (False,)
    offered = colourings(tuple(names.values()))
    colouring = default_colouring(offered, len(names))
    keys = {name: colouring.key(names[name]) for name in names} if colouring else {}
    return ParetoView(
        panels=tuple(
            _panel(board, names, axis, keys, per_attempt=per_attempt)
            for per_attempt in bases
            for axis in AXES
        ),
        has_per_attempt=board.unequal_attempts,
        unit=board.format.unit,
        ascending=board.ascending,
        n_entries=len(board.entries),
        colourings=offered,
        colouring=colouring,
        entry_keys=key_indices(offered, tuple(names.values())),
    )


def _panel(
    board: Board,
    names: Mapping[str, EntryName],
    axis: Axis,
    keys: Mapping[str, ColourKey],
    *,
    per_attempt: bool,
) -> ParetoPanel:
    plotted: dict[str, tuple[Entry, float]] = {}
    missing: list[MissingPoint] = []
    for entry in board.entries:
        evaluated = entry.evaluated
        value = (evaluated.per_attempt if per_attempt else evaluated.total).on(axis)
        if value is None:
            missing.append(_missing(entry, names[entry.entry_id], axis))
        else:
            plotted[entry.entry_id] = entry, value
    points = _points(board, names, axis, plotted, per_attempt=per_attempt)
    if not points:
        return ParetoPanel(
            axis=axis,
            per_attempt=per_attempt,
            points=(),
            missing=tuple(missing),
            drawings=(),
            scale="linear",
            has_zero=False,
            figure={},
        )
    values = [point.value for point in points]
    scales = resource_scales(values, AXIS_TEXT[axis], is_duration=axis == "duration")
    drawn = [scale for scale in (scales.linear, scales.log) if scale is not None]
    return ParetoPanel(
        axis=axis,
        per_attempt=per_attempt,
        points=points,
        missing=tuple(missing),
        drawings=tuple(_drawing(board, points, scale, keys) for scale in drawn),
        scale="log" if scales.is_log_better else "linear",
        has_zero=0 in values,
        figure=pareto_figure(points, scales, axis, board.format),
    )


def _drawing(
    board: Board,
    points: Sequence[ChartPoint],
    across: AxisScale,
    keys: Mapping[str, ColourKey],
) -> ParetoDrawing:
    scores, stds = [point.score for point in points], [point.std for point in points]
    scales = across, score_scale(scores, stds, board.format, board.bar_full)
    wide, narrow = (
        draw_chart(points, scales, size, ascending=board.ascending, keys=keys)
        for size in (WIDE, NARROW)
    )
    return ParetoDrawing(scale=wide.scale, wide=wide, narrow=narrow)


def _points(
    board: Board,
    names: Mapping[str, EntryName],
    axis: Axis,
    plotted: Mapping[str, tuple[Entry, float]],
    *,
    per_attempt: bool,
) -> tuple[ChartPoint, ...]:
    better = dominators(
        {entry_id: (entry.score, value) for entry_id, (entry, value) in plotted.items()},
        ascending=board.ascending,
    )
    frontier = {
        entry_id
        for entry_id, (entry, _) in plotted.items()
        if axis in (entry.on_frontier_per_attempt if per_attempt else entry.on_frontier)
    }
    return tuple(
        ChartPoint(
            name=names[entry_id],
            score=entry.score,
            std=entry.std,
            value=value,
            score_text=board.format.plus_minus(entry.score, entry.std),
            value_text=AXIS_TEXT[axis](value),
            attempts_text=attempts_text(entry),
            n_tasks=entry.evaluated.n_tasks,
            on_frontier=entry_id in frontier,
            dominators=tuple(
                names[other].number
                for other in sorted(better[entry_id], key=lambda other: other not in frontier)
            ),
            n_frontier_dominators=len(frontier.intersection(better[entry_id])),
        )
        for entry_id, (entry, value) in plotted.items()
    )


def _missing(entry: Entry, name: EntryName, axis: Axis) -> MissingPoint:
    return MissingPoint(
        name=name, n_unknown=n_unknown(entry, axis), n_runs=len(entry.evaluated.runs)
    )
