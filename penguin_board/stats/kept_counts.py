"""Counts of resamples that a process keeps: boards often share a benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from penguin_board.stats.resample import Counts, Floats, count_blocks, step_rows

# All that is kept together; a benchmark of 500 tasks takes 5 MB with 10,000 resamples.
_MOST_BYTES = 16 * 2**20


class Resamples(NamedTuple):
    """Which resamples: ``b`` of ``n`` units of a stratum, by a seed."""

    seed: int
    n: int
    b: int
    stratum: str | None


_kept: dict[Resamples, Counts] = {}


def kept_count_blocks(what: Resamples, block_bytes: int) -> Iterator[tuple[int, Floats]]:
    """The counts of :func:`count_blocks`, from memory where they were drawn lately.

    They are overwritten by the next step.
    """
    rows = step_rows(what.n, what.b, block_bytes)
    counts = np.empty((rows, what.n))
    for start, drawn in _whole_counts(what, rows, block_bytes):
        step = counts[: len(drawn)]
        step[...] = drawn
        yield start, step


def _whole_counts(what: Resamples, rows: int, block_bytes: int) -> Iterator[tuple[int, Counts]]:
    known = _kept.pop(what, None)
    if known is not None:
        _kept[what] = known
        for start in range(0, what.b, rows):
            yield start, known[start : start + rows]
        return
    fits = what.b * what.n <= _MOST_BYTES // 2
    fresh = np.empty((what.b, what.n) if fits else (0, 0), dtype=np.uint8)
    for start, drawn in count_blocks(what.seed, what.n, what.b, block_bytes, what.stratum):
        if fits:
            fresh[start : start + len(drawn)] = drawn
        yield start, drawn
    if fits:
        _keep(what, fresh)


def _keep(what: Resamples, counts: Counts) -> None:
    """Keep the counts, and drop those that were not asked for the longest."""
    _kept[what] = counts
    total = sum(each.nbytes for each in list(_kept.values()))
    for oldest in list(_kept):
        if total <= _MOST_BYTES:
            break
        # Another thread may have dropped them.
        dropped = _kept.pop(oldest, None)
        total -= 0 if dropped is None else dropped.nbytes
