"""The options beyond the lesson: gaps, attempts, clusters, many comparisons, small samples."""

from __future__ import annotations

import math
import random
import re
from typing import Any

import numpy as np
import pytest

from penguin_board.stats import (
    EvalRun,
    Settings,
    aggregate,
    clustered_standard_error,
    expanded_alpha,
    fewest_tasks,
    leaderboard,
    pairwise_diffs,
    quantile,
    resamples_needed,
    standard_error,
    win_rates,
)
from penguin_board.stats.expanded import expansion_of_strata
from penguin_board.stats.student import student_t


def noisy(models: dict[str, float], n: int = 40, seed: int = 1) -> list[EvalRun]:
    """Scores of models around their means, on tasks of a common difficulty."""
    source = random.Random(seed)
    runs = []
    for task in range(n):
        base = source.random() * 0.4
        for model, mean in models.items():
            score = min(1.0, max(0.0, mean + base - 0.2 + source.gauss(0, 0.05)))
            runs.append(EvalRun(model, f"t{task:03}", "x", score, family=f"f{task % 8}"))
    return runs


GAPS = [
    EvalRun("many", "t1", "x", 0.8),
    EvalRun("many", "t2", "x", 0.2),
    EvalRun("many", "t3", "x", 0.4),
    EvalRun("few", "t1", "x", 0.7),
]


class TestMissing:
    def test_available_is_the_mean_over_own_tasks(self) -> None:
        board = leaderboard(GAPS)
        assert [(row.model_id, row.mean_score) for row in board.rows] == [
            ("few", 0.7),
            ("many", pytest.approx(1.4 / 3)),
        ]
        assert [row.coverage for row in board.rows] == [pytest.approx(1 / 3), 1.0]
        assert [row.solo_tasks for row in board.rows] == [0, 2]
        (pair,) = board.pairs
        assert (pair.model_a, pair.n_tasks) == ("few", 1)
        assert pair.diff_mean == pytest.approx(-0.1)
        assert pair.contradicts_means
        assert 'Not every model has every task ("few")' in board.notes[0]
        assert 'the order by mean is reversed: "few and many"' in board.notes[1]

    def test_common_counts_the_tasks_that_all_have(self) -> None:
        board = leaderboard(GAPS, Settings(missing="common"))
        assert [(row.model_id, row.mean_score) for row in board.rows] == [
            ("many", 0.8),
            ("few", 0.7),
        ]
        assert [row.tasks_completed for row in board.rows] == [3, 1]
        assert not board.pairs[0].contradicts_means

    def test_common_without_a_common_task_leaves_nothing(self) -> None:
        runs = [EvalRun("a", "t1", "x", 0.5), EvalRun("b", "t2", "x", 0.6)]
        rows = aggregate(runs, missing="common")
        assert [(row.model_id, row.mean_score, row.rank, row.win_rate) for row in rows] == [
            ("a", None, None, None),
            ("b", None, None, None),
        ]
        assert pairwise_diffs(runs, missing="common") == []

    def test_zero_counts_a_missing_task_as_0(self) -> None:
        rows = aggregate(GAPS, missing="zero")
        assert [(row.model_id, row.mean_score) for row in rows] == [
            ("many", pytest.approx(1.4 / 3)),
            ("few", pytest.approx(0.7 / 3)),
        ]
        assert pairwise_diffs(GAPS, missing="zero")[0].n_tasks == 3


class TestWeights:
    def test_a_task_of_weight_0_is_left_out(self) -> None:
        runs = [
            EvalRun("m", "t1", "x", 1.0, weight=1),
            EvalRun("m", "t2", "x", 0.0, weight=0),
        ]
        (row,) = aggregate(runs, weighting="task")
        assert (row.mean_score, row.mean_ci_lo, row.reliable) == (1.0, 1.0, False)

    def test_without_any_weight_there_is_no_mean(self) -> None:
        (row,) = aggregate([EvalRun("m", "t", "x", 1.0, weight=0)], weighting="task")
        assert (row.mean_score, row.mean_ci_lo, row.win_rate) == (None, None, None)

    @pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf, "1", True])
    def test_a_weight_is_finite_and_not_negative(self, weight: Any) -> None:
        runs = [EvalRun("m", "t", "x", 1.0, weight=weight)]
        with pytest.raises(ValueError, match='weight of model "m" on task "t"'):
            aggregate(runs, weighting="task")
        assert len(aggregate(runs)) == 1

    def test_two_weights_of_one_task_are_refused_where_they_count(self) -> None:
        runs = [EvalRun("a", "t", "x", 1.0, weight=1), EvalRun("b", "t", "x", 1.0, weight=2)]
        with pytest.raises(ValueError, match=r"weight of .* is 2, but 1 in an earlier record"):
            aggregate(runs, weighting="task")
        assert len(aggregate(runs)) == 2


