"""The attempts of a phase in one Parquet file, ``attempts.parquet``.

DuckDB reads a private copy of the bytes: it never sees a name that contributors chose, and may
open no other file.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from penguin_board.attempt_table import AMOUNTS, AttemptTable, Cells, attempts_of
from penguin_board.duckdb_engine import (
    INSTALL,
    NOT_INSTALLED,
    duckdb_module,
    first_line,
    kind_of_type,
    only_folder,
    open_engine,
)
from penguin_board.experiments import ATTEMPTS_FILE, Attempt
from penguin_board.folders import Folder
from penguin_board.located_yaml import MAX_BYTES
from penguin_board.problems import Problem
from penguin_board.spelling import near_miss

MAX_ROWS: Final = 2_000_000

MAX_TEXT = 256 * 2**20  # of all task ids, unpacked: a small file can hold a long text many times
_MEMORY = "1GB"
_ROWS_AT_A_TIME = 10_000
# Old writers do not say that their texts are texts.
_FILE: Final = "read_parquet(?, binary_as_string = true)"
_REQUIRED: Final = {"attempt": "whole number", "source": "text", "score": "number"}
_COLUMNS: Final = {**_REQUIRED, **dict.fromkeys(AMOUNTS, "number")}


class _Unusable(Exception):
    """The file is not usable; ``problems`` says why."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__()
        self.problems = problems


class ParquetAttempts:
    """Reads such files, one after the other with one engine; it is opened at the first."""

    def __init__(self) -> None:
        self._engine: _Engine | None = None

    def read(
        self, folder: Folder, beside: Sequence[str] = ()
    ) -> tuple[tuple[Attempt, ...] | None, list[Problem]]:
        """The attempts in ``attempts.parquet`` of a phase's folder, which has it, and its problems.

        None instead of the attempts when the file is not usable, or when attempt files stand
        ``beside`` it.
        """
        path = f"{folder.shown}/{ATTEMPTS_FILE}"
        if beside:
            message = f"stands beside {beside[0]}, expected the attempts in one form"
            hint = f"remove {ATTEMPTS_FILE}, or the files attempt-<n>.yaml"
            return None, [Problem(path=path, code="two-forms", message=message, hint=hint)]
        data = folder.data(ATTEMPTS_FILE)
        if isinstance(data, Problem):
            return None, [data]
        try:
            table = self._table(data, path)
        except _Unusable as unusable:
            return None, unusable.problems
        return attempts_of(path, table)

    def _table(self, data: bytes, path: str) -> AttemptTable:
        if len(data) > MAX_BYTES:
            raise _unusable(path, "too-large", f"is over {MAX_BYTES} bytes", "split it by phase")
        duckdb = duckdb_module()
        if duckdb is None:
            raise _unusable(path, "no-parquet", NOT_INSTALLED, INSTALL)
        engine = self._engine = self._engine or _Engine(duckdb)
        try:
            with engine.copy(data) as copy:
                columns = _columns(engine.connection, copy, path)
                _check_size(engine.connection, copy, path)
                return _table(engine.connection, copy, columns)
        except duckdb.Error as error:
            self._engine = None  # after some errors it answers no more
            message = f"is not valid Parquet: {engine.said(error)}"
            hint = "write it again, for example from the data frame it came from"
            raise _unusable(path, "syntax", message, hint) from None


class _Engine:
    """DuckDB, and a folder with the one copy that it reads at a time; it may open nothing else."""

    def __init__(self, duckdb: Any) -> None:
        self._folder = tempfile.mkdtemp(prefix="penguin-board-")
        weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self.connection = open_engine(duckdb, threads=1, memory=_MEMORY)
        only_folder(self.connection, self._folder)
        self._n_copies = 0

    @contextlib.contextmanager
    def copy(self, data: bytes) -> Iterator[str]:
        """The name of a file with these bytes; none has it twice, for DuckDB remembers names."""
        self._n_copies += 1
        file = Path(self._folder) / f"{self._n_copies}.parquet"
        file.write_bytes(data)
        try:
            yield str(file)
        finally:
            file.unlink()

    def said(self, error: Exception) -> str:
        """What an error says, without the name of the copy."""
        copy = str(Path(self._folder) / f"{self._n_copies}.parquet")
        return first_line(error).replace(copy, ATTEMPTS_FILE)


