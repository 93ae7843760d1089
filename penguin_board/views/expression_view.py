"""An entry's expression as a tree of lines, and the formula that gave its standard deviation."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.display import ScoreFormat
from penguin_board.expression_trees import base_name, leaves, node_weights
from penguin_board.expressions import StdMethod, evaluate_values
from penguin_board.schema import Expression, Leaf, LeafKey, Pair
from penguin_board.texts import Number
from penguin_board.views.known import Known
from penguin_board.views.quantities import (
    MetricFormat,
    Quantity,
    metric_format,
    plain_number,
    quantity,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafView:
    """A leaf: what it reads and what stands there. ``run_index`` is its run's place on the page."""

    run_index: int
    benchmark: str
    experiment_id: str
    phase: str
    metric: str
    value: Quantity
    std: Quantity
    n_attempt: int
    coefficient: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeView:
    """A node of the tree. ``share`` is its part in its parent: ``1/12``, ``25.0%``, ``+``, ``÷``.

    A leaf has ``leaf`` and no ``op``.
    """

    op: str | None
    share: str
    value: Quantity
    children: tuple[NodeView, ...]
    leaf: LeafView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Composite:
    """The tree's value for one attempt."""

    attempt: int
    value: Quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A leaf's part in the standard deviation: coefficient times standard deviation."""

    benchmark: str
    coefficient: str
    std: str
    product: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StdView:
    """How the standard deviation came about; ``reason`` says why there is none."""

    method: StdMethod | None
    std: Quantity
    n: int | None
    reason: str
    composites: tuple[Composite, ...]
    composite_mean: Quantity | None
    terms: tuple[Term, ...]


class ExpressionViews:
    """The expressions of a board's entries, which show their numbers in the same few formats."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._formats = Known(functools.partial(metric_format, board))
        # Entries weigh alike.
        self._weights = Known(plain_number)

    def tree(self, entry: Entry) -> NodeView:
        """The entry's tree with the value of every node."""
        tree = _Tree(self._board.format, self._formats, self._weights, entry)
        return tree.node(entry.evaluated.expression, "")

    def std(self, entry: Entry) -> StdView:
        """The standard deviation with the numbers that gave it."""
        estimate = entry.evaluated.estimate
        form = self._board.format
        composites = tuple(
            Composite(attempt=number, value=quantity(value, form.text))
            for number, value in sorted(estimate.by_attempt.items())
        )
        mean = None
        if composites:
            values = list(estimate.by_attempt.values())
            mean = quantity(math.fsum(values) / len(values), form.text)
        propagated = estimate.std_method in ("independent", "delta")
        return StdView(
            method=estimate.std_method,
            std=quantity(estimate.std, form.spread),
            n=estimate.n,
            reason=estimate.reason,
            composites=composites,
            composite_mean=mean,
            terms=self._terms(entry, estimate.coefficients) if propagated else (),
        )

    def _terms(self, entry: Entry, coefficients: Mapping[LeafKey, float]) -> tuple[Term, ...]:
        runs = {(run.experiment_id, run.phase): run for run in entry.evaluated.runs}
        terms = []
        for key, coefficient in coefficients.items():
            std = entry.evaluated.measurements[key].usable_std()
            product = None if std is None else abs(coefficient) * std
            terms.append(
                Term(
                    benchmark=runs[key.experiment_id, key.phase].benchmark,
                    coefficient=self._weights[coefficient],
                    std=self._formats[key.metric].spread(std),
                    product=self._board.format.spread(product),
                )
            )
        return tuple(terms)


class _Tree:
    """What all nodes of one entry share: the values of its leaves and the places of its runs."""

    def __init__(
        self,
        form: ScoreFormat,
        formats: Known[str, MetricFormat],
        weights: Known[float | None, str],
        entry: Entry,
    ) -> None:
        """``form`` is that of the whole, ``formats`` are those of metrics."""
        self._form = form
        self._formats = formats
        self._weights = weights
        self._entry = entry
        self._values = {
            key: measured.value
            for key, measured in entry.evaluated.measurements.items()
            if measured.value is not None
        }
        runs = entry.evaluated.runs
        self._places = {(run.experiment_id, run.phase): i for i, run in enumerate(runs)}

    def node(self, expression: Expression, share: str) -> NodeView:
        """The view of a subtree."""
        if isinstance(expression, Leaf):
            leaf = self._leaf(expression)
            return NodeView(op=None, share=share, value=leaf.value, children=(), leaf=leaf)
        is_whole = expression is self._entry.evaluated.expression
        value = self._entry.score if is_whole else evaluate_values(expression, self._values)
        return NodeView(
            op=expression.op,
            share=share,
            value=quantity(value, self._format(expression).text),
            children=tuple(
                self.node(arg, part)
                for arg, part in zip(expression.args, _shares(expression), strict=True)
            ),
            leaf=None,
        )

    def _format(self, expression: Expression) -> MetricFormat:
        """The format of a node's value: that of the board for the whole, that of its scores."""
        if expression is self._entry.evaluated.expression:
            return MetricFormat(self._form.text, self._form.spread)
        metrics = {leaf.metric for _, leaf in leaves(expression)}
        if len(metrics) == 1 and not _divides(expression):
            return self._formats[metrics.pop()]
        return MetricFormat(plain_number, plain_number)

    def _leaf(self, leaf: Leaf) -> LeafView:
        key = leaf.key
        evaluated = self._entry.evaluated
        place = self._places[key.experiment_id, key.phase]
        measured = evaluated.measurements[key]
        form = self._formats[key.metric]
        std = measured.usable_std() if base_name(key.metric) is not None else None
        return LeafView(
            run_index=place,
            benchmark=evaluated.runs[place].benchmark,
            experiment_id=key.experiment_id,
            phase=key.phase,
            metric=key.metric,
            value=quantity(measured.value, form.text),
            std=quantity(std, form.spread),
            n_attempt=evaluated.runs[place].summary.n_attempt,
            coefficient=quantity(
                evaluated.estimate.coefficients.get(key, 0.0), self._weights.__getitem__
            ),
        )


def _shares(expression: Expression) -> list[str]:
    if isinstance(expression, Leaf):
        return []
    if isinstance(expression, Pair):
        return ["", "−" if expression.op == "sub" else "÷"]
    if expression.op == "sum":
        return ["+"] * len(expression.args)
    if expression.op == "mean":
        return [Number(f"1/{len(expression.args)}")] * len(expression.args)
    return [Number(f"{weight * 100:.1f}%") for weight in node_weights(expression)]


def _divides(expression: Expression) -> bool:
    if isinstance(expression, Leaf):
        return False
    return expression.op == "div" or any(_divides(arg) for arg in expression.args)
