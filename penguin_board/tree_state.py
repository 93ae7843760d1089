"""Whether the files of a leaderboard are those of an earlier build.

Two keys tell: one of names, sizes and times, which is quick; one of the content, which decides
wherever the first is another (a fresh checkout has other times).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# A file that changed so shortly before it was looked at may change again within one tick of its
# file system's clock (2 s on FAT), with the same times.
_SETTLED_NS = 2_000_000_000
_CHUNK = 1 << 20
_READ = (".yaml", ".yml", ".parquet")

_File = tuple[str, str, os.stat_result]


@dataclass(frozen=True, slots=True)
class FileState:
    """Files as they are on the disk.

    ``key`` is made of their names, sizes and times; ``is_settled`` says that they cannot change
    without it; ``n_bytes`` is their size.
    """

    key: str
    is_settled: bool
    n_bytes: int


def board_state(root: Path, name: str) -> FileState:
    """The state of a leaderboard's files, without reading them."""
    return _state(_board_files(root, name))


def board_content(root: Path, name: str) -> str:
    """A key of what a leaderboard's files hold; of files that no command reads, the names only."""
    return content_key(_board_files(root, name))


def folder_content(folder: Path) -> str:
    """The same of all files below a folder; one for a folder that is not there."""
    return content_key(_files(str(folder), ""), all_files=True)


def files_state(folder: Path, paths: Iterator[str]) -> FileState | None:
    """The state of the named files below ``folder``; None when one of them is missing."""
    try:
        return _state((f"{folder}/{path}", path, os.lstat(f"{folder}/{path}")) for path in paths)
    except OSError:
        return None


def _board_files(root: Path, name: str) -> Iterator[_File]:
    for top in ("leaderboards", "experiments"):
        yield from _files(f"{root}{os.sep}{top}{os.sep}{name}", f"{top}/{name}")


def _files(place: str, shown: str) -> Iterator[_File]:
    """Everything below a folder, folders too, in the order of names; no link is followed."""
    try:
        with os.scandir(place) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        path = f"{shown}/{entry.name}"
        with contextlib.suppress(FileNotFoundError):  # gone since the folder was listed
            yield entry.path, path, entry.stat(follow_symlinks=False)
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path, path)


def _state(files: Iterator[_File]) -> FileState:
    found = hashlib.sha256()
    newest = total = 0
    for _, path, status in files:
        changed, modified, size = status.st_ctime_ns, status.st_mtime_ns, status.st_size
        line = f"{path}\0{status.st_mode} {size} {modified} {changed} {status.st_ino}\n"
        found.update(line.encode("utf-8", "surrogateescape"))
        newest = max(newest, changed, modified)
        total += size
    return FileState(found.hexdigest(), newest < time.time_ns() - _SETTLED_NS, total)


def content_key(files: Iterator[_File], *, all_files: bool = False) -> str:
    """A key of paths and contents."""
    found = hashlib.sha256()
    for place, path, status in files:
        found.update(f"{path}\0{stat.S_IFMT(status.st_mode)}\0".encode("utf-8", "surrogateescape"))
        if stat.S_ISLNK(status.st_mode):
            found.update(os.fsencode(os.readlink(place)))  # noqa: PTH115
        elif stat.S_ISREG(status.st_mode) and (all_files or path.endswith(_READ)):
            found.update(_digest(place))
    return found.hexdigest()


def _digest(place: str) -> bytes:
    """The sha256 of a file; of one that cannot be read, the reason."""
    try:
        descriptor = os.open(place, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except OSError as error:
        return repr(error.errno).encode()
    found = hashlib.sha256()
    try:
        # A file object and its buffer would take as long as the reading.
        size = os.fstat(descriptor).st_size
        while data := os.read(descriptor, min(size + 1, _CHUNK)):
            found.update(data)
    except OSError as error:
        return repr(error.errno).encode()
    finally:
        os.close(descriptor)
    return found.digest()
