"""Small Parquet files, written by DuckDB as people write theirs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

ATTEMPT_COLUMNS = (
    "attempt INTEGER, source VARCHAR, score DOUBLE, cost DOUBLE, duration_ms BIGINT, tokens BIGINT"
)
RECORD_COLUMNS = (
    "model_id VARCHAR, task_id VARCHAR, score DOUBLE, metric_name VARCHAR, category VARCHAR, "
    "weight DOUBLE, attempt INTEGER, family VARCHAR"
)


def write_rows(path: Path, columns: str, rows: Sequence[Sequence[Any]]) -> Path:
    """Write a Parquet file of these columns, declared as in SQL, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as connection:
        connection.execute(f"CREATE TABLE written ({columns})")
        if rows:
            marks = ", ".join("?" for _ in rows[0])
            connection.executemany(f"INSERT INTO written VALUES ({marks})", rows)
        connection.table("written").write_parquet(str(path))
    return path


def write_query(path: Path, query: str) -> Path:
    """Write the rows of a query as a Parquet file and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as connection:
        connection.sql(query).write_parquet(str(path))
    return path


def write_attempts(phase: Path, rows: Sequence[Sequence[Any]]) -> Path:
    """Write ``attempts.parquet`` in the folder of a phase."""
    return write_rows(phase / "attempts.parquet", ATTEMPT_COLUMNS, rows)


def write_records(path: Path, records: Sequence[dict[str, Any]]) -> Path:
    """Write records with the columns that at least one of them has."""
    names = [column.split()[0] for column in RECORD_COLUMNS.split(", ")]
    given = [name for name in names if any(name in record for record in records)]
    columns = [column for column in RECORD_COLUMNS.split(", ") if column.split()[0] in given]
    rows = [[record.get(name) for name in given] for record in records]
    return write_rows(path, ", ".join(columns), rows)