def _unusable(path: str, code: str, message: str, hint: str = "") -> _Unusable:
    return _Unusable([Problem(path=path, code=code, message=message, hint=hint)])


def _columns(connection: Any, copy: str, path: str) -> frozenset[str]:
    """The columns that are there, each of its type."""
    described = connection.execute(f"DESCRIBE SELECT * FROM {_FILE}", [copy]).fetchall()
    kinds = {row[0]: kind_of_type(row[1]) for row in described}
    problems: list[Problem] = []
    for name, expected in _COLUMNS.items():
        other = near_miss(name, sorted(kinds.keys() - _COLUMNS.keys()))
        if name not in kinds and (name in _REQUIRED or other):
            message = f"there is no such column, found {', '.join(kinds)[:200]}"
            hint = f'is it "{other}"?' if other else f"a column {name} with a {expected} a row"
            problems.append(
                Problem(path=path, key=name, code="missing-key", message=message, hint=hint)
            )
        elif name in kinds and not _fits(kinds[name], expected, name):
            message = f"the column is {kinds[name]}, expected {expected}"
            problems.append(Problem(path=path, key=name, code="type", message=message))
    if problems:
        raise _Unusable(problems)
    return frozenset(_COLUMNS.keys() & kinds.keys())


def _fits(kind: str, expected: str, name: str) -> bool:
    if kind == "nothing":
        return name not in ("attempt", "source")
    return kind == expected or (kind == "whole number" and expected == "number")


def _check_size(connection: Any, copy: str, path: str) -> None:
    """Whether the rows fit in memory: the bytes of the file do not say how many there are."""
    query = "SELECT coalesce(sum(num_rows), 0) FROM parquet_file_metadata(?)"
    (rows,) = connection.execute(query, [copy]).fetchone()
    if rows > MAX_ROWS:
        message = f"has {rows} rows, at most {MAX_ROWS} are read"
        raise _unusable(path, "too-large", message, "aggregate the records first")
    if rows == 0:
        raise _unusable(path, "empty", "has no rows", "remove it, or write a row for each task")
    query = f"SELECT coalesce(sum(strlen(source)), 0) FROM {_FILE}"
    (size,) = connection.execute(query, [copy]).fetchone()
    if size > MAX_TEXT:
        message = f"has task ids of {size} bytes together, at most {MAX_TEXT} are read"
        raise _unusable(path, "too-large", message, "write shorter ids")


def _table(connection: Any, copy: str, columns: frozenset[str]) -> AttemptTable:
    numbers = ("attempt", "score", *AMOUNTS)
    cells = ", ".join(
        f"CAST({name if name in columns else 'NULL'} AS DOUBLE) AS {name}" for name in numbers
    )
    query = f"SELECT {cells} FROM {_FILE}"
    found = {
        name: Cells(np.ma.getdata(column), np.ma.getmaskarray(column))
        for name, column in connection.execute(query, [copy]).fetchnumpy().items()
    }
    return AttemptTable(
        attempts=found["attempt"],
        sources=_sources(connection, copy),
        scores=found["score"],
        amounts={name: found[name] for name in AMOUNTS},
    )


def _sources(connection: Any, copy: str) -> list[str | None]:
    """The task of each row; a task's id once in memory, however many rows have it."""
    rows = connection.execute(f"SELECT CAST(source AS VARCHAR) FROM {_FILE}", [copy])
    names: dict[str | None, str | None] = {}
    sources: list[str | None] = []
    while found := rows.fetchmany(_ROWS_AT_A_TIME):
        sources += [names.setdefault(name, name) for (name,) in found]
    return sources
