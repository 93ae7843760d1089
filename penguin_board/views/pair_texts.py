"""A comparison of two entries as texts, and its interval drawn around zero."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from penguin_board import display
from penguin_board.boards import Board
from penguin_board.display import ScoreFormat
from penguin_board.stats import CompositePair, CompositeVerdict, NoInterval
from penguin_board.texts import Number
from penguin_board.views.axis_scale import Tick, bar_scale
from penguin_board.views.entry_names import EntryName

_N_TICKS = 4
MIRRORED: dict[CompositeVerdict, CompositeVerdict] = {"better": "worse", "worse": "better"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairText:
    """What the tasks say of ``a`` against ``b``; ``verdict`` is on ``a``.

    ``low`` and ``high`` are the ends of the interval, None where there is none for ``reason``;
    the difference has as many decimals as they have. ``has_few`` says that fewer than 10 tasks are
    shared, ``is_partial`` that one of the two has tasks that the other lacks.
    """

    a: EntryName
    b: EntryName
    score_a: str
    score_b: str
    verdict: CompositeVerdict
    reason: NoInterval | None
    difference: str
    low: str | None
    high: str | None
    n_tasks: int
    wins: int
    ties: int
    losses: int
    has_few: bool
    is_partial: bool

    @property
    def interval(self) -> str:
        """``[-0.5, 4.6]``, or a dash."""
        return display.UNDEFINED if self.low is None else Number(f"[{self.low}, {self.high}]")

    @property
    def is_apart(self) -> bool:
        """Whether the tasks tell the two apart."""
        return self.verdict in ("better", "worse")

    @property
    def split(self) -> tuple[tuple[str, str], ...]:
        """Where tasks won, equal and lost begin on a track and how long they are, in percent."""
        total = max(1, self.wins + self.ties + self.losses)
        starts = (0, self.wins, self.wins + self.ties)
        return tuple(
            (f"{100 * start / total:.2f}%", f"{100 * count / total:.2f}%")
            for start, count in zip(starts, (self.wins, self.ties, self.losses), strict=True)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A difference in percent of its track; ``x`` and ``width`` are of the interval, if any."""

    at: str
    x: str | None
    width: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """A comparison with its drawing; None where there is no difference."""

    pair: PairText
    drawn: Drawn | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceScale:
    """Differences from ``-limit`` to ``limit`` as the board shows scores; zero in the middle."""

    limit: float
    ticks: tuple[tuple[str, str], ...]

    def percent(self, value: float) -> str:
        """Where ``value``, a shown one, stands on the track."""
        fraction = 0.5 + 0.5 * value / self.limit
        return f"{100 * min(1.0, max(0.0, fraction)):.2f}%"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTable:
    """Comparisons one under the other on one scale."""

    rows: tuple[PairRow, ...]
    scale: DifferenceScale


def pair_of(board: Board, first: int, second: int) -> CompositePair:
    """The comparison of the entries at two places of the board's order, turned to the first.

    The pairs of a board stand in the order of its entries, each with those that follow it.
    """
    if board.statistics is None:
        raise ValueError(board.leaderboard_id)
    low, high = sorted((first, second))
    place = low * (2 * len(board.entries) - low - 1) // 2 + high - low - 1
    pair = board.statistics.pairs[place]
    return pair if first < second else mirrored(pair)


def mirrored(pair: CompositePair) -> CompositePair:
    """The same comparison seen from the other entry."""
    return replace(
        pair,
        entry_a=pair.entry_b,
        entry_b=pair.entry_a,
        difference=_negative(pair.difference),
        ci_lo=_negative(pair.ci_hi),
        ci_hi=_negative(pair.ci_lo),
        verdict=MIRRORED.get(pair.verdict, pair.verdict),
        wins=pair.losses,
        losses=pair.wins,
    )


def _negative(value: float | None) -> float | None:
    return None if value is None else -value


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


def score_texts(board: Board) -> dict[str, str]:
    """The score of every entry as text, by its id."""
    return {entry.entry_id: board.format.text(entry.score) for entry in board.entries}


