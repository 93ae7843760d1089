"""The rows of an entry's tasks, joined here: hundreds a page, too many for a template's loop.

What a row is made of repeats: the same tasks on the page of every entry, the same few scores in
them. So each piece is formatted and escaped once a board, and a page is joined from pieces.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from penguin_board.display import ScoreFormat
from penguin_board.markup import escaped, safe
from penguin_board.tasks import ABSENT, Benchmark, TaskColumns, TaskScore
from penguin_board.views.quantities import Quantity, quantity
from penguin_board.views.rows import Rows, Write
from penguin_board.views.waffle import Look, look_at

_Piece = Callable[[TaskScore], str]


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


class TaskRows(Rows[TaskRow]):
    """The tasks that a run has, in the order of the waffle."""

    def __init__(self, pieces: TaskPieces, columns: TaskColumns) -> None:
        self._pieces = pieces
        self._columns = columns
        self._length = len(columns.means) - columns.means.count(ABSENT)
        self._has_unscored = None in columns.means
        self._written: dict[tuple[str, str], Markup] = {}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[TaskRow]:
        return self._pieces.rows(self._columns)

    def html(self, write: Write, numbering: str, unknown: str, *_: str) -> Markup:
        """A row a task; ``unknown`` stands where no attempt scored it."""
        key = (numbering, unknown if self._has_unscored else "")
        if key not in self._written:
            self._written[key] = self._pieces.html(self._columns, write, key)
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
            f'"/></svg><bdi>{escaped(source)}</bdi></th>' for _, source in self._tasks
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

    def html(self, columns: TaskColumns, write: Write, key: tuple[str, str]) -> Markup:
        """The rows as markup; ``key`` is the numbering of ``write`` and what is not scored."""
        if key not in self._cells:
            self._cells[key] = self._cells_of(write, key[1])
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
        return safe("".join(itertools.chain.from_iterable(itertools.compress(rows, having))))

    def _cells_of(self, write: Write, not_scored: str) -> tuple[_Piece, _Piece]:
        """What writes the cell of a mean and that of a score, each score once."""

        def mean_cell(mean: TaskScore) -> str:
            if mean is None or mean is ABSENT:
                return f'<td class="num">{not_scored}</td>'
            text = write(self._form.text(mean))
            return f'<td class="num" data-value="{mean!r}">{text}</td>'

        def score_cell(score: TaskScore) -> str:
            text = "" if score is ABSENT else write(self._form.text(score))
            return f'<td class="num">{text}</td>'

        return functools.cache(mean_cell), functools.cache(score_cell)
