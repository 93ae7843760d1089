"""Moves marks of a chart that would cover each other apart, by little and only to what is worse."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from penguin_board.views.chart_labels import Box

Place = tuple[float, float]

# How far a mark may go, in its radii: beyond the half that shows it, up to just beside it.
_REACHES = (1.0, 1.5, 2.0)
_N_DIRECTIONS = 6
# Marks as near as this, in radii, are read against each other.
_NEAR = 4.0


def spread(
    places: Sequence[Place], radius: float, *, bounds: Box, is_worse_up: bool
) -> list[Place]:
    """Where round marks are drawn so that they cover each other little, in the same order.

    The first ones keep their places; a later one that would cover another goes to the nearest free
    place within ``bounds``, at most two of its radii off. It only ever goes to where it looks worse
    than it is: right, to more of the resource, and down, or up where ``is_worse_up``. So none
    crosses the frontier to the better side. Nor does one pass a neighbour: on neither axis is the
    order of near marks another than that of their ``places``. Where there is no free place, it goes
    where it covers least, which may be its own.
    """
    drawn = list(places)
    for index, wanted in enumerate(places):
        near = [
            (at, true)
            for at, true in zip(drawn, places, strict=True)
            if math.dist(true, wanted) < _NEAR * radius
        ]
        best, best_room = wanted, -math.inf
        for place in _candidates(wanted, radius, bounds, is_worse_up=is_worse_up):
            room = _room(place, drawn[:index], 2 * radius)
            if room > best_room and _keeps_order(place, wanted, near):
                best, best_room = place, room
            if best_room >= 0:
                break
        drawn[index] = best
    return drawn


def _candidates(wanted: Place, radius: float, bounds: Box, *, is_worse_up: bool) -> Iterator[Place]:
    """The wanted place, then arcs around it, each from the right on."""
    yield wanted
    x, y = wanted
    for reach in (radius * share for share in _REACHES):
        for index in range(_N_DIRECTIONS + 1):
            angle = math.pi / 2 * index / _N_DIRECTIONS
            down = -math.sin(angle) if is_worse_up else math.sin(angle)
            place = (round(x + reach * math.cos(angle), 1), round(y + reach * down, 1))
            if place[0] <= bounds.right and bounds.top <= place[1] <= bounds.bottom:
                yield place


def _room(place: Place, others: Sequence[Place], width: float) -> float:
    """How far off the nearest mark is, negative where it is covered, at most 0."""
    return min((min(0.0, math.dist(place, other) - width) for other in others), default=0.0)


def _keeps_order(place: Place, wanted: Place, near: Sequence[tuple[Place, Place]]) -> bool:
    """Whether a mark of the ``wanted`` place passes none of the near ones at ``place``."""
    return all(
        (one - other) * (true_one - true_other) >= 0
        for at, true in near
        for one, other, true_one, true_other in zip(place, at, wanted, true, strict=True)
    )
