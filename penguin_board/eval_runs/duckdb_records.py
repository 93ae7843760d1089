"""Records in Parquet files, here or in an object store, grouped by DuckDB."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from penguin_board.duckdb_engine import (
    INSTALL,
    NOT_INSTALLED,
    duckdb_module,
    first_line,
    kind_of_type,
    literal_name,
    open_engine,
)
from penguin_board.eval_runs.grouped import Source
from penguin_board.eval_runs.grouping_sql import COLUMNS, DEFAULTS
from penguin_board.eval_runs.secrets import without_secrets
from penguin_board.problems import InvalidInput, Problem
from penguin_board.stats import RunColumns

# What DuckDB may hold in memory; the rest goes to the disk.
MEMORY: Final = "2GB"
REMOTE: Final = ("s3://", "gs://", "gcs://", "r2://", "https://", "http://")

_ROWS_AT_A_TIME = 10_000
_TYPES: Final = {"text": "VARCHAR", "number": "DOUBLE", "whole number": "BIGINT"}
_FIELDS: Final = {
    "model_id": "model_ids",
    "task_id": "task_ids",
    "metric_name": "metric_names",
    "score": "scores",
    "category": "categories",
    "weight": "weights",
    "attempt": "attempts",
    "family": "families",
}


class DuckdbRecords:
    """The records of Parquet files, and of further ``columns``; close it after use.

    ``paths`` are names of local files, taken literally, or addresses, in which ``*`` is a pattern.
    """

    def __init__(
        self, source: Source, paths: Sequence[str], columns: RunColumns | None = None
    ) -> None:
        """Open an engine of its own; raises InvalidInput without DuckDB."""
        duckdb = duckdb_module()
        if duckdb is None:
            raise InvalidInput([source.problem("", "no-parquet", NOT_INSTALLED, INSTALL)])
        self.source = source
        self._error: type[Exception] = duckdb.Error
        self._paths = [path if is_remote(path) else literal_name(path) for path in paths]
        self._spill = tempfile.TemporaryDirectory(prefix="penguin-board-")
        self._connection = open_engine(
            duckdb, threads=None, memory=MEMORY, spill=Path(self._spill.name)
        )
        self._connection.execute("SET preserve_insertion_order = false")
        self._names: dict[str, str] = {}
        self._further = columns or RunColumns()

    def close(self) -> None:
        """Let go of the memory, and of what was written to the disk."""
        self._connection.close()
        self._spill.cleanup()

    def kinds(self) -> dict[str, str]:
        """The columns of the files with the kind of their values; comes before ``rows``."""
        if any(map(is_remote, self._paths)):
            self._load_httpfs()
        if len(self._further):
            self._insert(self._further)
        described = self._fetch("DESCRIBE SELECT * FROM " + _FILES, [self._paths])
        kinds = {row[0]: kind_of_type(row[1]) for row in described}
        self._names = {name: _quoted(name) for name in kinds if name in COLUMNS}
        return kinds

    def rows(self, query: str) -> Iterator[Sequence[Any]]:
        """The rows of a query over ``records``."""
        columns = [self._column(name, kind) for name, kind in COLUMNS.items()]
        records = f"SELECT {', '.join(columns)} FROM {_FILES}"
        if len(self._further):
            records += " UNION ALL BY NAME SELECT * FROM further"
        return self._fetch(f"WITH records AS ({records}) {query}", [self._paths])

    def _column(self, name: str, kind: str) -> str:
        value = f"CAST({self._names.get(name, 'NULL')} AS {_TYPES[kind]})"
        if name in DEFAULTS:
            value = f"COALESCE({value}, CAST('{DEFAULTS[name]}' AS {_TYPES[kind]}))"
        return f"{value} AS {name}"

    def _fetch(self, query: str, parameters: list[Any]) -> Iterator[Sequence[Any]]:
        try:
            found = self._connection.execute(query, parameters)
            while rows := found.fetchmany(_ROWS_AT_A_TIME):
                yield from rows
        except self._error as error:
            raise InvalidInput([self._unreadable(error)]) from None

    def _unreadable(self, error: Exception) -> Problem:
        said = without_secrets(first_line(error))
        if "memory" in said.lower():
            hint = f"DuckDB may use {MEMORY} and the disk at {self._spill.name}"
        else:
            hint = "is it a whole Parquet file, and may it be read from here?"
        return self.source.problem("", "syntax", f"cannot be read as Parquet: {said}", hint)

    def _insert(self, columns: RunColumns) -> None:
        """Put records that were read elsewhere beside those of the files."""
        typed = ", ".join(f"{name} {_TYPES[kind]}" for name, kind in COLUMNS.items())
        self._connection.execute(f"CREATE OR REPLACE TABLE further ({typed})")
        values = [getattr(columns, _FIELDS[name]) for name in COLUMNS]
        cells = ", ".join("unnest(?)" for _ in values)
        try:
            self._connection.execute(f"INSERT INTO further SELECT {cells}", values)
        except self._error as error:
            raise InvalidInput([self._unreadable(error)]) from None

    def _load_httpfs(self) -> None:
        """Let DuckDB read addresses; the extension is fetched once, from its makers."""
        with contextlib.suppress(self._error):
            self._connection.execute("LOAD httpfs")
            return
        try:
            self._connection.execute("INSTALL httpfs")
            self._connection.execute("LOAD httpfs")
        except self._error as error:
            message = f"needs the extension httpfs of DuckDB: {first_line(error)}"
            hint = "run INSTALL httpfs in DuckDB once, where extensions can be fetched"
            raise InvalidInput([self.source.problem("", "no-httpfs", message, hint)]) from None


_FILES: Final = "read_parquet(?, union_by_name = true, binary_as_string = true)"


def is_remote(path: str) -> bool:
    """Whether this is the address of files in an object store or on a server."""
    return path.lower().startswith(REMOTE)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
