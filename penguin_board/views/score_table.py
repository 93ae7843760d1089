"""The Table view: ranked rows with bars on one scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.expressions import StdMethod
from penguin_board.schema import Combine, Leaf
from penguin_board.tasks import Saturation
from penguin_board.texts import Number
from penguin_board.views.axis_scale import AxisScale, bar_scale, tick_text
from penguin_board.views.benchmark_table import BenchmarkTable, benchmark_table
from penguin_board.views.entry_names import EntryName, WebLink, web_link
from penguin_board.views.filters import FilterView, filter_view
from penguin_board.views.gaps import Gap, gaps
from penguin_board.views.quantities import (
    Quantity,
    ResourceText,
    attempts_text,
    quantity,
    resources,
)
from penguin_board.views.table_statistics import (
    StatisticsMethod,
    StatisticsText,
    footnotes,
    statistics_method,
    statistics_text,
)

_N_BAR_TICKS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar in percent of its track: where it begins, how long it is, its marks.

    ``whisker`` spans a standard deviation to both sides, ``interval`` the interval over tasks.
    """

    x: str
    width: str
    whisker: tuple[str, str] | None
    interval: tuple[str, str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One entry. ``std_reason`` says why there is no standard deviation."""

    name: EntryName
    note: str | None
    link: WebLink | None
    score: Quantity
    std: Quantity
    std_method: StdMethod | None
    std_reason: str
    bar: Bar
    statistics: StatisticsText
    resources: tuple[ResourceText, ...]
    attempts: Quantity
    tasks: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class BarTick:
    """A mark of the bars' scale, in percent of the track."""

    at: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """The table and what must be known to read it.

    ``phase`` is the one phase of all entries, None when they differ; ``shows_model`` says that
    some entry is headed by a label of its own instead of its model; ``is_plain_mean`` that every
    entry weighs its experiments equally. ``method`` is None where no statistics were taken;
    ``has_gaps`` says that some entry lacks tasks of the board, so that coverage is shown;
    ``footnotes`` are the notes of the intervals with their letters, ``gaps`` the reasons of unknown
    values; ``filters`` is None where there is nothing to choose from.
    """

    rows: tuple[TableRow, ...]
    ticks: tuple[BarTick, ...]
    bar_full: str
    unit: str
    ascending: bool
    phase: str | None
    shows_model: bool
    std_methods: frozenset[StdMethod]
    has_unknown_std: bool
    is_plain_mean: bool
    saturation: Saturation
    unequal_attempts: bool
    method: StatisticsMethod | None
    has_others: bool
    has_gaps: bool
    footnotes: Mapping[str, str]
    benchmarks: BenchmarkTable | None
    filters: FilterView | None
    gaps: tuple[Gap, ...]


def table_view(board: Board, names: Mapping[str, EntryName]) -> TableView:
    """The rows in the order of the board."""
    scale = _bar_scale(board)
    methods = {entry.evaluated.estimate.std_method for entry in board.entries}
    phases = {entry.evaluated.phase for entry in board.entries}
    marks = footnotes(board)
    return TableView(
        rows=tuple(
            _row(board, entry, names[entry.entry_id], scale, marks) for entry in board.entries
        ),
        ticks=tuple(
            BarTick(at=_percent(scale, tick.value), text=tick.text) for tick in scale.ticks
        ),
        bar_full=tick_text(board.format.text(board.bar_full)),
        unit=board.format.unit,
        ascending=board.ascending,
        phase=phases.pop() if len(phases) == 1 else None,
        shows_model=any(name.headline != name.model_name for name in names.values()),
        std_methods=frozenset(method for method in methods if method is not None),
        has_unknown_std=None in methods,
        is_plain_mean=all(_is_plain_mean(entry) for entry in board.entries),
        saturation=board.grid.saturation,
        unequal_attempts=board.unequal_attempts,
        method=statistics_method(board),
        has_others=len(board.entries) > 1,
        has_gaps=any((entry.statistics.coverage or 1.0) < 1 for entry in board.entries),
        footnotes=marks,
        benchmarks=benchmark_table(board, names),
        filters=filter_view(names.values()),
        gaps=gaps(board, names),
    )


def _row(
    board: Board, entry: Entry, name: EntryName, scale: AxisScale, marks: Mapping[str, str]
) -> TableRow:
    evaluated = entry.evaluated
    n_tasks = evaluated.n_tasks
    return TableRow(
        name=name,
        note=evaluated.expression.note,
        link=web_link(name.label, evaluated.expression.url),
        score=quantity(entry.score, board.format.text),
        std=quantity(entry.std, board.format.spread),
        std_method=evaluated.estimate.std_method,
        std_reason=evaluated.estimate.reason,
        bar=_bar(scale, entry),
        statistics=statistics_text(board, entry, marks),
        resources=resources(entry),
        attempts=Quantity(text=attempts_text(entry), value=str(evaluated.n_attempt)),
        tasks=quantity(n_tasks, lambda _: "—" if n_tasks is None else Number(n_tasks)),
    )


def entry_bars(board: Board, entries: Sequence[Entry]) -> tuple[Bar, ...]:
    """The bars of some entries of the board, as its table has them."""
    scale = _bar_scale(board)
    return tuple(_bar(scale, entry) for entry in entries)


def _bar_scale(board: Board) -> AxisScale:
    """From 0, or below where a score is negative, to a full bar or the highest score (D01)."""
    scores: Sequence[float] = [entry.score for entry in board.entries]
    low, high = min(0.0, *scores), max(0.0, board.bar_full, *scores)
    return bar_scale(low, high, board.format, _N_BAR_TICKS)


def _bar(scale: AxisScale, entry: Entry) -> Bar:
    score, std = entry.score, entry.std
    start, end = sorted((scale.fraction(0.0), scale.fraction(score)))
    return Bar(
        x=_percent_text(start),
        width=_percent_text(end - start),
        whisker=None if std is None else _span(scale, (score - std, score + std)),
        interval=_span(scale, entry.statistics.interval),
    )


def _span(scale: AxisScale, ends: tuple[float, float] | None) -> tuple[str, str] | None:
    return None if ends is None else (_percent(scale, ends[0]), _percent(scale, ends[1]))


def _percent(scale: AxisScale, value: float) -> str:
    """Where ``value`` stands on the track; what lies beyond an end stands at the end."""
    return _percent_text(min(1.0, max(0.0, scale.fraction(value))))


def _percent_text(fraction: float) -> str:
    return f"{fraction * 100:.2f}%"


def _is_plain_mean(entry: Entry) -> bool:
    """Whether the entry is a mean of distinct single experiments, or one experiment."""
    expression = entry.evaluated.expression
    if isinstance(expression, Leaf):
        return True
    if not isinstance(expression, Combine) or expression.op != "mean":
        return False
    return all(isinstance(arg, Leaf) for arg in expression.args) and len(expression.args) == len(
        entry.evaluated.measurements
    )
