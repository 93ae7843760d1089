"""Values of a function that are looked up for thousands of cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Known(dict[Key, Value]):
    """What a function gives for each key that it was asked for; ``known[key]`` asks it once.

    To map ``known.__getitem__`` takes half the time of a function in ``functools.cache``.
    """

    def __init__(self, function: Callable[[Key], Value]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, key: Key) -> Value:
        """Ask the function."""
        self[key] = value = self._function(key)
        return value
