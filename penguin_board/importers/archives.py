"""Members of zip archives, read in memory: nothing is unpacked, so no name is ever a path."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any

from penguin_board.importers.json_tokens import Data
from penguin_board.problems import Problem

MAX_MEMBER = 64 * 2**20
MAX_TOTAL = 2**30
# Compressed text of a log is a tenth of it or more; a bomb is a thousandth.
MAX_RATIO = 500
_FEW = 2**20


class _Bytes(io.RawIOBase):
    """A mapped file as a file object, without a copy of it."""

    def __init__(self, data: Data) -> None:
        self._data = data
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: len(self._data)}
        if start[whence] + offset < 0:
            raise ValueError("before the beginning")
        self._position = start[whence] + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        part = self._data[self._position : self._position + len(buffer)]
        buffer[: len(part)] = part
        self._position += len(part)
        return len(part)


class Archive:
    """A zip archive; ``problems`` are those found so far."""

    def __init__(self, data: Data, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self._total = 0
        self._file: zipfile.ZipFile | None = None
        try:
            self._file = zipfile.ZipFile(_Bytes(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            self._refuse(f"is no zip archive that can be read: {error}")

    def names(self) -> Sequence[str]:
        """The names of the members, as they stand in the archive."""
        return sorted(self._file.namelist()) if self._file else []

    def member(self, name: str) -> bytes | None:
        """A member's bytes; None, with a problem where it cannot be read, when there is none."""
        if self._file is None or name not in self._file.namelist():
            return None
        info = self._file.getinfo(name)
        if info.file_size > max(_FEW, MAX_RATIO * info.compress_size):
            self._refuse(f'"{name}" is {info.file_size} bytes, which is no honest size')
            return None
        try:
            with self._file.open(info) as member:
                data = member.read(MAX_MEMBER + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
        ) as error:
            self._refuse(f'"{name}" cannot be read: {error}')
            return None
        self._total += len(data)
        if len(data) > MAX_MEMBER or self._total > MAX_TOTAL:
            self._refuse(f'"{name}" makes more than is read of an archive')
            return None
        return data

    def _refuse(self, message: str) -> None:
        self.problems.append(Problem(path=self.path, code="archive", message=message))
