"""What a misspelt name may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str | None:
    """The known word most like ``word`` in any case, None when none is alike.

    ``cutoff`` says how alike, from 0 (any word) to 1 (the same word).
    """
    names = {name.casefold(): name for name in sorted(known)}
    matches = difflib.get_close_matches(word.casefold(), names, n=1, cutoff=cutoff)
    return names[matches[0]] if matches else None


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """``did you mean "x"?`` for the nearest known word; empty when none is alike."""
    match = nearest(word, known, cutoff)
    return f'did you mean "{match}"?' if match else ""


def near_miss(word: str, known: Iterable[str]) -> str | None:
    """The known word that ``word`` is one slip away from, if any.

    A slip is one letter added, left out, changed or swapped with its neighbour, or a difference
    of case or punctuation alone (``scoreMean``).
    """
    for candidate in known:
        if candidate != word and (_bare(word) == _bare(candidate) or _one_slip(word, candidate)):
            return candidate
    return None


def _bare(word: str) -> str:
    return "".join(char for char in word.casefold() if char.isalnum())


def _one_slip(first: str, second: str) -> bool:
    if abs(len(first) - len(second)) > 1:
        return False
    start = 0
    while start < min(len(first), len(second)) and first[start] == second[start]:
        start += 1
    left, right = first[start:], second[start:]
    return (
        left[1:] == right[1:]
        or left[1:] == right
        or left == right[1:]
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )
