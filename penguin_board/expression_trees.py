"""The shape of an expression tree: its leaves, its weights, its identity, its text (RFC-0005)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from penguin_board.problems import KeyPath
from penguin_board.schema import DEFAULT_METRIC, Combine, Expression, Leaf, WeightedMean


def leaves(expression: Expression, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Leaf]]:
    """Every leaf of the tree in reading order, with its place below the expression."""
    if isinstance(expression, Leaf):
        yield path, expression
    else:
        for index, arg in enumerate(expression.args):
            yield from leaves(arg, (*path, "args", index))


def canonical(expression: Expression) -> tuple[object, ...]:
    """A hashable form in which two expressions are equal exactly when they are the same."""
    if isinstance(expression, Leaf):
        return expression.key
    args = tuple(canonical(arg) for arg in expression.args)
    if isinstance(expression, WeightedMean):
        total = math.fsum(expression.weights)
        return (expression.op, args, tuple(weight / total for weight in expression.weights))
    return (expression.op, args)


def base_name(metric: str) -> str | None:
    """``score`` for ``score_mean``; None for a metric without spread (E5)."""
    return metric[: -len("_mean")] if metric.endswith("_mean") and metric != "_mean" else None


def node_weights(expression: Combine | WeightedMean) -> list[float]:
    """The weight of each arg: 1/G in a mean, 1 in a sum, w/sum(w) in a weighted mean (E3, E4)."""
    count = len(expression.args)
    if isinstance(expression, WeightedMean):
        total = math.fsum(expression.weights)
        return [weight / total for weight in expression.weights]
    return [1.0 if expression.op == "sum" else 1.0 / count] * count


def expression_text(expression: Expression) -> str:
    """The tree on one line: ``weighted_mean(exp-a, exp-b; 2, 1)``."""
    if isinstance(expression, Leaf):
        metric = "" if expression.metric == DEFAULT_METRIC else f".{expression.metric}"
        return f"{expression.experiment_id}{metric}"
    args = ", ".join(expression_text(arg) for arg in expression.args)
    if isinstance(expression, WeightedMean):
        args += f"; {', '.join(f'{weight:g}' for weight in expression.weights)}"
    return f"{expression.op}({args})"
