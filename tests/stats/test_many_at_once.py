"""What is computed for many at once is what each alone gives, to the bit."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.stats import (
    CompositeEntry,
    Limits,
    Settings,
    compare_composites,
    expanded_alpha,
    quantile,
    standard_error,
)
from penguin_board.stats.expanded import expansion_of_counts
from penguin_board.stats.quantiles import interval_ends
from penguin_board.stats.replicates import Draws, Part, replicates
from penguin_board.stats.resample import count_blocks
from penguin_board.stats.student import student_t

numbers = st.floats(-100, 100, allow_subnormal=False)


@given(
    rows=st.integers(1, 60).flatmap(
        lambda b: st.lists(st.lists(numbers, min_size=b, max_size=b), min_size=1, max_size=4)
    ),
    data=st.data(),
)
def test_each_row_has_the_quantiles_of_its_own_alpha(
    rows: list[list[float]], data: st.DataObject
) -> None:
    alphas = [data.draw(st.floats(0.001, 0.999)) for _ in rows]
    low, high = interval_ends(np.array(rows), np.array(alphas))
    for row, alpha, lower, upper in zip(rows, alphas, low, high, strict=True):
        assert lower == quantile(row, alpha / 2)
        assert upper == pytest.approx(quantile(row, 1 - alpha / 2), abs=1e-9)
    mirrored = interval_ends(-np.array(rows), np.array(alphas))
    assert (mirrored[0] == -high).all()
    assert (mirrored[1] == -low).all()


@pytest.mark.parametrize("b", [1000, 4000])
def test_long_rows_with_different_alphas(b: int) -> None:
    rows = np.random.default_rng(b).normal(size=(5, b))
    alphas = np.array([0.05, 0.0171, 0.2, 0.00001, 0.049])
    low, high = interval_ends(rows.copy(), alphas)
    for row, alpha, lower, upper in zip(rows, alphas.tolist(), low, high, strict=True):
        ends = np.quantile(row, [alpha / 2, 1 - alpha / 2])
        assert [lower, upper] == pytest.approx(ends.tolist(), rel=1e-12)


def test_a_t_quantile_does_not_depend_on_the_others() -> None:
    freedom = np.geomspace(1, 1e6, 1500)
    together = student_t(0.05, freedom)
    assert (np.diff(together) < 0).all()
    for place in (0, 1, 511, 512, 700, 1499):
        assert student_t(0.05, freedom[place : place + 1])[0] == together[place]


def test_expanded_alphas_of_many_counts() -> None:
    counts = np.arange(40)
    alphas = expansion_of_counts(counts).alphas(0.05).tolist()
    assert alphas == [expanded_alpha(n, 0.05) for n in range(40)]
    assert alphas[:2] == [0.05, 0.05]
    assert alphas[2:] == sorted(alphas[2:])


@st.composite
def composites(draw: st.DrawFn) -> list[CompositeEntry]:
    """Entries with the same tasks of two benchmarks."""
    sizes = {"x": draw(st.integers(1, 9)), "y": draw(st.integers(1, 5))}
    tenths = st.integers(-30, 30).map(lambda number: number / 10)
    digits = st.floats(1e-4, 100) | st.just(0.0)
    score = draw(st.sampled_from([tenths, digits]))
    return [
        CompositeEntry(
            f"e{number}",
            {"x": 0.3, "y": 0.7},
            {name: {f"t{n}": draw(score) for n in range(size)} for name, size in sizes.items()},
        )
        for number in range(draw(st.integers(2, 5)))
    ]


@given(entries=composites())
def test_differences_are_the_correctly_rounded_ones(entries: list[CompositeEntry]) -> None:
    by_id = {entry.entry_id: entry for entry in entries}
    for pair in compare_composites(entries, Settings(b=1)).pairs:
        terms: list[float] = []
        wins = ties = 0
        for name, weight in (("x", 0.3), ("y", 0.7)):
            a, b = (by_id[one].scores[name] for one in (pair.entry_a, pair.entry_b))
            differences = [a[task] - b[task] for task in a]
            terms.append(weight * (math.fsum(differences) / len(a)))
            equal = [math.isclose(a[t], b[t], rel_tol=1e-9, abs_tol=1e-12) for t in a]
            ties += sum(equal)
            wins += sum(a[t] > b[t] and not same for t, same in zip(a, equal, strict=True))
        assert pair.difference == math.fsum(terms)
        assert (pair.wins, pair.ties) == (wins, ties)
        assert pair.n_tasks == pair.wins + pair.ties + pair.losses


# Around a tie by 1e-9 of the size of scores.
CLOSE = st.tuples(st.sampled_from([0.0, 1e-3, 1.0]), st.integers(-12, 12)).map(
    lambda scale: scale[0] * (1 + scale[1] * 1e-10)
)


@given(columns=st.lists(st.lists(CLOSE, min_size=6, max_size=6), min_size=2, max_size=5))
def test_close_scores_are_ties_by_the_size_of_the_two(columns: list[list[float]]) -> None:
    scores = {f"e{n}": {f"t{t}": s for t, s in enumerate(c)} for n, c in enumerate(columns)}
    entries = [CompositeEntry(name, {"x": 1.0}, {"x": column}) for name, column in scores.items()]
    for pair in compare_composites(entries, Settings(b=1)).pairs:
        both = [(scores[pair.entry_a][task], scores[pair.entry_b][task]) for task in scores["e0"]]
        unequal = [(a, b) for a, b in both if not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)]
        assert pair.ties == len(both) - len(unequal)
        assert (pair.wins, pair.losses) == (
            sum(a > b for a, b in unequal),
            sum(a < b for a, b in unequal),
        )


def test_the_standard_error_of_a_difference_of_one_benchmark() -> None:
    source = np.random.default_rng(1)
    scores = source.random((2, 30)).tolist()
    entries = [
        CompositeEntry(f"e{number}", {"x": 1.0}, {"x": {f"t{n:02}": s for n, s in enumerate(row)}})
        for number, row in enumerate(scores)
    ]
    (pair,) = compare_composites(entries, Settings(b=1)).pairs
    differences = [a - b for a, b in zip(*scores, strict=True)]
    assert pair.standard_error == pytest.approx(standard_error(differences), rel=1e-14)


class TestKeptResamples:
    @pytest.mark.parametrize("n", [3, 40, 700])
    @pytest.mark.parametrize("stratum", [None, "benchmark"])
    def test_the_second_time_is_as_the_first(self, n: int, stratum: str | None) -> None:
        b, seed = 300, 77_000 + n
        values = np.random.default_rng(n).random((2, n))
        expected = np.concatenate(
            [counts @ values.T for _, counts in count_blocks(seed, n, b, 10**6, stratum)]
        )
        subjects = [[Part(row, None, stratum)] for row in values]
        for block_bytes in (10**6, 8 * n, 50 * n):
            draws = Draws(b, seed, Limits(block_bytes=block_bytes))
            assert replicates(subjects, draws) == pytest.approx(expected.T / n, abs=1e-12)
        first = replicates(subjects, Draws(b, seed, Limits()))
        assert (replicates(subjects, Draws(b, seed, Limits(block_bytes=8 * n))) == first).all()
        shorter = replicates(subjects, Draws(b - 150, seed, Limits()))
        assert (shorter == first[:, : b - 150]).all()

    def test_they_are_bounded(self) -> None:
        from penguin_board.stats import kept_counts  # noqa: PLC0415

        for n in range(400, 440):
            replicates([[Part(np.zeros(n))]], Draws(3000, 1, Limits()))
        kept: dict[Any, Any] = kept_counts._kept
        assert 0 < sum(counts.nbytes for counts in kept.values()) <= 16 * 2**20
