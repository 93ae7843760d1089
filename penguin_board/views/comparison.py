"""The Compare view: neighbours in rank, any two entries, the verdicts of all pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from penguin_board import display
from penguin_board.boards import Board
from penguin_board.stats import CompositePair, CompositeVerdict, NoInterval
from penguin_board.texts import Number
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pair_texts import (
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
from penguin_board.views.verdict_rows import VerdictRow, VerdictRows

# Above these the page has the neighbours only, or no matrix: the rest is in leaderboard.json.
MOST_ENTRIES_OF_ALL_PAIRS = 100
MOST_ENTRIES_OF_MATRIX = 60


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
    matrix: Sequence[VerdictRow]
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
        matrix=VerdictRows(tuple(names.values()), texts if count <= MOST_ENTRIES_OF_MATRIX else ()),
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
