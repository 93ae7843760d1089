"""Texts as small numbers in the order of their code points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from penguin_board.stats.resample import Integers


def code_texts(texts: Sequence[str]) -> tuple[Integers, list[str]]:
    """For each text its position among the distinct ones, and those, ascending by code point."""
    names = sorted(set(texts))
    position = {name: index for index, name in enumerate(names)}
    codes = np.fromiter(map(position.__getitem__, texts), dtype=np.int64, count=len(texts))
    return codes, names
