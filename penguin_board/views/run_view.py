"""The runs of an entry: their attempts, their files, their tasks, what else was recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from penguin_board import located_yaml
from penguin_board.boards import Board, Entry
from penguin_board.entries import AXES, measurement
from penguin_board.experiments import Run, known_sum
from penguin_board.schema import DEFAULT_METRIC, LeafKey
from penguin_board.views.attempt_rows import (
    AttemptRows,
    AttemptView,
    used,
)
from penguin_board.views.expression_view import Composite
from penguin_board.views.quantities import (
    AXIS_TEXT,
    Quantity,
    quantity,
    recorded_score_format,
)
from penguin_board.views.source_files import SourceFile, SourceUrl, source_file
from penguin_board.views.task_rows import TaskPieces, TaskRow, TaskRows
from penguin_board.xml_text import xml_text


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """One phase of one experiment. ``extras`` are further keys of its meta_info."""

    index: int
    experiment_id: str
    phase: str
    benchmark: str
    date: str | None
    n_attempt: int
    score: Quantity
    std: Quantity
    resources: tuple[Quantity, ...]
    files: tuple[SourceFile, ...]
    attempts: Sequence[AttemptView]
    attempt_numbers: tuple[int, ...]
    extras: tuple[tuple[str, str], ...]
    tasks: Sequence[TaskRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptTotal:
    """One attempt over all runs of an entry: the resources that all of them recorded.

    ``score`` is the entry's on this attempt, None where it is not computed attempt by attempt.
    """

    number: int
    score: Quantity | None
    resources: tuple[Quantity, ...]


class RunViews:
    """The runs of a board's entries; made once a board for what the pages of entries share."""

    def __init__(self, board: Board, source_url: SourceUrl) -> None:
        self._form = recorded_score_format(board)
        self._benchmarks = board.grid.benchmarks
        self._pieces = [
            TaskPieces(place, benchmark, self._form)
            for place, benchmark in enumerate(self._benchmarks)
        ]
        self._source_url = source_url

    def of(self, entry: Entry, common: Collection[tuple[str, str]]) -> tuple[RunView, ...]:
        """The runs in the order of the expression, without the extras they have in common."""
        places = {(run.experiment_id, run.phase): place for place, run in entry.panels.items()}
        return tuple(
            self._run(entry, index, places.get((run.experiment_id, run.phase)), common)
            for index, run in enumerate(entry.evaluated.runs)
        )

    def _run(
        self, entry: Entry, index: int, place: int | None, common: Collection[tuple[str, str]]
    ) -> RunView:
        form, run = self._form, entry.evaluated.runs[index]
        key = LeafKey(run.experiment_id, run.phase, DEFAULT_METRIC)
        score = entry.evaluated.measurements.get(key) or measurement(run, key)
        return RunView(
            index=index,
            experiment_id=run.experiment_id,
            phase=run.phase,
            benchmark=run.benchmark,
            date=run.meta.date,
            n_attempt=run.summary.n_attempt,
            score=quantity(run.summary.score_mean, form.text),
            std=quantity(score.usable_std(), form.spread),
            resources=tuple(
                quantity(entry.evaluated.used[axis][index], AXIS_TEXT[axis]) for axis in AXES
            ),
            files=tuple(
                source_file(document.path, self._source_url)
                for document in (run.meta_document, run.summary_document)
            ),
            attempt_numbers=tuple(attempt.number for attempt in run.attempts),
            attempts=AttemptRows(run.attempts, form, self._source_url),
            extras=tuple(extra for extra in meta_extras(run) if extra not in common),
            tasks=() if place is None else self._tasks(place, run),
        )

    def _tasks(self, place: int, run: Run) -> TaskRows:
        return TaskRows(self._pieces[place], self._benchmarks[place].columns(run))


def attempt_totals(entry: Entry, composites: Iterable[Composite]) -> tuple[AttemptTotal, ...]:
    """Each attempt's resources summed over the runs; empty unless all runs have the same ones."""
    scores = {one.attempt: one.value for one in composites}
    columns = [{a.number: a for a in run.attempts} for run in entry.evaluated.runs]
    numbers = {tuple(column) for column in columns}
    if len(numbers) != 1:
        return ()
    return tuple(
        AttemptTotal(
            number=number,
            score=scores.get(number),
            resources=tuple(
                quantity(known_sum(used(c[number], axis) for c in columns), AXIS_TEXT[axis])
                for axis in AXES
            ),
        )
        for number in numbers.pop()
    )


def meta_extras(run: Run) -> tuple[tuple[str, str], ...]:
    """The further keys of a meta_info with their texts; those in mappings as ``outer.inner``.

    They are another tool's and may hold characters that no page can show.
    """
    extras = run.meta.model_extra or {}
    return tuple(pair for key, node in extras.items() for pair in _scalars(key, node))


def _scalars(key: str, node: object) -> Iterator[tuple[str, str]]:
    if isinstance(node, located_yaml.Scalar):
        if not node.is_null:
            yield xml_text(key), xml_text(node.text)
    elif isinstance(node, located_yaml.Mapping):
        for name, child in node.items.items():
            yield from _scalars(f"{key}.{name}", child)
    elif isinstance(node, located_yaml.Sequence):
        texts = [item.text for item in node.items if isinstance(item, located_yaml.Scalar)]
        if texts:
            yield xml_text(key), xml_text(", ".join(texts))


def common_extras(runs: Iterable[Run]) -> tuple[tuple[str, str], ...]:
    """The extras that all runs of an entry have in common."""
    first, *others = map(meta_extras, runs)
    return tuple(extra for extra in first if all(extra in other for other in others))
