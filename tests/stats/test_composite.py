"""Entries that combine benchmarks, and the hard cases of their intervals."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from penguin_board.stats import (
    CompositeEntry,
    CompositePair,
    Settings,
    compare_composites,
)


def entry(
    name: str, coefficients: dict[str, float] | None = None, **scores: list[float]
) -> CompositeEntry:
    """An entry with the scores of each benchmark's tasks; equal weights unless given."""
    return CompositeEntry(
        name,
        coefficients or dict.fromkeys(scores, 1 / max(1, len(scores))),
        {
            benchmark: {f"t{number:02}": score for number, score in enumerate(values)}
            for benchmark, values in scores.items()
        },
    )


def drawn(seed: int, n: int, mean: float = 0.5) -> list[float]:
    source = random.Random(seed)
    return [min(1.0, max(0.0, source.gauss(mean, 0.2))) for _ in range(n)]


def only_pair(*entries: CompositeEntry, **options: Any) -> CompositePair:
    (pair,) = compare_composites(entries, **options).pairs
    return pair


def test_f01_two_tasks_give_a_wide_interval_and_a_remark() -> None:
    (row,) = compare_composites([entry("m", b=[0, 1])]).rows
    assert (row.mean, row.ci_lo, row.ci_hi, row.remarks) == (0.5, 0, 1, ("few-tasks",))


def test_f02_no_variation_is_no_interval() -> None:
    result = compare_composites([entry("all", b=[1.0] * 10), entry("none", b=[0.0] * 10)])
    for row in result.rows:
        assert (row.ci_lo, row.ci_hi, row.reason) == (None, None, "no-variation")
        assert row.mean in (0, 1)
    (pair,) = result.pairs
    assert (pair.ci_lo, pair.ci_hi, pair.reason) == (None, None, "no-variation")
    assert (pair.difference, pair.wins, pair.ties, pair.losses) == (1.0, 10, 0, 0)
    assert (pair.verdict, pair.p) == ("better", 2 / 2**10)


def test_without_variation_the_sign_test_decides() -> None:
    five = only_pair(entry("a", b=[0.8] * 5), entry("b", b=[0.7] * 5))
    assert (five.verdict, five.p) == ("insufficient", 2 / 2**5)
    same = only_pair(entry("a", b=drawn(1, 20)), entry("b", b=drawn(1, 20)))
    assert (same.verdict, same.difference, same.p, same.ties) == ("tie", 0.0, 1.0, 20)
    torn = only_pair(entry("a", b=[0.8] * 9, c=[0.1] * 9), entry("b", b=[0.7] * 9, c=[0.15] * 9))
    assert (torn.verdict, torn.p, torn.wins, torn.losses) == ("tie", 1.0, 9, 9)


def test_f06_the_order_of_files_changes_nothing() -> None:
    first = [entry("x", b=drawn(1, 12)), entry("y", b=drawn(2, 12))]
    second = [replace(one, scores={"b": dict(reversed(one.scores["b"].items()))}) for one in first]
    assert compare_composites(first) == compare_composites(second)


def test_f07_pairs_are_compared_task_by_task() -> None:
    base = [0.1 * number for number in range(1, 9)]
    gains = [0.05, 0.15, 0.1, 0.1, 0.05, 0.15, 0.08, 0.12]
    better = [score + gain for score, gain in zip(base, gains, strict=True)]
    pair = only_pair(entry("a", b=better), entry("b", b=base))
    assert pair.ci_lo is not None
    assert pair.ci_hi is not None
    assert 0.05 <= pair.ci_lo < 0.1 < pair.ci_hi <= 0.15
    assert (pair.verdict, pair.n_tasks, pair.wins) == ("better", 8, 8)


def test_f10_tasks_are_the_unit() -> None:
    (row,) = compare_composites([entry("m", b=[1, 0, 1, 0])]).rows
    assert (row.ci_lo, row.ci_hi) == (0, 1)
    assert row.standard_error == pytest.approx(0.28867513459481287)


def test_benchmarks_count_equally_not_tasks() -> None:
    (row,) = compare_composites([entry("m", a=[0.5] * 8, b=[0.9, 0.9])]).rows
    assert row.mean == pytest.approx(0.7)
    assert row.n_tasks == 10


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (entry("m"), "no-tasks"),
        (CompositeEntry("m", {"a": 0.5, "b": 0.5}, {"a": {"t": 1.0, "u": 0.5}}), "no-tasks"),
        (entry("m", b=[0.5]), "one-task"),
        (entry("m", a=[0.1, 0.9, 0.5], b=[0.5]), "single-task-benchmark"),
        (entry("m", a=[0.3, 0.3], b=[0.5, 0.5, 0.5]), "no-variation"),
    ],
)
def test_why_there_is_no_interval(one: CompositeEntry, reason: Any) -> None:
    (row,) = compare_composites([one]).rows
    assert (row.ci_lo, row.ci_hi, row.reason) == (None, None, reason)
    assert (row.mean is None) == (reason == "no-tasks")


def test_other_weights_are_not_comparable() -> None:
    scores = {"a": drawn(1, 9), "b": drawn(2, 9)}
    plain = entry("plain", **scores)
    other = entry("other", {"a": 0.25, "b": 0.75}, **scores)
    part = entry("part", a=scores["a"])
    for second in (other, part):
        pair = only_pair(plain, second)
        assert (pair.verdict, pair.reason) == ("not-comparable", "different-weights")
        assert (pair.difference, pair.p, pair.n_tasks) == (None, None, 0)
    rows = compare_composites([plain, other, part]).rows
    assert [(row.rank_lo, row.rank_hi) for row in rows] == [(1, 3)] * 3


