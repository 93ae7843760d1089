"""``penguin-board aggregate``: records in files, a stream or a database become a leaderboard."""

from __future__ import annotations

import contextlib
import glob
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Literal

from penguin_board.eval_runs import (
    ClusterRecords,
    DuckdbRecords,
    RunFile,
    RunFormat,
    Source,
    format_of,
    grouped_runs,
    is_remote,
    read_runs,
)
from penguin_board.eval_runs.secrets import without_secrets
from penguin_board.problems import InvalidInput, Problem
from penguin_board.stats import (
    Leaderboard,
    RunColumns,
    Settings,
    leaderboard,
    render_json,
    render_markdown,
    render_pairs_csv,
    render_rows_csv,
)

Output = Literal["markdown", "json", "csv"]
Table = Literal["models", "pairs"]

STANDARD_INPUT = "(standard input)"


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateOptions:
    """What ``penguin-board aggregate`` was asked for.

    Attributes:
        settings: Every choice that changes a number.
        input_format: Format of all inputs; None for what each looks like.
        output: Markdown for people, JSON with everything, or one table as CSV.
        table: Which table CSV holds.
        pairs: Whether Markdown and JSON have the pairwise table.
    """

    settings: Settings = field(default_factory=Settings)
    input_format: RunFormat | None = None
    output: Output = "markdown"
    table: Table = "models"
    pairs: bool = True


def named_files(names: Sequence[str]) -> list[str]:
    """The files that names, patterns as ``results/*.parquet`` and addresses stand for.

    A name that is there is taken as it is, whatever characters it has; ``-`` stays ``-``.

    Raises:
        ValueError: A file that does not exist, or a pattern that matches none.
    """
    files: list[str] = []
    for name in names:
        if name == "-" or is_remote(name) or Path(name).exists():
            files.append(name)
            continue
        matches = glob.glob(name, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute one
        found = [file for file in matches if Path(file).is_file()]
        if not found:
            raise ValueError(f"{name}: no such file, and no file matches it")
        files += sorted(found)
    return files


def aggregate_files(
    paths: Sequence[str | Path],
    options: AggregateOptions,
    standard_input: BinaryIO | None = None,
) -> str:
    """The leaderboard of all records in ``paths`` as text; ``-`` is standard input.

    Records in Parquet are grouped by model and task in DuckDB, however many there are.

    Raises:
        InvalidInput: A path that cannot be read, or records that cannot be used: all of them,
            each at its file and line. The data is at fault.
        ValueError: b is too small for ``adjust``. The call is at fault.
    """
    with tempfile.TemporaryDirectory(prefix="penguin-board-") as folder:
        inputs = _Inputs(options.input_format, Path(folder))
        for path in paths:
            inputs.add(str(path), standard_input)
        if inputs.problems:
            raise InvalidInput(inputs.problems)
        runs = read_runs(inputs.texts, options.settings)
        if inputs.tables:
            engine = DuckdbRecords(inputs.tables_shown(), inputs.tables, runs)
            with contextlib.closing(engine):
                runs = grouped_runs(engine, options.settings)
    shown = [file.path for file in inputs.texts]
    shown += [inputs.tables_shown().shown] if inputs.tables else []
    return _aggregated(runs, shown, options)


def aggregate_table(address: str, table: str, options: AggregateOptions) -> str:
    """The leaderboard of the records in a table of a database that Ibis connects to, as text.

    Args:
        address: As Ibis takes it: ``trino://host/catalog``, ``bigquery://project``, ...
        table: Its name, ``schema.table`` where it is in a schema.
        options: What to compute and print.

    Raises:
        InvalidInput: The database cannot be used, or its records cannot.
        ValueError: b is too small for ``adjust``. The call is at fault.
    """
    engine = ClusterRecords(address, table)
    runs = grouped_runs(engine, options.settings)
    return _aggregated(runs, [engine.source.shown], options)


class _Inputs:
    """The files of a call: texts to be read here, and Parquet files for DuckDB."""

    def __init__(self, input_format: RunFormat | None, folder: Path) -> None:
        self.texts: list[RunFile] = []
        self.tables: list[str] = []
        self.problems: list[Problem] = []
        self._shown: list[str] = []
        self._format = input_format
        self._folder = folder

    def add(self, path: str, standard_input: BinaryIO | None) -> None:
        """Read a text; of a Parquet file only the name is kept."""
        if is_remote(path):
            self._add_table(path, without_secrets(path))
        elif path == "-":
            data = standard_input.read() if standard_input is not None else b""
            self._add_data(STANDARD_INPUT, data)
        else:
            shown = Path(path).as_posix()
            try:
                with Path(path).open("rb") as file:
                    start = RunFile(path=shown, data=file.read(4096), format=self._format)
                    if format_of(start) == "parquet":
                        self._add_table(path, shown)
                    else:
                        self._add_data(shown, start.data + file.read())
            except OSError as error:
                message = f"cannot be read: {error.strerror or error}"
                self.problems.append(Problem(path=shown, code="unreadable", message=message))

    def tables_shown(self) -> Source:
        """What messages call the Parquet files together."""
        others = len(self._shown) - 1
        return Source(f"{self._shown[0]} and {others} more" if others else self._shown[0])

    def _add_data(self, shown: str, data: bytes) -> None:
        file = RunFile(path=shown, data=data, format=self._format)
        if format_of(file) != "parquet":
            self.texts.append(file)
            return
        # DuckDB reads files only.
        copy = self._folder / f"{len(self.tables)}.parquet"
        copy.write_bytes(data)
        self._add_table(str(copy), shown)

    def _add_table(self, path: str, shown: str) -> None:
        self.tables.append(path)
        self._shown.append(shown)


def _aggregated(runs: RunColumns, shown: Sequence[str], options: AggregateOptions) -> str:
    if not len(runs):
        hint = "a record has model_id, task_id and score"
        raise InvalidInput(
            Problem(path=path, code="no-records", message="has no records", hint=hint)
            for path in shown
        )
    wants_pairs = options.table == "pairs" if options.output == "csv" else options.pairs
    return _rendered(leaderboard(runs, options.settings, with_pairs=wants_pairs), options)


def _rendered(board: Leaderboard, options: AggregateOptions) -> str:
    pairs = board.pairs if options.pairs else None
    if options.output == "json":
        return render_json(board.rows, pairs, board.settings, board.notes)
    if options.output == "csv":
        if options.table == "pairs":
            return render_pairs_csv(board.pairs)
        return render_rows_csv(board.rows)
    return render_markdown(board.rows, pairs, board.settings, board.notes)
