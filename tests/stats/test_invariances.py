"""The properties of section c; numbers as there. Exact equality unless a tolerance is given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penguin_board.stats import (
    CompositeEntry,
    EvalRun,
    Leaderboard,
    LeaderboardRow,
    Limits,
    PairwiseDiff,
    Settings,
    aggregate,
    bootstrap_mean_ci,
    compare_composites,
    leaderboard,
    pairwise_diffs,
)
from penguin_board.stats.replicates import Draws, Part, replicates
from penguin_board.stats.settings import DEFAULT_LIMITS
from tests.stats.strategies import boards, full_boards, scores

B = 60
few = settings(max_examples=15)

ALL_SETTINGS = [
    Settings(b=B),
    Settings(b=B, method="expanded", ties="split"),
    Settings(b=B, clusters="family", ties="pairwise"),
    Settings(b=B, weighting="task", missing="zero"),
    Settings(b=300, adjust="holm", missing="common"),
    Settings(b=B, adjust="simultaneous"),
]
by_settings = pytest.mark.parametrize(
    "chosen", ALL_SETTINGS, ids=lambda one: f"{one.adjust}-{one.clusters}-{one.weighting}"
)


def numbers(board: Leaderboard) -> tuple[tuple[LeaderboardRow, ...], tuple[PairwiseDiff, ...]]:
    return board.rows, board.pairs


def composites(runs: list[EvalRun]) -> list[CompositeEntry]:
    """The records as entries of two benchmarks, by category."""
    entries: dict[str, dict[str, dict[str, float]]] = {}
    for run in runs:
        benchmarks = entries.setdefault(run.model_id, {})
        benchmarks.setdefault(run.category or "", {})[run.task_id] = run.score
    return [
        CompositeEntry(model, dict.fromkeys(tasks, 1 / len(tasks)), tasks)
        for model, tasks in sorted(entries.items())
    ]


@by_settings
@few
@given(runs=boards, data=st.data())
def test_1_no_order_of_records_matters(
    chosen: Settings, runs: list[EvalRun], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(runs))
    assert numbers(leaderboard(runs, chosen)) == numbers(leaderboard(shuffled, chosen))


@few
@given(runs=boards, data=st.data())
def test_1_no_order_of_entries_or_tasks_matters(runs: list[EvalRun], data: st.DataObject) -> None:
    chosen = Settings(b=B)
    entries = composites(runs)
    shuffled = [
        CompositeEntry(
            one.entry_id,
            dict(reversed(one.coefficients.items())),
            {name: dict(reversed(tasks.items())) for name, tasks in reversed(one.scores.items())},
        )
        for one in data.draw(st.permutations(entries))
    ]
    first = compare_composites(entries, chosen)
    second = compare_composites(shuffled, chosen)
    assert set(first.rows) == set(second.rows)
    turned = {frozenset((pair.entry_a, pair.entry_b)): pair for pair in second.pairs}
    for pair in first.pairs:
        other = turned[frozenset((pair.entry_a, pair.entry_b))]
        if other.entry_a != pair.entry_a:
            other = mirrored_entries(other)
        assert other == pair


MIRRORED: dict[Any, Any] = {"better": "worse", "worse": "better"}


def negated(value: float | None) -> float | None:
    return None if value is None else 0.0 - value


def mirrored_entries(pair: Any) -> Any:
    return replace(
        pair,
        entry_a=pair.entry_b,
        entry_b=pair.entry_a,
        difference=negated(pair.difference),
        ci_lo=negated(pair.ci_hi),
        ci_hi=negated(pair.ci_lo),
        verdict=MIRRORED.get(pair.verdict, pair.verdict),
        wins=pair.losses,
        losses=pair.wins,
    )


SMALL_LIMITS = [
    Limits(threads=1),
    Limits(threads=3),
    Limits(chunk_values=1, threads=2),
    Limits(model_bytes=1, block_bytes=1, pair_bytes=1, chunk_values=1, threads=1),
    Limits(model_bytes=8 * 2 * B, block_bytes=200, pair_bytes=8 * 3 * B, chunk_values=150),
]


@by_settings
@few
@given(runs=boards)
def test_2_no_chunk_size_or_number_of_threads_matters(
    chosen: Settings, runs: list[EvalRun]
) -> None:
    whole = numbers(leaderboard(runs, chosen))
    for limits in SMALL_LIMITS:
        assert numbers(leaderboard(runs, chosen, limits)) == whole


@few
@given(runs=boards)
def test_2_composites_too(runs: list[EvalRun]) -> None:
    for method in ("percentile", "expanded"):
        chosen = Settings(b=B, method=method)
        whole = compare_composites(composites(runs), chosen)
        for limits in SMALL_LIMITS:
            assert compare_composites(composites(runs), chosen, limits=limits) == whole


def intervals(rows: list[LeaderboardRow]) -> dict[str, tuple[Any, ...]]:
    return {row.model_id: (row.mean_score, row.mean_ci_lo, row.mean_ci_hi) for row in rows}


@few
@given(runs=boards, data=st.data())
def test_3_adding_a_model_leaves_the_others(runs: list[EvalRun], data: st.DataObject) -> None:
    tasks = sorted({run.task_id for run in runs})
    of_task = {run.task_id: run for run in runs}
    added = [replace(of_task[task], model_id="m9", score=data.draw(scores)) for task in tasks]
    for clusters in ("none", "family"):
        chosen = Settings(b=B, clusters=clusters)
        before, after = leaderboard(runs, chosen), leaderboard(runs + added, chosen)
        assert intervals(list(before.rows)).items() <= intervals(list(after.rows)).items()
        assert set(before.pairs) <= set(after.pairs)
    entries = composites(runs)
    before_entries = compare_composites(entries, Settings(b=B))
    after_entries = compare_composites([*entries, *composites(added)], Settings(b=B))
    assert set(before_entries.pairs) <= set(after_entries.pairs)


@pytest.mark.parametrize("n", [1, 5, 300])
@pytest.mark.parametrize("stratum", [None, "benchmark"])
def test_4_fewer_resamples_are_a_prefix(n: int, stratum: str | None) -> None:
    values = np.random.default_rng(n).random(n)
    subject = [Part(values, None, stratum)]
    longest = replicates([subject], Draws(1000, 3, DEFAULT_LIMITS))
    for b in (1, 127, 128, 129, 500):
        assert (replicates([subject], Draws(b, 3, DEFAULT_LIMITS)) == longest[:, :b]).all()


@few
@given(runs=boards)
def test_5_swapping_two_models_mirrors(runs: list[EvalRun]) -> None:
    renamed = {"m0": "z0", "m1": "y1", "m2": "x2", "m3": "w3"}
    swapped = [replace(run, model_id=renamed[run.model_id]) for run in runs]
    # Twice the first model lets each order of ids be seen from both sides.
    first = {
        frozenset((renamed[pair.model_a], renamed[pair.model_b])): pair
        for pair in pairwise_diffs(runs, b=B)
    }
    for pair in pairwise_diffs(swapped, b=B):
        before = first[frozenset((pair.model_a, pair.model_b))]
        sign = 1 if renamed[before.model_a] == pair.model_a else -1
        assert pair.diff_mean == sign * before.diff_mean
        ends = (before.ci_lo, before.ci_hi)
        assert (pair.ci_lo, pair.ci_hi) == (
            ends if sign > 0 else (negated(ends[1]), negated(ends[0]))
        )
        assert pair.p == before.p


@few
@given(runs=boards)
def test_6_one_minus_each_score_mirrors(runs: list[EvalRun]) -> None:
    turned = [replace(run, score=1 - run.score) for run in runs]
    after = {row.model_id: row for row in aggregate(turned, b=B)}
    for row in aggregate(runs, b=B):
        other = after[row.model_id]
        assert row.mean_ci_lo is not None
        assert row.mean_ci_hi is not None
        assert other.mean_score == pytest.approx(1 - (row.mean_score or 0), abs=1e-12)
        assert other.mean_ci_lo == pytest.approx(1 - row.mean_ci_hi, abs=1e-12)
        assert other.mean_ci_hi == pytest.approx(1 - row.mean_ci_lo, abs=1e-12)


@few
@given(score=scores, n=st.integers(1, 40), seed=st.integers(0, 2**64 - 1))
def test_7_constant_scores_have_no_width(score: float, n: int, seed: int) -> None:
    low, high = bootstrap_mean_ci([score] * n, b=B, seed=seed)
    assert low == high == pytest.approx(score, abs=1e-12)


@few
@given(runs=full_boards(most_models=2))
def test_8_a_model_against_itself_is_a_tie(runs: list[EvalRun]) -> None:
    once = [run for run in runs if run.model_id == "m0"]
    twice = [replace(run, model_id="m0-again") for run in once]
    (pair,) = pairwise_diffs(once + twice, b=B)
    assert (pair.diff_mean, pair.ci_lo, pair.ci_hi, pair.p) == (0, 0, 0, 1)
    assert pair.verdict == ("tie" if len(once) >= 6 else "insufficient")


@few
@given(runs=boards)
def test_9_families_of_one_task_are_tasks(runs: list[EvalRun]) -> None:
    single = [replace(run, family=run.task_id) for run in runs]
    by_family = leaderboard(single, Settings(b=B, clusters="family"))
    by_task = leaderboard(single, Settings(b=B))
    for row, other in zip(by_family.rows, by_task.rows, strict=True):
        assert row.mean_score == other.mean_score
        if row.n_families != 1:
            assert (row.mean_ci_lo, row.mean_ci_hi) == (other.mean_ci_lo, other.mean_ci_hi)
    for pair, other_pair in zip(by_family.pairs, by_task.pairs, strict=True):
        assert (pair.verdict, pair.diff_mean) == (other_pair.verdict, other_pair.diff_mean)


weights = st.one_of(
    st.integers(1, 1000).map(float), st.integers(1, 10**9).map(lambda whole: whole / 10**6)
)


@few
@given(runs=boards, weight=weights)
def test_10_equal_weights_are_no_weights(runs: list[EvalRun], weight: float) -> None:
    weighted = [replace(run, weight=weight) for run in runs]
    with_weights = leaderboard(weighted, Settings(b=B, weighting="task"))
    assert numbers(with_weights) == numbers(leaderboard(runs, Settings(b=B)))


@few
@given(
    values=st.lists(scores, min_size=30, max_size=60),
    seeds=st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)),
)
def test_11_another_seed_moves_the_ends_little(values: list[float], seeds: tuple[int, int]) -> None:
    error = float(np.std(values)) / len(values) ** 0.5
    first, second = (bootstrap_mean_ci(values, b=2000, seed=seed) for seed in seeds)
    # The Monte Carlo error of an end is 0.06 standard errors at B = 2000 (B1); a skewed or
    # two-valued law is coarser.
    assert first == pytest.approx(second, abs=0.6 * error + 1e-9)


@few
@given(runs=boards, data=st.data(), factor=st.sampled_from([10.0, 100.0, 0.1]))
def test_12_scaled_weights_are_the_same(
    runs: list[EvalRun], data: st.DataObject, factor: float
) -> None:
    of_task = {run.task_id: data.draw(weights) for run in runs}
    chosen = Settings(
        b=B, weighting="task", clusters=data.draw(st.sampled_from(["none", "family"]))
    )
    plain = [replace(run, weight=of_task[run.task_id]) for run in runs]
    scaled = [replace(run, weight=of_task[run.task_id] * factor) for run in runs]
    assert numbers(leaderboard(plain, chosen)) == numbers(leaderboard(scaled, chosen))


@few
@given(runs=full_boards())
def test_16_a_range_contains_the_rank_under_full_coverage(runs: list[EvalRun]) -> None:
    for row in aggregate(runs, b=B):
        assert row.rank_lo is not None
        assert row.rank_hi is not None
        assert row.rank is not None
        assert 1 <= row.rank_lo <= row.rank <= row.rank_hi


@few
@given(runs=boards)
def test_what_comes_out_is_plain_python(runs: list[EvalRun]) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return all(type(key) is str and plain(item) for key, item in value.items())
        return value is None or (type(value) in (str, int, float, bool) and repr(value) != "nan")

    board = leaderboard(runs, Settings(b=B))
    for row in (*board.rows, *board.pairs):
        assert all(plain(getattr(row, name)) for name in type(row).__slots__)


def test_nothing_touches_the_global_random_state() -> None:
    before = np.random.get_state()[1].tolist()  # type: ignore[index,union-attr]
    bootstrap_mean_ci([0.1, 0.9, 0.4])
    assert np.random.get_state()[1].tolist() == before  # type: ignore[index,union-attr]
