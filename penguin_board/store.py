"""Finds and reads the files of a tree; the only room that reads them.

Ids are checked before any path is made from them, folders are listed rather than probed (so a
name must match to the letter on every file system), and no symbolic link is followed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from penguin_board.attempt_files import AttemptFiles
from penguin_board.catalogues import known_codes
from penguin_board.experiments import ATTEMPTS_FILE, Attempt, Run
from penguin_board.expression_checks import check_expressions
from penguin_board.folders import NO_LINKS, Folder
from penguin_board.known_runs import KnownRuns
from penguin_board.leaf_references import (
    Reference,
    find_phase,
    missing_experiment_hint,
    references,
    unusable_folder,
)
from penguin_board.located_yaml import Document
from penguin_board.problems import MAX_PROBLEMS, TOO_MANY, Problem
from penguin_board.record_files import RecordFile, metrics_of, read_record_file
from penguin_board.records import read_record
from penguin_board.schema import Leaderboard, MetaInfo, Summary

if TYPE_CHECKING:
    from penguin_board.parquet_attempts import ParquetAttempts

LEADERBOARDS = "leaderboards"
EXPERIMENTS = "experiments"
LEADERBOARD_FILE = "leaderboard.yaml"

# What else stands beside the boards' folders in a site.
_SITE_FOLDERS = ("assets", "docs")
_BOARD_LIKE = re.compile(r"leaderboard\.ya?ml", re.IGNORECASE)
_ATTEMPT_FILE = re.compile(r"attempt-([1-9][0-9]*)\.yaml")
_ATTEMPT_LIKE = re.compile(r"attempt.*\.(?:ya?ml|parquet)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardFile:
    """A leaderboard.yaml as read; ``record`` is None when it is not valid."""

    folder: str
    document: Document
    record: Leaderboard | None
    problems: tuple[Problem, ...]


def read_leaderboards(root: Path) -> tuple[list[LeaderboardFile], list[Problem]]:
    """Every ``leaderboards/*/leaderboard.yaml``, and the problems of the folder itself."""
    names, problems = find_leaderboards(root)
    return [read_leaderboard(root, name) for name in names], problems


def find_leaderboards(root: Path) -> tuple[list[str], list[Problem]]:
    """The folders that hold a leaderboard file, and the problems of the others and of all."""
    folder = Folder(root / LEADERBOARDS, LEADERBOARDS)
    problems: list[Problem] = []
    found: list[str] = []
    seen: dict[str, str] = {}
    if (root / LEADERBOARDS).is_symlink():
        problems.append(Problem(path=LEADERBOARDS, code="link", message=NO_LINKS))
    for name in folder.folders():
        shown = f"{LEADERBOARDS}/{name}"
        twin = seen.setdefault(name.casefold(), name)
        if twin != name:
            message = f'differs from "{LEADERBOARDS}/{twin}" only in case'
            problems.append(Problem(path=shown, code="case-collision", message=message))
        if folder.is_link(name):
            problems.append(Problem(path=shown, code="link", message=NO_LINKS))
            continue
        child = folder.child(name)
        if LEADERBOARD_FILE in child.names():
            found.append(name)
        else:
            problems.append(_no_leaderboard(child))
    return found, problems


def read_leaderboard(root: Path, name: str) -> LeaderboardFile:
    """The leaderboard file in the folder ``name``, where ``find_leaderboards`` found one."""
    shown = f"{LEADERBOARDS}/{name}"
    return _read_leaderboard(Folder(root / LEADERBOARDS / name, shown), name)


def _no_leaderboard(folder: Folder) -> Problem:
    """A folder without a leaderboard; an error where the file is only called otherwise."""
    other = next((name for name in sorted(folder.names()) if _BOARD_LIKE.fullmatch(name)), None)
    return Problem(
        path=folder.shown,
        code="no-leaderboard",
        message=f"has no {LEADERBOARD_FILE}{f', but {other}' if other else ''}",
        hint=f"rename {other} to {LEADERBOARD_FILE}" if other else "",
        severity="error" if other else "warning",
    )


def _read_leaderboard(folder: Folder, name: str) -> LeaderboardFile:
    document = folder.read(LEADERBOARD_FILE)
    expected = "a mapping with leaderboard_id, status, title, author, values"
    record, problems = read_record(document, Leaderboard, expected)
    shape = check_expressions(document)
    if shape:
        record, problems = None, [*problems, *shape]
    if record is not None and record.leaderboard_id != name:
        message = f'is "{record.leaderboard_id}" in the folder {name}'
        hint = "the id and the folder are equal"
        problems.append(document.problem(("leaderboard_id",), "id-folder", message, hint=hint))
    if record is not None and name.casefold() in (
        *_SITE_FOLDERS,
        *map(str.casefold, known_codes()),
    ):
        message = f'"{name}" is a folder of the site: of its files, or of its pages in a language'
        hint = "choose another id"
        problems.append(document.problem(("leaderboard_id",), "reserved-id", message, hint=hint))
    return LeaderboardFile(
        folder=name,
        document=document,
        record=record,
        problems=(*document.problems, *problems),
    )


class ExperimentStore:
    """The experiments of one leaderboard; each file is read once, however often it is used."""

    def __init__(self, root: Path, leaderboard_id: str, known: KnownRuns | None = None) -> None:
        shown = f"{EXPERIMENTS}/{leaderboard_id}"
        top = root / EXPERIMENTS
        self.problems: list[Problem] = []
        self.runs: dict[tuple[str, str], Run] = {}
        self.folder = Folder(top / leaderboard_id, shown)
        for path, name in ((top, EXPERIMENTS), (top / leaderboard_id, shown)):
            if path.is_symlink():
                self.problems.append(Problem(path=name, code="link", message=NO_LINKS))
                self.folder.exists = False
        self._top = Folder(top, EXPERIMENTS)
        self._known = known
        self._attempts = AttemptFiles()
        self._tables: ParquetAttempts | None = None
        self._experiments: dict[str, Folder] = {}
        self._meta: dict[str, RecordFile[MetaInfo]] = {}
        self._tried: set[tuple[str, str]] = set()

    def read(self, document: Document) -> None:
        """Read the run of every leaf of a leaderboard file into ``runs`` and ``problems``."""
        n_wrong = 0
        for reference in references(document):
            problem = self._find(document, reference)
            if problem is not None:
                self.problems.append(problem)
                n_wrong += 1
                if n_wrong == MAX_PROBLEMS:
                    self.problems.append(document.problem((), "too-many", TOO_MANY))
                    return
                continue
            key = (reference.experiment_id, reference.phase)
            if key not in self._tried:
                self._tried.add(key)
                run = self._run(*key)
                if run is not None:
                    self.runs[key] = run

    def unreferenced(self) -> list[str]:
        """The experiment folders that no leaf refers to."""
        return [name for name in self.folder.folders() if name not in self._experiments]

    def _find(self, document: Document, reference: Reference) -> Problem | None:
        """What is wrong with a leaf's experiment and phase folders, if anything."""
        name, phase = reference.experiment_id, reference.phase
        at_experiment = (*reference.path, "experiment_id")
        where = f"{self.folder.shown}/{name}"
        if not self.folder.exists or name not in self.folder.names():
            return document.problem(
                at_experiment,
                "missing-experiment",
                f'experiment "{name}" not found (expected {where})',
                hint=missing_experiment_hint(self._top, self.folder, name),
            )
        wrong = unusable_folder(document, at_experiment, self.folder, name)
        if wrong is not None:
            return wrong
        folder = self._experiments.setdefault(name, self.folder.child(name))
        if "meta_info.yaml" not in folder.names():
            message = f"{where}/meta_info.yaml not found"
            hint = "write it: harness_name, model_name and algorithm"
            return document.problem(at_experiment, "missing-file", message, hint=hint)
        return find_phase(document, reference, folder, phase)

    def _run(self, name: str, phase: str) -> Run | None:
        if self._known is None:
            return self._read_run(name, phase)
        folder = self._experiments[name]
        stamp = (*folder.stamp(), *folder.child(phase).stamp())
        key = (self.folder.shown, name, phase)
        return self._known.run(key, stamp, lambda: self._read_run(name, phase), self.problems)

    def _read_run(self, name: str, phase: str) -> Run | None:
        folder = self._experiments[name]
        meta = self._read_meta(name, folder)
        phase_folder = folder.child(phase)
        expected = "a mapping with n_attempt, score_mean, ..."
        summary = read_record_file(phase_folder, "summary.yaml", Summary, expected)
        attempts = self._read_attempts(phase_folder)
        self.problems += summary.problems
        if meta.record is None or summary.record is None or attempts is None:
            return None
        return Run(
            experiment_id=name,
            phase=phase,
            meta=meta.record,
            meta_document=meta.document,
            summary=summary.record,
            summary_document=summary.document,
            metrics=metrics_of(summary),
            attempts=attempts,
        )

    def _read_meta(self, name: str, folder: Folder) -> RecordFile[MetaInfo]:
        if name not in self._meta:
            expected = "a mapping with harness_name, model_name, algorithm, ..."
            found = read_record_file(folder, "meta_info.yaml", MetaInfo, expected)
            self.problems += found.problems
            self._meta[name] = found
        return self._meta[name]

    def _read_attempts(self, folder: Folder) -> tuple[Attempt, ...] | None:
        """The attempts by number; None when one of the files is not usable."""
        attempts: list[Attempt] = []
        usable = True
        files = self._attempt_files(folder)
        if ATTEMPTS_FILE in folder.names():
            # Only here: it loads numpy, which trees without such a file do without.
            from penguin_board.parquet_attempts import ParquetAttempts

            self._tables = self._tables or ParquetAttempts()
            parquet, problems = self._tables.read(folder, [name for _, name in files])
            self.problems += problems
            return parquet
        for number, name in files:
            data = folder.data(name)
            if isinstance(data, Problem):
                attempt, problems = None, [data]
            else:
                shown = f"{folder.shown}/{name}"
                attempt, problems = self._attempts.read(data, shown, number)
            self.problems += problems
            if attempt is None:
                usable = False
            else:
                attempts.append(attempt)
        return tuple(attempts) if usable else None

    def _attempt_files(self, folder: Folder) -> list[tuple[int, str]]:
        files: list[tuple[int, str]] = []
        for name in sorted(folder.names()):
            match = _ATTEMPT_FILE.fullmatch(name)
            if match:
                files.append((int(match[1]), name))
            elif name != ATTEMPTS_FILE and _ATTEMPT_LIKE.fullmatch(name):
                path = f"{folder.shown}/{name}"
                message = "is not named attempt-<n>.yaml with n = 1, 2, 3 ..."
                if name.lower().endswith(".parquet"):
                    message = f"is not named {ATTEMPTS_FILE}, which holds all attempts"
                self.problems.append(Problem(path=path, code="attempt-name", message=message))
        return sorted(files)
