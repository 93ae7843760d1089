"""Writes files that do not exist yet: all of them or none, and over nothing that is there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath


class CannotStart(Exception):
    """A command that makes new files cannot; the message says why and what to do."""


def write_new_files(root: Path, files: Mapping[str, str]) -> None:
    """Write ``files`` by their paths below ``root``, and the folders that they need.

    Raises CannotStart, with every path that is in the way, before anything is written. When
    writing fails half-way, what was written is removed again.
    """
    taken = sorted({path for name in files for path in _in_the_way(root, name)})
    if taken:
        raise CannotStart(f"nothing was written, this is there already: {', '.join(taken)}")
    made: list[Path] = []
    try:
        for name, text in files.items():
            _make_folder(root.joinpath(*PurePosixPath(name).parts[:-1]), made)
            path = root / name
            with path.open("xb") as file:
                made.append(path)
                file.write(text.encode())
    except BaseException as error:
        _remove(made)
        if isinstance(error, OSError):
            reason = error.strerror or str(error)
            raise CannotStart(f"{error.filename or root}: cannot be written: {reason}") from None
        raise


def _in_the_way(root: Path, name: str) -> Iterator[str]:
    """The file itself, or what stands where one of its folders would."""
    parts = PurePosixPath(name).parts
    for depth in range(1, len(parts)):
        folder = root.joinpath(*parts[:depth])
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            yield f"{'/'.join(parts[:depth])} (a link or a file where a folder is needed)"
            return
    if os.path.lexists(root / name):
        yield name


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir()
        made.append(path)


def _remove(made: list[Path]) -> None:
    for path in reversed(made):
        with contextlib.suppress(OSError):
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
