"""``penguin-board aggregate``: records in files or on standard input become a leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Literal

from penguin_board.eval_runs import RunFile, RunFormat, read_runs
from penguin_board.problems import InvalidInput, Problem
from penguin_board.stats import (
    Leaderboard,
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


def aggregate_files(
    paths: Sequence[Path | Literal["-"]],
    options: AggregateOptions,
    standard_input: BinaryIO | None = None,
) -> str:
    """The leaderboard of all records in ``paths`` as text; ``-`` is standard input.

    Raises:
        InvalidInput: A path that cannot be read, or records that cannot be used: all of them,
            each at its file and line. The data is at fault.
        ValueError: b is too small for ``adjust``. The call is at fault.
    """
    files: list[RunFile] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            files.append(_read(path, options.input_format, standard_input))
        except OSError as error:
            message = f"cannot be read: {error.strerror or error}"
            shown = STANDARD_INPUT if path == "-" else Path(path).as_posix()
            problems.append(Problem(path=shown, code="unreadable", message=message))
    if problems:
        raise InvalidInput(problems)
    runs = read_runs(files, options.settings)
    if not len(runs):
        hint = "a record has model_id, task_id and score"
        raise InvalidInput(
            Problem(path=file.path, code="no-records", message="has no records", hint=hint)
            for file in files
        )
    wants_pairs = options.table == "pairs" if options.output == "csv" else options.pairs
    return _rendered(leaderboard(runs, options.settings, with_pairs=wants_pairs), options)


def _read(
    path: Path | Literal["-"], input_format: RunFormat | None, standard_input: BinaryIO | None
) -> RunFile:
    if path == "-":
        data = standard_input.read() if standard_input is not None else b""
        return RunFile(path=STANDARD_INPUT, data=data, format=input_format)
    file = Path(path)
    return RunFile(path=file.as_posix(), data=file.read_bytes(), format=input_format)


def _rendered(board: Leaderboard, options: AggregateOptions) -> str:
    pairs = board.pairs if options.pairs else None
    if options.output == "json":
        return render_json(board.rows, pairs, board.settings, board.notes)
    if options.output == "csv":
        if options.table == "pairs":
            return render_pairs_csv(board.pairs)
        return render_rows_csv(board.rows)
    return render_markdown(board.rows, pairs, board.settings, board.notes)