def test_a_benchmark_without_weight_takes_no_part() -> None:
    scores = {"a": drawn(1, 9), "b": drawn(2, 9)}
    with_b = entry("with", {"a": 1.0, "b": 0.0}, **scores)
    pair = only_pair(with_b, entry("without", {"a": 1.0}, a=scores["a"]))
    assert (pair.verdict, pair.n_tasks) == ("tie", 9)


def test_weights_are_equal_to_twelve_decimals() -> None:
    scores = {"a": drawn(1, 9), "b": drawn(2, 9)}
    third = entry("third", {"a": 1 / 3, "b": 2 / 3}, **scores)
    pair = only_pair(third, entry("sum", {"a": 1 - 2 / 3, "b": 1 / 3 + 1 / 3}, **scores))
    assert pair.verdict == "tie"


def test_only_shared_tasks_are_compared() -> None:
    whole = entry("whole", a=drawn(1, 14), b=drawn(2, 14))
    partial = entry("partial", a=drawn(3, 8), b=drawn(4, 11))
    pair = only_pair(whole, partial)
    assert pair.n_tasks == 19
    assert pair.remarks == ("shared-tasks",)
    shortened = only_pair(entry("whole", a=drawn(1, 14)[:8], b=drawn(2, 14)[:11]), partial)
    assert pair.difference == pytest.approx(shortened.difference)
    assert (pair.ci_lo, pair.ci_hi) == pytest.approx((shortened.ci_lo, shortened.ci_hi), abs=1e-9)
    apart = replace(partial, scores={**partial.scores, "b": {"elsewhere": 0.5, "there": 0.6}})
    assert only_pair(whole, apart).reason == "no-shared-tasks"


def test_lower_can_be_better() -> None:
    low, high = entry("low", b=drawn(1, 30, 0.2)), entry("high", b=drawn(2, 30, 0.8))
    assert only_pair(low, high).verdict == "worse"
    pair = only_pair(low, high, ascending=True)
    assert pair.verdict == "better"
    assert pair.difference is not None
    assert pair.difference < 0
    assert pair.wins > pair.losses


@pytest.mark.parametrize("scale", [100.0, 1e-3, 1e6])
def test_any_scale(scale: float) -> None:
    def boards(factor: float) -> list[CompositeEntry]:
        return [
            entry(
                f"m{n}",
                a=[factor * s for s in drawn(n, 20)],
                b=[factor * s for s in drawn(n + 9, 8)],
            )
            for n in range(3)
        ]

    plain, scaled = compare_composites(boards(1.0)), compare_composites(boards(scale))
    for row, other in zip(plain.rows, scaled.rows, strict=True):
        assert (other.ci_lo, other.ci_hi) == pytest.approx(
            ((row.ci_lo or 0) * scale, (row.ci_hi or 0) * scale), rel=1e-9
        )
        assert (row.rank_lo, row.rank_hi) == (other.rank_lo, other.rank_hi)
    assert [p.verdict for p in plain.pairs] == [p.verdict for p in scaled.pairs]


@pytest.mark.parametrize("adjust", ["holm", "bh", "simultaneous"])
def test_many_comparisons(adjust: Any) -> None:
    entries = [entry(f"m{n}", a=drawn(n, 25, 0.2 + 0.06 * n)) for n in range(6)]
    entries += [entry("flat", a=[0.9] * 25), entry("flatter", a=[0.1] * 25)]
    plain = compare_composites(entries)
    adjusted = compare_composites(entries, Settings(b=10_000, adjust=adjust))
    assert plain.n_comparisons == adjusted.n_comparisons == 28
    for pair, other in zip(plain.pairs, adjusted.pairs, strict=True):
        if other.verdict != "tie":
            assert pair.verdict == other.verdict
    flat = next(p for p in adjusted.pairs if (p.entry_a, p.entry_b) == ("flat", "flatter"))
    assert flat.verdict == "better"
    assert flat.p_adjusted is not None
    assert flat.p is not None
    assert flat.p <= flat.p_adjusted <= 0.05


def test_expanded_widens_by_the_size_of_each_benchmark() -> None:
    benchmarks = {f"b{n}": drawn(n, 5) for n in range(12)}
    (plain,) = compare_composites([entry("m", **benchmarks)]).rows
    (wide,) = compare_composites(
        [entry("m", **benchmarks)], Settings(b=10_000, method="expanded")
    ).rows
    assert plain.ci_lo is not None
    assert plain.ci_hi is not None
    assert wide.ci_lo is not None
    assert wide.ci_hi is not None
    # sqrt(5/4) for five tasks a benchmark, and t instead of normal tails.
    ratio = (wide.ci_hi - wide.ci_lo) / (plain.ci_hi - plain.ci_lo)
    assert 1.1 < ratio < 1.25


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([entry("m", b=[0.5, 0.6])] * 2, 'the entry "m" comes twice'),
        ([entry("m", {"": 1.0})], "has no name"),
        ([entry("m", b=[0.5, float("nan")])], "m \\(b, t01\\): nan is not a finite number"),
        ([entry("m", {"b": float("inf")}, b=[0.5])], "inf is not a finite number"),
    ],
)
def test_what_is_refused(entries: list[CompositeEntry], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compare_composites(entries)


def test_no_entries() -> None:
    result = compare_composites([])
    assert (result.rows, result.pairs, result.n_comparisons) == ((), (), 0)
