"""The Pareto view: score against cost, duration or tokens, by totals and for a single attempt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penguin_board.boards import Board, Entry
from penguin_board.entries import AXES, Axis
from penguin_board.views.chart_parts import NARROW, WIDE, Chart, ChartPoint
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pareto_chart import chart_scales, draw_chart
from penguin_board.views.pareto_figure import pareto_figure
from penguin_board.views.quantities import AXIS_TEXT, attempts_text, resource


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPoint:
    """An entry that cannot be plotted: ``n_unknown`` of its ``n_runs`` runs lack the value."""

    name: EntryName
    n_unknown: int
    n_runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParetoPanel:
    """One axis on one basis. ``wide`` and ``narrow`` are the same chart for two widths of a page.

    Both are None and ``figure`` is empty when no entry has the value.
    """

    axis: Axis
    per_attempt: bool
    points: tuple[ChartPoint, ...]
    missing: tuple[MissingPoint, ...]
    wide: Chart | None
    narrow: Chart | None
    has_zero_place: bool
    figure: Mapping[str, Any]

    @property
    def key(self) -> str:
        """``cost``, or ``cost-per-attempt``."""
        return f"{self.axis}-per-attempt" if self.per_attempt else self.axis


@dataclass(frozen=True, slots=True, kw_only=True)
class ParetoView:
    """All charts of a board, those of totals first."""

    panels: tuple[ParetoPanel, ...]
    has_per_attempt: bool
    unit: str
    ascending: bool
    n_entries: int


def pareto_view(board: Board, names: Mapping[str, EntryName]) -> ParetoView:
    """The charts; resources for a single attempt only where numbers of attempts differ (P4)."""
    bases = (False, True) if board.unequal_attempts else (False,)
    return ParetoView(
        panels=tuple(
            _panel(board, names, axis, per_attempt) for per_attempt in bases for axis in AXES
        ),
        has_per_attempt=board.unequal_attempts,
        unit=board.format.unit,
        ascending=board.ascending,
        n_entries=len(board.entries),
    )


def _panel(
    board: Board, names: Mapping[str, EntryName], axis: Axis, per_attempt: bool
) -> ParetoPanel:
    points: list[ChartPoint] = []
    missing: list[MissingPoint] = []
    for entry in board.entries:
        evaluated = entry.evaluated
        value = (evaluated.per_attempt if per_attempt else evaluated.total).on(axis)
        if value is None:
            missing.append(_missing(entry, names[entry.entry_id], axis))
        else:
            points.append(_point(board, entry, names[entry.entry_id], axis, value, per_attempt))
    return _drawn(board, axis, per_attempt, points, missing)


def _drawn(
    board: Board,
    axis: Axis,
    per_attempt: bool,
    points: Sequence[ChartPoint],
    missing: Sequence[MissingPoint],
) -> ParetoPanel:
    wide = narrow = None
    has_zero_place = False
    figure: Mapping[str, Any] = {}
    if points:
        scales = chart_scales(points, axis, board.format, board.bar_full)
        wide = draw_chart(points, scales, WIDE, ascending=board.ascending)
        narrow = draw_chart(points, scales, NARROW, ascending=board.ascending)
        has_zero_place = scales[0].has_zero
        figure = pareto_figure(points, scales[0], axis, board.format)
    return ParetoPanel(
        axis=axis,
        per_attempt=per_attempt,
        points=tuple(points),
        missing=tuple(missing),
        wide=wide,
        narrow=narrow,
        has_zero_place=has_zero_place,
        figure=figure,
    )


def _point(
    board: Board, entry: Entry, name: EntryName, axis: Axis, value: float, per_attempt: bool
) -> ChartPoint:
    return ChartPoint(
        name=name,
        score=entry.score,
        std=entry.std,
        value=value,
        score_text=board.format.plus_minus(entry.score, entry.std),
        value_text=AXIS_TEXT[axis](value),
        attempts_text=attempts_text(entry),
        n_tasks=entry.evaluated.n_tasks,
        on_frontier=axis in (entry.on_frontier_per_attempt if per_attempt else entry.on_frontier),
    )


def _missing(entry: Entry, name: EntryName, axis: Axis) -> MissingPoint:
    runs = entry.evaluated.runs
    return MissingPoint(
        name=name,
        n_unknown=sum(resource(run, axis) is None for run in runs),
        n_runs=len(runs),
    )
