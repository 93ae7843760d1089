"""Writes a board of a tree in the schema of another project."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from penguin_board.board_statistics import board_statistics
from penguin_board.boards import Board
from penguin_board.every_eval_export import Relationship, every_eval_records
from penguin_board.new_files import CannotStart, write_new_files
from penguin_board.problems import InvalidInput
from penguin_board.spelling import did_you_mean
from penguin_board.tree import load_tree

_PACKAGE = "every_eval_ever"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportReport:
    """What was written; ``checked`` is whether the schema's own package found it valid."""

    paths: tuple[str, ...]
    checked: bool


def export_every_eval(
    root: Path, leaderboard_id: str, out: Path, day: str | None, relationship: Relationship
) -> ExportReport:
    """Write a record of every_eval_ever for each entry of a board below ``out``.

    Args:
        root: The root of the tree of leaderboards and experiments.
        leaderboard_id: The board; a draft too.
        out: The folder to write below, in which none of the files may exist.
        day: The day of the records; None for the newest date of the board's experiments.
        relationship: What the authors of the board are to the makers of the models.

    Returns:
        What was written.

    Raises:
        InvalidInput: The board has errors.
        CannotStart: There is no such board, no day, a file in the way, or a record is invalid.
    """
    board = _board(root, leaderboard_id)
    day = day or board.newest_date
    if day is None:
        raise CannotStart("no experiment of the board has a date: give the day as --date")
    records = every_eval_records(board, day, relationship)
    checked = _check(records)
    write_new_files(out, records)
    return ExportReport(paths=tuple(records), checked=checked)


def _board(root: Path, leaderboard_id: str) -> Board:
    tree = load_tree(root)
    for board in tree.boards:
        if board.leaderboard_id == leaderboard_id:
            return board.with_statistics(board_statistics(board))
    folders = (f"leaderboards/{leaderboard_id}/", f"experiments/{leaderboard_id}/")
    found = [p for p in tree.problems if p.is_error and p.path.startswith(folders)]
    if found:
        raise InvalidInput(found)
    names = [board.leaderboard_id for board in tree.boards]
    known = did_you_mean(leaderboard_id, names) or f"the boards are {', '.join(names)}"
    raise CannotStart(f'no leaderboard "{leaderboard_id}": {known}')


def _check(records: Mapping[str, str]) -> bool:
    """Check the records with the published package, where it is installed."""
    if importlib.util.find_spec(_PACKAGE) is None:
        return False
    log = importlib.import_module(f"{_PACKAGE}.eval_types").EvaluationLog
    for path, text in records.items():
        try:
            log.model_validate_json(text)
        except ValueError as error:
            raise CannotStart(f"{path}: is no record of {_PACKAGE}: {error}") from None
    return True
