"""The seeds of many blocks at once: what numpy's SeedSequence makes of them one after the other.

Its mixing, O'Neill's ``seed_seq_fe128``, is fixed for ever: the streams of its generators rest on
it. There are only products, sums and shifts of 32 bits, so an array takes the place of each word.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
from numpy.random.bit_generator import ISeedSequence

Words = npt.NDArray[np.uint64]
_HalfWords = npt.NDArray[np.uint32]

_MASK: Final = 0xFFFFFFFF
_POOL: Final = 4
# The constant of the first hash, and what makes each further one of it.
_HASHES_IN: Final = (0x43B0D7E5, 0x931E8875)
_HASHES_OUT: Final = (0x8B51F9DD, 0x58F38DED)
_MIX_ONE: Final = np.uint32(0xCA01F9DD)
_MIX_OTHER: Final = np.uint32(0x4973F715)
_SHIFT: Final = np.uint32(16)


def block_seeds(seed: int, n: int, blocks: Sequence[int], stratum: str | None) -> Words:
    """What seeds the generators of these blocks (rule PB1), shape (blocks, 4)."""
    words: list[int | Sequence[int]] = [[seed & _MASK], [seed >> 32], [n], blocks]
    if stratum is not None:
        words.append([zlib.crc32(stratum.encode("utf-8"))])
    pool = _mixed([np.array(word, dtype=np.uint32) for word in words])
    hashed = _Hashes(*_HASHES_OUT)
    halves = np.stack([hashed(pool[place % _POOL]) for place in range(8)], axis=1)
    return halves[:, ::2] | halves[:, 1::2].astype(np.uint64) << np.uint64(32)


def seeded(words: Words) -> np.random.PCG64:
    """The generator that these four words seed."""
    # Any ISeedSequence will do; numpy's types leave it out.
    return np.random.PCG64(cast(np.random.SeedSequence, _Known(words)))


class _Known(ISeedSequence):
    """A seed sequence whose words are known."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> Words:  # noqa: ARG002
        """The words; PCG64 asks for four of 64 bits."""
        return self._words


class _Hashes:
    """Hashes words, with another constant each time, whatever the words."""

    def __init__(self, constant: int, factor: int) -> None:
        self._constant = constant
        self._factor = factor

    def __call__(self, words: _HalfWords) -> _HalfWords:
        hashed = words ^ np.uint32(self._constant)
        self._constant = self._constant * self._factor & _MASK
        hashed *= np.uint32(self._constant)
        hashed ^= hashed >> _SHIFT
        return hashed


def _mixed(entropy: Sequence[_HalfWords]) -> list[_HalfWords]:
    """The pool of four words that so many words of entropy, four or more, are mixed into."""
    hashed = _Hashes(*_HASHES_IN)
    pool = [hashed(words) for words in entropy[:_POOL]]
    for source in range(_POOL):
        for place in range(_POOL):
            if place != source:
                pool[place] = _mix(pool[place], hashed(pool[source]))
    for words in entropy[_POOL:]:
        pool = [_mix(mixed, hashed(words)) for mixed in pool]
    return pool


def _mix(one: _HalfWords, other: _HalfWords) -> _HalfWords:
    mixed = one * _MIX_ONE - other * _MIX_OTHER
    mixed ^= mixed >> _SHIFT
    return mixed
