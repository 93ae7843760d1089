"""Bootstrap resamples that depend on the seed and the number of units alone (rule PB1).

Not on ids, other models, chunk sizes, threads or the version of numpy: the words come from
PCG64, whose stream numpy keeps stable, and not from a Generator method, whose stream it does not.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

# Replicates that share one generator: part of the definition, not a tuning knob.
BLOCK = 128

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


def block_rows(
    seed: int, n: int, block: int, rows: int = BLOCK, stratum: str | None = None
) -> Iterator[Integers]:
    """The draws of one block of 128 replicates, ``rows`` replicates at a time.

    Args:
        seed: From 0 to 2**64 - 1.
        n: Number of units, below 2**32.
        block: Number of the block, from 0.
        rows: Replicates a step, 1 to 128.
        stratum: Id of the stratum; strata of equal size must not share draws (B11).

    Yields:
        Positions of the drawn units, 0 to n - 1, of shape (replicates, n).
    """
    words = [seed & 0xFFFFFFFF, seed >> 32, n, block]
    if stratum is not None:
        words.append(zlib.crc32(stratum.encode("utf-8")))
    generator = np.random.PCG64(np.random.SeedSequence(words))
    for start in range(0, BLOCK, rows):
        count = min(rows, BLOCK - start)
        # Four words below 2**32: SeedSequence splits larger ones, which would collide.
        words64 = generator.random_raw(count * n)
        words64 >>= np.uint64(32)
        words64 *= np.uint64(n)
        words64 >>= np.uint64(32)
        yield words64.view(np.int64).reshape(count, n)


def count_blocks(
    seed: int, n: int, b: int, block_bytes: int, stratum: str | None = None
) -> Iterator[tuple[int, Floats]]:
    """How often each unit is drawn in the replicates 0 to b - 1, in steps.

    Fewer replicates are a prefix of more. Steps are as large as ``block_bytes`` allows, for a few
    large matrix products are much faster than many small ones; at the least, one replicate.

    Yields:
        The number of the first replicate, and the counts of shape (replicates, n), which are
        overwritten by the next step.
    """
    rows = max(1, min(b, block_bytes // (8 * n)))
    drawn_rows = min(rows, BLOCK)
    counts = np.empty((rows, n))
    start = filled = 0
    for block in range(-(-b // BLOCK)):
        for drawn in block_rows(seed, n, block, drawn_rows, stratum):
            wanted = drawn[: b - start - filled]
            wanted += n * np.arange(len(wanted), dtype=np.int64)[:, None]
            tally = np.bincount(wanted.ravel(), minlength=wanted.size)
            counts[filled : filled + len(wanted)] = tally.reshape(wanted.shape)
            filled += len(wanted)
            done = start + filled >= b
            if done or filled + drawn_rows > rows:
                yield start, counts[:filled]
                start, filled = start + filled, 0
            if done:
                return
