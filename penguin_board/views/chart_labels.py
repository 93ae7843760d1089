"""Places labels beside the points of a chart so that none overlaps another or a point."""

from __future__ import annotations

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
    """The lines that should stand beside a point, and how far off its centre."""

    key: int
    x: float
    y: float
    radius: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLabel:
    """A label at its place: ``x`` is its start, middle or end as ``anchor`` says.

    ``leader`` is the end of a line from the point to a label that stands apart from it.
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
    """A place for as many labels as fit, the first requests first.

    A place that crosses one of ``lines`` is taken only when no other is left.
    """
    taken = list(points)
    placed: dict[int, PlacedLabel] = {}
    for request in requests:
        options = [
            (box, label)
            for box, label in _candidates(request, font_size)
            if box.inside(bounds) and not any(box.overlaps(other) for other in taken)
        ]
        clear = [option for option in options if not any(option[0].overlaps(li) for li in lines)]
        for box, label in (clear or options)[:1]:
            taken.append(box)
            placed[request.key] = label
    return placed


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


def _candidates(request: LabelRequest, font_size: float) -> Iterator[tuple[Box, PlacedLabel]]:
    """Boxes around the point, the most legible places first, then the same further off."""
    width = max(text_width(line, font_size) for line in request.lines)
    height = len(request.lines) * font_size * LINE_HEIGHT
    for gap in _GAPS:
        reach = request.radius + gap
        diagonal = reach * 0.75
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
            yield _candidate(request, (dx, dy), (width, height), font_size, leads=gap != _GAPS[0])


def _candidate(
    request: LabelRequest,
    offset: tuple[float, float],
    size: tuple[float, float],
    font_size: float,
    *,
    leads: bool,
) -> tuple[Box, PlacedLabel]:
    (dx, dy), (width, height) = offset, size
    x, y = request.x + dx, request.y + dy
    anchor = "start" if dx > 0 else "end" if dx < 0 else "middle"
    left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
    top = y - height / 2 if dy == 0 else y if dy > 0 else y - height
    baselines = tuple(
        (round(top + font_size * (LINE_HEIGHT * index + 0.93), 1), line)
        for index, line in enumerate(request.lines)
    )
    edge = y - font_size * 0.2 if dy < 0 else y
    label = PlacedLabel(
        x=round(x, 1),
        baselines=baselines,
        anchor=anchor,
        leader=(round(x, 1), round(edge, 1)) if leads else None,
    )
    return Box(left, top, left + width, top + height), label
