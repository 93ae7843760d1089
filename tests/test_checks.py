"""What is checked across the experiments and entries of one leaderboard (``format.md``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from penguin_board.problems import one_line
from tests.trees import (
    Files,
    attempt,
    board_of,
    codes,
    experiment,
    leaderboard,
    leaf,
    problems_of,
)

BOARD = "leaderboards/demo/leaderboard.yaml"


def lines(root: Path, files: Files) -> list[str]:
    return [one_line(problem) for problem in problems_of(root, files)]


def two(first: Any, second: Any, **more: Any) -> Files:
    """Two entries of one experiment each, with a row of scores."""
    return (
        leaderboard(leaf("exp-a"), leaf("exp-b"), **more)
        | experiment("exp-a", [first], meta={"model_name": "m-a"})
        | experiment("exp-b", [second], meta={"model_name": "m-b"})
    )


# --- references ----------------------------------------------------------------------------


def test_a_missing_experiment_is_named_with_the_nearest_id(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-x1")) | experiment("exp-x2")
    (problem,) = problems_of(tmp_path, files)
    assert one_line(problem) == (
        f'{BOARD}:5:28: error: values[0].experiment_id: experiment "exp-x1" not found '
        "(expected experiments/demo/exp-x1) [missing-experiment]"
    )
    assert problem.hint == 'did you mean "exp-x2"?'


def test_a_missing_experiment_of_another_leaderboard_is_found_there(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-x1")) | experiment("exp-x2") | experiment("exp-x1", folder="b")
    (problem,) = problems_of(tmp_path, files)
    assert problem.hint == "it is in experiments/b, the folder of another leaderboard"


def test_a_missing_experiment_is_not_taken_for_a_merely_similar_one(tmp_path: Path) -> None:
    files = leaderboard(leaf("riddles-1")) | experiment("puzzles-1")
    (problem,) = problems_of(tmp_path, files)
    assert problem.hint == ""


def test_a_missing_phase_is_named_with_the_nearest_phase(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, leaderboard(leaf(phase="tset")) | experiment())
    assert (problem.key, problem.code) == ("values[0].phase", "missing-phase")
    assert problem.message == 'phase "tset" not found (expected experiments/demo/exp-a/tset)'
    assert problem.hint == 'did you mean "test"?'


def test_a_missing_metric_is_named_with_the_nearest_metric(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="pass_rte")) | experiment(summary={"pass_rate": 0.5})
    (problem,) = problems_of(tmp_path, files)
    assert (problem.key, problem.code) == ("values[0].metric", "missing-metric")
    assert problem.message == (
        'metric "pass_rte" not found in experiments/demo/exp-a/test/summary.yaml'
    )
    assert problem.hint == 'did you mean "pass_rate"?'


def test_a_metric_that_is_no_number_cannot_be_named(tmp_path: Path) -> None:
    files = leaderboard(leaf(metric="model")) | experiment(summary={"model": "text"})
    (problem,) = problems_of(tmp_path, files)
    assert problem.message == (
        'metric "model" is not a number in experiments/demo/exp-a/test/summary.yaml'
    )


def test_missing_files_are_named_by_the_leaf_that_needs_them(tmp_path: Path) -> None:
    command = "penguin-board summarize experiments/demo/exp-a/test takes it from the attempts"
    for name, key, hint in (
        ("meta_info.yaml", "experiment_id", "write it: harness_name, model_name and algorithm"),
        ("test/summary.yaml", "phase", command),
    ):
        files = leaderboard() | experiment()
        del files[f"experiments/demo/exp-a/{name}"]
        (problem,) = problems_of(tmp_path / key, files)
        assert problem.key == f"values[0].{key}"
        assert problem.message == f"experiments/demo/exp-a/{name} not found"
        assert problem.hint == hint


def test_every_missing_leaf_of_a_tree_is_reported_in_one_run(tmp_path: Path) -> None:
    tree = {"op": "mean", "args": [leaf("no-1"), {"op": "sub", "args": [leaf(), leaf("no-2")]}]}
    keys = [problem.key for problem in problems_of(tmp_path, leaderboard(tree) | experiment())]
    assert keys == ["values[0].args[0].experiment_id", "values[0].args[1].args[1].experiment_id"]


def test_a_leaf_that_cannot_be_read_is_no_reason_for_a_second_message(tmp_path: Path) -> None:
    files = leaderboard(leaf(), leaf("exp-b")) | experiment() | experiment("exp-b", meta={"x": 1})
    files["experiments/demo/exp-b/test/summary.yaml"] = "n_attempt: 1\n"
    assert codes(problems_of(tmp_path, files)) == ["missing-key"]


# --- identity ------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["harness_name", "model_name", "algorithm"])
def test_leaves_of_one_entry_agree_in_who_they_are(tmp_path: Path, field: str) -> None:
    tree = {"op": "mean", "args": [leaf("exp-a"), leaf("exp-b")]}
    files = leaderboard(tree) | experiment("exp-a") | experiment("exp-b", meta={field: "other"})
    (problem,) = problems_of(tmp_path, files)
    assert (problem.code, problem.key) == ("mixed-entry", "values[0].args[1].experiment_id")
    was = {"harness_name": "harness", "model_name": "model", "algorithm": "plain"}[field]
    assert problem.message == f'"exp-b" has {field} "other" but "exp-a" has "{was}"'


def test_leaves_of_one_entry_agree_in_phase(tmp_path: Path) -> None:
    tree = {"op": "sub", "args": [leaf(phase="test"), leaf(phase="dev")]}
    files = leaderboard(tree) | experiment(phase="test") | experiment(phase="dev")
    (problem,) = problems_of(tmp_path, files)
    assert (problem.code, problem.key) == ("mixed-entry", "values[0].args[1].phase")
    assert problem.message == '"exp-a" has phase "dev" but "exp-a" has "test"'


def test_benchmarks_of_one_entry_may_differ(tmp_path: Path) -> None:
    tree = {"op": "mean", "args": [leaf("exp-a"), leaf("exp-b")]}
    files = leaderboard(tree) | experiment("exp-a", meta={"benchmark_name": "x"})
    assert lines(tmp_path, files | experiment("exp-b", meta={"benchmark_id": "y"})) == []


def on_benchmarks(**benchmarks: str) -> Files:
    """Entries by model; each letter is a benchmark that the model was run on."""
    files: Files = {}
    values: list[dict[str, Any]] = []
    for model, letters in benchmarks.items():
        names = [f"{letter}-{model}" for letter in letters]
        values.append({"op": "mean", "args": [leaf(name) for name in names]})
        for name in names:
            meta = {"model_name": model, "benchmark_name": name[0]}
            files |= experiment(name, meta=meta)
    return leaderboard(*values) | files


def test_an_entry_on_fewer_benchmarks_than_the_others_is_a_warning(tmp_path: Path) -> None:
    board = board_of(tmp_path, on_benchmarks(all="abcdef", some="abcde", few="b"))
    assert [one_line(problem) for problem in board.warnings] == [
        f"{BOARD}:5:{column}: warning: values[{index}]: covers {n} of the 6 benchmarks of the "
        f"leaderboard, not {names} [other-benchmarks]"
        for column, index, n, names in ((306, 1, 5, "f"), (562, 2, 1, "a, c, d, ..."))
    ]


def test_entries_on_the_same_benchmarks_are_fine(tmp_path: Path) -> None:
    assert board_of(tmp_path, on_benchmarks(one="ab", two="ba")).warnings == ()


def test_two_entries_of_one_identity_are_both_shown_with_a_warning(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-a"), leaf("exp-b")) | experiment("exp-a") | experiment("exp-b")
    board = board_of(tmp_path, files)
    assert [entry.label for entry in board.entries] == ["model · exp-a", "model · exp-b"]
    assert [one_line(problem) for problem in board.warnings] == [
        f"{BOARD}:5:55: warning: values[1]: has the harness, model, algorithm and phase of "
        "values[0]; both are shown, told apart by their experiments [same-identity]"
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (leaf(), leaf()),
        (leaf(), leaf(metric="score_mean")),
        (leaf(), leaf(label="another", note="x")),
        ({"op": "mean", "args": [leaf()]}, {"args": [leaf()], "op": "mean"}),
        (
            {"op": "weighted_mean", "args": [leaf(), leaf()], "weights": [1, 2]},
            {"op": "weighted_mean", "args": [leaf(), leaf()], "weights": [10, 20]},
        ),
    ],
)
def test_the_same_expression_twice_is_an_error(tmp_path: Path, first: Any, second: Any) -> None:
    problems = problems_of(tmp_path, leaderboard(first, second) | experiment())
    (repeated,) = [problem for problem in problems if problem.is_error]
    assert (repeated.key, repeated.code) == ("values[1]", "repeated-entry")
    assert repeated.message == "is the same expression as values[0] (line 5)"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (leaf(), {"op": "mean", "args": [leaf()]}),
        (
            {"op": "sub", "args": [leaf(), leaf("exp-b")]},
            {"op": "sub", "args": [leaf("exp-b"), leaf()]},
        ),
        (leaf(), leaf(metric="pass_mean")),
    ],
)
def test_other_expressions_are_no_repetition(tmp_path: Path, first: Any, second: Any) -> None:
    files = (
        leaderboard(first, second) | experiment(summary={"pass_mean": 0.5}) | experiment("exp-b")
    )
    assert codes(problems_of(tmp_path, files)) == ["same-identity"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("GPT-x", "gpt-X"),
        ("caf\u00e9", "cafe\u0301"),
        ("Å", "\u212b"),
        ("x²", "x2"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_differ_only_in_case_or_form_are_a_warning(
    tmp_path: Path, first: str, second: str
) -> None:
    files = (
        leaderboard(leaf("exp-a"), leaf("exp-b"))
        | experiment("exp-a", meta={"model_name": first})
        | experiment("exp-b", meta={"model_name": second})
    )
    (warning,) = board_of(tmp_path, files).warnings
    assert (warning.path, warning.line, warning.key) == (
        "experiments/demo/exp-b/meta_info.yaml",
        2,
        "model_name",
    )
    assert f'"{second}" differs from "{first}"' in warning.message
    assert "experiments/demo/exp-a/meta_info.yaml:2" in warning.message


# --- scale ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([0.5, 1], [0, 1]),
        ([50, 66.3], [0, 100]),
        ([1, 1], [0, 66.3]),
        ([0, 0], [0, 0]),
        ([0, 0], [66.3]),
        ([99.5], [0.5, 60]),
    ],
)
def test_scores_of_one_scale_are_fine(tmp_path: Path, first: Any, second: Any) -> None:
    assert lines(tmp_path, two(first, second)) == []


def test_a_percentage_among_fractions_is_an_error(tmp_path: Path) -> None:
    problems = problems_of(tmp_path, two([0.5], [66.3]))
    assert [one_line(problem) for problem in problems] == [
        "experiments/demo/exp-b/test/attempt-1.yaml:2:25: error: results[0].score: "
        "66.3 is outside 0..1 (is it a percentage?) [score-range]",
        "experiments/demo/exp-b/test/summary.yaml:2:13: error: score_mean: "
        "66.3 is outside 0..1 (is it a percentage?) [score-range]",
    ]
    assert all("score_max" in problem.hint for problem in problems)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([0.5, 1], [66.3], "66.3 is outside 0..1 (is it a percentage?)"),
        ([0.01], [100], "100 is outside 0..1 (is it a percentage?)"),
        ([0.99], [100.5], "100.5 is outside 0..1"),
        ([0.5], [1.25], "1.25 is outside 0..1 (is it a percentage?)"),
    ],
)
def test_any_fraction_makes_the_scale_0_to_1(
    tmp_path: Path, first: Any, second: Any, message: str
) -> None:
    assert {p.message for p in problems_of(tmp_path, two(first, second))} == {message}


def test_many_scores_off_the_scale_are_counted(tmp_path: Path) -> None:
    files = two([0.5, 0.5], [70, 71, 72, 73, 74, 75])
    found = [problem for problem in problems_of(tmp_path, files) if "attempt" in problem.path]
    assert [problem.message for problem in found] == [
        "70 is outside 0..1 (is it a percentage?)",
        "71 is outside 0..1 (is it a percentage?)",
        "72 is outside 0..1 (is it a percentage?), and 3 more of this file are off the scale",
    ]


def test_a_declared_scale_settles_it(tmp_path: Path) -> None:
    assert lines(tmp_path, two([0.5], [66.3], score_max=100)) == []
    assert lines(tmp_path / "own", two([4.5], [0.5], score_max=5)) == []


@pytest.mark.parametrize(
    ("scores", "more", "message"),
    [
        ([5.5], {"score_max": 5}, "5.5 is outside 0..5"),
        ([250], {}, "250 is outside 0..100"),
        ([-0.5], {}, "-0.5 is below 0"),
        ([-1], {"score_max": 5}, "-1 is below 0"),
    ],
)
def test_a_score_off_the_scale_is_an_error(
    tmp_path: Path, scores: Any, more: dict[str, Any], message: str
) -> None:
    problems = problems_of(tmp_path, leaderboard(**more) | experiment(scores=[scores]))
    assert [(problem.key, problem.message) for problem in problems] == [
        ("results[0].score", message),
        ("score_mean", message),
    ]


def test_an_attempt_score_is_checked_where_it_is_written(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=[[0.5]])
    files["experiments/demo/exp-a/test/attempt-1.yaml"] = "score: 250\n" + attempt([0.5])
    keys = {p.key for p in problems_of(tmp_path, files) if p.code == "score-range"}
    assert keys == {"score"}


def test_only_recorded_scores_have_a_scale(tmp_path: Path) -> None:
    """A difference may be negative, a sum above 1, and a cost is no score."""
    difference = {"op": "sub", "args": [leaf("exp-a"), leaf("exp-b")]}
    total = {"op": "sum", "args": [leaf("exp-a"), leaf("exp-b")]}
    cost = leaf("exp-a", metric="cost_total")
    files = leaderboard(difference, total, cost, order="descending")
    files |= experiment("exp-a", [[0.25]], summary={"cost_total": 1250}) | experiment(
        "exp-b", [[1]]
    )
    board = board_of(tmp_path, files)
    assert sorted(entry.score for entry in board.entries) == [-0.75, 1.25, 1250]


# --- order, division -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "metric", ["cost_total", "duration_ms_total", "tokens_total", "latency_mean"]
)
def test_a_cost_without_an_order_is_a_warning(tmp_path: Path, metric: str) -> None:
    files = leaderboard(leaf(metric=metric)) | experiment(summary={metric: 3})
    assert lines(tmp_path, files) == [
        f"{BOARD}:5:64: warning: values[0].metric: "
        f'"{metric}" looks like a cost, but the highest value ranks first [cost-without-order]'
    ]


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_a_cost_with_an_order_is_fine(tmp_path: Path, order: str) -> None:
    files = leaderboard(leaf(metric="cost_total"), order=order) | experiment(
        summary={"cost_total": 3}
    )
    assert lines(tmp_path, files) == []


def test_less_is_better_where_the_leaderboard_says_so(tmp_path: Path) -> None:
    board = board_of(tmp_path, two([0.5], [0.25], order="ascending"))
    assert [(entry.rank, entry.score) for entry in board.entries] == [(1, 0.25), (2, 0.5)]


def test_a_division_by_zero_names_the_arg(tmp_path: Path) -> None:
    quotient = {"op": "div", "args": [leaf("exp-a"), leaf("exp-b")]}
    tree = {"op": "mean", "args": [leaf("exp-a"), quotient]}
    files = leaderboard(tree) | experiment("exp-a") | experiment("exp-b", [[0, 0]])
    (problem,) = problems_of(tmp_path, files)
    assert (problem.code, problem.key) == ("division-by-zero", "values[0].args[1].args[1]")
    assert problem.message == "is 0, cannot divide by it"


def test_a_noisy_denominator_is_a_warning(tmp_path: Path) -> None:
    quotient = {"op": "div", "args": [leaf("exp-a"), leaf("exp-b")]}
    files = leaderboard(quotient)
    for name, std in (("exp-a", 0.01), ("exp-b", 0.3)):
        summary = {"n_attempt": 3, "score_mean": 0.5, "score_std": std}
        files |= experiment(name, (), summary=summary)
    assert codes(problems_of(tmp_path, files)) == ["wide-denominator"]


# --- boards as a whole ---------------------------------------------------------------------


def test_problems_of_every_file_are_reported_in_one_run_in_order(tmp_path: Path) -> None:
    files = two([0.5], [0.5], status="ready")
    files |= leaderboard(leaf("none"), folder="second") | experiment("exp-z", folder="second")
    files["experiments/demo/exp-a/meta_info.yaml"] = "harness_name: h\nmodel_name:\nalgorithm: a\n"
    files["experiments/demo/exp-b/test/summary.yaml"] = "n_attempt: 2\nscore_mean: 0.5\n"
    assert [(p.path.split("/", 1)[1], p.line, p.code) for p in problems_of(tmp_path, files)] == [
        ("demo/exp-a/meta_info.yaml", 2, "empty"),
        ("demo/exp-b/test/summary.yaml", 1, "n-attempt"),
        ("demo/leaderboard.yaml", 2, "choice"),
        ("second/leaderboard.yaml", 5, "missing-experiment"),
    ]


def test_a_board_carries_its_warnings_and_no_other_boards(tmp_path: Path) -> None:
    files = leaderboard() | experiment(scores=[[1, None]])
    (warning,) = board_of(tmp_path, files).warnings
    assert warning.code == "not-scored"


def test_the_bar_is_full_at_the_declared_or_inferred_maximum(tmp_path: Path) -> None:
    for index, (scores, more, full) in enumerate(
        [([0.5], {}, 1), ([50], {}, 100), ([0.5], {"score_max": 4}, 4)]
    ):
        files = leaderboard(**more) | experiment(scores=[scores])
        assert board_of(tmp_path / str(index), files).bar_full == full
    total = {"op": "sum", "args": [leaf("exp-a"), leaf("exp-b")]}
    files = leaderboard(total) | experiment("exp-a", [[90]]) | experiment("exp-b", [[80]])
    assert board_of(tmp_path / "sum", files).bar_full == 170
