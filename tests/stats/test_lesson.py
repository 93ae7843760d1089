"""The lesson on aggregation, behaviour by behaviour, on the public functions."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from penguin_board.stats import (
    EvalRun,
    InvalidRuns,
    LeaderboardRow,
    aggregate,
    bootstrap_mean_ci,
    bootstrap_pairwise_diff,
    pairwise_diffs,
    render_json,
    render_markdown,
    win_rate,
)


def runs(**scores: list[float]) -> list[EvalRun]:
    return [
        EvalRun(model, f"t{number}", "accuracy", score, "general")
        for model, values in scores.items()
        for number, score in enumerate(values)
    ]


class TestRecords:
    def test_five_fields_and_a_weight_of_one(self) -> None:
        run = EvalRun("m", "t", "accuracy", 0.5, "math")
        assert (run.model_id, run.task_id, run.metric_name) == ("m", "t", "accuracy")
        assert (run.score, run.category, run.weight) == (0.5, "math", 1.0)

    @pytest.mark.parametrize(
        "score", [-0.1, 1.0000001, 66.3, math.nan, math.inf, True, "0.5", None]
    )
    def test_a_score_outside_zero_to_one_is_refused(self, score: Any) -> None:
        with pytest.raises(ValueError, match='score of model "gpt" on task "algebra" is ') as error:
            aggregate([EvalRun("gpt", "algebra", "accuracy", score)])
        assert ("percentage" in str(error.value)) == (score in (1.0000001, 66.3))

    def test_a_second_record_is_refused(self) -> None:
        again = [EvalRun("gpt", "algebra", "accuracy", score) for score in (0.5, 0.6)]
        with pytest.raises(ValueError, match='second record of model "gpt" on task "algebra"'):
            aggregate(again)

    def test_every_bad_record_is_named(self) -> None:
        with pytest.raises(InvalidRuns) as error:
            aggregate(
                [
                    EvalRun("a", "t", "x", 2.0),
                    EvalRun("", "t", "x", 0.5),
                    EvalRun("b", "t", "x", 0.5),
                    EvalRun("b", "t", "x", 0.5, "math"),
                    EvalRun("c", "u", "x", 0.5, attempt=1),
                    EvalRun("c", "u", "y", 0.5, attempt=1),
                    EvalRun("d", "u", "x", 0.5, attempt=1),
                    EvalRun("d", "u", "x", 0.5),
                ]
            )
        found = [(problem.index, problem.field, problem.code) for problem in error.value.problems]
        assert found == [
            (0, "score", "score-range"),
            (1, "model_id", "empty"),
            (3, "task_id", "duplicate-run"),
            (3, "category", "task-conflict"),
            (5, "task_id", "duplicate-run"),
            (5, "metric_name", "task-conflict"),
            (7, "attempt", "task-conflict"),
        ]

    @pytest.mark.parametrize("equal", [True, np.float64(1)])
    def test_a_bad_value_that_equals_a_good_one_is_refused(self, equal: Any) -> None:
        records = [EvalRun("a", "t", "x", 0.5, attempt=1), EvalRun("b", "t", "x", 0.5, attempt=2)]
        bad = EvalRun("c", "t", "x", 0.5, attempt=equal)
        with pytest.raises(InvalidRuns, match='attempt of model "c" on task "t" is '):
            aggregate([*records, bad])

    def test_a_message_lists_twenty_problems_and_counts_the_rest(self) -> None:
        with pytest.raises(InvalidRuns, match="and 5 more") as error:
            aggregate([EvalRun("m", f"t{n}", "x", 2.0) for n in range(25)])
        assert len(error.value.problems) == 25


class TestRows:
    def test_best_mean_first(self) -> None:
        rows = aggregate(runs(low=[0.1], high=[0.9], middle=[0.5]), b=50, seed=2)
        assert [row.model_id for row in rows] == ["high", "middle", "low"]
        assert [row.mean_score for row in rows] == [0.9, 0.5, 0.1]
        assert [row.rank for row in rows] == [1, 2, 3]

    def test_the_interval_is_around_the_mean(self) -> None:
        (row,) = aggregate(runs(m=[0.1, 0.5, 0.9, 0.4, 0.6]), seed=1)
        assert row.mean_ci_lo is not None
        assert row.mean_ci_hi is not None
        assert row.mean_score == 0.5
        assert 0 <= row.mean_ci_lo < 0.5 < row.mean_ci_hi <= 1
        assert row.tasks_completed == 5

    def test_means_by_category(self) -> None:
        (row,) = aggregate(
            [EvalRun("m", "t1", "x", 1.0, "math"), EvalRun("m", "t2", "x", 0.0, "code")]
        )
        assert row.categories == {"code": 0.0, "math": 1.0}

    @pytest.mark.parametrize("category", [None, ""])
    def test_no_category_is_none(self, category: str | None) -> None:
        (row,) = aggregate([EvalRun("m", "t", "x", 1.0, category)])
        assert row.categories == {}

    def test_empty_input_gives_empty_output(self) -> None:
        assert aggregate([]) == []
        assert pairwise_diffs([]) == []
        assert json.loads(render_json([])) == []
        assert render_markdown([]).count("\n") == 2

    def test_one_task_is_not_reliable(self) -> None:
        (row,) = aggregate(runs(m=[0.5]))
        assert (row.mean_ci_lo, row.mean_ci_hi, row.reliable) == (0.5, 0.5, False)

    def test_the_defaults_are_the_lessons(self) -> None:
        records = runs(a=[0.1, 0.7, 0.4, 0.9], b=[0.3, 0.2, 0.5, 0.6])
        assert aggregate(records) == aggregate(records, b=500, alpha=0.05, seed=0)
        assert pairwise_diffs(records) == pairwise_diffs(records, b=500, alpha=0.05, seed=0)
        values = [0.1, 0.7, 0.4]
        assert bootstrap_mean_ci(values) == bootstrap_mean_ci(values, b=1000, alpha=0.05, seed=0)
        assert bootstrap_pairwise_diff(values, values[::-1]) == bootstrap_pairwise_diff(
            values, values[::-1], b=1000, alpha=0.05, seed=0
        )


class TestWinRate:
    def test_the_best_takes_the_task(self) -> None:
        rows = aggregate(runs(high=[0.9, 0.8], low=[0.2, 0.3]), b=50)
        assert [row.win_rate for row in rows] == [1.0, 0.0]

    def test_each_tied_model_wins(self) -> None:
        rows = aggregate(runs(a=[0.5], b=[0.5]), b=50)
        assert [row.win_rate for row in rows] == [1.0, 1.0]

    def test_ties_can_be_split(self) -> None:
        rows = aggregate(runs(a=[0.5], b=[0.5]), b=50, ties="split")
        assert [row.win_rate for row in rows] == [0.5, 0.5]

    def test_of_one_model(self) -> None:
        by_task: dict[str, list[EvalRun]] = {}
        for run in runs(a=[0.5, 0.9], b=[0.5, 0.1], c=[0.9, 0.2]):
            by_task.setdefault(run.task_id, []).append(run)
        assert win_rate("a", by_task, ["a", "b", "c"]) == 0.5
        assert win_rate("a", by_task, ["a", "b"]) == 1.0
        assert win_rate("a", by_task) == 0.5
        assert win_rate("nobody", by_task) == 0.0
        assert win_rate("nobody", by_task, ties="pairwise") is None

    @pytest.mark.parametrize(
        ("ties", "expected"),
        [
            ("all", [0.75, 0.5, 0.5]),
            ("split", [0.4583333333333333, 0.20833333333333334, 0.3333333333333333]),
            ("pairwise", [0.625, 0.4375, 0.4375]),
        ],
    )
    def test_the_three_definitions(self, ties: Any, expected: list[float]) -> None:
        records = runs(x=[1, 1, 0.5, 0], y=[1, 0, 0.5, 0], z=[0, 0, 0.5, 0.5])
        got = {row.model_id: row.win_rate for row in aggregate(records, b=20, ties=ties)}
        assert [got[name] for name in "xyz"] == pytest.approx(expected)


class TestBootstrap:
    def test_constant_scores_have_no_width(self) -> None:
        assert bootstrap_mean_ci([0.7] * 4, b=100) == pytest.approx((0.7, 0.7))

    def test_no_scores(self) -> None:
        assert bootstrap_mean_ci([], b=10) == (0.0, 0.0)
        assert bootstrap_pairwise_diff([], [], b=10) == (0.0, 0.0, 0.0)

    def test_equal_scores_do_not_differ(self) -> None:
        assert bootstrap_pairwise_diff([0.5, 0.5], [0.5, 0.5], b=100) == (0.0, 0.0, 0.0)

    def test_a_clear_difference(self) -> None:
        difference, low, high = bootstrap_pairwise_diff([0.9] * 30, [0.1] * 30, b=300, seed=3)
        assert difference == pytest.approx(0.8)
        assert 0 < low <= high

    def test_misaligned_scores_are_refused(self) -> None:
        with pytest.raises(ValueError, match="not aligned: 1 of one and 2 of the other"):
            bootstrap_pairwise_diff([0.1], [0.2, 0.3])
        with pytest.raises(ValueError, match="not aligned"):
            bootstrap_pairwise_diff({"t": 0.1}, [0.2])

    def test_by_task_id_the_shared_tasks_count(self) -> None:
        by_id = bootstrap_pairwise_diff({"t1": 1.0, "t2": 0.5}, {"t2": 0.25, "t3": 1.0})
        assert by_id == (0.25, 0.25, 0.25)

    @pytest.mark.parametrize("score", [math.nan, math.inf, True, "0.5"])
    def test_only_finite_numbers(self, score: Any) -> None:
        with pytest.raises(ValueError, match=r"score 1 is .*, expected a finite number"):
            bootstrap_mean_ci([0.5, score])

    @pytest.mark.parametrize("alpha", [0, 1, -0.1, 2, math.nan, "0.05"])
    def test_alpha_is_between_zero_and_one(self, alpha: Any) -> None:
        with pytest.raises(ValueError, match="alpha is"):
            bootstrap_mean_ci([0.5], alpha=alpha)

    @pytest.mark.parametrize("b", [0, -1, 1.5, True])
    def test_b_is_a_positive_whole_number(self, b: Any) -> None:
        with pytest.raises(ValueError, match="b is"):
            bootstrap_mean_ci([0.5], b=b)

    @pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None])
    def test_the_seed_is_a_64_bit_number(self, seed: Any) -> None:
        with pytest.raises(ValueError, match="seed is"):
            bootstrap_mean_ci([0.5], seed=seed)

    def test_the_seed_decides(self) -> None:
        values = [0.13, 0.92, 0.41, 0.77, 0.58]
        assert bootstrap_mean_ci(values, seed=5) == bootstrap_mean_ci(values, seed=5)
        assert bootstrap_mean_ci(values, seed=5) != bootstrap_mean_ci(values, seed=6)


class TestPairs:
    def test_one_for_each_pair(self) -> None:
        pairs = pairwise_diffs(runs(a=[0.6, 0.6], b=[0.5, 0.5], c=[0.4, 0.4]), b=100)
        assert [(pair.model_a, pair.model_b) for pair in pairs] == [
            ("a", "b"),
            ("a", "c"),
            ("b", "c"),
        ]

    def test_over_the_shared_tasks(self) -> None:
        (pair,) = pairwise_diffs(
            [
                EvalRun("a", "t1", "x", 0.9),
                EvalRun("a", "t2", "x", 0.2),
                EvalRun("b", "t2", "x", 0.1),
                EvalRun("b", "t3", "x", 0.3),
            ]
        )
        assert (pair.model_a, pair.model_b, pair.n_tasks) == ("a", "b", 1)
        assert pair.diff_mean == pytest.approx(0.1)

    def test_none_without_a_shared_task(self) -> None:
        assert pairwise_diffs([EvalRun("a", "t1", "x", 1.0), EvalRun("b", "t2", "x", 0.0)]) == []

    def test_significant_excludes_zero(self) -> None:
        wins = [0.9, 0.8, 0.85, 0.7, 0.95, 0.75, 0.9, 0.8]
        losses = [0.2, 0.3, 0.25, 0.1, 0.4, 0.15, 0.2, 0.3]
        clear, unclear = (
            pairwise_diffs(runs(a=wins, b=losses))[0],
            pairwise_diffs(runs(a=wins, b=wins[::-1]))[0],
        )
        assert clear.significant
        assert clear.verdict == "better"
        assert not unclear.significant
        assert unclear.verdict == "tie"


class TestRendering:
    def test_the_lessons_table(self) -> None:
        rows = [
            LeaderboardRow("gpt", 0.781, 0.741, 0.822, 0.62, 50, {}, rank=1),
            LeaderboardRow("claude", 0.75, 0.71, 0.79, 0.34, 50, {}, rank=2),
            LeaderboardRow("random", 0.1, 0.07, 0.13, 0.04, 50, {}, rank=3),
        ]
        assert render_markdown(rows) == (
            "| Rank | Model | Mean | 95% CI | Win rate | Tasks |\n"
            "|------|-------|------|--------|----------|-------|\n"
            "| 1 | gpt | 0.78 | 0.74-0.82 | 0.62 | 50 |\n"
            "| 2 | claude | 0.75 | 0.71-0.79 | 0.34 | 50 |\n"
            "| 3 | random | 0.10 | 0.07-0.13 | 0.04 | 50 |\n"
        )

    def test_long_ids_are_cut_to_twenty_characters(self) -> None:
        text = render_markdown(aggregate(runs(**{"x" * 30: [0.5, 0.6]})))
        assert f"| {'x' * 20} |" in text

    def test_but_not_so_far_that_two_read_the_same(self) -> None:
        names = {"x" * 30 + "a": [0.5, 0.6], "x" * 30 + "b": [0.4, 0.3]}
        text = render_markdown(aggregate(runs(**names)))
        assert f"| {'x' * 30}a |" in text

    def test_json_is_a_list_of_rows(self) -> None:
        parsed = json.loads(render_json(aggregate(runs(m=[0.5]), b=20)))
        assert parsed[0]["model_id"] == "m"
        assert parsed[0]["mean_ci_lo"] == 0.5
