"""The Waffle view: a panel of cells an entry and benchmark, drawn as a few paths (W1 to W3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board.boards import Board
from penguin_board.display import ScoreFormat
from penguin_board.experiments import Run, mean
from penguin_board.tasks import FULL, Benchmark
from penguin_board.texts import Number
from penguin_board.views.entry_names import EntryName
from penguin_board.views.quantities import Quantity, quantity, recorded_score_format
from penguin_board.views.waffle_cells import (
    MISSING,
    PITCH,
    UNSCORED,
    UNSOLVED,
    CellPath,
    Look,
    cell_paths,
    look_at,
    marks,
)
from penguin_board.waffle_scale import grid

# Pixels of a pitch by the most tasks in a panel: many tasks get smaller cells.
_PITCH_PIXELS = ((25, 15.0), (100, 12.5), (300, 7.5))
_SMALLEST_PITCH = 6.25

Layout = Literal["natural", "even", "scroll"]

# Pixels: what a wide page has for all columns, the room around a panel, a column as wide as
# headings make it, a column as narrow as headings can be read in.
_PAGE, _PANEL_ROOM, _WIDE_COLUMN, _NARROW_COLUMN = 1000, 17, 144, 72


@dataclass(frozen=True, slots=True, kw_only=True)
class WafflePanel:
    """An entry's tasks of one benchmark. ``score`` is the experiment's, over all attempts.

    ``n_solved`` counts the tasks at the best end of the scale, 0 where lower is better.
    ``outlines`` are those of the cells it has, where it lacks some; empty when it lacks none.
    """

    outlines: str
    paths: Sequence[CellPath]
    n_solved: int
    n_tasks: int
    n_unscored: int
    n_missing: int
    score: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class WaffleColumn:
    """A benchmark: its panels' size in pixels and units, the outlines of all its cells.

    ``overall`` has in each cell the mean over the entries, ``overall_score`` is that of their
    scores. ``union`` is full where at least one entry is at the best end of the scale, which
    ``n_solved_by_any`` counts, and marked where none is, which ``n_solved_by_none`` counts.
    """

    index: int
    name: str
    occurrence: int
    n_tasks: int
    scale_text: str
    scale_inferred: bool
    width: str
    height: str
    view_box: str
    outlines: str
    overall: Sequence[CellPath]
    overall_score: Quantity
    union: Sequence[CellPath]
    n_solved_by_any: int
    n_solved_by_none: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WaffleRow:
    """An entry; ``panels`` has None where it has no such benchmark or no task results of it."""

    name: EntryName
    panels: tuple[WafflePanel | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaffleView:
    """All panels; ``columns`` is empty when no experiment has task results.

    ``runs_without_tasks`` are the experiments without attempt files or results; ``layout`` says
    whether the columns fit a wide page as they are, fit it evenly, or need a box to scroll in.
    ``ranks_scores`` is false where entries are ranked by another metric than the tasks' scores.
    """

    columns: tuple[WaffleColumn, ...]
    rows: tuple[WaffleRow, ...]
    layout: Layout
    n_tasks: int
    n_attempts: int
    unit: str
    ranks_scores: bool
    has_unscored: bool
    has_missing: bool
    runs_without_tasks: tuple[str, ...]


def waffle_view(board: Board, names: Mapping[str, EntryName]) -> WaffleView:
    """The panels of every entry, best first, the same task in the same place throughout."""
    form = recorded_score_format(board)
    benchmarks = board.grid.benchmarks
    columns = tuple(_column(board, index, form) for index in range(len(benchmarks)))
    runs = board.runs
    best = 0 if board.ascending else FULL
    panels_of = [_Panels(benchmark, form, best) for benchmark in benchmarks]
    rows = tuple(
        WaffleRow(
            name=names[entry.entry_id],
            panels=tuple(of.panel(entry.panels.get(i)) for i, of in enumerate(panels_of)),
        )
        for entry in board.entries
    )
    panels = [panel for row in rows for panel in row.panels if panel is not None]
    return WaffleView(
        columns=columns,
        layout=_layout(columns),
        rows=rows,
        n_tasks=sum(len(benchmark.tasks) for benchmark in benchmarks),
        n_attempts=max((attempt.number for run in runs for attempt in run.attempts), default=0),
        unit=form.unit,
        ranks_scores=all(entry.evaluated.is_score for entry in board.entries),
        has_unscored=any(None in attempt.scores for run in runs for attempt in run.attempts),
        has_missing=any(panel.n_missing for panel in panels),
        runs_without_tasks=tuple(
            f"{run.experiment_id}/{run.phase}" for run in runs if run.n_tasks is None
        ),
    )


def _layout(columns: Sequence[WaffleColumn]) -> Layout:
    widths = [float(column.width) + _PANEL_ROOM for column in columns]
    if sum(max(width, _WIDE_COLUMN) for width in widths) <= _PAGE:
        return "natural"
    widest = max(_NARROW_COLUMN, *widths)
    return "even" if widest * len(columns) <= _PAGE else "scroll"


def _column(board: Board, index: int, form: ScoreFormat) -> WaffleColumn:
    benchmark = board.grid.benchmarks[index]
    tasks = benchmark.tasks
    cells = grid(len(tasks))
    pixels = next((size for most, size in _PITCH_PIXELS if len(tasks) <= most), _SMALLEST_PITCH)
    width, height = cells.columns * PITCH - 2, cells.rows * PITCH - 2
    look = look_at(benchmark)
    means = [look(task.mean) for task in tasks]
    union: list[Look] = [FULL if task.solved_by else UNSOLVED for task in tasks]
    return WaffleColumn(
        index=index,
        name=benchmark.name,
        occurrence=benchmark.occurrence,
        n_tasks=len(tasks),
        scale_text=Number(f"{benchmark.scale.maximum:g}"),
        scale_inferred=benchmark.scale.inferred,
        width=f"{width * pixels / PITCH:g}",
        height=f"{height * pixels / PITCH:g}",
        view_box=f"0 0 {width} {height}",
        outlines=marks(MISSING, range(len(tasks)), cells),
        overall=cell_paths(means, cells),
        overall_score=quantity(
            mean(
                panels[index].summary.score_mean for panels in board.grid.panels if index in panels
            ),
            form.text,
        ),
        union=cell_paths(union, cells),
        n_solved_by_any=union.count(FULL),
        n_solved_by_none=union.count(UNSOLVED),
    )


class _Panels:
    """The panels of one benchmark."""

    def __init__(self, benchmark: Benchmark, form: ScoreFormat, best: Look) -> None:
        self._benchmark = benchmark
        self._form = form
        self._best = best
        self._look = look_at(benchmark)
        self._cells = grid(len(benchmark.tasks))

    def panel(self, run: Run | None) -> WafflePanel | None:
        """The panel of a run, None without one."""
        if run is None:
            return None
        looks = list(map(self._look, self._benchmark.columns(run).means))
        counts = Counter(looks)
        n_missing = counts[MISSING]
        present = (
            [index for index, look in enumerate(looks) if look != MISSING] if n_missing else []
        )
        return WafflePanel(
            outlines=marks(MISSING, present, self._cells) if n_missing else "",
            paths=cell_paths(looks, self._cells),
            n_solved=counts[self._best],
            n_tasks=len(looks) - n_missing,
            n_unscored=counts[UNSCORED],
            n_missing=n_missing,
            score=quantity(run.summary.score_mean, self._form.text),
        )
