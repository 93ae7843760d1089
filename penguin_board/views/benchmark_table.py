"""The entries' scores on each benchmark, below the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.display import ScoreFormat
from penguin_board.experiments import Run
from penguin_board.expression_trees import base_name
from penguin_board.views.entry_names import EntryName
from penguin_board.views.quantities import Quantity, quantity, recorded_score_format

N_SHADES = 5
Column = tuple[str, int]
_MOST_OPEN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkScore:
    """An entry's mean score on a benchmark; ``shade`` 0 to 5 by the scale of recorded scores."""

    score: Quantity
    shade: int
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkRow:
    """An entry; None where it has no such benchmark."""

    name: EntryName
    scores: tuple[BenchmarkScore | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkTable:
    """One column a benchmark: its name, and its number where an entry has it more than once."""

    columns: tuple[Column, ...]
    rows: tuple[BenchmarkRow, ...]
    unit: str
    is_open: bool


def benchmark_table(board: Board, names: Mapping[str, EntryName]) -> BenchmarkTable | None:
    """The scores by benchmark; None where there is one benchmark."""
    found = {entry.entry_id: _runs(entry) for entry in board.entries}
    columns = tuple(dict.fromkeys(key for runs in found.values() for key in runs))
    if len(columns) < 2:
        return None
    best = _best(board, found) if _is_of_scores(board) else {}
    form, scale = recorded_score_format(board), board.recorded_scale
    return BenchmarkTable(
        columns=columns,
        rows=tuple(
            BenchmarkRow(
                name=names[entry_id],
                scores=tuple(
                    _score(runs[key].summary.score_mean, form, scale, best.get(key))
                    if key in runs
                    else None
                    for key in columns
                ),
            )
            for entry_id, runs in found.items()
        ),
        unit=form.unit,
        is_open=len(columns) <= _MOST_OPEN,
    )


def _runs(entry: Entry) -> dict[Column, Run]:
    """The runs of an entry by benchmark and occurrence."""
    counts: dict[str, int] = {}
    runs = {}
    for run in entry.evaluated.runs:
        counts[run.benchmark] = counts.get(run.benchmark, 0) + 1
        runs[run.benchmark, counts[run.benchmark]] = run
    return runs


def _is_of_scores(board: Board) -> bool:
    """Whether the board ranks by scores, so that its order says which score is the best."""
    return all(
        base_name(key.metric) == "score"
        for entry in board.entries
        for key in entry.evaluated.measurements
    )


def _best(board: Board, found: Mapping[str, Mapping[Column, Run]]) -> dict[Column, float]:
    best: dict[Column, float] = {}
    pick = min if board.ascending else max
    for runs in found.values():
        for key, run in runs.items():
            score = run.summary.score_mean
            best[key] = pick(best.get(key, score), score)
    return best


def _score(score: float, form: ScoreFormat, scale: float, best: float | None) -> BenchmarkScore:
    share = min(1.0, max(0.0, score / scale))
    return BenchmarkScore(
        score=quantity(score, form.text),
        shade=round(share * N_SHADES),
        is_best=score == best,
    )
