"""How often intervals hold the truth: the promise of the 95% on the label (B6, B7, B10)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from penguin_board.stats.expanded import expanded_alpha, expansion_of_strata
from penguin_board.stats.quantiles import interval_ends
from penguin_board.stats.replicates import Draws, Part, Subject, replicates
from penguin_board.stats.settings import DEFAULT_LIMITS

pytestmark = pytest.mark.slow

Floats = npt.NDArray[np.float64]
# 20,000 data sets give the share to 0.0017 (one standard error); those of a batch share draws.
BATCHES, BATCH = 100, 200
B = 2000


def coverage(
    draw: Callable[[np.random.Generator], Subject],
    truth: float,
    level: Callable[[Subject], float] = lambda _: 0.05,
) -> float:
    """Share of data sets whose nominal 95% interval holds the truth."""
    generator = np.random.default_rng(20261130)
    held = 0
    for seed in range(BATCHES):
        subjects = [draw(generator) for _ in range(BATCH)]
        rows = replicates(subjects, Draws(B, seed, DEFAULT_LIMITS))
        for number, subject in enumerate(subjects):
            low, high = interval_ends(rows[number : number + 1], np.array([level(subject)]))
            held += bool(low[0] - 1e-12 <= truth <= high[0] + 1e-12)
    return held / (BATCHES * BATCH)


def one(values: Floats) -> Subject:
    return [Part(values.astype(np.float64))]


@pytest.mark.parametrize("n", [30, 50, 100, 300])
@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda g, n: g.normal(0.5, 0.1, n), 0.5),
        (lambda g, n: g.random(n), 0.5),
        (lambda g, n: g.random(n) < 0.6, 0.6),
        (lambda g, n: g.normal(0.5, 0.2, n) - g.normal(0.5, 0.2, n), 0.0),
        (lambda g, n: g.integers(0, 5, n) / 4, 0.5),
    ],
    ids=["normal", "uniform", "binary", "paired", "graded"],
)
def test_from_thirty_tasks_on_it_is_between_93_and_97_percent(
    n: int, draw: Callable[[np.random.Generator, int], Floats], truth: float
) -> None:
    assert 0.93 <= coverage(lambda g: one(draw(g, n)), truth) <= 0.97


@pytest.mark.parametrize("n", [10, 20])
def test_expanded_intervals_hold_for_small_samples(n: int) -> None:
    level = expanded_alpha(n, 0.05)
    got = coverage(lambda g: one(g.normal(0.5, 0.1, n)), 0.5, lambda _: level)
    assert 0.93 <= got <= 0.97


def strata(generator: np.random.Generator) -> Subject:
    return [Part(generator.normal(0.5, 0.2, 5), None, f"b{g}", 1 / 12) for g in range(12)]


def test_many_small_benchmarks_need_expanded_intervals() -> None:
    def level(subject: Subject) -> float:
        sizes = np.array([len(part.totals) for part in subject])
        variances = np.array([[part.totals.var() / len(part.totals) for part in subject]])
        return float(expansion_of_strata(sizes, variances).alphas(0.05)[0])

    assert 0.89 <= coverage(strata, 0.5) < 0.94
    assert 0.93 <= coverage(strata, 0.5, level) <= 0.97


def families(count: int) -> Callable[[np.random.Generator], Subject]:
    def draw(generator: np.random.Generator) -> Subject:
        shift = generator.normal(0, 0.1, count)
        scores = 0.5 + shift[:, None] + generator.normal(0, 0.1, (count, 10))
        return [Part(scores.sum(axis=1), np.full(count, 10.0))]

    return draw


def test_thirty_families_hold_and_their_tasks_alone_do_not() -> None:
    def as_tasks(generator: np.random.Generator) -> Subject:
        shift = np.repeat(generator.normal(0, 0.1, 30), 10)
        return one(0.5 + shift + generator.normal(0, 0.1, 300))

    assert 0.92 <= coverage(families(30), 0.5) <= 0.97
    assert coverage(as_tasks, 0.5) < 0.7
