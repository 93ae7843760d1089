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
Words = npt.NDArray[np.uint64]

_HALF = np.uint64(32)


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
    for words in _block_words(seed, n, block, rows, stratum):
        yield _positions(words >> _HALF)


def count_blocks(
    seed: int, n: int, b: int, block_bytes: int, stratum: str | None = None
) -> Iterator[tuple[int, Floats]]:
    """How often each unit is drawn in the replicates 0 to b - 1, in steps.

    Fewer replicates are a prefix of more. Steps are as large as ``block_bytes`` allows; at the
    least, one replicate.

    Yields:
        The number of the first replicate, and the counts of shape (replicates, n), which are
        overwritten by the next step.
    """
    rows = max(1, min(b, block_bytes // (8 * n)))
    drawn_rows = min(rows, BLOCK)
    words = np.empty((rows, n), dtype=np.uint64)
    counts = np.empty((rows, n))
    own = n * np.arange(rows, dtype=np.int64)[:, None]
    start = filled = 0
    for block in range(-(-b // BLOCK)):
        for fresh in _block_words(seed, n, block, drawn_rows, stratum):
            wanted = fresh[: b - start - filled]
            np.right_shift(wanted, _HALF, out=words[filled : filled + len(wanted)])
            filled += len(wanted)
            done = start + filled >= b
            if done or filled + drawn_rows > rows:
                places = _positions(words[:filled])
                places += own[:filled]
                tally = np.bincount(places.ravel(), minlength=places.size)
                counts[:filled] = tally.reshape(places.shape)
                yield start, counts[:filled]
                start, filled = start + filled, 0
            if done:
                return


def _block_words(seed: int, n: int, block: int, rows: int, stratum: str | None) -> Iterator[Words]:
    """The random words of one block, of shape (up to ``rows``, n)."""
    words = [seed & 0xFFFFFFFF, seed >> 32, n, block]
    if stratum is not None:
        words.append(zlib.crc32(stratum.encode("utf-8")))
    # An array of words below 2**32: SeedSequence splits larger numbers, which would collide.
    entropy = np.random.SeedSequence(np.array(words, dtype=np.uint32))
    generator = np.random.PCG64(entropy)
    for start in range(0, BLOCK, rows):
        count = min(rows, BLOCK - start)
        yield generator.random_raw(count * n).reshape(count, n)


def _positions(halves: Words) -> Integers:
    """Positions from 0 to n - 1, from the upper half of each word, in place; shape (rows, n)."""
    halves *= np.uint64(halves.shape[1])
    halves >>= _HALF
    return halves.view(np.int64)
