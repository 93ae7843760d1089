"""The rows of an entry's tasks, joined here: hundreds a page, too many for a template's loop.

What a row is made of repeats: the same tasks on the page of every entry, the same few scores in
them. So each piece is formatted and escaped once a board, and a page is joined from pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from penguin_board.display import ScoreFormat
from penguin_board.markup import escaped, safe
from penguin_board.tasks import ABSENT, Benchmark, TaskColumns, TaskScore
from penguin_board.views.known import Known
from penguin_board.views.quantities import Quantity, quantity
from penguin_board.views.rows import Rows, RowSpeech, Write
from penguin_board.views.waffle_cells import Look, look_at

_Piece = Known[TaskScore, str]


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

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[TaskRow]:
        return self._pieces.rows(self._columns)

    def html(self, speech: RowSpeech, unknown: str, *_: Any) -> Markup:
        """A row a task; ``unknown`` stands where no attempt scored it."""
        return self._pieces.html(self._columns, speech, unknown)


class TaskPieces:
    """What the rows of a benchmark, the one at ``place``, are made of on every page."""

    def __init__(self, place: int, benchmark: Benchmark, form: ScoreFormat) -> None:
        self._form = form
        self._tasks = [(f"task-{place}-{n}", t.source) for n, t in enumerate(benchmark.tasks)]
        self._look = look = look_at(benchmark)
        self._beginnings = [
            f'<tr id="{anchor}"><th scope="row"><svg class="tile" viewBox="0 0 8 8"'
            ' aria-hidden="true"><use href="#look-'
            for anchor, _ in self._tasks
        ]
        self._sources = [f'"/></svg><bdi>{escaped(source)}</bdi></th>' for _, source in self._tasks]
        # Nothing here holds this object: what it is of goes with the board, at once.
        self._looks: _Piece = Known(lambda mean: str(look(mean)))
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

    def html(self, columns: TaskColumns, speech: RowSpeech, not_scored: str) -> Markup:
        """The rows as markup."""
        key = (speech.numbering, not_scored)
        if key not in self._cells:
            self._cells[key] = self._cells_of(speech.write, not_scored)
        means, scores = self._cells[key]
        pieces = [
            self._beginnings,
            map(self._looks.__getitem__, columns.means),
            self._sources,
            map(means.__getitem__, columns.means),
            *(map(scores.__getitem__, attempt) for attempt in columns.attempts),
        ]
        rows: Iterable[tuple[str, ...]] = zip(*pieces, itertools.repeat("</tr>\n"), strict=False)
        if ABSENT in columns.means:
            rows = itertools.compress(rows, (mean is not ABSENT for mean in columns.means))
        return safe("".join(itertools.chain.from_iterable(rows)))

    def _cells_of(self, write: Write, not_scored: str) -> tuple[_Piece, _Piece]:
        """The cell of a mean and that of a score, each score once."""
        form = self._form  # not this object, which would hold itself

        def mean_cell(mean: TaskScore) -> str:
            if mean is None or mean is ABSENT:
                return f'<td class="num">{not_scored}</td>'
            text = write(form.text(mean))
            return f'<td class="num" data-value="{mean!r}">{text}</td>'

        def score_cell(score: TaskScore) -> str:
            text = "" if score is ABSENT else write(form.text(score))
            return f'<td class="num">{text}</td>'

        return Known(mean_cell), Known(score_cell)
