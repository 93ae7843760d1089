"""Bootstrap resamples that depend on the seed and the number of units alone (rule PB1).

Not on ids, other models, chunk sizes, threads or the version of numpy: the words come from
PCG64, whose stream numpy keeps stable, and not from a Generator method, whose stream it does not.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from penguin_board.stats.block_seeds import Words, block_seeds, seeded

# Replicates that share one generator: part of the definition, not a tuning knob.
BLOCK = 128

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

Counts = npt.NDArray[np.uint8]

_HALF = np.uint64(32)
_ONE = np.uint8(1)


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
    (state,) = block_seeds(seed, n, [block], stratum)
    for words in _block_words(state, rows * n, n):
        places = words >> _HALF
        places *= np.uint64(n)
        places >>= _HALF
        yield places.view(np.int64).reshape(-1, n)


def count_blocks(
    seed: int, n: int, b: int, block_bytes: int, stratum: str | None = None
) -> Iterator[tuple[int, Counts]]:
    """How often each unit is drawn in the replicates 0 to b - 1, in steps.

    Fewer replicates are a prefix of more. Steps are as large as ``block_bytes`` allows; at the
    least, one replicate. A count above 255 has a probability of less than n/256!, which no float
    can hold.

    Yields:
        The number of the first replicate, and the counts of shape (replicates, n).
    """
    rows = step_rows(n, b, block_bytes)
    drawn = min(rows, BLOCK) * n
    words = np.empty(rows * n, dtype=np.uint64)
    # Where the counts of each replicate begin, in the upper half: added before the last shift.
    own = np.repeat(np.arange(rows, dtype=np.uint64) * np.uint64(n) << _HALF, n)
    begin = filled = 0
    for state in block_seeds(seed, n, range(-(-b // BLOCK)), stratum):
        for fresh in _block_words(state, drawn, n):
            wanted = fresh[: b * n - begin - filled]
            np.right_shift(wanted, _HALF, out=words[filled : filled + len(wanted)])
            filled += len(wanted)
            if begin + filled == b * n or filled + drawn > len(words):
                places = words[:filled]
                places *= np.uint64(n)
                places += own[:filled]
                places >>= _HALF
                counts = np.zeros(filled, dtype=np.uint8)
                np.add.at(counts, places.view(np.int64), _ONE)
                yield begin // n, counts.reshape(-1, n)
                begin, filled = begin + filled, 0
            if begin == b * n:
                return


def step_rows(n: int, b: int, block_bytes: int) -> int:
    """How many replicates of n units are drawn in a step: whole blocks where they fit."""
    # Places within a step are numbers of 32 bits.
    rows = max(1, min(b, block_bytes // (8 * n), 2**32 // n))
    return rows if rows < BLOCK else rows - rows % BLOCK


def _block_words(state: Words, size: int, n: int) -> Iterator[Words]:
    """The random words of the block that ``state`` seeds, ``size`` at a time."""
    words = seeded(state)
    for begin in range(0, BLOCK * n, size):
        yield words.random_raw(min(size, BLOCK * n - begin))
