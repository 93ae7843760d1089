"""Attempts from a table with a row a task and attempt, checked as attempt files are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from penguin_board import scalars
from penguin_board.experiments import Attempt, known_sum, mean
from penguin_board.located_yaml import Document, Scalar
from penguin_board.problems import KeyPath, Problem, key_text
from penguin_board.texts import sentence

AMOUNTS: Final = ("cost", "duration_ms", "tokens")

_SHOWN_ROWS = 20
_MOST = 1e9  # attempts without a gap are far fewer
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cells:
    """A column of numbers; what is null has any value there."""

    values: Numbers
    null: NDArray[np.bool_]

    def at(self, rows: NDArray[np.int64]) -> list[float | None]:
        """The numbers of some rows, None for null; -0.0 is 0.0."""
        numbers: list[float | None] = (self.values[rows] + 0.0).tolist()
        for place in np.flatnonzero(self.null[rows]).tolist():
            numbers[place] = None
        return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptTable:
    """Columns of equal length in the order of the file."""

    attempts: Cells
    sources: Sequence[str | None]
    scores: Cells
    amounts: Mapping[str, Cells]


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
    order = np.argsort(table.attempts.values, kind="stable")
    numbers, starts = np.unique(table.attempts.values[order], return_index=True)
    rows = dict(zip(numbers.astype(int).tolist(), np.split(order, starts[1:]), strict=True))
    problems = [*_gap(document, rows), *_first(document, _repeated(document, table, rows))]
    if problems:
        return None, problems
    attempts: list[Attempt] = []
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for number, places in rows.items():
        attempts.append(_attempt(document, table, number, places, known))
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
    numbers = table.attempts.values
    for row in np.flatnonzero(
        table.attempts.null | ~((numbers >= 1) & (numbers <= _MOST))
    ).tolist():
        found = "null" if table.attempts.null[row] else int(numbers[row])
        message = f"is {found}, expected 1, 2, 3 ..."
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
    document: Document, name: str, cells: Cells, read: Callable[[Scalar], float]
) -> Iterator[Problem]:
    """Cells that the reader of such a number in YAML refuses, in its words."""
    values = cells.values
    usual = cells.null | (values == 0) | ((values >= 1e-9) & (values <= 1e15))
    for row in np.flatnonzero(~usual).tolist():
        try:
            read(Scalar(repr(float(values[row])), True, 1, 1))
        except scalars.ScalarError as error:
            yield _at_row(document, row, name, error.code, error.message, error.hint)


def _at_row(
    document: Document, row: int, column: str, code: str, message: str, hint: str = ""
) -> Problem:
    return document.problem((f"row {row + 1}, {column}",), code, message, hint=hint)


def _gap(document: Document, rows: Mapping[int, object]) -> list[Problem]:
    """The first attempt that is missing; attempts are numbered from 1."""
    missing = next((number for number in range(1, len(rows) + 1) if number not in rows), None)
    if missing is None:
        return []
    message = f"attempt {missing} is missing, attempts are numbered from 1"
    return [document.problem((), "attempt-gap", message)]


def _repeated(
    document: Document, table: AttemptTable, rows: Mapping[int, NDArray[np.int64]]
) -> Iterator[Problem]:
    """Tasks that an attempt has twice."""
    for number, places in rows.items():
        sources = [table.sources[row] for row in places.tolist()]
        if len(set(sources)) == len(sources):
            continue
        first: dict[str | None, int] = {}
        for source, row in zip(sources, places.tolist(), strict=True):
            if first.setdefault(source, row) != row:
                message = f'"{source}" of attempt {number} is already in row {first[source] + 1}'
                hint = "remove one of the two"
                yield _at_row(document, row, "source", "duplicate-task", message, hint)


def _attempt(
    document: TableDocument,
    table: AttemptTable,
    number: int,
    rows: NDArray[np.int64],
    known: dict[tuple[str, ...], tuple[str, ...]],
) -> Attempt:
    """The attempt of these rows; its totals are what they are in a file that states none."""
    sources = tuple(table.sources[row] or "" for row in rows.tolist())
    # Attempts at the same tasks share one list of them.
    document.sources[number] = known.setdefault(sources, sources)
    scores = tuple(table.scores.at(rows))
    totals = {name: known_sum(cells.at(rows)) for name, cells in table.amounts.items()}
    return Attempt(
        number=number,
        document=document,
        score=mean(scores),
        written_score=None,
        metrics={},
        sources=document.sources[number],
        scores=scores,
        results_path=(number,),
        **totals,
    )


def _not_scored(attempt: Attempt) -> Iterator[Problem]:
    message = sentence("the task was not scored; it is shown as such and left out of means")
    for place, score in enumerate(attempt.scores):
        if score is None:
            path = (*attempt.results_path, place, "score")
            yield attempt.document.problem(path, "not-scored", message, warning=True)
