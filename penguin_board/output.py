"""Writes a site into a folder: whole or not at all, and nothing that it did not make is lost.

The new site is staged beside the old one, with hard links for what did not change and for files
of others, and then takes its place by renaming. A manifest in the site lists what is ours.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

MANIFEST = "penguin-board-manifest.json"


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
    if folder.is_dir() and any(folder.iterdir()) and not force and not _is_ours(folder):
        message = (
            f"{folder}: is not empty and was not written by penguin-board "
            "(use --force to write beside what is there, or another folder)"
        )
        raise OutputError(message)


def _is_ours(folder: Path) -> bool:
    return (folder / MANIFEST).is_file()


def write_site(files: Mapping[str, bytes], folder: Path) -> WriteReport:
    """Make ``folder`` hold exactly ``files`` besides what others put there.

    Paths are relative with ``/``. On any failure the folder stays as it was. Raises OutputError
    where a file of others stands in the way.
    """
    target = folder.resolve()
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    before = _read_manifest(target)
    _refuse_to_overwrite(files, before, target)
    target.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=f".{target.name}.new-", dir=target.parent))
    try:
        unchanged = _stage_files(files, digests, before, target, stage)
        _write(stage / MANIFEST, _manifest_bytes(digests))
        if target.is_dir():
            ours = set(before) | set(files) | {MANIFEST}
            _keep_foreign_files(target, stage, ours)
            shutil.copymode(target, stage)
        else:
            stage.chmod(0o777 & ~_umask())
        _swap(stage, target)
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        raise
    removed = sum(path not in files for path in before)
    return WriteReport(written=len(files) - unchanged, unchanged=unchanged, removed=removed)


def _refuse_to_overwrite(
    files: Mapping[str, bytes], before: Mapping[str, str], target: Path
) -> None:
    for path, data in files.items():
        there = target.joinpath(*path.split("/"))
        if path not in before and os.path.lexists(there) and not _holds(there, data):
            message = (
                f"{there}: was not written by penguin-board and would be overwritten "
                "(move it away, or choose another folder)"
            )
            raise OutputError(message)


def _stage_files(
    files: Mapping[str, bytes],
    digests: Mapping[str, str],
    before: Mapping[str, str],
    target: Path,
    stage: Path,
) -> int:
    """Write or link every file into the stage; returns how many were the same as before."""
    unchanged = 0
    for path, data in files.items():
        destination = stage.joinpath(*path.split("/"))
        destination.parent.mkdir(parents=True, exist_ok=True)
        old = target.joinpath(*path.split("/"))
        if before.get(path) == digests[path] and _holds(old, data):
            _link_or_copy(old, destination)
            unchanged += 1
        else:
            _write(destination, data)
    return unchanged


def _holds(path: Path, data: bytes) -> bool:
    """Whether a regular file has exactly these bytes (somebody may have edited it)."""
    return not path.is_symlink() and path.is_file() and path.read_bytes() == data


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _link_or_copy(source: Path, destination: Path) -> None:
    try:
        os.link(source, destination, follow_symlinks=False)
    except OSError:  # a file system without hard links
        shutil.copy2(source, destination, follow_symlinks=False)


def _keep_foreign_files(target: Path, stage: Path, ours: set[str]) -> None:
    """Carry what an earlier build did not write, folders without files included, into the stage."""
    for current, folders, names in os.walk(target):
        here = Path(current)
        relative = here.relative_to(target)
        for name in [*names, *(f for f in folders if (here / f).is_symlink())]:
            path = (relative / name).as_posix()
            destination = stage / relative / name
            if path not in ours and not os.path.lexists(destination):
                destination.parent.mkdir(parents=True, exist_ok=True)
                _link_or_copy(here / name, destination)
        if not folders and not names:
            (stage / relative).mkdir(parents=True, exist_ok=True)


def _swap(stage: Path, target: Path) -> None:
    """Put the stage in the target's place; on failure the old folder goes back."""
    if not target.exists():
        stage.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}.old-", dir=target.parent))
    old.rmdir()
    target.rename(old)
    try:
        stage.rename(target)
    except BaseException:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _manifest_bytes(digests: Mapping[str, str]) -> bytes:
    manifest = {"generator": "penguin-board", "files": dict(sorted(digests.items()))}
    return (json.dumps(manifest, indent=0) + "\n").encode("utf-8")


def _read_manifest(folder: Path) -> dict[str, str]:
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
