"""Numbers as text, formatted once for every surface (statistics.md, section f).

The pages, their scripts, the Markdown and the charts all show these texts; ranks, ties and
verdicts come from the unrounded values. Undefined is an em dash, never 0.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from penguin_board.texts import Number, Sentence, sentence

UNDEFINED = Number("—")
_MAX_ESCALATION = 6
# The wide signs are formulas to a spreadsheet in an East Asian language.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def fixed(value: float | None, places: int) -> Number:
    """``value`` with ``places`` decimals; never "-0.00" (F1)."""
    if value is None:
        return UNDEFINED
    text = f"{value:.{places}f}"
    is_zero = value <= 0 and not text.strip("-0.")
    return Number(text.removeprefix("-") if is_zero else text)


def plus_minus(value: float | None, std: float | None, places: int) -> Number:
    """``0.78 ± 0.03``; without a std the value alone (F4)."""
    if value is None or std is None:
        return fixed(value, places)
    return Number(f"{fixed(value, places)} ± {spread(std, places)}")


def spread(std: float, places: int) -> Number:
    """A standard deviation: ``0.03``, or ``<0.01`` when it is above 0 and would read as 0 (F4)."""
    text = fixed(std, places)
    return Number(f"<{10**-places:.{places}f}") if std > 0 and not text.strip("0.") else text


def signed(value: float | None, places: int) -> Number:
    """A difference with its sign; one that reads as zero has none (F5)."""
    text = fixed(value, places)
    return Number(f"+{text}") if value is not None and value > 0 and text.strip("0.") else text


def ci_dash(low: float, high: float, places: int = 2) -> Number:
    """An interval of a mean: ``0.74-0.82`` (F2)."""
    return Number(f"{fixed(low, places)}-{fixed(high, places)}")


def ci_bracket(low: float, high: float, *, significant: bool, places: int = 2) -> Number:
    """An interval of a difference: ``[-0.02, 0.05]`` (F2).

    A significant one gets more decimals until the rounded interval excludes 0 (F3).
    """
    while significant and places < _MAX_ESCALATION:
        if float(fixed(low, places)) > 0 or float(fixed(high, places)) < 0:
            break
        places += 1
    return Number(f"[{fixed(low, places)}, {fixed(high, places)}]")


def inert_cell(text: str) -> str:
    """A text for a CSV cell: one that a spreadsheet would run as a formula gets an apostrophe."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def interval(low: str, high: str) -> Number:
    """An interval from its ends as text: ``66.5–76.6``, ``[-1.0, 2.0]`` where a sign would blur."""
    return Number(f"[{low}, {high}]" if "-" in low + high else f"{low}–{high}")


def count(number: int) -> Number:
    """``19,900``: how many there are, of what can be many."""
    return Number(f"{number:,}")


def count_range(low: int, high: int) -> Number:
    """``3``, or ``1–3`` where the two differ."""
    return Number(low if low == high else f"{low}–{high}")


def p_value(value: float | None) -> Number:
    """Three decimals, ``<0.001`` below (F5)."""
    if value is None:
        return UNDEFINED
    return Number("<0.001") if value < 0.001 else fixed(value, 3)


def percent(value: float | None) -> Number:
    """A fraction as a percentage with one decimal: ``28.5%`` (F5)."""
    return UNDEFINED if value is None else Number(f"{fixed(value * 100, 1)}%")


def tokens(value: float | None) -> Number:
    """A count of tokens: whole below 1000, then k, M, G with one decimal (F6)."""
    if value is None:
        return UNDEFINED
    if round(value) < 1000:
        return Number(round(value))
    scaled = value
    for unit in ("k", "M", "G"):
        scaled /= 1000
        if unit == "G" or round(scaled, 1) < 1000:
            return Number(f"{fixed(scaled, 1)}{unit}")
    raise AssertionError


def duration(milliseconds: float | None) -> Number | Sentence:
    """``850 ms``, ``12.5 s``, ``3m 07s``, ``2h 05m``: rounded first, then given a unit (F6)."""
    if milliseconds is None:
        return UNDEFINED
    if round(milliseconds) < 1000:
        return sentence("{ms} ms", ms=round(milliseconds))
    if milliseconds < 59950:
        return sentence("{s} s", s=fixed(milliseconds / 1000, 1))
    seconds = round(milliseconds / 1000)
    return _minutes(seconds) if seconds < 3600 else _hours(round(milliseconds / 60000))


@functools.lru_cache(3600)
def _minutes(seconds: int) -> Sentence:
    return sentence("{m}m {s}s", m=seconds // 60, s=Number(f"{seconds % 60:02d}"))


@functools.lru_cache(3600)
def _hours(minutes: int) -> Sentence:
    return sentence("{h}h {m}m", h=minutes // 60, m=Number(f"{minutes % 60:02d}"))


def cost(dollars: float | None) -> Number:
    """US dollars: cents from one cent up, two significant digits below; 0 is ``$0.00``."""
    if dollars is None:
        return UNDEFINED
    if 0 < dollars < 0.01:
        return Number(f"${float(f'{dollars:.2g}'):.10f}".rstrip("0"))
    return Number(f"${dollars:,.2f}")


def short_ids(ids: list[str], length: int = 20) -> list[str]:
    """Each id cut to ``length`` code points, or to as many as tell all rows apart (F2)."""
    longest = max((len(name) for name in ids), default=0)
    while length < longest and len({name[:length] for name in ids}) < len(set(ids)):
        length += 1
    return [name[:length] for name in ids]


@dataclass(frozen=True, slots=True)
class ScoreFormat:
    """How a board shows its scores: times ``factor``, ``places`` decimals, then ``unit``.

    The unit stands once in a heading, not at each number.
    """

    factor: float
    places: int
    unit: str

    def text(self, score: float | None) -> Number:
        """A score as it reads on every surface."""
        return fixed(None if score is None else score * self.factor, self.places)

    def spread(self, std: float | None) -> Number:
        """A standard deviation as it reads behind ``±``."""
        return UNDEFINED if std is None else spread(std * self.factor, self.places)

    def plus_minus(self, score: float | None, std: float | None) -> Number:
        """Score and standard deviation together."""
        if score is None or std is None:
            return self.text(score)
        return Number(f"{self.text(score)} ± {self.spread(std)}")


def score_format(scores: Sequence[float], raw_scale: float | None) -> ScoreFormat:
    """Percent for fractions, one decimal for 0..100 (F5); else four significant digits.

    ``raw_scale`` is the scale on which scores were recorded, None for a metric that is no score.
    """
    if raw_scale == 1:
        return ScoreFormat(100.0, 1, "%")
    if raw_scale == 100:
        return ScoreFormat(1.0, 1, "")
    largest = max((abs(score) for score in scores), default=0.0)
    whole = len(str(int(largest))) if largest >= 1 else 0
    return ScoreFormat(1.0, max(0, 4 - whole), "")
