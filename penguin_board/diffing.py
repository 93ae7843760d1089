"""A tree against an earlier state of it: what changed, and whether published numbers may."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from penguin_board.baseline import open_base
from penguin_board.board_statistics import board_statistics
from penguin_board.boards import Board
from penguin_board.folders import Folder, source_line
from penguin_board.problems import Problem, count_text, format_text, ordered
from penguin_board.review.differences import (
    META_FILE,
    Digests,
    Side,
    TreeChange,
    differing_boards,
    tree_change,
)
from penguin_board.review.published import PublishedBoard, published_problems
from penguin_board.store import EXPERIMENTS, LEADERBOARD_FILE, LEADERBOARDS, read_leaderboards
from penguin_board.tree import Tree, load_tree

_PHASE_FILE = re.compile(r"summary\.yaml|attempt-[1-9][0-9]*\.yaml|attempts\.parquet")


class InvalidSide(Exception):
    """One side of a comparison is not valid; ``text`` lists its errors for a terminal."""

    def __init__(self, side: Literal["base", "head"], errors: Iterable[Problem], text: str) -> None:
        self.side = side
        self.text = text
        super().__init__(f"the {side} is not valid: {count_text(tuple(errors))}")


def diff_trees(root: Path, base: str, *, drafts: bool = True) -> TreeChange:
    """What the tree at ``root`` changes of ``base``, a git revision or a folder.

    Without ``drafts`` a draft counts as absent on its side. Raises BaseError or InvalidSide.
    """
    head = _side(root, load_tree(root), "head", "", drafts=drafts)
    with open_base(root, base) as folder:
        old = _side(folder, load_tree(folder), "base", f"{base}:", drafts=drafts)
    differing = differing_boards(old, head)
    return tree_change(base, _with_statistics(old, differing), _with_statistics(head, differing))


def _side(
    root: Path, tree: Tree, side: Literal["base", "head"], prefix: str, *, drafts: bool
) -> Side:
    if not tree.is_valid:
        errors = [
            replace(problem, path=prefix + problem.path)
            for problem in tree.problems
            if problem.is_error
        ]
        line_of = source_line(root)
        text = format_text(errors, lambda path, line: line_of(path.removeprefix(prefix), line))
        raise InvalidSide(side, errors, text)
    boards = {board.leaderboard_id: board for board in tree.boards if drafts or not board.is_draft}
    files = {name: _experiment_files(root, name) for name in boards}
    return Side(boards=boards, files=files)


def _with_statistics(side: Side, names: Iterable[str]) -> Side:
    taken: dict[str, Board] = {
        name: side.boards[name].with_statistics(board_statistics(side.boards[name]))
        for name in names
        if name in side.boards
    }
    return replace(side, boards={**side.boards, **taken})


def _experiment_files(root: Path, leaderboard_id: str) -> dict[str, Digests]:
    """The files that a board may rest on by experiment, each with its digest."""
    top = Folder(root / EXPERIMENTS / leaderboard_id, f"{EXPERIMENTS}/{leaderboard_id}")
    return {name: _digests(top.child(name)) for name in top.folders() if top.has_folder(name)}


def _digests(experiment: Folder) -> Digests:
    names = [META_FILE] if META_FILE in experiment.names() else []
    for phase in experiment.folders():
        if experiment.has_folder(phase):
            files = experiment.child(phase).names()
            names += [f"{phase}/{name}" for name in files if _PHASE_FILE.fullmatch(name)]
    paths = {name: experiment.path / name for name in names}
    return {
        name: _digest(path)
        for name, path in paths.items()
        if path.is_file() and not path.is_symlink()
    }


def _digest(path: Path) -> str:
    """A digest that is the same whether git wrote the lines' ends as LF or as CRLF."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def problems_against(root: Path, head: Tree, base: str) -> tuple[Problem, ...]:
    """What the valid tree ``head`` at ``root`` does to published entries of ``base`` in silence.

    A board that is not valid in the base cannot be compared: a warning says so. Raises BaseError.
    """
    with open_base(root, base) as folder:
        old = load_tree(folder)
        names = {file.folder for file in read_leaderboards(folder)[0]}
    documents = {file.folder: file.document for file in read_leaderboards(root)[0]}
    boards = {board.leaderboard_id: board for board in head.boards}
    problems: list[Problem] = []
    for before in old.boards:
        if not before.is_draft:
            name = before.leaderboard_id
            board = PublishedBoard(
                path=_leaderboard_path(name),
                before=before,
                after=boards.get(name),
                document=documents.get(name),
            )
            problems += published_problems(board)
    for name in names - {board.leaderboard_id for board in old.boards}:
        message = f"is not compared with {base}, where it is not valid"
        problems.append(
            Problem(
                path=_leaderboard_path(name),
                code="invalid-base",
                message=message,
                severity="warning",
            )
        )
    return ordered(problems)


def _leaderboard_path(name: str) -> str:
    return f"{LEADERBOARDS}/{name}/{LEADERBOARD_FILE}"
