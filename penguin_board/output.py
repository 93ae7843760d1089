"""Writes a site into a folder: whole or not at all, and nothing that it did not make is lost.

The new site is staged beside the old one, with hard links for what did not change and for files
of others, and then takes its place in one step. A manifest in the site lists what is ours. A build
that is killed leaves the old site or the new one, and a stage that the next build clears away.
A site has thousands of files: their places are texts, for a Path takes longer to make than a link.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from penguin_board.folder_swap import lock_folder, swap_folders
from penguin_board.tree_state import marks_of

MANIFEST = "penguin-board-manifest.json"
_WORK = "penguin-board-work"
_OLD = "old"


class OutputError(Exception):
    """The output folder cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """How many files were written, left as they were, and removed."""

    written: int
    unchanged: int
    removed: int


def check_output(folder: Path, root: Path, *, force: bool) -> None:
    """Refuse a folder that a build must not write into. Raises OutputError."""
    target, tree = folder.resolve(), root.resolve()
    data = [tree / "leaderboards", tree / "experiments"]
    if target == tree or target in tree.parents:
        message = f"{folder}: holds the tree itself, choose a folder below or beside it"
        raise OutputError(message)
    if any(target == part or part in target.parents for part in data):
        message = f"{folder}: lies among the results, choose another folder"
        raise OutputError(message)
    if folder.exists() and not folder.is_dir():
        message = f"{folder}: is not a folder"
        raise OutputError(message)
    if target.is_mount():
        message = f"{folder}: is a mount point and cannot be replaced, choose a folder below it"
        raise OutputError(message)
    if folder.is_dir() and any(folder.iterdir()) and not force and not _is_ours(folder):
        message = (
            f"{folder}: is not empty and was not written by penguin-board "
            "(use --force to write beside what is there, or another folder)"
        )
        raise OutputError(message)


def _is_ours(folder: Path) -> bool:
    return (folder / MANIFEST).is_file()


@dataclass(frozen=True, slots=True)
class StagedFiles:
    """The files of a site that is being written: the old one, its manifest, and the new folder.

    Several processes may write into one stage, each its own files.
    """

    target: str
    new: str
    before: Mapping[str, str]

    def put(self, path: str, data: bytes) -> str:
        """Write the file at ``path``, with ``/`` and relative to the site; returns its sha256.

        One that is there already with these bytes is linked. Raises OutputError where a file of
        others stands in the way.
        """
        digest = hashlib.sha256(data).hexdigest()
        known = self.before.get(path)
        if known is None:
            self._refuse_what_is_there(path, data)
        elif known == digest and _holds(Path(self.target, path), data):
            self.keep(path)
            return digest
        _write(f"{self.new}{os.sep}{path}", data)
        return digest

    def _refuse_what_is_there(self, path: str, data: bytes) -> None:
        """Refuse what others put where the site needs a new file, unless it is the same."""
        if not os.path.lexists(self.target):
            return
        self._refuse_in_the_way(path)
        old = Path(self.target, path)
        if os.path.lexists(old) and not _holds(old, data):
            message = (
                f"{old}: was not written by penguin-board and would be overwritten "
                "(move it away, or choose another folder)"
            )
            raise OutputError(message)

    def _refuse_in_the_way(self, path: str) -> None:
        """Refuse what is no folder where the site needs a new one."""
        end = path.rfind("/")
        while end > 0:
            place = f"{self.target}{os.sep}{path[:end]}"
            if os.path.lexists(place) and (Path(place).is_symlink() or not Path(place).is_dir()):
                message = f"{place}: is in the way of a folder of the site (move it away)"
                raise OutputError(message)
            end = path.rfind("/", 0, end)

    def keep(self, path: str) -> None:
        """Take over a file of the old site that is known to be as it was written."""
        _link_or_copy(f"{self.target}{os.sep}{path}", f"{self.new}{os.sep}{path}")


