"""Places labels beside the points of a chart so that none overlaps another or a point."""

from __future__ import annotations

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
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

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
    # Whoever comes first takes the room of its neighbour; the other way round may suit both.
    again = sorted(requests, key=lambda request: len(request.choices) == 1)
    n_urgent = sum(len(request.choices) > 1 for request in requests)
    again[:n_urgent] = again[:n_urgent][::-1]
    first, second = (
        _placed(order, points, lines, bounds, font_size) for order in (requests, again)
    )
    return min(first, second, key=lambda result: (-len(result[1]), result[0]))[1]


def _placed(
    requests: Sequence[LabelRequest],
    points: Sequence[Box],
    lines: Sequence[Box],
    bounds: Box,
    font_size: float,
) -> tuple[int, dict[int, PlacedLabel]]:
    """The labels in this order, and how much they are in the way of each other."""
    taken, ways = list(points), list(lines)
    placed: dict[int, PlacedLabel] = {}
    total = 0
    for request in requests:
        best: tuple[int, Box, PlacedLabel] | None = None
        for options in _options(request, font_size):
            for box, label in options:
                if not box.inside(bounds) or any(box.overlaps(other) for other in taken):
                    continue
                clutter = _clutter(box, _way(request, label), taken, ways)
                if best is None or clutter < best[0]:
                    best = clutter, box, label
            if best is not None and best[0] < _CROSSING:
                break
        if best is not None:
            clutter, box, label = best
            total += clutter
            taken.append(box)
            ways += _way(request, label)
            placed[request.key] = label
    return total, placed


def _options(request: LabelRequest, font_size: float) -> Iterator[list[tuple[Box, PlacedLabel]]]:
    """The places to try, those of the fullest label first."""
    for lines in request.choices:
        yield list(_candidates(request, lines, _GAPS, font_size))
    if len(request.choices) > 1:
        yield list(_candidates(request, request.choices[-1], _FAR_GAPS, font_size))


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


def _clutter(box: Box, way: Sequence[Box], taken: Sequence[Box], lines: Sequence[Box]) -> int:
    """How much a label with the way to it would be in the way of others."""
    is_crossed = any(box.overlaps(line) for line in lines)
    is_crossing = any(dot.overlaps(other) for dot in way for other in taken)
    return is_crossed + _CROSSING * is_crossing


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


def _candidates(
    request: LabelRequest, lines: Sequence[str], gaps: Sequence[float], font_size: float
) -> Iterator[tuple[Box, PlacedLabel]]:
    """Boxes around the point, the most legible places first, then the same further off."""
    width = max(text_width(line, font_size) for line in lines)
    height = len(lines) * font_size * LINE_HEIGHT
    for gap in gaps:
        reach = request.radius + gap
        diagonal = max(reach * 0.75, request.radius + _BESIDE)
        for dx, dy in (
            (reach, 0.0),
            (-reach, 0.0),
            (diagonal, -diagonal),
            (-diagonal, -diagonal),
            (0.0, -reach),
            (diagonal, diagonal),
            (0.0, reach),
            (-diagonal, diagonal),
        ):
            offset, size = (dx, dy), (width, height)
            yield _candidate(request, lines, offset, size, font_size, leads=gap != _GAPS[0])


def _candidate(
    request: LabelRequest,
    lines: Sequence[str],
    offset: tuple[float, float],
    size: tuple[float, float],
    font_size: float,
    *,
    leads: bool,
) -> tuple[Box, PlacedLabel]:
    (x, y), (width, height) = offset, size
    anchor = "start" if x > 0 else "end" if x < 0 else "middle"
    left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
    top = y - height / 2 if y == 0 else y if y > 0 else y - height
    baselines = tuple(
        (round(top + font_size * (LINE_HEIGHT * index + 0.93), 1), line)
        for index, line in enumerate(lines)
    )
    edge = y - font_size * 0.2 if y < 0 else y
    label = PlacedLabel(
        x=round(x, 1),
        baselines=baselines,
        anchor=anchor,
        leader=(round(x, 1), round(edge, 1)) if leads else None,
    )
    left, top = request.x + left, request.y + top
    return Box(left, top, left + width, top + height), label
