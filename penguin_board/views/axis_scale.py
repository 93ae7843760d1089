"""Scales of a chart's axes: where a value stands and which round values are marked."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from penguin_board.display import ScoreFormat
from penguin_board.texts import Number, Sentence

# Above this ratio of largest to smallest a linear axis would press most points together (P3).
_LOG_RATIO = 20
_MAX_TICKS = 7
_FEWEST_TICKS = 3
_PADDING = 0.05
_LINEAR_MARGIN = 0.1
_CLUSTERED = 0.4
_LEAST_SPAN = 0.1
_LEAST_RATIO = 2.0

_SECOND, _MINUTE, _HOUR = 1000, 60_000, 3_600_000
_DURATION_STEPS: tuple[float, ...] = (
    *(mantissa * 10**power for power in range(3) for mantissa in (1, 2, 5)),
    *(factor * _SECOND for factor in (1, 2, 5, 10, 20, 30)),
    *(factor * _MINUTE for factor in (1, 2, 5, 10, 20, 30)),
    *(mantissa * 10**power * _HOUR for power in range(7) for mantissa in (1, 2, 5)),
)
_DURATION_MAJOR: frozenset[float] = frozenset(
    [
        *(1, 10, 100, _SECOND, 10 * _SECOND, _MINUTE, 10 * _MINUTE),
        *(10**power * _HOUR for power in range(7)),
    ]
)


class Tick(NamedTuple):
    """A marked value and its text."""

    value: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AxisScale:
    """An axis from ``low`` to ``high``.

    On a logarithmic axis ``has_zero`` asks for a place of its own left of the axis, where values
    of 0 stand (P3).
    """

    low: float
    high: float
    is_log: bool = False
    has_zero: bool = False
    ticks: tuple[Tick, ...] = ()

    def fraction(self, value: float) -> float:
        """How far along the axis ``value`` stands, 0 to 1; on a logarithmic one it is above 0."""
        if self.is_log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceScales:
    """A resource axis in both ways; ``log`` is None when no value is above 0 (P3)."""

    linear: AxisScale
    log: AxisScale | None
    is_log_better: bool


def resource_scales(
    values: Sequence[float], text: Callable[[float | None], str], *, is_duration: bool
) -> ResourceScales:
    """The scales of a resource axis; ``values`` are those plotted, none negative."""
    positive = [value for value in values if value > 0]
    top = max(positive, default=1.0)
    return ResourceScales(
        linear=_linear_scale(min(values), top, text, is_duration=is_duration),
        log=_log_scale(positive, text, len(positive) < len(values), is_duration=is_duration),
        is_log_better=bool(positive) and top / min(positive) > _LOG_RATIO,
    )


def _log_scale(
    positive: Sequence[float],
    text: Callable[[float | None], str],
    has_zero: bool,
    *,
    is_duration: bool,
) -> AxisScale | None:
    """From a little below the smallest to a little above the largest value, or a factor of 2."""
    if not positive:
        return None
    bottom, top = min(positive), max(positive)
    ratio = max((top / bottom) ** _PADDING, (_LEAST_RATIO * bottom / top) ** 0.5)
    low, high = bottom / ratio, top * ratio
    return AxisScale(
        low=low,
        high=high,
        is_log=True,
        has_zero=has_zero,
        ticks=_log_ticks(low, high, text, is_duration=is_duration),
    )


def _linear_scale(
    bottom: float, top: float, text: Callable[[float | None], str], *, is_duration: bool
) -> AxisScale:
    """From 0, unless that would leave most of the chart empty."""
    margin = max((top - bottom) * _LINEAR_MARGIN, top * _PADDING)
    is_cluster = bottom > top * _CLUSTERED and top - bottom > top * _PADDING
    low, high = bottom - margin if is_cluster else 0.0, top + margin
    ticks = _even_ticks(low, high, text, is_duration=is_duration)
    return AxisScale(low=low, high=high, ticks=ticks)


def _even_ticks(
    low: float, high: float, text: Callable[[float | None], str], *, is_duration: bool
) -> tuple[Tick, ...]:
    ticks: tuple[Tick, ...] = ()
    span = high - low
    for n_steps in range(_MAX_TICKS - 1, 0, -1):
        step = _duration_step(span, n_steps) if is_duration else _decimal_step(span, n_steps)
        marked = _multiples(step, low, high)
        ticks = tuple(Tick(value, tick_text(text(value))) for value in marked)
        # Texts are rounded: two that read the same would stand at the wrong places.
        if len({tick.text for tick in ticks}) == len(ticks):
            break
    return ticks


def score_scale(
    scores: Sequence[float], stds: Sequence[float | None], form: ScoreFormat, full: float
) -> AxisScale:
    """The scale of the score axis: the range of the scores with their standard deviations.

    It spans at least a tenth of ``full``, the full scale (of the scores where there is none), and
    ends at 0 and at ``full`` where nothing lies beyond.
    """
    spans = [(score, std or 0.0) for score, std in zip(scores, stds, strict=True)]
    low = min(score - std for score, std in spans)
    high = max(score + std for score, std in spans)
    # Ticks closer than the last decimal shown would all read the same.
    smallest = 10**-form.places / form.factor
    margin = max((high - low) * _PADDING, 2 * smallest)
    whole = full if full > 0 else max(abs(low), abs(high))
    margin = max(margin, (whole * _LEAST_SPAN - (high - low)) / 2)
    floor = 0.0 if low >= 0 else -math.inf
    ceiling = full if full > 0 and high <= full else math.inf
    low, high = low - margin, high + margin
    # What is cut off at one end is added at the other.
    low, high = low - max(0.0, high - ceiling), high + max(0.0, floor - low)
    low, high = max(low, floor), min(high, ceiling)
    step = max(_decimal_step(high - low, _MAX_TICKS - 1), smallest)
    ticks = tuple(Tick(value, tick_text(form.text(value))) for value in _multiples(step, low, high))
    return AxisScale(low=low, high=high, ticks=ticks)


def bar_scale(low: float, high: float, form: ScoreFormat, n_ticks: int) -> AxisScale:
    """The scale of a row of bars, exactly from ``low`` to ``high``."""
    step = _decimal_step(high - low, n_ticks)
    ticks = tuple(Tick(value, tick_text(form.text(value))) for value in _multiples(step, low, high))
    return AxisScale(low=low, high=high, ticks=ticks)


def tick_text(text: str) -> str:
    """A round number without the decimals that are all zero: ``$50`` for ``$50.00``."""
    if isinstance(text, Sentence):
        values = {
            name: tick_text(value) if isinstance(value, Number) else value
            for name, value in text.values.items()
        }
        return Sentence(text.template, values=values)
    return Number(re.sub(r"(?<=\d)\.0+(?=\D*$)", "", text))


def _multiples(step: float, low: float, high: float) -> list[float]:
    """The multiples of ``step`` from ``low`` to ``high``, an end that is one included."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def _decimal_step(span: float, n_steps: int) -> float:
    """1, 2 or 5 times a power of ten, so that ``span`` holds at most ``n_steps`` of it."""
    rough = span / n_steps
    power = math.pow(10, math.floor(math.log10(rough)))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))


def _duration_step(span: float, n_steps: int) -> float:
    return next((step for step in _DURATION_STEPS if span / step <= n_steps), _DURATION_STEPS[-1])


def _log_ticks(
    low: float, high: float, text: Callable[[float | None], str], *, is_duration: bool
) -> tuple[Tick, ...]:
    """Round values on a logarithmic axis: all of 1, 2, 5, or only the leading ones.

    A short axis holds hardly any of them, and is marked like a linear one.
    """
    if is_duration:
        fine = [float(step) for step in _DURATION_STEPS if low <= step <= high]
        major = [step for step in fine if step in _DURATION_MAJOR]
    else:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        values = [(factor, 10.0**power * factor) for power in powers for factor in (1, 2, 5)]
        fine = [value for _, value in values if low <= value <= high]
        major = [value for factor, value in values if factor == 1 and low <= value <= high]
    if len(fine) < _FEWEST_TICKS:
        return _even_ticks(low, high, text, is_duration=is_duration)
    marked = fine if len(fine) <= _MAX_TICKS or len(major) < 2 else major
    marked = marked[:: math.ceil(len(marked) / _MAX_TICKS)]
    return tuple(Tick(value, tick_text(text(value))) for value in marked)
