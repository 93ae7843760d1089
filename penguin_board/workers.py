"""The same work for many leaderboards, in one process or several; results do not tell which."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Result = TypeVar("Result")

# Below this a second process costs more than it saves.
_BYTES_WORTH_SHARING = 4_000_000


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
    # They take time to load, and most commands do without.
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    from penguin_board.worker_pool import shared_results  # noqa: PLC0415

    try:
        yield from shared_results(start, jobs, workers)
    except BrokenProcessPool as error:
        message = "a process of the build was ended from outside, perhaps for want of memory"
        raise WorkerLost(f"{message} (--jobs 1 needs the least)") from error
