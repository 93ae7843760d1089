"""Moves marks of a chart that would cover each other apart, by little and only to what is worse."""

from __future__ import annotations

import functools
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
        reach = _NEAR * radius
        # Further off, none is covered by a mark that goes two radii and is then rounded.
        covering = [at for at in drawn[:index] if math.dist(at, wanted) < reach + 1]
        near = [
            (at, true)
            for at, true in zip(drawn, places, strict=True)
            if math.dist(true, wanted) < reach
        ]
        best, best_room = wanted, -math.inf
        for place in _candidates(wanted, radius, bounds, is_worse_up=is_worse_up):
            room = _room(place, covering, 2 * radius)
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
    for right, down in _arcs(radius):
        place = (round(x + right, 1), round(y - down if is_worse_up else y + down, 1))
        if place[0] <= bounds.right and bounds.top <= place[1] <= bounds.bottom:
            yield place


@functools.cache
def _arcs(radius: float) -> tuple[Place, ...]:
    """How far to the right and down the places on the arcs are."""
    angles = [math.pi / 2 * index / _N_DIRECTIONS for index in range(_N_DIRECTIONS + 1)]
    reaches = [radius * share for share in _REACHES]
    return tuple((r * math.cos(a), r * math.sin(a)) for r in reaches for a in angles)


def _room(place: Place, others: Sequence[Place], width: float) -> float:
    """How far off the nearest mark is, negative where it is covered, at most 0."""
    return min(0.0, min([math.dist(place, other) for other in others], default=width) - width)


def _keeps_order(place: Place, wanted: Place, near: Sequence[tuple[Place, Place]]) -> bool:
    """Whether a mark of the ``wanted`` place passes none of the near ones at ``place``."""
    (x, y), (true_x, true_y) = place, wanted
    return not any(
        (x - at[0]) * (true_x - true[0]) < 0 or (y - at[1]) * (true_y - true[1]) < 0
        for at, true in near
    )
