"""The verdicts on all pairs of a board: a cell for each, so hundreds on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from penguin_board import display
from penguin_board.markup import escaped, safe
from penguin_board.stats import CompositeVerdict
from penguin_board.texts import Number
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pair_texts import MIRRORED, PairText, mirrored_text
from penguin_board.views.rows import Rows, RowSpeech

# The verdict of a cell, and the numbers behind it.
_Cell = tuple[CompositeVerdict, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictCell:
    """The verdict on a row's entry against a column's, with the numbers behind it."""

    verdict: CompositeVerdict
    numbers: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictRow:
    """An entry against every entry in the order of the board; None against itself."""

    name: EntryName
    cells: tuple[VerdictCell | None, ...]


class VerdictRows(Rows[VerdictRow]):
    """A row an entry; none where there are no pairs."""

    def __init__(self, names: Sequence[EntryName], pairs: Sequence[PairText]) -> None:
        """``pairs`` has those of each entry with the ones that follow it, in turn."""
        self._names = names if pairs else ()
        self._cells: list[list[_Cell | None]] = [[None] * len(names) for _ in self._names]
        following = iter(pairs)
        for row in range(len(self._names)):
            for column in range(row + 1, len(names)):
                pair = next(following)
                self._cells[row][column] = _cell(pair)
                self._cells[column][row] = _turned_cell(pair)

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[VerdictRow]:
        for name, cells in zip(self._names, self._cells, strict=True):
            yield VerdictRow(
                name=name,
                cells=tuple(
                    None if cell is None else VerdictCell(verdict=cell[0], numbers=cell[1])
                    for cell in cells
                ),
            )

    def html(self, speech: RowSpeech, unknown: str, *given: Any) -> Markup:  # noqa: ARG002
        """The rows; what is given is the word for each verdict."""
        (words,) = given
        write = speech.write
        numbers = [write(Number(name.number)) for name in self._names]
        ends = {verdict: f'"><span>{word}</span></td>' for verdict, word in words.items()}
        rows = []
        for number, name, cells in zip(numbers, self._names, self._cells, strict=True):
            rows.append(_heading(name, number))
            for other, cell in zip(numbers, cells, strict=True):
                if cell is None:
                    rows.append('<td class="self"></td>')
                    continue
                verdict, found = cell
                shown = f" · {write(found)}" if found else ""
                rows.append(
                    f'<td class="{verdict}" title="{number} | {other} · {words[verdict]}{shown}'
                    f"{ends[verdict]}"
                )
            rows.append("</tr>\n")
        return safe("".join(rows))


def _heading(name: EntryName, number: str) -> str:
    details = escaped(name.details)
    behind = f' <span class="ident"><bdi>{details}</bdi></span>' if details else ""
    return (
        f'<tr data-of="{escaped(name.entry_id)}"><th scope="row" class="entry">'
        f'<span class="number">{number}</span>'
        f'<a href="{escaped(name.href)}" title="{escaped(name.label)}">'
        f"<bdi>{escaped(name.headline)}</bdi>{behind}</a></th>"
    )


def _cell(pair: PairText) -> _Cell:
    is_known = pair.verdict != "not-comparable"
    return pair.verdict, Number(f"{pair.difference} {pair.interval}") if is_known else ""


def _turned_cell(pair: PairText) -> _Cell:
    """The cell of a pair seen from the other entry."""
    if pair.verdict == "not-comparable":
        return pair.verdict, ""
    interval: str = display.UNDEFINED
    if pair.low is not None and pair.high is not None:
        low, high = (mirrored_text(end, signed=False) for end in (pair.high, pair.low))
        interval = f"[{low}, {high}]"
    difference = mirrored_text(pair.difference, signed=True)
    verdict = MIRRORED.get(pair.verdict, pair.verdict)
    return verdict, Number(f"{difference} {interval}")