class Stage:
    """A new site beside the old one; leaving it without ``finish`` leaves the old one."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is where the site will stand. Raises OutputError where a build is at work."""
        self._target = folder.resolve()
        self._work = self._target.parent / f".{self._target.name}.{_WORK}"
        self._target.parent.mkdir(parents=True, exist_ok=True)
        lock = lock_folder(self._work)
        if lock is None:
            message = f"{folder}: another build is writing it (wait for its end, then try again)"
            raise OutputError(message)
        self._lock = lock
        self._clear_away()
        # A name of its own: what an earlier build left may belong to another user.
        self._new = self._work / f"new-{os.urandom(4).hex()}"
        self._new.mkdir()
        before = read_manifest(self._target)
        self.files = StagedFiles(str(self._target), str(self._new), before)
        self.marks: str | None = None

    def __enter__(self) -> Self:
        """The stage."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Remove what was staged, or what was replaced, and let the next build go on."""
        _remove(self._work)
        os.close(self._lock)

    def finish(self, digests: Mapping[str, str]) -> WriteReport:
        """Put the stage in the site's place; ``digests`` are its files, all staged, by path.

        ``marks`` are then those of its files. On any failure the old site stays as it was.
        """
        new, before = self._new, self.files.before
        _write(str(new / MANIFEST), manifest_bytes(digests))
        if self._target.is_dir():
            _keep_foreign_files(self._target, new, {*before, *digests, MANIFEST})
            shutil.copymode(self._target, new)
        self.marks = marks_of(new, digests)
        swap_folders(new, self._target, self._work / _OLD)
        unchanged = sum(before.get(path) == digest for path, digest in digests.items())
        removed = sum(path not in digests for path in before)
        return WriteReport(written=len(digests) - unchanged, unchanged=unchanged, removed=removed)

    def _clear_away(self) -> None:
        """What a killed build left; where it died between two renames, the old site goes back."""
        old = self._work / _OLD
        if old.is_dir() and not os.path.lexists(self._target):
            old.rename(self._target)
        for left in self._work.iterdir():
            _remove(left)


def _remove(folder: Path) -> None:
    """Remove a folder as far as that is possible, folders that nobody may write into too."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    for current, folders, _ in os.walk(folder):
        for name in ("", *folders):
            place = Path(current, name)
            if not place.is_symlink():
                with contextlib.suppress(OSError):
                    place.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _holds(path: Path, data: bytes) -> bool:
    """Whether a regular file has exactly these bytes (somebody may have edited it)."""
    return not path.is_symlink() and path.is_file() and path.read_bytes() == data


def _write(place: str, data: bytes) -> None:
    try:
        file = open(place, "wb")  # noqa: PTH123, SIM115
    except FileNotFoundError:
        _make_folder_of(place)
        file = open(place, "wb")  # noqa: PTH123, SIM115
    with file:
        file.write(data)


def _link_or_copy(source: str, destination: str) -> None:
    """A hard link; a copy where the file system has none."""
    with contextlib.suppress(OSError):
        os.link(source, destination, follow_symlinks=False)
        return
    _make_folder_of(destination)
    try:
        os.link(source, destination, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, destination, follow_symlinks=False)


def _make_folder_of(place: str) -> None:
    os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120


def _keep_foreign_files(target: Path, new: Path, ours: set[str]) -> None:
    """Carry what an earlier build did not write, folders without files included, into the stage.

    Raises OSError where that cannot be read.
    """
    foreign: list[str] = []
    skip = len(str(target)) + 1
    for current, folders, names in os.walk(target, onerror=_raise):
        below = current[skip:]
        top = f"{below}{os.sep}" if below else ""
        shown = top.replace(os.sep, "/")
        is_foreign = not os.path.isdir(f"{new}{os.sep}{top}")  # noqa: PTH112
        links = [name for name in folders if os.path.islink(f"{current}{os.sep}{name}")]  # noqa: PTH114
        for name in (*names, *links):
            if f"{shown}{name}" in ours:
                continue
            destination = f"{new}{os.sep}{top}{name}"
            if not os.path.lexists(destination):
                _link_or_copy(f"{current}{os.sep}{name}", destination)
        if not folders and not names:
            (new / below).mkdir(parents=True, exist_ok=True)
        if is_foreign and (new / below).is_dir():
            foreign.append(below)
    for below in reversed(foreign):
        shutil.copymode(target / below, new / below)


def _raise(error: OSError) -> None:
    raise error


def manifest_bytes(digests: Mapping[str, str]) -> bytes:
    """The manifest of a site with these files."""
    manifest = {"generator": "penguin-board", "files": dict(sorted(digests.items()))}
    return (json.dumps(manifest, indent=0) + "\n").encode("utf-8")


def read_manifest(folder: Path) -> dict[str, str]:
    """Path to sha256 of what an earlier build wrote; empty when there is no usable manifest."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = manifest.get("files")
        if isinstance(files, dict):
            return {path: str(digest) for path, digest in files.items() if _stays_inside(path)}
    return {}


def _stays_inside(path: str) -> bool:
    """Whether a path of the manifest is relative and climbs nowhere."""
    return not path.startswith("/") and ".." not in path.split("/") and "\\" not in path
