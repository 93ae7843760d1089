"""Orders: competition ranks, natural order of task ids, Pareto frontiers (E12, W1, P1)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

Id = TypeVar("Id", bound=str)

_DIGITS = re.compile(r"([0-9]+)")


def rounded(value: float) -> float:
    """``value`` as it is compared: rounded to 12 decimals, so that equality is transitive (G2)."""
    return round(value, 12)


def competition_ranks(
    values: Mapping[Id, float | None], *, ascending: bool = False
) -> dict[Id, int | None]:
    """Ranks "1, 2, 2, 4" of values rounded to 12 decimals; None for an undefined value (E12).

    Higher is better unless ``ascending``. The order of ``values`` does not matter.
    """
    comparable = [rounded(value) for value in values.values() if value is not None]
    comparable.sort(reverse=not ascending)
    first: dict[float, int] = {}
    for position, value in enumerate(comparable, start=1):
        first.setdefault(value, position)
    return {
        name: None if value is None else first[rounded(value)] for name, value in values.items()
    }


def natural_key(text: str) -> tuple[tuple[tuple[int, int, str], ...], str]:
    """Sort key in which runs of digits count as numbers, with the plain text as tie-break (W1)."""
    parts: list[tuple[int, int, str]] = []
    for place, part in enumerate(_DIGITS.split(text)):  # what is no digit, then digits, in turn
        if place % 2:
            digits = part.lstrip("0")  # a number has no more of them than one that is greater
            parts.append((0, len(digits), digits))
        elif part:
            parts.append((1, 0, part))
    return tuple(parts), text


class Frontier(NamedTuple):
    """The split of a set of points: the frontier by resource, the others in natural order."""

    frontier: tuple[str, ...]
    dominated: tuple[str, ...]
    excluded: tuple[str, ...]


def pareto_frontier(
    points: Iterable[tuple[str, float | None, float | None]], *, ascending: bool = False
) -> Frontier:
    """The exact set of non-dominated points among ``(id, score, resource)`` (P1, P2).

    The score is maximised (minimised if ``ascending``), the resource minimised; equal points are
    all kept; values are compared to 12 significant digits. O(n log n).
    """
    sign = -1.0 if ascending else 1.0
    placed: list[tuple[float, float, str]] = []
    excluded: list[str] = []
    for name, score, resource in points:
        if score is None or resource is None:
            excluded.append(name)
        else:
            placed.append((_significant(resource), -sign * _significant(score), name))
    placed.sort(key=lambda point: (point[0], point[1], natural_key(point[2])))
    frontier: list[str] = []
    dominated: list[str] = []
    best_cheaper = float("inf")
    for _, group in itertools.groupby(placed, key=lambda point: point[0]):
        members = list(group)
        top = members[0][1]
        for _, loss, name in members:
            (frontier if loss == top and top < best_cheaper else dominated).append(name)
        best_cheaper = min(best_cheaper, top)
    return Frontier(
        tuple(frontier),
        tuple(sorted(dominated, key=natural_key)),
        tuple(sorted(excluded, key=natural_key)),
    )


def dominators(
    points: Mapping[Id, tuple[float, float]], *, ascending: bool = False
) -> dict[Id, tuple[Id, ...]]:
    """For each of the points ``(score, resource)``, those that dominate it (P1), in their order."""
    sign = -1.0 if ascending else 1.0
    placed = {
        name: (_significant(resource), -sign * _significant(score))
        for name, (score, resource) in points.items()
    }
    return {
        name: tuple(
            other
            for other, (cost, loss) in placed.items()
            if cost <= own[0] and loss <= own[1] and (cost, loss) != own
        )
        for name, own in placed.items()
    }


def _significant(value: float) -> float:
    return float(f"{value:.12g}")
