"""Whether the files of a leaderboard are those of an earlier build.

Two keys tell: one of names, sizes and times, which is quick; one of the content, which decides
wherever the first is another (a fresh checkout has other times).
"""

from __future__ import annotations

import hashlib
import operator
import os
import stat
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

# A file that changed so shortly before it was looked at may change again within one tick of its
# file system's clock (2 s on FAT), with the same times.
_SETTLED_NS = 2_000_000_000
_MUCH = 1 << 20
_BLOCK = 1 << 12
_READ = (".yaml", ".yml", ".parquet")

# Where it is, and what the system says of it; None of a folder, whose names are all that counts.
File = tuple[str, os.stat_result | None]

_name = operator.attrgetter("name")
_times = operator.attrgetter("st_mtime_ns"), operator.attrgetter("st_ctime_ns")


@dataclass(frozen=True, slots=True)
class FileState:
    """Files as they are on the disk.

    ``key`` is made of their names, sizes and times; ``is_settled`` says that they cannot change
    without it; ``n_bytes`` is their size in whole blocks, for a file costs by itself, too.
    """

    key: str
    is_settled: bool
    n_bytes: int


def board_files(root: Path, name: str) -> list[File]:
    """Everything below a leaderboard's two folders, in the order of names; no link is followed."""
    found: list[File] = []
    for top in ("leaderboards", "experiments"):
        place = f"{root}{os.sep}{top}"
        if os.path.islink(place):  # noqa: PTH114
            found.append((place, os.lstat(place)))
        else:
            _collect(f"{place}{os.sep}{name}", found)
    return found


def state_of(top: Path, files: Sequence[File]) -> FileState:
    """The state of files below ``top``, however that is written, without reading them."""
    skip = len(str(top))
    lines = [
        f"{place[skip:]}/"
        if s is None
        else f"{place[skip:]}\0{s.st_mode} {s.st_size} {s.st_mtime_ns} {s.st_ctime_ns} {s.st_ino}"
        for place, s in files
    ]
    key = hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()
    known = [s for _, s in files if s is not None]
    newest = max(max(map(of, known), default=0) for of in _times)
    n_bytes = sum(-(-s.st_size // _BLOCK) for s in known) * _BLOCK
    return FileState(key, newest < time.time_ns() - _SETTLED_NS, n_bytes)


def content_of(root: Path, files: Sequence[File]) -> str:
    """A key of what files below ``root`` hold; of those that no command reads, the names only."""
    return _content(root, files, lambda path: path.endswith(_READ))


def folder_content(folder: Path) -> str:
    """A key of what all files below a folder hold; one for a folder that is not there, too."""
    found: list[File] = []
    _collect(str(folder), found)
    return _content(folder, found, lambda _: True)


def files_state(folder: Path, paths: Iterable[str]) -> FileState | None:
    """The state of the named files below ``folder``; None when one of them is missing."""
    top = str(folder)
    try:
        return state_of(folder, [(place := f"{top}/{path}", os.lstat(place)) for path in paths])
    except OSError:
        return None


def marks_of(folder: Path, paths: Iterable[str]) -> str | None:
    """A key of sizes, times of change and inodes, which moving the folder leaves as they are."""
    try:
        files = [(path, os.lstat(folder / path)) for path in sorted(paths)]
    except OSError:
        return None
    lines = [f"{path}\0{s.st_size} {s.st_mtime_ns} {s.st_ino}" for path, s in files]
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _collect(place: str, found: list[File]) -> None:
    """What is below a folder, or the file or link that stands in its place."""
    try:
        status = os.lstat(place)
    except OSError:
        return
    if stat.S_ISDIR(status.st_mode):
        _collect_below(place, found)
    else:
        found.append((place, status))


def _collect_below(place: str, found: list[File]) -> None:
    try:
        with os.scandir(place) as entries:
            ordered = sorted(entries, key=_name)
    except OSError:
        return
    for entry in ordered:
        if entry.is_dir(follow_symlinks=False):
            found.append((entry.path, None))
            _collect_below(entry.path, found)
            continue
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:  # gone since the folder was listed
            continue
        found.append((entry.path, status))


def _content(top: Path, files: Sequence[File], is_read: Callable[[str], bool]) -> str:
    """A key that is the same wherever ``top`` stands."""
    found = hashlib.sha256()
    skip = len(str(top))
    for place, status in files:
        path = place[skip:].replace(os.sep, "/")
        kind, data = stat.S_IFDIR if status is None else stat.S_IFMT(status.st_mode), b""
        if status is not None and kind == stat.S_IFREG and is_read(path):
            data = _read(place, status.st_size)
        elif kind == stat.S_IFLNK:
            data = os.fsencode(os.readlink(place))  # noqa: PTH115
        found.update(f"{path}\0{kind} {len(data)}\0".encode("utf-8", "surrogateescape"))
        found.update(data)
    return found.hexdigest()


def _read(place: str, size: int) -> bytes:
    """What a file holds, or its sha256 where that is much; the reason where it cannot be read."""
    try:
        # A file object and its buffer would take as long as the reading.
        descriptor = os.open(place, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            if size > _MUCH:
                with open(descriptor, "rb", closefd=False) as file:
                    return hashlib.file_digest(file, "sha256").digest()
            data = os.read(descriptor, size + 1)
            if len(data) != size:  # it has changed since its folder was listed
                while more := os.read(descriptor, _MUCH):
                    data += more
            return data
        finally:
            os.close(descriptor)
    except OSError as error:
        return f"error {error.errno}".encode()
