"""Attempts from a table with a row a task and attempt, checked as attempt files are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from penguin_board import scalars
from penguin_board.experiments import Attempt, known_sum, mean
from penguin_board.located_yaml import Document, Scalar
from penguin_board.problems import KeyPath, Problem, key_text
from penguin_board.texts import sentence

AMOUNTS: Final = ("cost", "duration_ms", "tokens")

_SHOWN_ROWS = 20
_Cells = list[float | None]


@dataclass(slots=True)
class AttemptTable:
    """Columns of equal length in the order of the file; None is null."""

    attempts: list[int | None] = field(default_factory=list)
    sources: list[str | None] = field(default_factory=list)
    scores: _Cells = field(default_factory=list)
    amounts: dict[str, _Cells] = field(default_factory=lambda: {name: [] for name in AMOUNTS})


class TableDocument(Document):
    """A table as the file of several attempts: a place in it is an attempt and a task.

    The path of a cell is the number of the attempt, the position of the task and the column.
    """

    __slots__ = ("sources",)

    def __init__(self, path: str) -> None:
        super().__init__(path, None, ())
        self.sources: dict[int, tuple[str, ...]] = {}

    def problem(
        self,
        path: KeyPath,
        code: str,
        message: str,
        *,
        hint: str = "",
        warning: bool = False,
        at_key: bool = False,  # noqa: ARG002
    ) -> Problem:
        """A problem of a cell, an attempt or the whole file; a table has no lines."""
        return Problem(
            path=self.path,
            key=self._key(path),
            code=code,
            message=message,
            hint=hint,
            severity="warning" if warning else "error",
        )

    def _key(self, path: KeyPath) -> str:
        if not path or not isinstance(path[0], int):
            return key_text(path)
        key = f"attempt {path[0]}"
        if len(path) > 1 and isinstance(path[1], int):
            key += f', "{self.sources[path[0]][path[1]]}"'
        return f"{key}, {path[2]}" if len(path) > 2 else key


def attempts_of(path: str, table: AttemptTable) -> tuple[tuple[Attempt, ...] | None, list[Problem]]:
    """The attempts in the table of the file ``path`` by number, and what is wrong with its rows.

    None instead of the attempts when the table is not usable; a null score is a warning only.
    """
    document = TableDocument(path)
    problems = _first(document, _bad_cells(document, table))
    if problems:
        return None, problems
    rows: dict[int, list[int]] = {}
    for row, number in enumerate(table.attempts):
        if number is not None:
            rows.setdefault(number, []).append(row)
    problems = [*_gap(document, rows), *_first(document, _repeated(document, table, rows))]
    if problems:
        return None, problems
    attempts: list[Attempt] = []
    for number in sorted(rows):
        attempts.append(_attempt(document, table, number, rows[number]))
        problems += _not_scored(attempts[-1])
    return tuple(attempts), problems


def _first(document: Document, problems: Iterator[Problem]) -> list[Problem]:
    """The first problems of the rows; the last one says how many others there are."""
    found = list(islice(problems, _SHOWN_ROWS))
    others = sum(1 for _ in problems)
    if others:
        message = f"{others} more problems like these"
        found.append(document.problem((), found[-1].code, message))
    return found


def _bad_cells(document: Document, table: AttemptTable) -> Iterator[Problem]:
    for row, number in enumerate(table.attempts):
        if number is None or number < 1:
            found = "null" if number is None else number
            message = f"is {found}, expected a number from 1"
            yield _at_row(document, row, "attempt", "attempt-number", message)
    bad_names = {name: error for name in set(table.sources) if (error := _name_error(name))}
    if bad_names:
        for row, name in enumerate(table.sources):
            if name in bad_names:
                error = bad_names[name]
                yield _at_row(document, row, "source", error.code, error.message, error.hint)
    yield from _bad_numbers(document, "score", table.scores, scalars.read_number)
    for name, cells in table.amounts.items():
        yield from _bad_numbers(document, name, cells, scalars.read_amount)


def _name_error(name: str | None) -> scalars.ScalarError | None:
    if name is None:
        return scalars.ScalarError("empty", "is null, expected the task's id")
    try:
        scalars.read_name(Scalar(name, False, 1, 1))
    except scalars.ScalarError as error:
        return error
    return None


def _bad_numbers(
    document: Document, name: str, cells: _Cells, read: Callable[[Scalar], float]
) -> Iterator[Problem]:
    """Cells that the reader of such a number in YAML refuses, in its words."""
    for row, value in enumerate(cells):
        if value is None or value == 0 or 1e-9 <= value <= 1e15:  # most, without a text of them
            continue
        try:
            read(Scalar(repr(value), True, 1, 1))
        except scalars.ScalarError as error:
            yield _at_row(document, row, name, error.code, error.message, error.hint)


def _at_row(
    document: Document, row: int, column: str, code: str, message: str, hint: str = ""
) -> Problem:
    return document.problem((f"row {row + 1}, {column}",), code, message, hint=hint)


def _gap(document: Document, rows: dict[int, list[int]]) -> list[Problem]:
    """The first attempt that is missing; attempts are numbered from 1."""
    missing = next((number for number in range(1, len(rows) + 1) if number not in rows), None)
    if missing is None:
        return []
    message = f"attempt {missing} is missing, attempts are numbered from 1"
    return [document.problem((), "attempt-gap", message)]


def _repeated(
    document: Document, table: AttemptTable, rows: dict[int, list[int]]
) -> Iterator[Problem]:
    """Tasks that an attempt has twice."""
    for number, places in rows.items():
        sources = [table.sources[row] for row in places]
        if len(set(sources)) == len(sources):
            continue
        first: dict[str | None, int] = {}
        for source, row in zip(sources, places, strict=True):
            if first.setdefault(source, row) != row:
                message = f'"{source}" of attempt {number} is already in row {first[source] + 1}'
                hint = "remove one of the two"
                yield _at_row(document, row, "source", "duplicate-task", message, hint)


def _attempt(
    document: TableDocument, table: AttemptTable, number: int, rows: Sequence[int]
) -> Attempt:
    """The attempt of these rows; its totals are what they are in a file that states none."""
    sources = tuple(table.sources[row] or "" for row in rows)
    # Attempts at the same tasks share one list of them.
    sources = next((one for one in document.sources.values() if one == sources), sources)
    document.sources[number] = sources
    scores = tuple(_plain(table.scores[row]) for row in rows)
    totals = {
        name: known_sum(_plain(cells[row]) for row in rows) for name, cells in table.amounts.items()
    }
    return Attempt(
        number=number,
        document=document,
        score=mean(scores),
        written_score=None,
        metrics={},
        sources=sources,
        scores=scores,
        results_path=(number,),
        **totals,
    )


def _plain(value: float | None) -> float | None:
    return None if value is None else value + 0.0  # -0.0 becomes 0.0


def _not_scored(attempt: Attempt) -> Iterator[Problem]:
    message = sentence("the task was not scored; it is shown as such and left out of means")
    for place, score in enumerate(attempt.scores):
        if score is None:
            path = (*attempt.results_path, place, "score")
            yield attempt.document.problem(path, "not-scored", message, warning=True)
