"""EvalRun records: from JSON, JSON Lines and CSV line by line, from elsewhere grouped.

Everything that is wrong with any record of a text is found at once, at its file and line. Records
in Parquet files and in databases are grouped where they are, which may be more than fits here, and
are named by model and task.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from penguin_board.eval_runs.cluster_records import ClusterRecords
from penguin_board.eval_runs.csv_records import read_csv
from penguin_board.eval_runs.duckdb_records import DuckdbRecords, is_remote
from penguin_board.eval_runs.engines import grouped_runs
from penguin_board.eval_runs.gathering import Records
from penguin_board.eval_runs.grouped import Source
from penguin_board.eval_runs.json_records import read_json, read_json_lines
from penguin_board.problems import InvalidInput, Problem
from penguin_board.stats import RunColumns, RunProblem, Settings
from penguin_board.stats.checks import check_runs

__all__ = [
    "ClusterRecords",
    "DuckdbRecords",
    "RunFile",
    "RunFormat",
    "Source",
    "format_of",
    "grouped_runs",
    "is_remote",
    "read_runs",
]

RunFormat = Literal["json", "jsonl", "csv", "parquet"]

_SUFFIXES: Final[dict[str, RunFormat]] = {
    "json": "json",
    "jsonl": "jsonl",
    "ndjson": "jsonl",
    "csv": "csv",
    "parquet": "parquet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFile:
    """A file of records; ``path`` is for messages, ``format`` None for what it looks like."""

    path: str
    data: bytes
    format: RunFormat | None = None


def read_runs(files: Sequence[RunFile], settings: Settings) -> RunColumns:
    """The records of all files together.

    A record is an object, or a line under a heading, with ``model_id``, ``task_id``, ``score``
    and optionally ``metric_name``, ``category``, ``weight``, ``attempt`` and ``family``; null is
    the same as absent. Other keys are passed over, unless they are a slip of the pen for one of
    these.

    Args:
        files: What to read, all of it text: Parquet is for :class:`DuckdbRecords`.
        settings: Says which fields take part: weights and clusters are checked only if used.

    Raises:
        InvalidInput: Records that cannot be used, each at its file and line.
    """
    records = Records()
    for file in files:
        _read(file, records)
    problems = [
        *records.problems,
        *(_placed(problem, records) for problem in check_runs(records.columns, settings)),
    ]
    if problems:
        raise InvalidInput(problems)
    return records.columns


def format_of(file: RunFile) -> RunFormat:
    """The format by what was said, by the ending of the path, or by the first bytes."""
    found = file.format or _SUFFIXES.get(file.path.rpartition(".")[2].lower())
    if found is not None:
        return found
    start = file.data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"PAR1"):
        return "parquet"
    return "json" if start.startswith(b"[") else "jsonl" if start.startswith(b"{") else "csv"


def _read(file: RunFile, records: Records) -> None:
    records.begin(file.path)
    name = format_of(file)
    try:
        text = file.data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = file.data.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{file.data[error.start]:02x} is not UTF-8"
        records.problem(line, "", code="not-utf-8", message=message, hint="save it as UTF-8")
        return
    if not text.strip():
        return
    _READERS[name](text, records)


_READERS: Final[dict[RunFormat, Callable[[str, Records], None]]] = {
    "json": read_json,
    "jsonl": read_json_lines,
    "csv": read_csv,
}


def _placed(problem: RunProblem, records: Records) -> Problem:
    path, line = records.place(problem.index)
    message = problem.message
    if problem.first is not None:
        first_path, first_line = records.place(problem.first)
        message += f", the first is at {first_path}:{first_line}"
    return Problem(path=path, line=line, key=problem.field, code=problem.code, message=message)