class TestClusters:
    def test_one_cluster_has_no_interval(self) -> None:
        runs = [EvalRun(m, f"t{n}", "x", n / 10, family="f") for m in "ab" for n in range(8)]
        board = leaderboard(runs, Settings(clusters="family"))
        assert all(row.mean_ci_lo is None and row.n_families == 1 for row in board.rows)
        (pair,) = board.pairs
        assert (pair.ci_lo, pair.ci_hi, pair.p, pair.verdict) == (None, None, None, "insufficient")

    def test_a_task_without_family_is_refused(self) -> None:
        with pytest.raises(ValueError, match='model "m" on task "t" has no family'):
            aggregate([EvalRun("m", "t", "x", 1.0)], clusters="family")

    def test_categories_can_be_the_clusters(self) -> None:
        runs = [EvalRun("m", f"t{n}", "x", n / 10, f"c{n % 3}") for n in range(9)]
        (row,) = aggregate(runs, clusters="category")
        assert row.n_families == 3
        assert row.standard_error == pytest.approx(
            clustered_standard_error([n / 10 for n in range(9)], [n % 3 for n in range(9)])
        )

    def test_dependent_tasks_widen_the_interval(self) -> None:
        runs = [
            EvalRun("m", f"t{n:02}", "x", float(n // 10 % 2), family=f"f{n // 10}")
            for n in range(80)
        ]
        (plain,) = aggregate(runs)
        (clustered,) = aggregate(runs, clusters="family")
        assert plain.mean_ci_hi is not None
        assert clustered.mean_ci_hi is not None
        assert clustered.mean_ci_hi - 0.5 > 2 * (plain.mean_ci_hi - 0.5)


MODELS = {f"m{n}": 0.4 + 0.02 * n for n in range(8)}


class TestManyComparisons:
    def test_holm_and_bh_need_enough_resamples(self) -> None:
        runs = noisy(MODELS)
        for adjust in ("holm", "bh"):
            with pytest.raises(ValueError, match="28 comparisons needs b of at least 1119"):
                pairwise_diffs(runs, adjust=adjust)  # type: ignore[arg-type]
            assert len(pairwise_diffs(runs, b=1119, adjust=adjust)) == 28  # type: ignore[arg-type]
        assert resamples_needed(190, 0.05) == 7599

    def test_each_correction_separates_no_more_than_none(self) -> None:
        runs = noisy(MODELS)
        separated = {
            adjust: {
                (pair.model_a, pair.model_b)
                for pair in pairwise_diffs(runs, b=2000, adjust=adjust)  # type: ignore[arg-type]
                if pair.significant
            }
            for adjust in ("none", "holm", "bh", "simultaneous")
        }
        assert separated["holm"] <= separated["bh"] <= separated["none"]
        assert separated["simultaneous"] < separated["none"]
        assert separated["holm"]

    def test_p_is_adjusted_over_pairs_with_enough_tasks(self) -> None:
        runs = [run for run in noisy(MODELS) if run.model_id != "m0" or run.task_id < "t003"]
        pairs = pairwise_diffs(runs, b=2000, adjust="holm")
        for pair in pairs:
            assert (pair.p_adjusted is None) == (pair.verdict == "insufficient")
            assert pair.p is not None
            assert pair.p_adjusted is None or pair.p <= pair.p_adjusted
        assert sum(pair.p_adjusted is None for pair in pairs) == 7

    def test_simultaneous_intervals_are_wider_and_symmetric(self) -> None:
        runs = noisy(MODELS)
        for plain, joint in zip(
            pairwise_diffs(runs), pairwise_diffs(runs, adjust="simultaneous"), strict=True
        ):
            assert joint.ci_lo is not None
            assert joint.ci_hi is not None
            assert plain.ci_lo is not None
            assert plain.ci_hi is not None
            assert joint.ci_hi - joint.ci_lo > plain.ci_hi - plain.ci_lo
            assert (joint.ci_lo + joint.ci_hi) / 2 == pytest.approx(joint.diff_mean, abs=1e-9)


class TestSmallSamples:
    def test_fewest_tasks_for_a_verdict(self) -> None:
        assert [fewest_tasks(alpha) for alpha in (0.05, 0.1, 0.01, 0.5, 0.999)] == [6, 5, 8, 2, 2]
        runs = noisy({"a": 0.8, "b": 0.3}, n=5)
        (pair,) = pairwise_diffs(runs)
        assert pair.significant
        assert pair.verdict == "insufficient"
        assert pairwise_diffs(runs, n_min=5)[0].verdict == "better"
        assert pairwise_diffs(runs, alpha=0.1)[0].verdict == "better"
        assert [(row.rank_lo, row.rank_hi) for row in aggregate(runs)] == [(1, 2), (1, 2)]

    def test_expanded_intervals_are_wider(self) -> None:
        runs = noisy({"a": 0.5}, n=10)
        (plain,), (wide,) = aggregate(runs, b=5000), aggregate(runs, b=5000, method="expanded")
        assert plain.mean_ci_lo is not None
        assert wide.mean_ci_lo is not None
        assert wide.mean_ci_lo < plain.mean_ci_lo

    def test_one_stratum_is_expanded_as_one_sample(self) -> None:
        variances = np.array([[0.3], [0.0]])
        alphas = expansion_of_strata(np.array([10]), variances).alphas(0.05).tolist()
        assert alphas == [pytest.approx(expanded_alpha(10, 0.05)), 0.05]
        assert expanded_alpha(1, 0.05) == 0.05

    @pytest.mark.parametrize(
        ("freedom", "alpha", "t"),
        [
            (1, 0.05, 12.706204736174694),
            (2, 0.01, 9.92484320091807),
            (9, 0.05, 2.2621571627982036),
            (29, 0.1, 1.6991270265334972),
            (1.5, 0.05, 6.016663104427932),
            (2.25, 0.01, 8.258176680956495),
            (7.25, 1e-9, 39.42107540761513),
            (293.4, 0.05, 1.968082324525338),
            (5e3, 0.1, 1.6451584375969715),
            (9999, 0.083, 1.733712115876693),
            (1e4, 0.05, 1.9602012398906262),
            (1e9, 0.05, 1.9599639869123254),
        ],
    )
    def test_student_t(self, freedom: float, alpha: float, t: float) -> None:
        among_others = student_t(alpha, np.array([3.0, freedom, 77.7]))
        assert student_t(alpha, np.array([freedom]))[0] == among_others[1]
        assert among_others[1] == pytest.approx(t, rel=1e-13)

    def test_no_standard_error_of_one(self) -> None:
        assert standard_error([0.5]) is None
        assert standard_error([]) is None
        assert clustered_standard_error([0.5, 0.6], ["a", "a"]) is None
        assert standard_error([0.5, 0.5]) == 0.0

    def test_a_quantile_needs_a_value_and_a_p(self) -> None:
        with pytest.raises(ValueError, match="needs a value"):
            quantile([], 0.5)
        with pytest.raises(ValueError, match=r"p is 1\.5"):
            quantile([1.0], 1.5)


class TestSettings:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("ties", "half"),
            ("weighting", "yes"),
            ("missing", "drop"),
            ("method", "bca"),
            ("adjust", "bonferroni"),
            ("clusters", "task"),
            ("n_min", 0),
            ("n_min", 1.5),
        ],
    )
    def test_a_wrong_choice_is_named(self, name: str, value: Any) -> None:
        with pytest.raises(ValueError, match=re.escape(f"{name} is {value!r}, expected")):
            Settings(**{name: value})

    def test_the_level_is_in_the_notes(self) -> None:
        board = leaderboard(noisy({"a": 0.5, "b": 0.5, "c": 0.5}), Settings(alpha=0.1))
        assert board.notes == (
            "3 comparisons, about 0.3 false separations expected if all were equal.",
        )

    def test_a_small_sample_and_solo_tasks_are_noted(self) -> None:
        runs = [*noisy({"a": 0.5, "b": 0.5}, n=8), EvalRun("a", "alone", "x", 0.1, family="f")]
        notes = " ".join(leaderboard(runs).notes)
        assert "fewer than 30 tasks: the intervals of " in notes
        assert 'Tasks that no other model has count as wins: "a"' in notes
        notes = " ".join(leaderboard(runs, Settings(clusters="family")).notes)
        assert "fewer than 10 clusters" in notes


class TestWinRates:
    def test_lower_can_win(self) -> None:
        scores = {"a": {"t": 3.0, "u": 1.0}, "b": {"t": 4.0, "u": 1.0}}
        assert win_rates(scores, ascending=True) == {"a": 1.0, "b": 0.5}
        assert win_rates(scores, ascending=True, ties="pairwise") == {"a": 0.75, "b": 0.25}

    def test_weights_count(self) -> None:
        scores = {"a": {"t": 1.0, "u": 0.0}, "b": {"t": 0.0, "u": 1.0}}
        assert win_rates(scores, weights={"t": 3.0, "u": 1.0}) == {"a": 0.75, "b": 0.25}

    def test_nothing_to_compare(self) -> None:
        assert win_rates({"a": {"t": 1.0}, "b": {}}, ties="pairwise") == {"a": None, "b": None}

    def test_ties_are_not_transitive(self) -> None:
        step = 0.9e-12
        scores = {"low": {"t": 0.0}, "middle": {"t": step}, "high": {"t": 2 * step}}
        assert win_rates(scores, ties="pairwise") == {"low": 0.25, "middle": 0.5, "high": 0.75}
