"""The same work on many pieces, a few at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def results_of(
    work: Callable[[Piece], Result], pieces: Iterator[Piece], threads: int
) -> Iterator[Result]:
    """``work`` of each piece, in the order of the pieces; at most 2 x threads wait at a time."""
    if threads < 2:
        yield from map(work, pieces)
        return
    waiting: deque[Future[Result]] = deque()
    with ThreadPoolExecutor(max_workers=threads) as pool:
        for piece in pieces:
            waiting.append(pool.submit(work, piece))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
