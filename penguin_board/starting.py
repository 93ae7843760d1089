"""A new leaderboard from the experiments on disk: found, drafted, checked, written."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from penguin_board import scalars
from penguin_board.drafting import Draft, DraftHead, DraftRun, draft_leaderboard
from penguin_board.folders import NO_LINKS, Folder
from penguin_board.located_yaml import Scalar, read_document
from penguin_board.new_files import CannotStart, write_new_files
from penguin_board.problems import InvalidInput, Problem, ordered
from penguin_board.records import read_record
from penguin_board.schema import Leaderboard, MetaInfo
from penguin_board.spelling import did_you_mean
from penguin_board.store import EXPERIMENTS, LEADERBOARD_FILE, LEADERBOARDS, LeaderboardFile
from penguin_board.tree import load_board

_META_FILE = "meta_info.yaml"
_SUMMARY_FILE = "summary.yaml"
_SHOWN_FOLDERS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLeaderboard:
    """A drafted leaderboard: where it stands, its text, what it was made from."""

    path: str
    text: str
    n_entries: int
    n_experiments: int
    warnings: tuple[Problem, ...]


def new_leaderboard(root: Path, head: DraftHead, *, empty: bool = False) -> NewLeaderboard:
    """Draft a leaderboard from ``experiments/<leaderboard-id>/``; nothing is written.

    Without experiments it is drafted where there are none of other leaderboards either, or where
    it may be ``empty``. Raises InvalidInput with every problem of the experiments, for which no
    draft would be valid.
    """
    runs, problems = _find_runs(root, head.leaderboard_id)
    if not empty:
        problems += _only_of_others(root, head.leaderboard_id)
    if any(problem.is_error for problem in problems):
        raise InvalidInput(problems)
    draft = draft_leaderboard(head, runs)
    path = f"{LEADERBOARDS}/{head.leaderboard_id}/{LEADERBOARD_FILE}"
    if runs:
        problems += _check(root, head.leaderboard_id, path, draft)
    if any(problem.is_error for problem in problems):
        raise InvalidInput(problems)
    return NewLeaderboard(
        path=path,
        text=draft.text,
        n_entries=draft.n_entries,
        n_experiments=len({run.experiment_id for run in runs}),
        warnings=ordered(problems),
    )


def write_leaderboard(root: Path, new: NewLeaderboard) -> None:
    """Write a drafted leaderboard. Raises CannotStart when there is one of that id."""
    folder = Path(new.path).parent
    boards = Folder(root / LEADERBOARDS, LEADERBOARDS)
    for name in boards.names():
        if name != folder.name and name.casefold() == folder.name.casefold():
            message = f'"{folder.name}" differs from {LEADERBOARDS}/{name} only in case'
            raise CannotStart(f"{message}: choose another id")
    if os.path.lexists(root / new.path):
        message = f"{new.path} is there already and is left as it is"
        raise CannotStart(f"{message}; --print shows the draft, to compare")
    write_new_files(root, {new.path: new.text})


def git_user_name(folder: Path) -> str | None:
    """Who works in ``folder`` by git's configuration; None when git does not say."""
    command = ["git", "-C", str(folder), "config", "--get", "user.name"]
    try:
        result = subprocess.run(command, capture_output=True, check=False, timeout=10)
        name = result.stdout.decode("utf-8").strip()
        return scalars.read_name(Scalar(name, False, 1, 1))
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError, scalars.ScalarError):
        return None


def _check(root: Path, leaderboard_id: str, path: str, draft: Draft) -> list[Problem]:
    document = read_document(draft.text.encode(), path)
    record, problems = read_record(document, Leaderboard, "")
    file = LeaderboardFile(
        folder=leaderboard_id,
        document=document,
        record=record,
        problems=(*document.problems, *problems),
    )
    _, _, found = load_board(root, file)
    return found


def _only_of_others(root: Path, leaderboard_id: str) -> list[Problem]:
    """A problem where there are experiments, and none of this leaderboard: the id may be wrong."""
    folders = Folder(root / EXPERIMENTS, EXPERIMENTS).folders()
    if not folders or leaderboard_id in folders:
        return []
    path = f"{EXPERIMENTS}/{leaderboard_id}"
    shown = ", ".join(folders[:_SHOWN_FOLDERS])
    more = len(folders) - _SHOWN_FOLDERS
    message = f"not found; {EXPERIMENTS}/ has {shown}{f' and {more} more' if more > 0 else ''}"
    likely = did_you_mean(leaderboard_id, folders)
    hint = f"{likely or 'is the id right?'} --empty drafts a leaderboard without entries"
    return [Problem(path=path, code="no-experiments", message=message, hint=hint)]


def _find_runs(root: Path, leaderboard_id: str) -> tuple[list[DraftRun], list[Problem]]:
    """Every phase with a summary of every experiment, and what is wrong on the way to them."""
    runs: list[DraftRun] = []
    problems: list[Problem] = []
    for shown in (EXPERIMENTS, f"{EXPERIMENTS}/{leaderboard_id}"):
        if (root / shown).is_symlink():
            return [], [Problem(path=shown, code="link", message=NO_LINKS)]
    folder = Folder(root / EXPERIMENTS / leaderboard_id, f"{EXPERIMENTS}/{leaderboard_id}")
    names = list(_usable(folder, folder.folders(), problems))
    for name in names:
        runs += _read_experiment(folder.child(name), name, problems)
    return runs, problems


def _usable(folder: Folder, names: list[str], problems: list[Problem]) -> Iterator[str]:
    """The names that are ids of real folders; a problem for each of the others."""
    seen: dict[str, str] = {}
    for name in names:
        path = f"{folder.shown}/{name}"
        twin = seen.setdefault(name.casefold(), name)
        if twin != name:
            message = f'"{name}" and "{twin}" differ only in case'
            hint = "rename one: some file systems cannot tell them apart"
            problems.append(Problem(path=path, code="case-collision", message=message, hint=hint))
        elif folder.is_link(name):
            problems.append(Problem(path=path, code="link", message=NO_LINKS))
        else:
            try:
                yield scalars.read_segment(Scalar(name, False, 1, 1))
            except scalars.ScalarError as error:
                problems.append(
                    Problem(path=path, code=error.code, message=error.message, hint=error.hint)
                )


def _read_experiment(folder: Folder, name: str, problems: list[Problem]) -> Iterator[DraftRun]:
    phases = [name for name in folder.folders() if _SUMMARY_FILE in folder.child(name).names()]
    if _META_FILE not in folder.names():
        problems.append(_missing(folder, f"has no {_META_FILE}", "is it an experiment?"))
        return
    if not phases:
        hint = f"penguin-board summarize {folder.shown}/* takes it from the attempts"
        problems.append(_missing(folder, f"has no phase with a {_SUMMARY_FILE}", hint))
    document = folder.read(_META_FILE)
    expected = "a mapping with harness_name, model_name, algorithm, ..."
    meta, found = read_record(document, MetaInfo, expected)
    problems += (*document.problems, *found)
    if meta is None or document.problems:
        return
    for phase in _usable(folder, phases, problems):
        yield DraftRun(
            experiment_id=name,
            phase=phase,
            benchmark=meta.benchmark_name or meta.benchmark_id or name,
            harness=meta.harness_name,
            model=meta.model_name,
            algorithm=meta.algorithm,
        )


def _missing(folder: Folder, message: str, hint: str) -> Problem:
    return Problem(path=folder.shown, code="missing-file", message=message, hint=hint)
