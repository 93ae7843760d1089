"""Listed folders and the bytes of their files; no symbolic link is followed."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache, partial
from pathlib import Path

from penguin_board.located_yaml import (
    MAX_BYTES,
    Document,
    flat_document,
    lines_of,
    read_document,
)
from penguin_board.problems import Problem

NO_LINKS = "is a symbolic link, links are not followed"

_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)

# Most files have no more bytes, and nobody needs to ask for their size.
_FEW = 2**13

# What shows that the files of a folder are those of an earlier look: name, size, times, number.
Stamp = tuple[tuple[str | int, ...], ...]


class Folder:
    """One listed folder: its entries by name, and whether each is a link, a folder or a file."""

    def __init__(self, path: Path | str, shown: str, *, exists: bool | None = None) -> None:
        """List the folder at ``path``; ``exists`` saves a look where the caller knows it."""
        self.shown = shown
        self._place = str(path)
        self._entries: dict[str, os.DirEntry[str]] = {}
        self._children: dict[str, Folder] = {}
        self._alike: dict[str, str] | None = None
        self.exists = _is_folder(Path(path)) if exists is None else exists
        if self.exists:
            self._entries = {entry.name: entry for entry in os.scandir(self._place)}

    @property
    def path(self) -> Path:
        """Where the folder is on the disk."""
        return Path(self._place)

    def folders(self) -> list[str]:
        """Names of the folders and links in order; a leading dot hides a name."""
        return sorted(
            name
            for name, entry in self._entries.items()
            if not name.startswith(".") and (entry.is_symlink() or entry.is_dir())
        )

    def names(self) -> Iterable[str]:
        """All names."""
        return self._entries

    def only_case_differs(self, name: str) -> str | None:
        """Another name that differs from ``name`` only in case, if there is one."""
        if self._alike is None:
            self._alike = _alike_but_for_case(self._entries)
        return self._alike.get(name)

    def is_link(self, name: str) -> bool:
        """Whether ``name`` is a symbolic link."""
        return name in self._entries and self._entries[name].is_symlink()

    def has_folder(self, name: str) -> bool:
        """Whether ``name`` is a real folder."""
        return name in self._entries and self._entries[name].is_dir(follow_symlinks=False)

    def stamp(self) -> Stamp:
        """What is there, in the order of names, without reading a file."""
        found: list[tuple[str | int, ...]] = []
        for name, entry in self._entries.items():
            with contextlib.suppress(FileNotFoundError):  # gone since the folder was listed
                stat = entry.stat(follow_symlinks=False)
                times = (stat.st_mtime_ns, stat.st_ctime_ns)
                found.append((name, stat.st_mode, stat.st_ino, stat.st_size, *times))
        return tuple(sorted(found))

    def child(self, name: str) -> Folder:
        """The folder ``name`` in this one, listed once."""
        if name not in self._children:
            place, shown = f"{self._place}{os.sep}{name}", f"{self.shown}/{name}"
            self._children[name] = Folder(place, shown, exists=self.has_folder(name))
        return self._children[name]

    def read(self, name: str) -> Document:
        """The YAML file ``name``, which exists; a link or a device is a problem of the document."""
        return self.document(name, self.data(name))

    def document(self, name: str, data: bytes | Problem) -> Document:
        """The YAML file ``name``, whose ``data`` is read already, or cannot be."""
        shown = f"{self.shown}/{name}"
        if isinstance(data, Problem):
            return Document(shown, None, (data,))
        return flat_document(data, shown) or read_document(data, shown)

    def data(self, name: str) -> bytes | Problem:
        """The bytes of the file ``name``, which exists, or why they are not read."""
        if not self._entries[name].is_file(follow_symlinks=False):
            if self.is_link(name):
                return self._unread(name, "link", NO_LINKS)
            return self._unread(name, "not-a-file", "is not a file")
        try:
            return _read_bytes(f"{self._place}{os.sep}{name}")
        except OSError as error:
            return self._unread(name, "unreadable", f"cannot be read: {error.strerror}")

    def _unread(self, name: str, code: str, message: str) -> Problem:
        return Problem(path=f"{self.shown}/{name}", code=code, message=message)


def _is_folder(path: Path) -> bool:
    """Whether there is a real folder, not a link to one."""
    return path.is_dir() and not path.is_symlink()


def _alike_but_for_case(names: Collection[str]) -> dict[str, str]:
    """Another name by each that differs from it only in case."""
    if len(set(map(str.casefold, names))) == len(names):
        return {}
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(name.casefold(), []).append(name)
    return {
        name: next(other for other in group if other != name)
        for group in groups.values()
        if len(group) > 1
        for name in group
    }


def _read_bytes(path: str | Path) -> bytes:
    """The file's bytes, at most one more than the reader accepts; never through a link."""
    descriptor = os.open(path, _READ)
    try:
        data, most = os.read(descriptor, _FEW), _FEW
        if len(data) == _FEW:
            most = min(os.fstat(descriptor).st_size, MAX_BYTES) + 1
        while len(data) < most and (more := os.read(descriptor, most - len(data))):
            data += more
        return data
    finally:
        os.close(descriptor)


def source_line(root: Path) -> Callable[[str, int], str | None]:
    """A function that gives a line of a file of the tree, None where there is none."""
    lines_of_file = lru_cache(maxsize=1)(partial(_lines, root))  # problems come file by file

    def line_of(path: str, line: int) -> str | None:
        lines = lines_of_file(path)
        return lines[line - 1] if line <= len(lines) else None

    return line_of


def _lines(root: Path, path: str) -> list[str]:
    """The lines of a file of the tree; none of what is not a file of text."""
    file = root / path
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            return []
        data = _read_bytes(file)
    except OSError:
        return []
    # A file with a zero in it is no text, as Parquet.
    return [] if b"\0" in data else lines_of(data.decode("utf-8-sig", "replace"))
