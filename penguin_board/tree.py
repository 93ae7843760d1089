"""The first half of a build: read a whole tree, check it, evaluate every leaderboard."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from penguin_board.board_checks import check_board
from penguin_board.folders import Folder
from penguin_board.known_runs import KnownRuns
from penguin_board.problems import Problem, ordered
from penguin_board.run_checks import check_run
from penguin_board.store import (
    EXPERIMENTS,
    LEADERBOARDS,
    ExperimentStore,
    LeaderboardFile,
    find_leaderboards,
    read_leaderboard,
    read_leaderboards,
)

if TYPE_CHECKING:
    from penguin_board.boards import Board


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A tree as read: the boards that are valid, and all problems in the order of their places.

    ``n_leaderboards`` counts the leaderboard files, valid or not.
    """

    boards: tuple[Board, ...]
    problems: tuple[Problem, ...]
    n_leaderboards: int

    @property
    def is_valid(self) -> bool:
        """Whether there is no error; warnings and information do not count."""
        return not any(problem.is_error for problem in self.problems)


def load_tree(
    root: Path, *, list_unreferenced: bool = False, known: KnownRuns | None = None
) -> Tree:
    """Read, check and evaluate every leaderboard under ``root``, drafts included.

    With ``list_unreferenced`` the experiment folders that no leaderboard refers to are listed as
    information. ``known`` saves reading what did not change since it was last given. Raises nothing
    for what the files hold.
    """
    with no_cycle_search():
        files, problems = read_leaderboards(root)
        boards: list[Board] = []
        unreferenced: dict[str, list[str] | None] = {}
        for file in files:
            board, store, found = load_board(root, file, known)
            unreferenced[file.folder] = _unreferenced_of(file, store)
            problems += found
            if board is not None:
                boards.append(board)
    if list_unreferenced:
        problems += _unreferenced(root, unreferenced, problems)
    return Tree(boards=tuple(boards), problems=ordered(problems), n_leaderboards=len(files))


def check_tree(
    root: Path, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> tuple[tuple[Problem, ...], int]:
    """The problems of a tree in the order of their places, and how many leaderboard files it has.

    These are what ``load_tree`` finds and lists, but no board is made or kept. ``progress`` is
    told how many leaderboards are done, and of how many.
    """
    with no_cycle_search():
        names, problems = find_leaderboards(root)
        unreferenced: dict[str, list[str] | None] = {}
        for done, name in enumerate(names, start=1):
            found, unreferenced[name] = _check_board(root, name)
            problems += found
            progress(done, len(names))
    problems += _unreferenced(root, unreferenced, problems)
    return ordered(problems), len(names)


def _check_board(root: Path, name: str) -> tuple[list[Problem], list[str] | None]:
    """The problems of one leaderboard, and the experiments that it does not refer to."""
    file = read_leaderboard(root, name)
    store, problems = _read_board(root, file)
    if file.record is not None:
        problems += check_board(file.record, file.document, store.runs)[1]
    return problems, _unreferenced_of(file, store)


@contextlib.contextmanager
def no_cycle_search() -> Iterator[None]:
    """Pause the search for reference cycles: what is read is much and has none."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def load_board(
    root: Path, file: LeaderboardFile, known: KnownRuns | None = None
) -> tuple[Board | None, ExperimentStore, list[Problem]]:
    """Evaluate one leaderboard file over the experiments under ``root``.

    Returns the board (None when anything is wrong), what was read, and every problem.
    """
    store, problems = _read_board(root, file, known)
    if file.record is None:
        return None, store, problems
    # Only here: to check a tree takes no boards, and nothing of what they are made with.
    from penguin_board.boards import evaluate_board  # noqa: PLC0415

    board, found = evaluate_board(file.record, file.document, store.runs)
    if known is None:
        for run in store.runs.values():
            for attempt in run.attempts:
                attempt.document.release()
    run_warnings = [problem for problem in problems if not problem.is_error]
    problems += found
    if board is None or any(problem.is_error for problem in problems):
        return None, store, problems
    return board.with_warnings(run_warnings), store, problems


def _read_board(
    root: Path, file: LeaderboardFile, known: KnownRuns | None = None
) -> tuple[ExperimentStore, list[Problem]]:
    """What a leaderboard file refers to, and the problems of these files and of their runs."""
    store = ExperimentStore(root, file.folder, known)
    store.read(file.document)
    problems = [*file.problems, *store.problems]
    for run in store.runs.values():
        problems += check_run(run)
    return store, problems


def _unreferenced_of(file: LeaderboardFile, store: ExperimentStore) -> list[str] | None:
    """The experiments that no leaf refers to; None when it is not known which it refers to."""
    return None if file.document.node(("values",)) is None else store.unreferenced()


def _unreferenced(
    root: Path, unreferenced: Mapping[str, list[str] | None], found: Sequence[Problem]
) -> list[Problem]:
    """Experiment folders that no leaf refers to, and folders without a leaderboard.

    The leaderboards of some folders are only called otherwise, as the problems ``found`` say.
    """
    renamed = {
        problem.path.rpartition("/")[2]
        for problem in found
        if problem.code == "no-leaderboard" and problem.is_error
    }
    problems = []
    for name in Folder(root / EXPERIMENTS, EXPERIMENTS).folders():
        if name in renamed:
            continue
        if name not in unreferenced:
            expected = f"{LEADERBOARDS}/{name}/leaderboard.yaml"
            message = f"has no leaderboard (expected {expected}), so its files are not checked"
            hint = f"penguin-board new {name} drafts one"
            problems.append(_information(f"{EXPERIMENTS}/{name}", message, hint))
            continue
        for experiment in unreferenced[name] or ():
            path = f"{EXPERIMENTS}/{name}/{experiment}"
            message = "no leaderboard refers to this experiment, so its files are not checked"
            hint = f"add it to the values of {LEADERBOARDS}/{name}/leaderboard.yaml"
            problems.append(_information(path, message, hint))
    return problems


def _information(path: str, message: str, hint: str) -> Problem:
    return Problem(
        path=path, code="unreferenced", message=message, hint=hint, severity="information"
    )
