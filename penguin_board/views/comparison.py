"""The Compare view: neighbours in rank, any two entries, the verdicts of all pairs."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penguin_board import display
from penguin_board.boards import Board
from penguin_board.stats import CompositePair, CompositeVerdict, NoInterval
from penguin_board.texts import Number
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pair_texts import (
    MIRRORED,
    DifferenceScale,
    PairRow,
    PairTable,
    PairText,
    drawn,
    fitting_scale,
    pair_of,
    pair_table,
    pair_text,
    scale_ladder,
    score_texts,
)

# Above these the page has the neighbours only, or no matrix: the rest is in leaderboard.json.
MOST_ENTRIES_OF_ALL_PAIRS = 100
MOST_ENTRIES_OF_MATRIX = 60


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


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareView:
    """Comparisons of the entries of a board.

    ``leading`` is the pair that is shown large at first, on ``pair_scale``; ``data`` is None and
    ``matrix`` empty on boards of too many entries. ``reasons`` are those of the pairs that are not
    comparable, ``has_comparable`` is whether any pair is. ``n_expected`` verdicts of better or
    worse are to be expected among equals.
    """

    names: tuple[EntryName, ...]
    neighbours: PairTable
    n_apart: int
    leading: PairRow
    pair_scale: DifferenceScale
    data: Mapping[str, Any] | None
    matrix: tuple[VerdictRow, ...]
    verdicts: frozenset[CompositeVerdict]
    reasons: tuple[NoInterval, ...]
    has_comparable: bool
    n_pairs: str
    n_comparisons: str
    n_expected: str


def compare_view(board: Board, names: Mapping[str, EntryName]) -> CompareView | None:
    """The comparisons of a board; None where there is no other entry, or no statistics."""
    count = len(board.entries)
    if board.statistics is None or count < 2:
        return None
    pairs = board.statistics.pairs
    neighbours = [pair_of(board, index, index + 1) for index in range(count - 1)]
    scores = score_texts(board)
    table = pair_table(board, neighbours, names, scores)
    has_all = count <= MOST_ENTRIES_OF_ALL_PAIRS
    scales = scale_ladder(pairs if has_all else neighbours, board.format)
    scale = fitting_scale(scales, neighbours[0], board.format)
    texts = [pair_text(pair, names, scores, board.format) for pair in pairs] if has_all else []
    return CompareView(
        names=tuple(names.values()),
        neighbours=table,
        n_apart=sum(row.pair.is_apart for row in table.rows),
        leading=PairRow(
            pair=table.rows[0].pair, drawn=drawn(neighbours[0], scale, board.format.factor)
        ),
        pair_scale=scale,
        data=_pair_data(names, scores, scales, texts) if has_all else None,
        matrix=_matrix(names, texts) if count <= MOST_ENTRIES_OF_MATRIX else (),
        verdicts=frozenset(pair.verdict for pair in pairs),
        reasons=_reasons(pairs),
        has_comparable=any(pair.verdict != "not-comparable" for pair in pairs),
        n_pairs=display.count(len(pairs)),
        n_comparisons=display.count(board.statistics.n_comparisons),
        n_expected=expected_text(board.statistics.expected_false),
    )


def expected_text(count: float) -> str:
    """An expected number: whole from 10, one decimal from 1, two significant digits below."""
    if count < 1:
        return Number(f"{count:.2g}")
    return display.fixed(count, 0 if count >= 10 or count == int(count) else 1)


def _reasons(pairs: Sequence[CompositePair]) -> tuple[NoInterval, ...]:
    found = {pair.reason for pair in pairs if pair.verdict == "not-comparable" and pair.reason}
    return tuple(sorted(found))


def _pair_data(
    names: Mapping[str, EntryName],
    scores: Mapping[str, str],
    scales: Sequence[DifferenceScale],
    texts: Sequence[PairText],
) -> dict[str, Any]:
    """Every pair as texts for the page's script: each entry with those that follow it.

    The script turns a pair by the rule that :func:`mirrored_text` documents, and draws it on the
    shortest of the scales that holds it.
    """
    return {
        "scales": [[scale.limit, scale.ticks] for scale in scales],
        "entries": [[name.label, scores[name.entry_id], name.entry_id] for name in names.values()],
        "pairs": [_record(pair) for pair in texts],
    }


def _record(pair: PairText) -> list[str | int | None]:
    """A pair without its names: the script reads the fields by their places."""
    return [
        pair.verdict,
        pair.reason,
        pair.difference,
        pair.low,
        pair.high,
        pair.n_tasks,
        pair.wins,
        pair.ties,
        pair.losses,
        2 * pair.is_partial + pair.has_few,
    ]


def mirrored_text(text: str, *, signed: bool) -> str:
    """The text of the negative of a number, from the number's: the rule of the page's script.

    Rounding is symmetric, so the digits stay; only the sign changes, and zero has none. A plus
    stands before positive differences (``signed``) but not before ends of intervals.
    """
    if not text.strip("+-0.—"):
        return text
    if text.startswith("-"):
        return f"+{text[1:]}" if signed else text[1:]
    return f"-{text.removeprefix('+')}"


def _matrix(names: Mapping[str, EntryName], texts: Sequence[PairText]) -> tuple[VerdictRow, ...]:
    ordered = list(names.values())
    count = len(ordered)
    cells: list[list[VerdictCell | None]] = [[None] * count for _ in ordered]
    places = itertools.combinations(range(count), 2)
    for (row, column), pair in zip(places, texts, strict=True):
        cells[row][column] = _cell(pair)
        cells[column][row] = _turned_cell(pair)
    return tuple(
        VerdictRow(name=name, cells=tuple(row)) for name, row in zip(ordered, cells, strict=True)
    )


def _cell(pair: PairText) -> VerdictCell:
    is_known = pair.verdict != "not-comparable"
    numbers = Number(f"{pair.difference} {pair.interval}") if is_known else ""
    return VerdictCell(verdict=pair.verdict, numbers=numbers)


def _turned_cell(pair: PairText) -> VerdictCell:
    """The cell of a pair seen from the other entry."""
    if pair.verdict == "not-comparable":
        return VerdictCell(verdict=pair.verdict, numbers="")
    interval: str = display.UNDEFINED
    if pair.low is not None and pair.high is not None:
        low, high = (mirrored_text(end, signed=False) for end in (pair.high, pair.low))
        interval = f"[{low}, {high}]"
    difference = mirrored_text(pair.difference, signed=True)
    verdict = MIRRORED.get(pair.verdict, pair.verdict)
    return VerdictCell(verdict=verdict, numbers=Number(f"{difference} {interval}"))
