"""Differences of many rows at once, and counts in each row, against one at a time."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.stats.row_pairs import row_counts, row_differences

PLACES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


@given(pairs=PLACES | st.just([(one, other) for one in range(5) for other in range(one + 1, 6)]))
def test_differences_are_those_of_each_pair(pairs: list[tuple[int, int]]) -> None:
    rows, others = np.random.default_rng(0).random((2, 6, 7))
    first, second = np.array(pairs).T
    found = row_differences(rows, first, others, second)
    expected = [rows[one] - others[other] for one, other in pairs]
    assert found.tolist() == [row.tolist() for row in expected]


@pytest.mark.parametrize("width", [1, 255, 256, 300, 65_535, 65_536, 70_000])
def test_counts_of_rows_of_any_width(width: int) -> None:
    chosen = np.ones((3, width), dtype=np.bool_)
    chosen[1, 0] = False
    chosen[2] = False
    assert row_counts(chosen).tolist() == [width, width - 1, 0]
