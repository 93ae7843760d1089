"""Seeds and counts of many blocks at once, against SeedSequence and PCG64 one by one."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.stats.block_seeds import block_seeds, seeded
from penguin_board.stats.resample import BLOCK, count_blocks

SEEDS = st.one_of(
    st.sampled_from([0, 1, 2**32 - 1, 2**32, 2**32 + 1, 2**64 - 1]),
    st.integers(0, 2**64 - 1),
)


def numpys_own(seed: int, n: int, block: int, stratum: str | None) -> np.random.SeedSequence:
    """As the rule PB1 writes it."""
    words = [seed & 0xFFFFFFFF, seed >> 32, n, block]
    if stratum is not None:
        words.append(zlib.crc32(stratum.encode()))
    return np.random.SeedSequence(np.array(words, dtype=np.uint32))


@given(
    seed=SEEDS,
    n=st.integers(1, 2**32 - 1),
    blocks=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=9),
    stratum=st.none() | st.text(st.characters(exclude_categories=["Cs"])),
)
def test_they_are_those_of_numpy(seed: int, n: int, blocks: list[int], stratum: str | None) -> None:
    found = block_seeds(seed, n, blocks, stratum)
    own = [numpys_own(seed, n, block, stratum) for block in blocks]
    assert found.tolist() == [each.generate_state(4, np.uint64).tolist() for each in own]
    for words, each in zip(found, own, strict=True):
        expected = np.random.PCG64(each).random_raw(5)
        assert seeded(words).random_raw(5).tolist() == expected.tolist()


@pytest.mark.parametrize("stratum", [None, "bench"])
def test_a_block_has_the_same_seed_alone_and_among_others(stratum: str | None) -> None:
    together = block_seeds(7, 50, range(79), stratum)
    assert len({tuple(words) for words in together.tolist()}) == 79
    for block in (0, 1, 78):
        assert block_seeds(7, 50, [block], stratum).tolist() == [together[block].tolist()]


@pytest.mark.parametrize("block_bytes", [1, 8 * 7 * 50, 8 * 7 * 128, 8 * 7 * 300, 10**6])
@pytest.mark.parametrize("b", [1, 127, 128, 129, 500])
def test_counts_are_those_of_the_definition(b: int, block_bytes: int) -> None:
    n = 7
    expected: list[list[int]] = []
    for block in range(-(-b // BLOCK)):
        words = np.random.PCG64(numpys_own(3, n, block, "bench")).random_raw(BLOCK * n).tolist()
        drawn = [((word >> 32) * n) >> 32 for word in words]
        replicates = [drawn[begin : begin + n] for begin in range(0, BLOCK * n, n)]
        expected += [[replicate.count(unit) for unit in range(n)] for replicate in replicates]
    found: list[list[int]] = []
    for start, counts in count_blocks(3, n, b, block_bytes, "bench"):
        assert start == len(found)
        assert counts.size <= max(n, block_bytes // 8)
        found += counts.tolist()
    assert found == expected[:b]
