"""Records in a table of an existing database or cluster, grouped there, through Ibis."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from penguin_board.duckdb_engine import first_line
from penguin_board.eval_runs.grouped import Source
from penguin_board.eval_runs.grouping_sql import COLUMNS, DEFAULTS
from penguin_board.eval_runs.secrets import without_secrets
from penguin_board.problems import InvalidInput
from penguin_board.spelling import nearest

INSTALL: Final = 'pip install "penguin-board[cluster]"'

_ROWS_AT_A_TIME = 10_000
_TYPES: Final = {"text": "string", "number": "float64", "whole number": "int64"}


class ClusterRecords:
    """The records of one table of the database at an address that Ibis knows."""

    def __init__(self, address: str, table: str) -> None:
        """Connect and find the table, ``schema.table`` where it is in a schema.

        Raises InvalidInput without Ibis, without the table, and for whatever the database says.
        """
        self._address = address
        self.source = Source(f"{without_secrets(address)} {table}")
        try:
            self._ibis: Any = importlib.import_module("ibis")
        except ImportError:
            message = "databases are read through Ibis, which is not installed"
            raise self._failure("no-ibis", message, INSTALL) from None
        self._connection = self._connect()
        self._table = self._find(table)

    def kinds(self) -> dict[str, str]:
        """The columns of the table with the kind of their values."""
        return {name: _kind(value) for name, value in self._table.schema().items()}

    def rows(self, query: str) -> Iterator[Sequence[Any]]:
        """The rows of a query over ``records``, which is rewritten in the dialect of the place."""
        columns = {name: self._column(name, kind) for name, kind in COLUMNS.items()}
        try:
            records = self._table.select(**columns).alias("records")
            found = records.sql(query, dialect="duckdb")
            for batch in found.to_pyarrow_batches(chunk_size=_ROWS_AT_A_TIME):
                yield from zip(*batch.to_pydict().values(), strict=True)
        except Exception as error:  # whatever the package of the database raises
            message = f"the query failed: {self._said(error)}"
            # A package that changed its names since this Ibis was made.
            is_newer = isinstance(error, AttributeError)
            hint = f"is its package newer than Ibis {self._ibis.__version__} knows?"
            raise self._failure("database", message, hint if is_newer else "") from None

    def _connect(self) -> Any:
        scheme = self._address.partition(":")[0]
        try:
            return self._ibis.connect(self._address)
        except ImportError as error:
            message = f"{scheme} needs a package that is not installed: {self._said(error)}"
            hint = f'pip install "ibis-framework[{scheme}]"'
            raise self._failure("no-ibis", message, hint) from None
        except Exception as error:  # whatever the package of the database raises
            message = f"cannot be connected to: {self._said(error)}"
            hint = "an address is as duckdb:///path, trino://host/catalog or bigquery://project"
            raise self._failure("database", message, hint) from None

    def _find(self, table: str) -> Any:
        *places, name = table.split(".")
        database = places[0] if len(places) == 1 else tuple(places) or None
        try:
            return self._connection.table(name, database=database)
        except Exception as error:  # whatever the package of the database raises
            other = nearest(name, self._names(database))
            hint = f"did you mean {other}?" if other not in (None, name) else ""
            message = f"the table cannot be read: {self._said(error)}"
            raise self._failure("database", message, hint) from None

    def _names(self, database: Any) -> list[str]:
        try:
            return sorted(self._connection.list_tables(database=database))
        except Exception:  # the hint is not worth an error
            return []

    def _column(self, name: str, kind: str) -> Any:
        if name not in self._table.columns:
            value = self._ibis.null(_TYPES[kind])
        else:
            value = self._table[name].cast(_TYPES[kind])
        default = DEFAULTS.get(name)
        return value if default is None else value.fill_null(default)

    def _said(self, error: Exception) -> str:
        return without_secrets(first_line(error), self._address)

    def _failure(self, code: str, message: str, hint: str = "") -> InvalidInput:
        return InvalidInput([self.source.problem("", code, message, hint)])


def _kind(value: Any) -> str:
    """The kind of a type of Ibis, as ``kind_of_type`` names those of DuckDB."""
    if value.is_string():
        return "text"
    if value.is_integer():
        return "whole number"
    if value.is_floating() or value.is_decimal():
        return "number"
    return "nothing" if value.is_null() else str(value)
