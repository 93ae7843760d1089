"""Ranks, natural order and Pareto frontiers (statistics.md E12, W1, P1)."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from penguin_board.ranking import competition_ranks, dominators, natural_key, pareto_frontier

Point = tuple[float | None, float | None]

# Few distinct values, so that ties, zeros and unknown ones are common.
_numbers = st.sampled_from([None, 0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 1.0, 7.5])
_points = st.lists(st.tuples(_numbers, _numbers), max_size=12).map(
    lambda points: {f"p{index}": point for index, point in enumerate(points)}
)


def same(a: float, b: float) -> bool:
    """Equal to 12 significant digits."""
    return abs(a - b) <= 1e-12 * max(abs(a), abs(b))


def dominates(a: Point, b: Point, *, ascending: bool) -> bool:
    """The definition P1, pair by pair."""
    (score_a, cost_a), (score_b, cost_b) = a, b
    if score_a is None or cost_a is None or score_b is None or cost_b is None:
        return False
    better = (score_a < score_b if ascending else score_a > score_b) and not same(score_a, score_b)
    cheaper = cost_a < cost_b and not same(cost_a, cost_b)
    return (
        (better or same(score_a, score_b))
        and (cheaper or same(cost_a, cost_b))
        and (better or cheaper)
    )


def split(points: dict[str, Point], *, ascending: bool = False) -> dict[str, tuple[str, ...]]:
    rows = [(name, score, cost) for name, (score, cost) in points.items()]
    return pareto_frontier(rows, ascending=ascending)._asdict()


@given(_points, st.booleans())
def test_frontier_is_the_set_that_nothing_dominates(
    points: dict[str, Point], ascending: bool
) -> None:
    found = split(points, ascending=ascending)
    unknown = {name for name, point in points.items() if None in point}
    beaten = {
        name
        for name, point in points.items()
        if any(dominates(other, point, ascending=ascending) for other in points.values())
    }
    assert set(found["excluded"]) == unknown
    assert set(found["dominated"]) == beaten
    assert set(found["frontier"]) == set(points) - unknown - beaten
    assert sum(map(len, found.values())) == len(points)


@given(_points, st.booleans())
def test_dominators_are_those_of_the_definition(points: dict[str, Point], ascending: bool) -> None:
    """For every point all of them, and none for the frontier's."""
    known = {name: (s, c) for name, (s, c) in points.items() if s is not None and c is not None}
    found = dominators(known, ascending=ascending)
    assert found == {
        name: tuple(o for o, other in known.items() if dominates(other, point, ascending=ascending))
        for name, point in known.items()
    }
    frontier = split(points, ascending=ascending)["frontier"]
    assert {name for name, by in found.items() if not by} == set(frontier)


@given(_points)
def test_frontier_stands_by_cost_and_its_scores_never_fall(points: dict[str, Point]) -> None:
    on_it = [points[name] for name in split(points)["frontier"]]
    for (score, cost), (next_score, next_cost) in pairwise(on_it):
        assert cost <= next_cost or same(cost, next_cost)
        assert score <= next_score or same(score, next_score)


@given(_points, st.randoms())
def test_frontier_does_not_depend_on_the_order_of_points(
    points: dict[str, Point], random: object
) -> None:
    names = list(points)
    random.shuffle(names)
    assert split({name: points[name] for name in names}) == split(points)


@given(_points)
def test_removing_dominated_points_leaves_the_frontier(points: dict[str, Point]) -> None:
    found = split(points)
    kept = {name: point for name, point in points.items() if name not in found["dominated"]}
    assert split(kept) == {**found, "dominated": ()}


@given(st.dictionaries(st.text(max_size=3), _numbers, max_size=8), st.booleans())
def test_a_rank_is_one_more_than_the_number_of_better_values(
    values: dict[str, float | None], ascending: bool
) -> None:
    ranks = competition_ranks(values, ascending=ascending)
    assert list(ranks) == list(values)
    for name, value in values.items():
        if value is None:
            assert ranks[name] is None
        else:
            better = [
                other
                for other in values.values()
                if other is not None
                and not same(other, value)
                and (other < value if ascending else other > value)
            ]
            assert ranks[name] == len(better) + 1


_task_ids = st.text(alphabet="aB-_. 0123456789٣²é", max_size=6)


@given(st.lists(_task_ids, unique=True, max_size=8), st.randoms())
def test_natural_order_is_total(ids: list[str], random: object) -> None:
    shuffled = ids.copy()
    random.shuffle(shuffled)
    assert sorted(shuffled, key=natural_key) == sorted(ids, key=natural_key)
    assert len({natural_key(name) for name in ids}) == len(ids)


@given(st.text(alphabet="ab-", max_size=3), st.integers(0, 10**20), st.integers(0, 10**20))
def test_runs_of_digits_count_as_numbers(prefix: str, first: int, second: int) -> None:
    in_order = natural_key(f"{prefix}{first}x") < natural_key(f"{prefix}{second}x")
    assert in_order == (first < second)


def test_runs_of_very_many_digits_are_numbers_too() -> None:
    ids = ["task-9", f"task-{'0' * 6000}10", f"task-{'1' * 5000}", f"task-{'1' * 4999}2"]
    nine, ten, ones, more = ids
    assert sorted([more, ten, ones, nine], key=natural_key) == ids


@given(st.text(alphabet="abc", max_size=4), st.text(alphabet="abc", max_size=4))
def test_without_digits_natural_order_is_plain_order(first: str, second: str) -> None:
    assert not re.search(r"\d", first + second)
    assert (natural_key(first) < natural_key(second)) == (first < second)
