"""DuckDB as it is used here: in memory, within bounds, and never loading an extension by itself.

It is imported where a Parquet file is there to be read, and nowhere else.
"""

from __future__ import annotations

import glob
import importlib
import re
from pathlib import Path
from typing import Any, Final

INSTALL: Final = 'pip install "penguin-board[parquet]"'
NOT_INSTALLED: Final = "Parquet is read with DuckDB, which is not installed"


def duckdb_module() -> Any | None:
    """The module, None where it is not installed."""
    try:
        return importlib.import_module("duckdb")
    except ImportError:
        return None


def open_engine(duckdb: Any, *, threads: int | None, memory: str, spill: Path | None = None) -> Any:
    """A connection to a database of its own in memory.

    Args:
        duckdb: The module.
        threads: How many work at a time; None for one a processor.
        memory: What may be held in memory, as ``512MB``.
        spill: The folder for what does not fit; None for an error instead.
    """
    config = {
        "memory_limit": memory,
        "temp_directory": "" if spill is None else str(spill),
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
    }
    if threads is not None:
        config["threads"] = str(threads)
    connection = duckdb.connect(":memory:", config=config)
    connection.execute("SET enable_progress_bar = false")
    return connection


def only_folder(connection: Any, path: str) -> None:
    """From here on the connection opens files of this folder, and its settings stay as they are."""
    connection.execute("SET allowed_directories = ?", [[path]])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def literal_name(path: str) -> str:
    """The name of a local file as DuckDB takes it, where ``*`` and ``[`` would be patterns."""
    return glob.escape(path)


def kind_of_type(name: str) -> str:
    """``text``, ``whole number``, ``number`` or ``nothing``, else the type's own name.

    Args:
        name: A type as DuckDB writes it in ``DESCRIBE``.
    """
    match = _TYPE.fullmatch(name)
    word = match[1] if match else ""
    if word in _TEXTS:
        return "text"
    if word in _WHOLE:
        return "whole number"
    if word in _FRACTIONS:
        return "number"
    return "nothing" if word == "NULL" else name


# A type's word and its parameters; a list has brackets behind them.
_TYPE: Final = re.compile(r'"?([A-Z]+)"?(?:\(.*\))?', re.DOTALL)
_TEXTS: Final = frozenset({"VARCHAR", "ENUM"})
_SIZES: Final = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT")
_WHOLE: Final = frozenset((*_SIZES, *(f"U{size}" for size in _SIZES)))
_FRACTIONS: Final = frozenset({"FLOAT", "DOUBLE", "DECIMAL"})


def first_line(error: Exception) -> str:
    """What an error of DuckDB says, on one line."""
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else type(error).__name__
