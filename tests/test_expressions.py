"""Expressions against exact fractions, and what must hold for every tree (statistics.md, a)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from penguin_board.expression_trees import leaves
from penguin_board.expressions import Estimate, Measurement, evaluate, evaluate_values
from penguin_board.schema import LeafKey
from tests.trees import expression, leaf

Tree = dict[str, Any]
Values = Mapping[str, Fraction]

NAMES = ("a", "b", "c", "d")
CLOSE = {"rel": 1e-9, "abs": 1e-12}

_sixteenths = st.integers(0, 16).map(lambda n: Fraction(n, 16))
# A metric that is left out is score_mean: the same leaf (E1).
_leaves = st.builds(
    lambda name, more: leaf(name, **more),
    st.sampled_from(NAMES),
    st.sampled_from([{}, {"metric": "score_mean"}]),
)


def _nodes(args: st.SearchStrategy[Tree], *, divide: bool) -> st.SearchStrategy[Tree]:
    several = st.lists(args, min_size=1, max_size=3)
    pair_ops = ["sub", "div"] if divide else ["sub"]
    weighted = st.lists(st.tuples(args, st.integers(0, 5)), min_size=1, max_size=3).filter(
        lambda rows: any(weight for _, weight in rows)
    )
    return st.one_of(
        st.builds(
            lambda op, args: {"op": op, "args": args}, st.sampled_from(["mean", "sum"]), several
        ),
        st.builds(
            lambda op, args: {"op": op, "args": list(args)},
            st.sampled_from(pair_ops),
            st.tuples(args, args),
        ),
        weighted.map(
            lambda rows: {
                "op": "weighted_mean",
                "args": [arg for arg, _ in rows],
                "weights": [weight for _, weight in rows],
            }
        ),
    )


linear_trees = st.recursive(_leaves, lambda args: _nodes(args, divide=False), max_leaves=8)
trees = st.recursive(_leaves, lambda args: _nodes(args, divide=True), max_leaves=8)
values = st.fixed_dictionaries(dict.fromkeys(NAMES, _sixteenths))
attempt_rows = st.lists(values, min_size=2, max_size=5)


class Undefined(Exception):
    """A denominator of (nearly) nothing."""


def exact(tree: Tree, at: Values) -> Fraction:
    """The definition of each op (E3, E4, E8) in exact arithmetic."""
    if "op" not in tree:
        return at[tree["experiment_id"]]
    args = [exact(arg, at) for arg in tree["args"]]
    match tree["op"]:
        case "mean":
            return sum(args, Fraction()) / len(args)
        case "sum":
            return sum(args, Fraction())
        case "sub":
            return args[0] - args[1]
        case "div":
            if abs(args[1]) <= Fraction(1, 64):
                raise Undefined
            return args[0] / args[1]
    weights = [Fraction(weight) for weight in tree["weights"]]
    return sum(map(Fraction.__mul__, args, weights), Fraction()) / sum(weights)


def exact_std(outcomes: list[Fraction]) -> float:
    """Sample standard deviation around the outcomes' own mean (E9)."""
    mean = sum(outcomes, Fraction()) / len(outcomes)
    total = sum(((outcome - mean) ** 2 for outcome in outcomes), Fraction())
    return math.sqrt(total / (len(outcomes) - 1))


def exact_slope(tree: Tree, at: Values, name: str) -> Fraction:
    """D tree / d leaf by a central difference so narrow that it is exact to 20 digits."""
    step = Fraction(1, 10**12)
    up = exact(tree, {**at, name: at[name] + step})
    down = exact(tree, {**at, name: at[name] - step})
    return (up - down) / (2 * step)


def defined(tree: Tree, *rows: Values) -> bool:
    """Whether no denominator is near 0 at any of the rows."""
    try:
        for row in rows:
            exact(tree, row)
    except Undefined:
        return False
    return True


def names_in(tree: Tree) -> set[str]:
    return {found.experiment_id for _, found in leaves(expression(tree))}


def mean_row(rows: list[dict[str, Fraction]]) -> dict[str, Fraction]:
    return {name: sum((row[name] for row in rows), Fraction()) / len(rows) for name in NAMES}


