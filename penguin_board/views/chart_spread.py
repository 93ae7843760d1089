"""Moves marks of a chart that would cover each other apart, by little and only to what is worse."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence

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
    moved: list[tuple[Place, Place]] = []
    for index, wanted in enumerate(places):
        # Further off, none is covered by a mark that goes two radii and is then rounded.
        reach = _NEAR * radius + 1
        covering = [at for at in drawn[:index] if math.dist(at, wanted) < reach]
        best, best_room = wanted, _room(wanted, covering, 2 * radius)
        # Only a mark that was moved can have passed a place that stays.
        if best_room == 0 and _holds(_between(wanted, moved, radius), wanted):
            continue
        order = _between(wanted, zip(drawn, places, strict=True), radius)
        if not _holds(order, wanted):
            best_room = -math.inf
        for place in _candidates(wanted, radius, _common(order, bounds), is_worse_up=is_worse_up):
            room = _room(place, covering, 2 * radius)
            if room > best_room:
                best, best_room = place, room
                if room == 0:
                    break
        if best != wanted:
            drawn[index] = best
            moved.append((best, wanted))
    return drawn


def _candidates(wanted: Place, radius: float, bounds: Box, *, is_worse_up: bool) -> Iterator[Place]:
    """The places on arcs around the wanted one, each from the right on."""
    (x, y), (left, top, right, bottom) = wanted, bounds
    for across, down in _arcs(radius):
        place_x = round(x + across, 1)
        if left <= place_x <= right:
            place_y = round(y - down if is_worse_up else y + down, 1)
            if top <= place_y <= bottom:
                yield place_x, place_y


@functools.cache
def _arcs(radius: float) -> tuple[Place, ...]:
    """How far to the right and down the places on the arcs are."""
    angles = [math.pi / 2 * index / _N_DIRECTIONS for index in range(_N_DIRECTIONS + 1)]
    reaches = [radius * share for share in _REACHES]
    return tuple((r * math.cos(a), r * math.sin(a)) for r in reaches for a in angles)


def _room(place: Place, others: Sequence[Place], width: float) -> float:
    """How far off the nearest mark is, negative where it is covered, at most 0."""
    return min(0.0, min([math.dist(place, other) for other in others], default=width) - width)


def _between(wanted: Place, marks: Iterable[tuple[Place, Place]], radius: float) -> Box:
    """Where the mark of the ``wanted`` place passes none of the near ``marks``.

    Each has the place where it is drawn and its own.
    """
    x, y = wanted
    reach = _NEAR * radius
    left, top, right, bottom = -math.inf, -math.inf, math.inf, math.inf
    for at, true in [both for both in marks if math.dist(both[1], wanted) < reach]:
        if true[0] < x:
            left = max(left, at[0])
        elif true[0] > x:
            right = min(right, at[0])
        if true[1] < y:
            top = max(top, at[1])
        elif true[1] > y:
            bottom = min(bottom, at[1])
    return Box(left, top, right, bottom)


def _common(one: Box, other: Box) -> Box:
    return Box(
        max(one.left, other.left),
        max(one.top, other.top),
        min(one.right, other.right),
        min(one.bottom, other.bottom),
    )


def _holds(box: Box, place: Place) -> bool:
    return box.left <= place[0] <= box.right and box.top <= place[1] <= box.bottom
