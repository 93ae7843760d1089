"""Finds the files of an import below the given paths and reads them, in sorted order."""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from penguin_board.importers.contract import COMMAND_LINE, LeftOut, SourceFile
from penguin_board.importers.json_tokens import Data
from penguin_board.located_yaml import MAX_BYTES
from penguin_board.problems import Problem

# Larger files are mapped, not read: what is looked at takes memory, and only for as long.
_MAPPED = 2**20
_MAX_MAPPED = 2**36
_WHOLE = (".yaml", ".yml")

Found = tuple[list[SourceFile], list[LeftOut], list[Problem]]


def read_source_files(paths: Sequence[Path], wants: Callable[[str], bool]) -> Found:
    """The wanted files below ``paths``, what was passed over, and what could not be read.

    A path that was named itself is followed where it is a symbolic link; those below it are not.
    """
    files: list[SourceFile] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = []
    seen: set[str] = set()
    for given in paths:
        for path in _candidates(given, problems):
            shown = path.as_posix()
            identity = os.path.realpath(path)
            if identity in seen:
                continue
            seen.add(identity)
            if path != given and path.is_symlink():
                if wants(shown):
                    left_out.append(LeftOut(path=shown, reason="a symbolic link"))
            elif wants(shown):
                _read(path, shown, files, problems)
            elif path == given:
                message = "is not a file of this format by its name and folder"
                problems.append(Problem(path=shown, code="not-wanted", message=message))
    return files, left_out, problems


def _candidates(given: Path, problems: list[Problem]) -> Iterator[Path]:
    """The path itself, or every file below it; hidden folders such as ``.git`` are not entered."""
    if not given.is_dir():
        yield given
        return

    def cannot_list(error: OSError) -> None:
        problems.append(_unreadable(str(error.filename), error))

    for folder, folders, names in os.walk(given, onerror=cannot_list):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(names))


def _read(path: Path, shown: str, files: list[SourceFile], problems: list[Problem]) -> None:
    try:
        shown.encode()
    except UnicodeEncodeError:
        message = "the file's name is not UTF-8"
        problems.append(Problem(path=COMMAND_LINE, key=shown, code="not-utf-8", message=message))
        return
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            problems.append(Problem(path=shown, code="not-a-file", message="is not a regular file"))
            return
        limit = MAX_BYTES if shown.endswith(_WHOLE) else _MAX_MAPPED
        if status.st_size > limit:
            message = f"is {status.st_size} bytes, at most {limit} are read"
            problems.append(Problem(path=shown, code="too-large", message=message))
        else:
            data = _data(path, status.st_size)
            files.append(SourceFile(path=shown, data=data, whole_path=path.absolute().as_posix()))
    except OSError as error:
        problems.append(_unreadable(shown, error))


def _data(path: Path, size: int) -> Data:
    if size < _MAPPED:
        return path.read_bytes()
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _unreadable(shown: str, error: OSError) -> Problem:
    message = f"cannot be read: {error.strerror or error}"
    return Problem(path=shown, code="unreadable", message=message)