def with_attempts(tree: Tree, rows: list[dict[str, Fraction]], numbers: list[int]) -> Estimate:
    """Evaluate with one row of values an attempt and their mean as the summary."""
    summary = mean_row(rows)
    return evaluate(
        expression(tree),
        {
            LeafKey(name, "test", "score_mean"): Measurement(
                value=float(summary[name]),
                n_attempt=len(rows),
                attempts={
                    number: float(row[name]) for number, row in zip(numbers, rows, strict=True)
                },
            )
            for name in NAMES
        },
    )


def with_stds(tree: Tree, at: Values, stds: Values) -> Estimate:
    """Evaluate with a recorded standard deviation and no attempts."""
    return evaluate(
        expression(tree),
        {
            LeafKey(name, "test", "score_mean"): Measurement(
                value=float(at[name]), std=float(stds[name]), n_attempt=3
            )
            for name in NAMES
        },
    )


def numbered(rows: list[dict[str, Fraction]]) -> list[int]:
    return list(range(1, len(rows) + 1))


@given(trees, attempt_rows)
def test_attempts_give_the_std_of_the_composites(
    tree: Tree, rows: list[dict[str, Fraction]]
) -> None:
    summary = mean_row(rows)
    assume(defined(tree, summary, *rows))
    estimate = with_attempts(tree, rows, numbered(rows))
    outcomes = [exact(tree, row) for row in rows]
    assert estimate.value == pytest.approx(float(exact(tree, summary)), **CLOSE)
    assert estimate.std == pytest.approx(exact_std(outcomes), **CLOSE)
    assert (estimate.std_method, estimate.n) == ("attempt", len(rows))
    assert list(estimate.by_attempt) == numbered(rows)
    assert list(estimate.by_attempt.values()) == pytest.approx(list(map(float, outcomes)), **CLOSE)


@given(linear_trees, values, values)
def test_independent_leaves_combine_their_squared_slopes(
    tree: Tree, at: Values, stds: Values
) -> None:
    estimate = with_stds(tree, at, stds)
    slopes = {name: exact_slope(tree, at, name) for name in NAMES}
    variance = sum(((slopes[name] * stds[name]) ** 2 for name in NAMES), Fraction())
    assert estimate.value == pytest.approx(float(exact(tree, at)), **CLOSE)
    assert estimate.std == pytest.approx(math.sqrt(variance), **CLOSE)
    assert (estimate.std_method, estimate.n) == ("independent", None)
    assert {key.experiment_id: slope for key, slope in estimate.coefficients.items()} == {
        name: pytest.approx(float(slopes[name]), **CLOSE) for name in names_in(tree)
    }


@given(st.tuples(trees, trees), values, values)
def test_division_is_propagated_to_first_order(
    args: tuple[Tree, Tree], at: Values, stds: Values
) -> None:
    tree = {"op": "div", "args": list(args)}
    assume(defined(tree, at))
    estimate = with_stds(tree, at, stds)
    variance = sum(((exact_slope(tree, at, n) * stds[n]) ** 2 for n in NAMES), Fraction())
    assert estimate.value == pytest.approx(float(exact(tree, at)), **CLOSE)
    assert estimate.std == pytest.approx(math.sqrt(variance), rel=1e-9, abs=1e-9)
    assert estimate.std_method == "delta"


@given(trees, attempt_rows)
def test_a_mean_of_one_thing_is_that_thing(tree: Tree, rows: list[dict[str, Fraction]]) -> None:
    assume(defined(tree, mean_row(rows), *rows))
    wrapped = {"op": "mean", "args": [tree]}
    once, twice = (with_attempts(t, rows, numbered(rows)) for t in (tree, wrapped))
    assert (twice.value, twice.std, twice.n) == (once.value, once.std, once.n)


@given(
    st.sampled_from(["mean", "sum"]),
    st.lists(linear_trees, min_size=2, max_size=4),
    values,
    st.randoms(),
)
def test_the_order_of_args_does_not_matter(
    op: str, args: list[Tree], at: Values, random: Any
) -> None:
    shuffled = args.copy()
    random.shuffle(shuffled)
    first = with_stds({"op": op, "args": args}, at, at)
    second = with_stds({"op": op, "args": shuffled}, at, at)
    assert second.value == first.value
    assert second.std == pytest.approx(first.std, **CLOSE)


