"""Differences of many rows of matrices, and how often something is so in each row."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from penguin_board.stats.resample import Floats, Integers


def row_differences(rows: Floats, first: Integers, others: Floats, second: Integers) -> Floats:
    """Row ``first[k]`` of ``rows`` minus row ``second[k]`` of ``others``, for each k.

    Pairs mostly come in the order (0, 1), (0, 2), ..: a run of them is one subtraction of rows
    that lie together, so none is copied.
    """
    result = np.empty((len(first), rows.shape[1]))
    breaks = np.flatnonzero((np.diff(first) != 0) | (np.diff(second) != 1)) + 1
    begins = [0, *breaks.tolist()]
    for begin, end, one, other in zip(
        begins,
        [*begins[1:], len(first)],
        first[begins].tolist(),
        second[begins].tolist(),
        strict=True,
    ):
        np.subtract(rows[one], others[other : other + end - begin], out=result[begin:end])
    return result


def row_counts(chosen: npt.NDArray[np.bool_]) -> Integers:
    """How many are chosen in each row."""
    # numpy adds up small numbers much faster than large ones.
    small = np.min_scalar_type(chosen.shape[1])
    counts: Integers = chosen.sum(axis=1, dtype=small).astype(np.int64)
    return counts
