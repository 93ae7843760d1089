"""The marks of a chart as markup: a page has a dozen charts, each with a mark an entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from penguin_board.markup import escaped, safe
from penguin_board.texts import Number
from penguin_board.views.chart_labels import PlacedLabel
from penguin_board.views.chart_parts import Mark
from penguin_board.views.rows import Rows, RowSpeech, Write

# From this number on a mark has three digits.
_LONG = 100


class Marks(Rows[Mark]):
    """The marks of a chart, in the order of the board."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._marks = marks

    def __len__(self) -> int:
        return len(self._marks)

    def __iter__(self) -> Iterator[Mark]:
        return iter(self._marks)

    def html(self, speech: RowSpeech, unknown: str, *given: Any) -> Markup:  # noqa: ARG002
        """What is drawn behind the marks, then the marks.

        What is given is the key of the panel, whose list says what a mark is, and None for marks
        that are links, what gives the text of a mark for those of a file.
        """
        key, described = given
        is_link = described is None
        parts = [_lines(mark, is_link=is_link) for mark in self._marks if mark.lines]
        for mark in self._marks:
            begin = _link(mark, key) if is_link else _group(mark, described(mark))
            parts += (begin, _inside(mark, speech.write), "</a>\n" if is_link else "</g>\n")
        return safe("".join(parts))


def _lines(mark: Mark, *, is_link: bool) -> str:
    of = f' data-of="{escaped(mark.point.name.entry_id)}"' if is_link else ""
    return f'<path class="lines"{of} d="{mark.lines}"/>\n'


def _link(mark: Mark, key: str) -> str:
    name = mark.point.name
    colour = f' data-k="{mark.key.colour}"' if mark.key else ""
    return (
        f'<a href="{escaped(name.href)}" class="mark{_frontier(mark)}"'
        f' data-of="{escaped(name.entry_id)}"{colour} aria-labelledby="at-{key}-{mark.number}"'
        f' transform="translate({mark.x} {mark.y})">\n'
    )


def _group(mark: Mark, text: str) -> str:
    colour = f" k{mark.key.colour}" if mark.key else ""
    return (
        f'<g class="mark{_frontier(mark)}{colour}" transform="translate({mark.x} {mark.y})">\n'
        f"<title>{text}</title>\n"
    )


def _frontier(mark: Mark) -> str:
    return " frontier" if mark.point.on_frontier else ""


def _inside(mark: Mark, write: Write) -> str:
    """The shape with its number, and the label."""
    label = _label(mark.label, write) if mark.label else ""
    if mark.is_dot:
        return f'<path class="shape" d="{mark.shape}" transform="scale(.45)"/>\n{label}'
    long = " long" if mark.number >= _LONG else ""
    return (
        f'<path class="shape" d="{mark.shape}"/>\n'
        f'<text class="number{long}" y="4">{write(Number(mark.number))}</text>\n{label}'
    )


def _label(label: PlacedLabel, write: Write) -> str:
    """The lines of a label: those behind the first say more."""
    more = ' class="more"'
    spans = [
        f'<tspan x="{label.x}" y="{y}"{more if index else ""}>{write(line)}</tspan>'
        for index, (y, line) in enumerate(label.baselines)
    ]
    return f'<text class="label {label.anchor}">{"".join(spans)}</text>\n'
