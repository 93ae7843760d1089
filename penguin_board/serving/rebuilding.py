"""Builds a site again and again, and keeps what a change leaves as it was."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from penguin_board.board_statistics import BoardStatistics, board_statistics
from penguin_board.boards import Board
from penguin_board.build import site_plan
from penguin_board.build_options import BuildOptions
from penguin_board.known_runs import KnownRuns
from penguin_board.problems import InvalidInput, Problem
from penguin_board.render import Plan, drawn
from penguin_board.tree import load_tree


class Files(Mapping[str, bytes]):
    """The files of a plan by their paths, each drawn when it is first asked for.

    Asking raises InvalidInput where a template of the tree is at fault.
    """

    def __init__(self, plan: Plan) -> None:
        self._files = dict(plan)
        self._drawing = threading.Lock()

    def __getitem__(self, path: str) -> bytes:
        with self._drawing:
            data = self._files[path] = drawn(self._files[path])
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __len__(self) -> int:
        return len(self._files)

    def draw_all(self) -> None:
        """Draw every file. Raises InvalidInput."""
        for path in self._files:
            self[path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """A site, with the boards and the warnings of its tree."""

    files: Files
    boards: tuple[Board, ...]
    warnings: tuple[Problem, ...]


class Rebuilder:
    """The site of the tree at ``root`` in memory."""

    def __init__(self, root: Path, options: BuildOptions) -> None:
        self._root = root
        self._options = options
        self._runs = KnownRuns()
        self._boards: dict[str, tuple[Board, BoardStatistics]] = {}
        self._checked: object = None

    def rebuild(self, templates: object) -> Rebuilt:
        """The site as the tree is now, drafts included.

        ``templates`` is the state of the templates: when it is another than before, every page is
        drawn at once, to see that they work. Otherwise pages are drawn when they are asked for,
        which has a reader of one page wait for that one only. Raises InvalidInput with every
        problem of the tree.
        """
        tree = load_tree(self._root, known=self._runs)
        if not tree.is_valid:
            raise InvalidInput(tree.problems)
        self._boards = {
            board.leaderboard_id: (board, self._statistics(board)) for board in tree.boards
        }
        boards = tuple(
            board.with_statistics(statistics) for board, statistics in self._boards.values()
        )
        files = Files(site_plan(self._root, boards, self._options))
        if templates != self._checked:
            files.draw_all()
            self._checked = templates
        return Rebuilt(files=files, boards=boards, warnings=tree.problems)

    def _statistics(self, board: Board) -> BoardStatistics:
        before = self._boards.get(board.leaderboard_id)
        if before is not None and _evidence(before[0]) == _evidence(board):
            return before[1]
        return board_statistics(board)


def _evidence(board: Board) -> tuple[object, ...]:
    """All that statistics are made of; quick to compare, as unchanged runs are the same objects."""
    return board.ascending, board.bar_full, board.grid, board.entries
