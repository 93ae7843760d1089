"""Task weights on a scale of their own: scaling all of them changes no bit (A8)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from penguin_board.stats.resample import Floats, Integers


class TaskWeights:
    """Weights of all tasks, given for any set of tasks as shares of the largest among them.

    Weights are read as the decimals that they are written as, to 15 digits: 0.3 is 3/10, and ten
    times as much is 3. So equal weights are all exactly 1, and weights times 10 are the same.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        exact = {weight: Fraction(f"{weight:.15g}") for weight in set(weights)}
        self._ascending = sorted(set(exact.values()))
        place = {value: index for index, value in enumerate(self._ascending)}
        self._codes = np.array([place[exact[weight]] for weight in weights], dtype=np.int64)
        above = np.array([value > 0 for value in self._ascending], dtype=np.bool_)
        self._positive: npt.NDArray[np.bool_] = above[self._codes]
        self._shares: dict[int, Floats] = {}

    @property
    def positive(self) -> npt.NDArray[np.bool_]:
        """Which tasks have a weight above 0; the others are left out."""
        return self._positive

    def shares(self, tasks: Integers) -> Floats:
        """The weights of ``tasks`` divided by the largest of them, shape (tasks,)."""
        codes = self._codes[tasks]
        if not len(codes):
            return np.empty(0)
        largest = int(codes.max())
        if largest not in self._shares:
            top = self._ascending[largest]
            shares = [float(value / top) for value in self._ascending[: largest + 1]]
            self._shares[largest] = np.array(shares)
        return self._shares[largest][codes]
