"""Places labels beside the points of a chart so that none overlaps another or a point."""

from __future__ import annotations

import functools
import itertools
import math
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

LINE_HEIGHT = 1.2
_NARROW = frozenset("iljtfrI.,:;'|!()[]- ·")
_WIDE = frozenset("mwMW@%")
_ELLIPSIS = "…"
# How far off a point its label may stand; from the second on a line leads to it.
_GAPS = (4.0, 16.0, 32.0, 48.0)
# Beside a point's corner, clear of its box.
_BESIDE = 1.5
_FAR_GAPS = (72.0, 100.0, 140.0)
_WAY_STEP = 4.0
# A way that crosses something is worse than a label that a line crosses.
_CROSSING = 2


class Box(NamedTuple):
    """A rectangle by its edges."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two share an area."""
        return _is_hit(self, (other,))

    def inside(self, other: Box) -> bool:
        """Whether this lies wholly within ``other``."""
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.top <= self.top
            and self.bottom <= other.bottom
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRequest:
    """What should stand beside a point, and how far off its centre.

    ``choices`` are the lines of the label, then shorter ones for when there is no room for them.
    The last of several may stand further off.
    """

    key: int
    x: float
    y: float
    radius: float
    choices: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLabel:
    """A label at its place: ``x`` is its start, middle or end as ``anchor`` says.

    All places are relative to the point. ``leader`` is the end of a line from the point to a label
    that stands apart from it.
    """

    x: float
    baselines: tuple[tuple[float, str], ...]
    anchor: str
    leader: tuple[float, float] | None


class _Spot(NamedTuple):
    """A place for a label that no mark is in the way of.

    ``group`` counts the ways to write the label; ``way`` leads to it where it stands apart.
    ``is_crossed`` and ``is_crossing`` are what lines and marks alone say of the place and its way.
    """

    group: int
    box: Box
    label: PlacedLabel
    way: list[Box]
    is_crossed: bool
    is_crossing: bool


def place_labels(
    requests: Sequence[LabelRequest],
    *,
    points: Sequence[Box],
    lines: Sequence[Box],
    bounds: Box,
    font_size: float,
) -> dict[int, PlacedLabel]:
    """A place for as many labels as fit: the first requests first, before them those with choices.

    A place that crosses one of ``lines`` or the way to another label, or whose own way crosses
    something, is taken only when no other is left.
    """
    spots = {
        request.key: itertools.tee(_spots(request, points, lines, bounds, font_size))
        for request in requests
    }
    clutter, placed = _placed([(request, spots[request.key][0]) for request in requests])
    if len(placed) == len(requests) and not clutter:
        return placed
    # Whoever comes first takes the room of its neighbour; the other way round may suit both.
    again = sorted(requests, key=lambda request: len(request.choices) == 1)
    n_urgent = sum(len(request.choices) > 1 for request in requests)
    again[:n_urgent] = again[:n_urgent][::-1]
    second = _placed([(request, spots[request.key][1]) for request in again])
    return min((clutter, placed), second, key=lambda result: (-len(result[1]), result[0]))[1]


def _placed(
    requests: Sequence[tuple[LabelRequest, Iterator[_Spot]]],
) -> tuple[int, dict[int, PlacedLabel]]:
    """The labels in this order, and how much they are in the way of each other."""
    taken: list[Box] = []
    ways: list[Box] = []
    placed: dict[int, PlacedLabel] = {}
    total = 0
    for request, spots in requests:
        best: tuple[int, _Spot] | None = None
        for spot in spots:
            # A fuller label is better than a shorter one that is less in the way.
            if best is not None and best[0] < _CROSSING and spot.group != best[1].group:
                break
            if _is_hit(spot.box, taken):
                continue
            clutter = _clutter(spot, taken, ways)
            if best is None or clutter < best[0]:
                best = clutter, spot
            if not clutter:
                break
        if best is not None:
            clutter, spot = best
            total += clutter
            taken.append(spot.box)
            ways += spot.way
            placed[request.key] = spot.label
    return total, placed


