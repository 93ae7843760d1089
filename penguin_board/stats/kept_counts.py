"""Counts of resamples that a process keeps: boards often share a benchmark."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from penguin_board.stats.resample import Floats, count_blocks

# All that is kept together; a benchmark of 500 tasks takes 5 MB with 10,000 resamples.
_MOST_BYTES = 16 * 2**20


class Resamples(NamedTuple):
    """Which resamples: ``b`` of ``n`` units of a stratum, by a seed."""

    seed: int
    n: int
    b: int
    stratum: str | None


Bytes = npt.NDArray[np.uint8]
_kept: dict[Resamples, Bytes] = {}


def kept_count_blocks(what: Resamples, block_bytes: int) -> Iterator[tuple[int, Floats]]:
    """The same as :func:`count_blocks`, from memory where these counts were drawn lately."""
    counts = _kept.pop(what, None)
    if counts is not None:
        _kept[what] = counts
        rows = max(1, min(what.b, block_bytes // (8 * what.n)))
        for start in range(0, what.b, rows):
            yield start, counts[start : start + rows].astype(np.float64)
        return
    # A count above 255 has a probability of less than n/256!, which no float can hold.
    fits = what.b * what.n <= _MOST_BYTES // 2
    fresh = np.empty((what.b, what.n) if fits else (0, 0), dtype=np.uint8)
    for start, drawn in count_blocks(what.seed, what.n, what.b, block_bytes, what.stratum):
        if fits:
            fresh[start : start + len(drawn)] = drawn
        yield start, drawn
    if fits:
        _keep(what, fresh)


def _keep(what: Resamples, counts: Bytes) -> None:
    """Keep the counts, and drop those that were not asked for the longest."""
    _kept[what] = counts
    total = sum(each.nbytes for each in list(_kept.values()))
    for oldest in list(_kept):
        if total <= _MOST_BYTES:
            break
        # Another thread may have dropped them.
        dropped = _kept.pop(oldest, None)
        total -= 0 if dropped is None else dropped.nbytes
