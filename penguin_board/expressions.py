"""Value and standard deviation of an expression tree (RFC-0005; statistics.md E1 to E12).

Pure: an expression and the measurements of its leaves in, an :class:`Estimate` out.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from penguin_board.expression_trees import base_name, leaves, node_weights
from penguin_board.problems import KeyPath
from penguin_board.schema import Combine, Expression, Leaf, LeafKey, Pair, WeightedMean
from penguin_board.texts import sentence

StdMethod = Literal["attempt", "independent", "delta"]

# A denominator of this size or less is zero: 0.1 + 0.1 + 0.1 - 0.3 is 5.6e-17 in floats (E8).
ZERO = 1e-12
# First-order error propagation is a poor guide once the denominator varies by this much (E8).
_WIDE_DENOMINATOR = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What is known of one leaf.

    ``value`` comes from the summary, ``std`` is the summary's sample standard deviation over
    attempts, ``attempts`` the value of each attempt by its number (None: that attempt lacks it).
    """

    value: float | None
    std: float | None = None
    n_attempt: int | None = None
    attempts: Mapping[int, float | None] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every attempt has a value, there are two or more, and none is missing (E5)."""
        return (
            len(self.attempts) >= 2
            and None not in self.attempts.values()
            and self.n_attempt in (None, len(self.attempts))
        )

    def usable_std(self) -> float | None:
        """The standard deviation to combine from: the summary's, else the attempts' own (E5)."""
        if self.n_attempt is not None and self.n_attempt < 2:
            return None
        if self.std is not None:
            return self.std
        if self.complete:
            return sample_std([value for value in self.attempts.values() if value is not None])
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The result of one expression.

    ``value`` is None when undefined, ``std`` None when unknown, each with its ``reason``;
    ``n`` is the number of attempts behind ``std`` where the method is ``attempt``;
    ``by_attempt`` the composite of each attempt then. ``coefficients`` is d value / d leaf (E6).
    ``undefined_at`` is the place in the tree of a division by zero.
    """

    value: float | None
    std: float | None
    std_method: StdMethod | None
    n: int | None
    reason: str
    by_attempt: Mapping[int, float] = field(default_factory=dict)
    coefficients: Mapping[LeafKey, float] = field(default_factory=dict)
    undefined_at: KeyPath | None = None
    wide_denominator: bool = False


def sample_std(values: list[float]) -> float:
    """Sample standard deviation (n - 1) of two or more values around their own mean (E9)."""
    if max(values) - min(values) <= ZERO * max(map(abs, values)):  # equal, float noise apart (E7)
        return 0.0
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


class _DivisionByZero(Exception):
    def __init__(self, path: KeyPath) -> None:
        self.path = path


def evaluate_values(expression: Expression, values: Mapping[LeafKey, float]) -> float:
    """The tree's value for one value a leaf; raises ZeroDivisionError (E4, E8)."""
    try:
        return _value(expression, values, ())
    except _DivisionByZero as error:
        message = f"args of {error.path} is zero"
        raise ZeroDivisionError(message) from None


class _Dual(NamedTuple):
    """A value and its derivative by each leaf: forward-mode differentiation (E6)."""

    value: float
    slopes: dict[LeafKey, float]


def _value(expression: Expression, values: Mapping[LeafKey, float], path: KeyPath) -> float:
    if isinstance(expression, Leaf):
        return values[expression.key]
    args = [
        _value(arg, values, (*path, "args", index)) for index, arg in enumerate(expression.args)
    ]
    return _node(expression, args, path)[0]


def _linearised(expression: Expression, values: Mapping[LeafKey, float], path: KeyPath) -> _Dual:
    if isinstance(expression, Leaf):
        key = expression.key
        return _Dual(values[key], {key: 1.0})
    args = [
        _linearised(arg, values, (*path, "args", index))
        for index, arg in enumerate(expression.args)
    ]
    value, weights = _node(expression, [arg.value for arg in args], path)
    slopes: dict[LeafKey, float] = {}
    for arg, weight in zip(args, weights, strict=True):
        for key, slope in arg.slopes.items():
            slopes[key] = slopes.get(key, 0.0) + weight * slope
    return _Dual(value, slopes)


def _node(
    expression: Combine | Pair | WeightedMean, args: Sequence[float], path: KeyPath
) -> tuple[float, list[float]]:
    """The value of a node whose args have these values, and its derivative by each of them."""
    if not isinstance(expression, Pair):
        weights = node_weights(expression)
    elif expression.op == "sub":
        weights = [1.0, -1.0]
    else:
        first, second = args
        if abs(second) <= ZERO:
            raise _DivisionByZero((*path, "args", 1))
        quotient = first / second
        return quotient, [1 / second, -quotient / second]
    return math.fsum(map(operator.mul, args, weights)), weights