def _spots(
    request: LabelRequest,
    points: Sequence[Box],
    lines: Sequence[Box],
    bounds: Box,
    font_size: float,
) -> Iterator[_Spot]:
    """The places to try, those of the fullest label first."""
    writings: list[tuple[tuple[str, ...], tuple[float, ...]]]
    writings = [(choice, _GAPS) for choice in request.choices]
    if len(request.choices) > 1:
        writings.append((request.choices[-1], _FAR_GAPS))
    for group, (text, gaps) in enumerate(writings):
        for box, offset, leads in _boxes(request, text, gaps, font_size):
            if box.inside(bounds) and not _is_hit(box, points):
                label = _label(text, offset, font_size, leads=leads)
                way = _way(request, label)
                is_crossing = any(_is_hit(dot, points) for dot in way)
                yield _Spot(group, box, label, way, _is_hit(box, lines), is_crossing)


def _is_hit(box: Box, others: Sequence[Box]) -> bool:
    """Whether the box shares an area with one of the others."""
    left, top, right, bottom = box
    for other_left, other_top, other_right, other_bottom in others:
        if left < other_right and other_left < right and top < other_bottom and other_top < bottom:
            return True
    return False


def _way(request: LabelRequest, label: PlacedLabel) -> list[Box]:
    """The line to a label that stands apart, as a row of dots outside of its own point."""
    if label.leader is None:
        return []
    dx, dy = label.leader
    n_steps = math.ceil(math.hypot(dx, dy) / _WAY_STEP)
    dots = ((dx * step / n_steps, dy * step / n_steps) for step in range(n_steps))
    reach = request.radius + 2
    return [
        Box(request.x + x - 1, request.y + y - 1, request.x + x + 1, request.y + y + 1)
        for x, y in dots
        if max(abs(x), abs(y)) > reach
    ]


def _clutter(spot: _Spot, taken: Sequence[Box], ways: Sequence[Box]) -> int:
    """How much a label with the way to it would be in the way of others."""
    is_crossed = spot.is_crossed or _is_hit(spot.box, ways)
    is_crossing = spot.is_crossing or any(_is_hit(dot, taken) for dot in spot.way)
    return is_crossed + _CROSSING * is_crossing


@functools.lru_cache(1 << 12)
def text_width(text: str, font_size: float) -> float:
    """About how wide ``text`` is in a sans-serif face, rather too much than too little."""
    return font_size * sum(_advance(char) for char in text)


def shortened(text: str, font_size: float, width: float) -> str:
    """``text``, cut with an ellipsis to fit ``width``."""
    if text_width(text, font_size) <= width:
        return text
    kept = text
    while kept and text_width(kept + _ELLIPSIS, font_size) > width:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def _advance(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in _NARROW:
        return 0.34
    if char in _WIDE:
        return 0.9
    return 0.7 if char.isupper() else 0.58


def _boxes(
    request: LabelRequest, lines: Sequence[str], gaps: Sequence[float], font_size: float
) -> Iterator[tuple[Box, tuple[float, float], bool]]:
    """Boxes around the point, the most legible places first, then the same further off.

    Each with how far off the point it stands, and whether a line leads to it.
    """
    width = max(text_width(line, font_size) for line in lines)
    height = len(lines) * font_size * LINE_HEIGHT
    for gap in gaps:
        reach = request.radius + gap
        diagonal = max(reach * 0.75, request.radius + _BESIDE)
        for x, y in (
            (reach, 0.0),
            (-reach, 0.0),
            (diagonal, -diagonal),
            (-diagonal, -diagonal),
            (0.0, -reach),
            (diagonal, diagonal),
            (0.0, reach),
            (-diagonal, diagonal),
        ):
            left = request.x + (x if x > 0 else x - width if x < 0 else x - width / 2)
            top = request.y + _top(y, height)
            yield Box(left, top, left + width, top + height), (x, y), gap != _GAPS[0]


def _top(y: float, height: float) -> float:
    """Where a label begins that stands ``y`` below its point, above it where negative."""
    return y - height / 2 if y == 0 else y if y > 0 else y - height


def _label(
    lines: Sequence[str], offset: tuple[float, float], font_size: float, *, leads: bool
) -> PlacedLabel:
    x, y = offset
    top = _top(y, len(lines) * font_size * LINE_HEIGHT)
    edge = y - font_size * 0.2 if y < 0 else y
    return PlacedLabel(
        x=round(x, 1),
        baselines=tuple(
            (round(top + font_size * (LINE_HEIGHT * index + 0.93), 1), line)
            for index, line in enumerate(lines)
        ),
        anchor="start" if x > 0 else "end" if x < 0 else "middle",
        leader=(round(x, 1), round(edge, 1)) if leads else None,
    )