@given(linear_trees, linear_trees, attempt_rows)
def test_swapping_the_args_of_sub_changes_the_sign_only(
    first: Tree, second: Tree, rows: list[dict[str, Fraction]]
) -> None:
    there = with_attempts({"op": "sub", "args": [first, second]}, rows, numbered(rows))
    back = with_attempts({"op": "sub", "args": [second, first]}, rows, numbered(rows))
    assert there.value is not None
    assert back.value == -there.value
    assert back.std == pytest.approx(there.std, **CLOSE)


@given(
    st.lists(st.tuples(linear_trees, st.integers(1, 9)), min_size=1, max_size=4),
    st.sampled_from([10, 0.1, 1e6]),
    values,
)
def test_weights_are_relative(rows: list[tuple[Tree, int]], factor: float, at: Values) -> None:
    args = [arg for arg, _ in rows]
    node = {"op": "weighted_mean", "args": args, "weights": [weight for _, weight in rows]}
    scaled = {**node, "weights": [weight * factor for _, weight in rows]}
    first, second = with_stds(node, at, at), with_stds(scaled, at, at)
    assert second.value == pytest.approx(first.value, **CLOSE)
    assert second.std == pytest.approx(first.std, **CLOSE)


@given(trees, attempt_rows, st.randoms())
def test_attempts_may_be_renumbered_together(
    tree: Tree, rows: list[dict[str, Fraction]], random: Any
) -> None:
    assume(defined(tree, mean_row(rows), *rows))
    others = random.sample(range(1, 50), len(rows))
    first = with_attempts(tree, rows, numbered(rows))
    second = with_attempts(tree, rows, others)
    assert (second.value, second.n) == (first.value, first.n)
    assert second.std == pytest.approx(first.std, **CLOSE)


@given(linear_trees, values, values, st.sampled_from([2, 100, Fraction(1, 8)]))
def test_another_unit_scales_value_and_std(
    tree: Tree, at: Values, stds: Values, factor: Fraction
) -> None:
    first = with_stds(tree, at, stds)
    second = with_stds(
        tree,
        {name: value * factor for name, value in at.items()},
        {name: value * factor for name, value in stds.items()},
    )
    assert first.value is not None
    assert first.std is not None
    assert second.value == pytest.approx(first.value * float(factor), **CLOSE)
    assert second.std == pytest.approx(first.std * float(factor), **CLOSE)


@given(trees, values)
def test_values_of_leaves_give_the_value_of_the_tree(tree: Tree, at: Values) -> None:
    assume(defined(tree, at))
    keys = {found.key: float(at[found.experiment_id]) for _, found in leaves(expression(tree))}
    assert evaluate_values(expression(tree), keys) == pytest.approx(float(exact(tree, at)), **CLOSE)


def test_a_residue_of_float_sums_is_no_denominator() -> None:
    residue = {
        "op": "sub",
        "args": [{"op": "sum", "args": [leaf("a"), leaf("a"), leaf("a")]}, leaf("b")],
    }
    at = {"a": Fraction(0.1), "b": Fraction(0.3), "c": Fraction(1), "d": Fraction(1)}
    assert 0 < 0.1 + 0.1 + 0.1 - 0.3 < 1e-16
    estimate = with_stds(
        {"op": "mean", "args": [{"op": "div", "args": [leaf("c"), residue]}]}, at, at
    )
    assert (estimate.value, estimate.std, estimate.std_method) == (None, None, None)
    assert estimate.reason == "division by zero"
    assert estimate.undefined_at == ("args", 0, "args", 1)


def test_a_noisy_denominator_is_marked() -> None:
    at = {name: Fraction(1, 2) for name in NAMES}
    quotient = {"op": "div", "args": [leaf("a"), leaf("b")]}
    narrow, wide = ({**at, "b": Fraction(std)} for std in ("0.0999", "0.1001"))
    assert with_stds(quotient, at, narrow).wide_denominator is False
    assert with_stds(quotient, at, wide).wide_denominator is True