def pair_text(
    pair: CompositePair,
    names: Mapping[str, EntryName],
    scores: Mapping[str, str],
    form: ScoreFormat,
) -> PairText:
    """The texts of a comparison in the format of its board."""
    low, high, places = None, None, form.places
    if pair.ci_lo is not None and pair.ci_hi is not None:
        is_clear = pair.verdict in ("better", "worse") and not pair.ci_lo <= 0 <= pair.ci_hi
        bracket = display.ci_bracket(
            pair.ci_lo * form.factor,
            pair.ci_hi * form.factor,
            significant=is_clear,
            places=form.places,
        )
        low, high = (Number(end) for end in bracket[1:-1].split(", "))
        places = len(low.partition(".")[2])
    difference = None if pair.difference is None else pair.difference * form.factor
    return PairText(
        a=names[pair.entry_a],
        b=names[pair.entry_b],
        score_a=scores[pair.entry_a],
        score_b=scores[pair.entry_b],
        verdict=pair.verdict,
        reason=pair.reason,
        difference=display.signed(difference, places),
        low=low,
        high=high,
        n_tasks=pair.n_tasks,
        wins=pair.wins,
        ties=pair.ties,
        losses=pair.losses,
        has_few="few-tasks" in pair.remarks,
        is_partial="shared-tasks" in pair.remarks,
    )


def pair_table(
    board: Board,
    pairs: Sequence[CompositePair],
    names: Mapping[str, EntryName],
    scores: Mapping[str, str],
) -> PairTable:
    """Comparisons with their intervals on one scale; ``scores`` are the :func:`score_texts`."""
    scale = difference_scale(pairs, board.format)
    return PairTable(
        rows=tuple(
            PairRow(
                pair=pair_text(pair, names, scores, board.format),
                drawn=drawn(pair, scale, board.format.factor),
            )
            for pair in pairs
        ),
        scale=scale,
    )


def _reach(pairs: Iterable[CompositePair]) -> float:
    """How far from zero the differences and their intervals go."""
    return max(
        (
            abs(value)
            for pair in pairs
            for value in (pair.difference, pair.ci_lo, pair.ci_hi)
            if value is not None
        ),
        default=0.0,
    )


def difference_scale(pairs: Iterable[CompositePair], form: ScoreFormat) -> DifferenceScale:
    """A scale that holds every end of every interval, the same length on both sides of zero."""
    return _scale(_reach(pairs) * 1.04 or 1.0, form)


def scale_ladder(pairs: Sequence[CompositePair], form: ScoreFormat) -> tuple[DifferenceScale, ...]:
    """Scales of round lengths, ascending, so that each pair has one that it fills well."""
    smallest = 5 * 10**-form.places / form.factor
    reach = max(_reach(pairs), smallest)
    power = 10.0 ** math.floor(math.log10(smallest))
    scales: list[DifferenceScale] = []
    while not scales or scales[-1].limit < reach * form.factor:
        for step in (1, 2, 5):
            limit = step * power
            if limit >= smallest * (1 - 1e-9):
                scales.append(_scale(limit, form))
                if limit >= reach:
                    break
        power *= 10
    return tuple(scales)


def fitting_scale(
    scales: Sequence[DifferenceScale], pair: CompositePair, form: ScoreFormat
) -> DifferenceScale:
    """The shortest of the scales that holds a pair."""
    reach = _reach((pair,)) * form.factor
    return next((scale for scale in scales if scale.limit >= reach), scales[-1])


def _scale(limit: float, form: ScoreFormat) -> DifferenceScale:
    ticks = [tick for tick in bar_scale(-limit, limit, form, _N_TICKS).ticks if _is_whole(tick)]
    scale = DifferenceScale(limit=limit * form.factor, ticks=())
    return replace(
        scale,
        ticks=tuple(
            (scale.percent(tick.value * form.factor), _signed_tick(tick)) for tick in ticks
        ),
    )


def _is_whole(tick: Tick) -> bool:
    """Whether a tick's text is not rounded to zero away from zero."""
    return abs(tick.value) < 1e-12 or bool(tick.text.strip("-0."))


def _signed_tick(tick: Tick) -> str:
    return Number(f"+{tick.text}") if tick.value > 0 and tick.text.strip("0.") else tick.text


def drawn(pair: CompositePair, scale: DifferenceScale, factor: float) -> Drawn | None:
    """The drawing of a comparison on ``scale``."""
    if pair.difference is None:
        return None
    x = width = None
    if pair.ci_lo is not None and pair.ci_hi is not None:
        x = scale.percent(pair.ci_lo * factor)
        width = f"{50 * (pair.ci_hi - pair.ci_lo) * factor / scale.limit:.2f}%"
    return Drawn(at=scale.percent(pair.difference * factor), x=x, width=width)
