"""The rows of an entry's tasks, joined here: hundreds a page, too many for a template's loop.

What a row is made of repeats: the same tasks on the page of every entry, the same few scores in
them. So each piece is formatted and escaped once a board, and a page is joined from pieces.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

from markupsafe import Markup, escape

from penguin_board.display import ScoreFormat
from penguin_board.tasks import ABSENT, Benchmark, TaskColumns, TaskScore
from penguin_board.views.quantities import Quantity, quantity
from penguin_board.views.waffle import Look, look_at

_Piece = Callable[[TaskScore], str]


class Numerals(Protocol):
    """How a language writes numbers; languages of the same ``numbering`` write them alike."""

    numbering: str

    def number(self, text: str) -> str:
        """A number in the language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """A task: the mean over attempts with its look, the text of each attempt's score.

    ``scores`` has None for an attempt without the task, ``—`` for one that was not scored.
    """

    anchor: str
    source: str
    mean: Quantity
    look: Look
    scores: tuple[str | None, ...]


class TaskRows(Sequence[TaskRow]):
    """The tasks that a run has, in the order of the waffle: a row is made when it is asked for."""

    def __init__(self, pieces: TaskPieces, columns: TaskColumns) -> None:
        self._pieces = pieces
        self._columns = columns
        self._length = len(columns.means) - columns.means.count(ABSENT)
        self._has_unscored = None in columns.means
        self._written: dict[tuple[str, str], Markup] = {}

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> TaskRow: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[TaskRow]: ...
    def __getitem__(self, index: int | slice) -> TaskRow | Sequence[TaskRow]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[TaskRow]:
        return self._pieces.rows(self._columns)

    def html(self, numerals: Numerals, not_scored: str) -> Markup:
        """The rows of a table; ``not_scored`` is markup for a task that no attempt scored."""
        key = (numerals.numbering, not_scored if self._has_unscored else "")
        if key not in self._written:
            self._written[key] = self._pieces.html(self._columns, numerals, key[1])
        return self._written[key]


class TaskPieces:
    """What the rows of a benchmark, the one at ``place``, are made of on every page."""

    def __init__(self, place: int, benchmark: Benchmark, form: ScoreFormat) -> None:
        self._form = form
        self._tasks = [(f"task-{place}-{n}", t.source) for n, t in enumerate(benchmark.tasks)]
        self._look = look_at(benchmark)
        self._before_look = [
            f'<tr id="{anchor}"><th scope="row"><svg class="tile" viewBox="0 0 8 8"'
            ' aria-hidden="true"><use href="#look-'
            for anchor, _ in self._tasks
        ]
        self._behind_look = [
            f'"/></svg><bdi>{escape(source)}</bdi></th>' for _, source in self._tasks
        ]
        self._cells: dict[tuple[str, str], tuple[_Piece, _Piece]] = {}

    def rows(self, columns: TaskColumns) -> Iterator[TaskRow]:
        """The rows as data."""
        attempts = zip(*columns.attempts, strict=True)
        for task, mean, scores in zip(self._tasks, columns.means, attempts, strict=True):
            if mean is not ABSENT:
                yield TaskRow(
                    anchor=task[0],
                    source=task[1],
                    mean=quantity(mean, self._form.text),
                    look=self._look(mean),
                    scores=tuple(None if s is ABSENT else self._form.text(s) for s in scores),
                )

    def html(self, columns: TaskColumns, numerals: Numerals, not_scored: str) -> Markup:
        """The rows as markup."""
        key = (numerals.numbering, not_scored)
        if key not in self._cells:
            self._cells[key] = self._cells_of(numerals, not_scored)
        mean_cell, score_cell = self._cells[key]
        rows = zip(
            self._before_look,
            map(str, map(self._look, columns.means)),
            self._behind_look,
            map(mean_cell, columns.means),
            *(map(score_cell, scores) for scores in columns.attempts),
            itertools.repeat("</tr>\n"),
            strict=False,
        )
        having = (mean is not ABSENT for mean in columns.means)
        return Markup("".join(itertools.chain.from_iterable(itertools.compress(rows, having))))

    def _cells_of(self, numerals: Numerals, not_scored: str) -> tuple[_Piece, _Piece]:
        """What writes the cell of a mean and that of a score, each score once."""

        def mean_cell(mean: TaskScore) -> str:
            if mean is None or mean is ABSENT:
                return f'<td class="num">{not_scored}</td>'
            text = escape(numerals.number(self._form.text(mean)))
            return f'<td class="num" data-value="{mean!r}">{text}</td>'

        def score_cell(score: TaskScore) -> str:
            text = "" if score is ABSENT else escape(numerals.number(self._form.text(score)))
            return f'<td class="num">{text}</td>'

        return functools.cache(mean_cell), functools.cache(score_cell)
