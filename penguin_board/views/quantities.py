"""Numbers as a page shows them: the text, and the number itself for sorting and for readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penguin_board import display
from penguin_board.boards import Board, Entry
from penguin_board.display import ScoreFormat, score_format
from penguin_board.entries import AXES, Axis
from penguin_board.expression_trees import base_name

AXIS_TEXT: dict[Axis, Callable[[float | None], str]] = {
    "cost": display.cost,
    "duration": display.duration,
    "token": display.tokens,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number as text; ``value`` is the number at full precision, None when it is unknown."""

    text: str
    value: str | None


UNKNOWN = Quantity(text=display.UNDEFINED, value=None)


def quantity(value: float | None, text: Callable[[float | None], str]) -> Quantity:
    """``value`` as ``text`` formats it."""
    return UNKNOWN if value is None else Quantity(text=text(value), value=repr(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceText:
    """What an entry used on one axis. ``n_unknown`` of its ``n_runs`` runs did not record it."""

    axis: Axis
    total: Quantity
    per_attempt: Quantity
    on_frontier: bool
    n_unknown: int
    n_runs: int


def resources(entry: Entry) -> tuple[ResourceText, ...]:
    """Cost, duration and tokens of an entry, in this order."""
    evaluated = entry.evaluated
    return tuple(
        ResourceText(
            axis=axis,
            total=quantity(evaluated.total.on(axis), AXIS_TEXT[axis]),
            per_attempt=quantity(evaluated.per_attempt.on(axis), AXIS_TEXT[axis]),
            on_frontier=axis in entry.on_frontier,
            n_unknown=n_unknown(entry, axis),
            n_runs=len(evaluated.runs),
        )
        for axis in AXES
    )


def n_unknown(entry: Entry, axis: Axis) -> int:
    """How many runs did not record a resource; a total is known where all did."""
    return entry.evaluated.used[axis].count(None)


def attempts_text(entry: Entry) -> str:
    """``3``, or ``1–3`` where the experiments of an entry differ."""
    return display.count_range(entry.evaluated.n_attempt, entry.evaluated.n_attempt_max)


def recorded_score_format(board: Board) -> ScoreFormat:
    """How recorded scores are shown: those of experiments, attempts and tasks."""
    scale = board.recorded_scale
    return score_format((scale,), scale)


@dataclass(frozen=True, slots=True)
class MetricFormat:
    """How the values of one metric and their standard deviations are shown."""

    text: Callable[[float | None], str]
    spread: Callable[[float | None], str]


def metric_format(board: Board, metric: str) -> MetricFormat:
    """The format of a summary's metric: money, time and tokens by their names, scores by scale."""
    base = base_name(metric) or metric
    for name, text in (
        ("cost", display.cost),
        ("duration_ms", display.duration),
        ("tokens", display.tokens),
        ("token", display.tokens),
    ):
        if base in (name, f"{name}_total"):
            return MetricFormat(text, text)
    if base == "score":
        scores = recorded_score_format(board)
        return MetricFormat(scores.text, scores.spread)
    return MetricFormat(plain_number, plain_number)


def plain_number(value: float | None) -> str:
    """A number without a known unit: four significant digits."""
    return display.UNDEFINED if value is None else score_format((value,), None).text(value)
