"""The same work for many leaderboards, in one process or several; results do not tell which."""

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
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import Any, TypeVar

Result = TypeVar("Result")

# Below this a second process costs more than it saves.
_BYTES_WORTH_SHARING = 2_000_000
# What a process works with, from its start on.
_AT_WORK: dict[str, Callable[[str], Any]] = {}


class WorkerLost(Exception):
    """A process of a build ended before its work did; the message says what may help."""


def usual_workers(n_jobs: int, n_bytes: int) -> int:
    """How many processes to use: one a core, none without a job, one for little work."""
    if n_bytes < _BYTES_WORTH_SHARING:
        return 1
    cores = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return max(1, min(cores, n_jobs))


def results_of(
    start: Callable[[], Callable[[str], Result]], jobs: Sequence[str], workers: int
) -> Iterator[tuple[str, Result]]:
    """Each job with its result, in the order in which they are done; the first begin first.

    ``start`` makes what does a job, once in each process. Raises what a job raises, or WorkerLost.
    """
    if workers < 2 or len(jobs) < 2:
        work = start()
        yield from ((job, work(job)) for job in jobs)
        return
    # What is loaded by now is shared with a forked process; elsewhere each loads it again.
    method = "fork" if sys.platform == "linux" else None
    gc.freeze()
    pool = ProcessPoolExecutor(
        workers, multiprocessing.get_context(method), initializer=_start, initargs=(start,)
    )
    try:
        futures: dict[Future[Result], str] = {pool.submit(_work, job): job for job in jobs}
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BrokenProcessPool as error:
        message = "a process of the build was ended from outside, perhaps for want of memory"
        raise WorkerLost(f"{message} (--jobs 1 needs the least)") from error
    finally:
        pool.shutdown(cancel_futures=True)
        gc.unfreeze()


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
