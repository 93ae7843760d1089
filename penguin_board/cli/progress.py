"""How far a long command is, on a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator

# Work that is over sooner needs no word.
_PATIENCE = 2.0


@contextlib.contextmanager
def counter(what: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with how many are done, and of how many; it writes after two seconds.

    ``12 of 20 leaderboards`` stands on standard error while the work goes on, and only where that
    is a terminal.
    """
    begin = time.monotonic()
    stream = sys.stderr
    shown = False

    def show(done: int, total: int) -> None:
        nonlocal shown
        if stream.isatty() and time.monotonic() - begin > _PATIENCE:
            stream.write(f"\r\x1b[K{done} of {total} {what}")
            stream.flush()
            shown = True

    try:
        yield show
    finally:
        if shown:
            stream.write("\r\x1b[K")
            stream.flush()
