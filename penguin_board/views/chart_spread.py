"""Moves marks of a chart that would cover each other apart, as little as it takes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from penguin_board.views.chart_labels import Box

Place = tuple[float, float]
_Taken = dict[tuple[int, int], list[tuple[Place, float]]]

_STEP = 0.5
_FURTHEST = 3.0
_N_DIRECTIONS = 12


def spread(places: Sequence[Place], radii: Sequence[float], *, bounds: Box) -> list[Place]:
    """Where round marks are drawn so that none covers another, in the same order.

    The first ones keep their places; a later one that would cover another goes to the nearest free
    place within ``bounds``, at most three of its widths off. Where there is none, it goes where it
    covers least, so that two marks never are in one place.
    """
    size = 2 * max(radii)
    taken: _Taken = defaultdict(list)
    found = []
    for wanted, radius in zip(places, radii, strict=True):
        best, best_room = wanted, -math.inf
        for place in _candidates(wanted, 2 * radius, bounds):
            room = _room(place, radius, taken, size, best_room)
            if room > best_room:
                best, best_room = place, room
            if room >= 0:
                break
        found.append(best)
        taken[_cell(best, size)].append((best, radius))
    return found


def _candidates(wanted: Place, width: float, bounds: Box) -> Iterator[Place]:
    """The wanted place, then rings around it, each from the top clockwise."""
    yield wanted
    x, y = wanted
    for ring in range(1, round(_FURTHEST / _STEP) + 1):
        reach = width * _STEP * ring
        for index in range(_N_DIRECTIONS):
            angle = 2 * math.pi * index / _N_DIRECTIONS
            place = (round(x + reach * math.sin(angle), 1), round(y - reach * math.cos(angle), 1))
            if bounds.left <= place[0] <= bounds.right and bounds.top <= place[1] <= bounds.bottom:
                yield place


def _room(place: Place, radius: float, taken: _Taken, size: float, least: float) -> float:
    """How far off the nearest mark is, negative where it is covered, at most 0.

    Only roughly when it is below ``least``.
    """
    column, row = _cell(place, size)
    room = 0.0
    for across in (column, column - 1, column + 1):
        for down in (row, row - 1, row + 1):
            for other, other_radius in taken.get((across, down), ()):
                room = min(room, math.dist(place, other) - radius - other_radius)
        if room < least:
            break
    return room


def _cell(place: Place, size: float) -> tuple[int, int]:
    return math.floor(place[0] / size), math.floor(place[1] / size)
