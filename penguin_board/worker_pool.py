"""Processes that share work; where one of them dies the others, and the work, end too."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing.connection import wait
from typing import Any, TypeVar

Result = TypeVar("Result")

# What a process works with, from its start on.
_AT_WORK: dict[str, Callable[[str], Any]] = {}


def shared_results(
    start: Callable[[], Callable[[str], Result]], jobs: Sequence[str], workers: int
) -> Iterator[tuple[str, Result]]:
    """Each job with its result, in the order in which they are done.

    ``start`` makes what does a job, once in each process. Raises what a job
    raises, or BrokenProcessPool where a process was killed.
    """
    gc.freeze()
    context = multiprocessing.get_context(start_method())
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(start,))
    try:
        futures: dict[Future[Result], str] = {pool.submit(_work, job): job for job in jobs}
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()


def start_method() -> str | None:
    """How processes start: forked where that is safe, for they share what is loaded by then."""
    return "fork" if sys.platform == "linux" else None


def _start(start: Callable[[], Callable[[str], Any]]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C is told by the process that waits
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _AT_WORK["job"] = start()


def _work(job: str) -> Any:
    return _AT_WORK["job"](job)


def _end_with_parent() -> None:
    """Nobody is left to put the site in place when the process that started this one is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        with contextlib.suppress(OSError):
            wait([parent.sentinel])
        os._exit(1)