def evaluate(expression: Expression, measurements: Mapping[LeafKey, Measurement]) -> Estimate:
    """Value, standard deviation and the method that gave it.

    ``measurements`` has every leaf of the tree. The value always comes from the summaries (E4);
    which formula gives the standard deviation is decided by what is available (E5) and never
    changed afterwards.
    """
    keys = list(dict.fromkeys(leaf.key for _, leaf in leaves(expression)))
    values = {key: measurements[key].value for key in keys}
    known = {key: value for key, value in values.items() if value is not None}
    if len(known) < len(values):
        missing = next(key for key in keys if key not in known)
        reason = sentence(
            "{metric} of {experiment} is missing",
            metric=missing.metric,
            experiment=missing.experiment_id,
        )
        return _undefined(reason)
    try:
        dual = _linearised(expression, known, ())
    except _DivisionByZero as error:
        return _undefined(sentence("division by zero"), error.path)
    leaf_data = {key: measurements[key] for key in keys}
    if _same_attempts(leaf_data):
        return _by_attempts(expression, dual, leaf_data)
    return _by_propagation(expression, dual, leaf_data)


def _undefined(reason: str, path: KeyPath | None = None) -> Estimate:
    return Estimate(value=None, std=None, std_method=None, n=None, reason=reason, undefined_at=path)


def _same_attempts(leaf_data: Mapping[LeafKey, Measurement]) -> bool:
    """Whether the attempt-wise formula applies: all leaves complete on the same attempts (E5)."""
    numbers = {frozenset(measurement.attempts) for measurement in leaf_data.values()}
    return (
        len(numbers) == 1
        and all(base_name(key.metric) is not None for key in leaf_data)
        and all(measurement.complete for measurement in leaf_data.values())
    )


def _by_attempts(
    expression: Expression, dual: _Dual, leaf_data: Mapping[LeafKey, Measurement]
) -> Estimate:
    """Standard deviation of the composite of each attempt (E9)."""
    numbers = sorted(next(iter(leaf_data.values())).attempts)
    composites: dict[int, float] = {}
    for number in numbers:
        row = {key: data.attempts[number] for key, data in leaf_data.items()}
        known = {key: value for key, value in row.items() if value is not None}
        try:
            composites[number] = evaluate_values(expression, known)
        except ZeroDivisionError:
            return _without_std(dual, sentence("attempt {k} divides by zero", k=number))
    return Estimate(
        value=dual.value,
        std=sample_std(list(composites.values())),
        std_method="attempt",
        n=len(numbers),
        reason="",
        by_attempt=composites,
        coefficients=dual.slopes,
    )


def _by_propagation(
    expression: Expression, dual: _Dual, leaf_data: Mapping[LeafKey, Measurement]
) -> Estimate:
    """Standard deviation from those of the leaves, taken as independent (E5b, E6, E8)."""
    if len({(key.experiment_id, key.phase) for key in leaf_data}) < len(leaf_data):
        return _without_std(dual, sentence("two metrics of one experiment are not independent"))
    stds: dict[LeafKey, float] = {}
    for key, measurement in leaf_data.items():
        std = measurement.usable_std() if base_name(key.metric) is not None else None
        if std is None:
            return _without_std(dual, _why_no_spread(key, measurement))
        stds[key] = std
    divides = _has_division(expression)
    values = {key: data.value for key, data in leaf_data.items() if data.value is not None}
    return Estimate(
        value=dual.value,
        std=_propagate(dual.slopes, stds),
        std_method="delta" if divides else "independent",
        n=None,
        reason="",
        coefficients=dual.slopes,
        wide_denominator=divides and _varies_widely(expression, values, stds),
    )


def _propagate(slopes: Mapping[LeafKey, float], stds: Mapping[LeafKey, float]) -> float:
    return math.sqrt(math.fsum((slope * stds[key]) ** 2 for key, slope in slopes.items()))


def _without_std(dual: _Dual, reason: str) -> Estimate:
    return Estimate(
        value=dual.value,
        std=None,
        std_method=None,
        n=None,
        reason=reason,
        coefficients=dual.slopes,
    )


def _why_no_spread(key: LeafKey, measurement: Measurement) -> str:
    if base_name(key.metric) is None:
        return sentence("{metric} has no value by attempt", metric=key.metric)
    if measurement.n_attempt == 1:
        return sentence("a single attempt has no spread")
    return sentence("the spread of {experiment} is not recorded", experiment=key.experiment_id)


def _has_division(expression: Expression) -> bool:
    if isinstance(expression, Leaf):
        return False
    return expression.op == "div" or any(_has_division(arg) for arg in expression.args)


def _varies_widely(
    expression: Expression, values: Mapping[LeafKey, float], stds: Mapping[LeafKey, float]
) -> bool:
    """Whether some denominator's standard deviation exceeds a fifth of its size (E8)."""
    if isinstance(expression, Leaf):
        return False
    if isinstance(expression, Pair) and expression.op == "div":
        denominator = _linearised(expression.args[1], values, ())
        spread = _propagate(denominator.slopes, stds)
        if spread > _WIDE_DENOMINATOR * abs(denominator.value):
            return True
    return any(_varies_widely(arg, values, stds) for arg in expression.args)
