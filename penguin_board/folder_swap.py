"""Two things that the standard library lacks: a lock that dies with its holder, and an exchange.

A folder is locked while a process holds it open; nothing is left behind when the process is
killed. Two folders change places in one step where the system can do that (Linux, macOS).
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where two builds at once are not told apart
    fcntl = None  # type: ignore[assignment]

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


def lock_folder(folder: Path) -> int | None:
    """Make ``folder`` and lock it; returns what to close, None where another process has it.

    Children that a process forks share its lock.
    """
    while True:
        folder.mkdir(mode=0o700, exist_ok=True)
        if fcntl is None:
            return os.open(os.devnull, os.O_RDONLY)
        descriptor = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return None
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(descriptor), folder.lstat()):
                return descriptor
        os.close(descriptor)  # its last holder has removed it meanwhile


def swap_folders(new: Path, target: Path, aside: Path) -> None:
    """Put ``new`` in the place of ``target``, which may not exist yet.

    What was there is then at ``new`` or at ``aside``. Where the system cannot exchange two folders
    in one step there is an instant without ``target``; on failure it is back.
    """
    if not os.path.lexists(target):
        new.rename(target)
        return
    if _exchange(new, target):
        return
    target.rename(aside)
    try:
        new.rename(target)
    except BaseException:
        aside.rename(target)
        raise


def _exchange(one: Path, other: Path) -> bool:
    """Whether the two have changed places."""
    import ctypes  # noqa: PLC0415  -- most commands never come here

    library = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None
    names = (os.fsencode(one), os.fsencode(other))
    if sys.platform == "darwin" and hasattr(library, "renamex_np"):
        return bool(library.renamex_np(*names, _EXCHANGE) == 0)
    if library is not None and hasattr(library, "renameat2"):
        first, second = names
        done = library.renameat2(_AT_FDCWD, first, _AT_FDCWD, second, _EXCHANGE)
        return bool(done == 0)
    return False
