"""Whether the files of one run agree (``format.md``, "What is checked across files")."""

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
    problems_of,
    yaml_text,
)

TOP = "experiments/demo/exp-a"
SUMMARY = f"{TOP}/test/summary.yaml"


def tree(scores: Any = ((1, 0),), *, summary_text: str | None = None, **more: Any) -> Files:
    """A leaderboard of one experiment; ``summary_text`` replaces its summary."""
    files = leaderboard() | experiment(scores=scores, **more)
    if summary_text is not None:
        files[SUMMARY] = summary_text
    return files


def lines(root: Path, files: Files) -> list[str]:
    return [one_line(problem) for problem in problems_of(root, files)]


# --- number and names of attempts ----------------------------------------------------------


def test_a_run_whose_files_agree_has_no_problems(tmp_path: Path) -> None:
    scores = [[1, 0, 1, 1], [1, 0, 0, 1], [0, 0, 0, 1]]
    files = tree(scores, summary={"score_std": 0.25})
    assert lines(tmp_path, files) == []


def test_a_summary_alone_is_enough(tmp_path: Path) -> None:
    files = tree(scores=(), summary={"n_attempt": 3, "score_mean": 0.5, "score_std": 0.1})
    entry = board_of(tmp_path, files).entries[0]
    assert (entry.score, entry.std, entry.evaluated.n_attempt) == (0.5, 0.1, 3)
    assert entry.evaluated.n_tasks is None


def test_more_attempts_declared_than_there_are(tmp_path: Path) -> None:
    assert lines(tmp_path, tree([[1], [0]], summary={"n_attempt": 3})) == [
        f"{SUMMARY}:1:12: error: n_attempt: is 3 but 2 attempt files exist "
        "(attempt-1.yaml, attempt-2.yaml) [n-attempt]"
    ]


def test_fewer_attempts_declared_than_there_are(tmp_path: Path) -> None:
    assert lines(tmp_path, tree([[1], [0]], summary={"n_attempt": 1})) == [
        f"{SUMMARY}:1:12: error: n_attempt: is 1 but 2 attempt files exist "
        "(attempt-1.yaml, attempt-2.yaml) [n-attempt]"
    ]


def test_many_attempt_files_are_counted(tmp_path: Path) -> None:
    assert lines(tmp_path, tree([[1]] * 5, summary={"n_attempt": 3})) == [
        f"{SUMMARY}:1:12: error: n_attempt: is 3 but 5 attempt files exist "
        "(attempt-1.yaml, attempt-2.yaml, attempt-3.yaml and 2 more) [n-attempt]"
    ]


def test_attempt_numbers_run_from_1_without_a_gap(tmp_path: Path) -> None:
    files = tree([[1], [1], [1]], summary={"n_attempt": 2})
    del files[f"{TOP}/test/attempt-2.yaml"]
    assert lines(tmp_path, files) == [
        f"{TOP}/test/attempt-3.yaml:1:1: error: (file): attempt-2.yaml is missing, "
        "attempts are numbered from 1 [attempt-gap]"
    ]


def test_ten_attempts_are_counted_as_numbers_not_as_text(tmp_path: Path) -> None:
    assert lines(tmp_path, tree([[1]] * 11)) == []


@pytest.mark.parametrize(
    "name", ["attempt-0.yaml", "attempt-01.yaml", "attempt-1.yml", "Attempt-1.yaml", "attempt.yaml"]
)
def test_a_file_that_is_almost_an_attempt_is_an_error(tmp_path: Path, name: str) -> None:
    files = tree() | {f"{TOP}/test/{name}": attempt([1, 0])}
    assert lines(tmp_path, files) == [
        f"{TOP}/test/{name}:1:1: error: (file): is not named attempt-<n>.yaml "
        "with n = 1, 2, 3 ... [attempt-name]"
    ]


@pytest.mark.parametrize("name", ["notes.yaml", "attempt-1.md", "my-attempt-1.yaml", "log.txt"])
def test_other_files_belong_to_other_tools(tmp_path: Path, name: str) -> None:
    assert lines(tmp_path, tree() | {f"{TOP}/test/{name}": "::: not YAML"}) == []


def test_the_attempt_key_agrees_with_the_file_name(tmp_path: Path) -> None:
    file = f"{TOP}/test/attempt-1.yaml"
    assert lines(tmp_path, tree() | {file: attempt([1, 0], attempt=1)}) == []
    assert lines(tmp_path, tree() | {file: attempt([1, 0], attempt=2)}) == [
        f"{file}:1:10: error: attempt: is 2 in the file of attempt 1 [attempt-number]"
    ]


# --- tasks ---------------------------------------------------------------------------------


def test_attempts_cover_the_same_tasks(tmp_path: Path) -> None:
    files = tree([[1, 0, 1], [1, 0, 1]])
    rows = files[f"{TOP}/test/attempt-2.yaml"].replace("source: t2", "source: new")
    files[f"{TOP}/test/attempt-2.yaml"] = rows
    assert lines(tmp_path, files) == [
        f'{TOP}/test/attempt-1.yaml:1:1: error: results: task "new" is in attempt-2.yaml '
        "but not here [missing-task]",
        f'{TOP}/test/attempt-2.yaml:1:1: error: results: task "t2" is in attempt-1.yaml '
        "but not here [missing-task]",
    ]


def test_three_missing_tasks_are_all_named(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, tree([[1] * 5, [1] * 2]))
    assert problem.message == 'tasks "t3", "t4", "t5" are in attempt-1.yaml but not here'


def test_many_missing_tasks_are_counted(tmp_path: Path) -> None:
    files = tree([[1] * 7, [1] * 2])
    assert lines(tmp_path, files) == [
        f'{TOP}/test/attempt-2.yaml:1:1: error: results: tasks "t3", "t4", "t5" and 2 more '
        "are in attempt-1.yaml but not here [missing-task]"
    ]


def test_an_attempt_without_results_among_others_lacks_every_task(tmp_path: Path) -> None:
    files = tree([[1, 1], [1, 1]]) | {f"{TOP}/test/attempt-2.yaml": "score: 1\n"}
    assert codes(problems_of(tmp_path, files)) == ["missing-task"]


def test_attempts_without_results_have_their_own_score(tmp_path: Path) -> None:
    files = tree(scores=(), summary={"n_attempt": 2, "score_mean": 0.5, "score_std": 0.707107})
    files |= {
        f"{TOP}/test/attempt-1.yaml": "score: 1\n",
        f"{TOP}/test/attempt-2.yaml": "score: 0\n",
    }
    entry = board_of(tmp_path, files).entries[0]
    assert entry.std == pytest.approx(0.5**0.5)
    assert entry.evaluated.n_tasks is None


def test_an_attempt_with_neither_score_nor_results(tmp_path: Path) -> None:
    files = tree() | {f"{TOP}/test/attempt-1.yaml": "cost: 1\n"}
    assert lines(tmp_path, files) == [
        f"{TOP}/test/attempt-1.yaml:1:1: error: (file): has neither a score nor results "
        "[missing-key]"
    ]


def test_a_top_level_list_is_read_as_results(tmp_path: Path) -> None:
    text = "- {source: t1, score: 1}\n- {source: t2, score: 0.5}\n"
    files = tree(summary_text="n_attempt: 1\nscore_mean: 0.75\n")
    files[f"{TOP}/test/attempt-1.yaml"] = text
    entry = board_of(tmp_path, files).entries[0]
    assert (entry.score, entry.evaluated.n_tasks) == (0.75, 2)


def test_mistakes_in_results_are_all_named(tmp_path: Path) -> None:
    file = f"{TOP}/test/attempt-1.yaml"
    files = tree() | {
        file: "results:\n"
        "  - {source: t1, score: 1}\n"
        "  - {source: t1, score: 0}\n"
        "  - {score: 1}\n"
        "  - {source: t4}\n"
        "  - {source: ' t5', score: 'x'}\n"
        "  - t6\n"
        "  - {source: t7, score: 1, cost: -1, duration_ms: 0800, tokens: {input: 1}}\n"
    }
    assert lines(tmp_path, files) == [
        f'{file}:3:14: error: results[1].source: "t1" is already on line 2 [duplicate-task]',
        f"{file}:4:5: error: results[2].source: is missing [missing-key]",
        f"{file}:5:5: error: results[3].score: is missing [missing-key]",
        f"{file}:6:14: error: results[4].source: begins or ends with a space [space]",
        f'{file}:6:28: error: results[4].score: expected a number, found the text "x" [type]',
        f"{file}:7:5: error: results[5]: expected a mapping {{source, score}}, found t6 [type]",
        f"{file}:8:34: error: results[6].cost: -1 is negative, expected 0 or more [negative]",
        f"{file}:8:51: error: results[6].duration_ms: 0800 has a leading zero [leading-zero]",
        f"{file}:8:57: error: results[6].tokens: output is missing [missing-key]",
    ]


def test_keys_that_look_like_those_of_a_task_are_warned_of_once(tmp_path: Path) -> None:
    rows = "".join(
        f"- {{source: t{n}, score: 1, duration: 1, price: 2, total_tokens: 3, time: 4}}\n"
        for n in (1, 2)
    )
    files = tree([[1, 1]]) | {f"{TOP}/test/attempt-1.yaml": f"results:\n{rows}"}
    problems = problems_of(tmp_path, files)
    assert [one_line(problem) for problem in problems] == [
        f"{TOP}/test/attempt-1.yaml:2:{column}: warning: results[0].{key}: "
        f'the key "{key}" of a task is not read [unread-key]'
        for column, key in ((26, "duration"), (39, "price"), (49, "total_tokens"))
    ]
    assert [problem.hint for problem in problems] == [
        f'did you mean "{key}"?' for key in ("duration_ms", "cost", "tokens")
    ]


def test_a_key_beside_one_that_is_null_is_warned_of_too(tmp_path: Path) -> None:
    row = "- {source: t1, score: 1, time: 12, duration_ms: null}"
    files = tree([[1]]) | {f"{TOP}/test/attempt-1.yaml": f"results:\n{row}\n"}
    (problem,) = problems_of(tmp_path, files)
    assert (problem.key, problem.hint) == ("results[0].time", 'did you mean "duration_ms"?')


def test_a_key_beside_the_one_that_is_read_belongs_to_another_tool(tmp_path: Path) -> None:
    rows = (
        "- {source: t1, score: 1, cost: 1, price: 2, duration_ms: 1, time: 4, token: 1, name: x}",
        '- {source: t1, score: 1, time: "10:30", price: {usd: 1}, seconds: null}',
    )
    for row in rows:
        files = tree([[1]]) | {f"{TOP}/test/attempt-1.yaml": f"results:\n{row}\n"}
        assert lines(tmp_path, files) == []


@pytest.mark.parametrize("key", ["task", "id", "name"])
def test_a_task_s_id_under_another_name_is_recognised(tmp_path: Path, key: str) -> None:
    files = tree([[1]]) | {f"{TOP}/test/attempt-1.yaml": f"- {{{key}: t1, score: 1}}\n"}
    (problem,) = problems_of(tmp_path, files)
    assert (problem.key, problem.code) == ("[0].source", "missing-key")
    assert problem.hint == f'did you mean it by "{key}"?'


def test_results_that_are_no_list(tmp_path: Path) -> None:
    file = f"{TOP}/test/attempt-1.yaml"
    assert lines(tmp_path, tree() | {file: "results: {t1: 1}\n"}) == [
        f"{file}:1:1: error: results: expected a list of tasks, found a mapping [type]"
    ]


def test_a_task_without_a_score_is_left_out_of_means_with_a_warning(tmp_path: Path) -> None:
    files = tree([[1, None, 0, 1]], summary_text="n_attempt: 1\nscore_mean: 0.666667\n")
    assert lines(tmp_path, files) == [
        f"{TOP}/test/attempt-1.yaml:3:18: warning: results[1].score: the task was not scored; "
        "it is shown as such and left out of means [not-scored]"
    ]


def test_a_measured_zero_counts(tmp_path: Path) -> None:
    assert board_of(tmp_path, tree([[1, 0, 0, 0]])).entries[0].score == 0.25


# --- an attempt's own score ----------------------------------------------------------------


@pytest.mark.parametrize("score", ["0.75", "3", "3.0", "0.750"])
def test_an_attempt_score_is_the_mean_or_the_sum_of_its_results(tmp_path: Path, score: str) -> None:
    files = tree(summary_text=f"n_attempt: 1\nscore_mean: {score}\n")
    files[f"{TOP}/test/attempt-1.yaml"] = f"score: {score}\n" + attempt([1, 1, 0, 1])
    assert lines(tmp_path, files) == []


def test_an_attempt_score_may_be_rounded_to_two_decimals_or_more(tmp_path: Path) -> None:
    files = tree(summary_text="n_attempt: 1\nscore_mean: 0.67\n")
    files[f"{TOP}/test/attempt-1.yaml"] = "score: 0.67\n" + attempt([1, 0, 1])
    assert lines(tmp_path, files) == []


def test_an_attempt_score_that_is_neither_is_a_warning_with_all_three(tmp_path: Path) -> None:
    files = tree(summary_text="n_attempt: 1\nscore_mean: 0.7\n")
    files[f"{TOP}/test/attempt-1.yaml"] = "score: 0.7\n" + attempt([1, 0, 1])
    assert lines(tmp_path, files) == [
        f"{TOP}/test/attempt-1.yaml:1:8: warning: score: is 0.7, neither the mean 0.666667 "
        "nor the sum 2 of its results [attempt-score]"
    ]


# --- score_mean ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written", ["0.6666667", "0.66667", "0.667", "0.67", "6.6666667e-1", "0.666666666666666666"]
)
def test_score_mean_may_be_rounded_to_its_decimals(tmp_path: Path, written: str) -> None:
    files = tree([[1, 0, 1]], summary_text=f"n_attempt: 1\nscore_mean: {written}\n")
    assert lines(tmp_path, files) == []


@pytest.mark.parametrize("written", ["0.66", "0.68", "0.666", "0.66666", "0.7", "1", "0.6"])
def test_score_mean_beyond_its_decimals_is_an_error(tmp_path: Path, written: str) -> None:
    files = tree([[1, 0, 1]], summary_text=f"n_attempt: 1\nscore_mean: {written}\n")
    assert lines(tmp_path, files) == [
        f"{SUMMARY}:2:13: error: score_mean: is {written} but the 1 attempt gives 0.66666667 "
        "[summary-mean]"
    ]


def test_a_summary_that_differs_from_the_attempts_names_what_to_do(tmp_path: Path) -> None:
    files = experiment(scores=[[1, 0], [1, 1]], summary={"score_mean": 0.5, "score_std": 0.25})
    command = "penguin-board summarize experiments/demo/exp-a/test --replace"
    hints = {problem.code: problem.hint for problem in problems_of(tmp_path, leaderboard() | files)}
    assert hints == {
        "summary-mean": f"correct the attempts, or {command} takes it from the attempts",
        "population-std": "score_std is the sample standard deviation; "
        f"{command} takes it from the attempts",
    }


@pytest.mark.parametrize(("written", "agrees"), [("0.62", True), ("0.63", True), ("0.6", False)])
def test_half_a_unit_of_the_last_digit_may_go_either_way(
    tmp_path: Path, written: str, agrees: bool
) -> None:
    files = tree([[1, 0, 1, 0.5]], summary_text=f"n_attempt: 1\nscore_mean: {written}\n")
    assert codes(problems_of(tmp_path, files)) == ([] if agrees else ["summary-mean"])


def test_less_than_two_decimals_are_exact_to_a_millionth(tmp_path: Path) -> None:
    file = f"{TOP}/test/attempt-1.yaml"
    summary = "n_attempt: 1\nscore_mean: 0.5\n"
    near = tree(summary_text=summary) | {file: "score: 0.5000009\n"}
    far = tree(summary_text=summary) | {file: "score: 0.5000012\n"}
    assert lines(tmp_path / "near", near) == []
    assert codes(problems_of(tmp_path / "far", far)) == ["summary-mean"]


# --- score_std -----------------------------------------------------------------------------

SPREAD = [[0.4], [0.5], [0.6]]  # sample 0.1, population 0.0816497


@pytest.mark.parametrize("std", ["0.1", "0.10", "0.1000000", "null", "~"])
def test_score_std_is_the_sample_standard_deviation(tmp_path: Path, std: str) -> None:
    text = f"n_attempt: 3\nscore_mean: 0.5\nscore_std: {std}\n"
    board = board_of(tmp_path, tree(SPREAD, summary_text=text))
    assert board.entries[0].std == pytest.approx(0.1)
    assert board.warnings == ()


@pytest.mark.parametrize("std", ["0.0816496580928", "0.0816", "0.08"])
def test_the_population_formula_is_named(tmp_path: Path, std: str) -> None:
    text = f"n_attempt: 3\nscore_mean: 0.5\nscore_std: {std}\n"
    assert lines(tmp_path, tree(SPREAD, summary_text=text)) == [
        f"{SUMMARY}:3:12: error: score_std: is {float(std):.12g} but the 3 attempts give 0.1 "
        "(n - 1 in the divisor; with n it would be 0.081650) [population-std]"
    ]


@pytest.mark.parametrize("std", ["0.0", "0.2", "0.09"])
def test_another_score_std_is_an_error(tmp_path: Path, std: str) -> None:
    text = f"n_attempt: 3\nscore_mean: 0.5\nscore_std: {std}\n"
    assert lines(tmp_path, tree(SPREAD, summary_text=text)) == [
        f"{SUMMARY}:3:12: error: score_std: is {float(std):g} but the 3 attempts give 0.1 "
        "[summary-std]"
    ]


@pytest.mark.parametrize("std", ["0", "0.0", "null", ""])
def test_a_single_attempt_has_no_spread(tmp_path: Path, std: str) -> None:
    text = f"n_attempt: 1\nscore_mean: 0.5\nscore_std: {std}\n"
    entry = board_of(tmp_path, tree([[0.5]], summary_text=text)).entries[0]
    assert (entry.std, entry.evaluated.estimate.std_method) == (None, None)


def test_a_spread_of_a_single_attempt_is_an_error(tmp_path: Path) -> None:
    text = "n_attempt: 1\nscore_mean: 0.5\nscore_std: 0.1\n"
    for scores in ([[0.5]], ()):
        assert lines(tmp_path / str(len(scores)), tree(scores, summary_text=text)) == [
            f"{SUMMARY}:3:12: error: score_std: is 0.1 but a single attempt has no spread "
            "[score-std]"
        ]


# --- totals --------------------------------------------------------------------------------


def with_totals(**summary: Any) -> Files:
    files = tree(summary={"n_attempt": 2, "score_mean": 0.5, **summary})
    row = "score: 0.5, cost: 0.25, duration_ms: 1000, tokens: {input: 90, output: 10, cached: 50}"
    files[f"{TOP}/test/attempt-1.yaml"] = f"results:\n  - {{source: t1, {row}}}\n"
    files[f"{TOP}/test/attempt-2.yaml"] = (
        "score: 0.5\ncost: 0.125\nduration_ms: 500\ntoken: 20\n"
        "results: [{source: t1, score: 0.5}]\n"
    )
    return files


@pytest.mark.parametrize(
    "summary",
    [
        {},
        {"cost_total": 0.375, "duration_ms_total": 1500, "tokens_total": 120},
        {"cost": 0.38, "duration_ms": 1500, "tokens": 120},
        {"token": 120},
    ],
)
def test_totals_are_sums_over_attempts(tmp_path: Path, summary: dict[str, Any]) -> None:
    total = board_of(tmp_path, with_totals(**summary)).entries[0].total
    assert total.cost == summary.get("cost", 0.375)
    assert (total.duration_ms, total.tokens) == (1500, 120)


@pytest.mark.parametrize(
    ("name", "written", "sum_of_parts"),
    [
        ("cost_total", 0.4, "0.375"),
        ("cost", 0.39, "0.375"),
        ("duration_ms_total", 1501, "1500"),
        ("duration_ms", 750, "1500"),
        ("tokens_total", 170, "120"),
        ("token", 0, "120"),
    ],
)
def test_a_total_that_is_no_sum_is_an_error(
    tmp_path: Path, name: str, written: float, sum_of_parts: str
) -> None:
    assert lines(tmp_path, with_totals(**{name: written})) == [
        f"{SUMMARY}:3:{len(name) + 3}: error: {name}: is {written} but the 2 attempts give "
        f"{sum_of_parts} [summary-total]"
    ]


def test_a_sum_with_an_unknown_part_is_unknown_and_not_compared(tmp_path: Path) -> None:
    files = with_totals()
    files[f"{TOP}/test/attempt-2.yaml"] = (
        "score: 0.5\ncost: null\nresults: [{source: t1, score: 0.5}]\n"
    )
    assert board_of(tmp_path / "unknown", files).entries[0].total.cost is None
    files[SUMMARY] += "cost_total: 9\n"
    assert board_of(tmp_path / "declared", files).entries[0].total.cost == 9


def test_a_null_total_is_unknown_even_where_attempts_know_it(tmp_path: Path) -> None:
    total = board_of(tmp_path, with_totals(cost_total=None)).entries[0].total
    assert (total.cost, total.duration_ms) == (None, 1500)


# --- identity and spelling -----------------------------------------------------------------


def test_the_experiment_id_equals_the_folder(tmp_path: Path) -> None:
    assert lines(tmp_path, tree(meta={"experiment_id": "exp-a"})) == []
    assert lines(tmp_path, tree(meta={"experiment_id": "exp-b"})) == [
        f'{TOP}/meta_info.yaml:4:16: error: experiment_id: is "exp-b" in the folder exp-a '
        "[id-folder]"
    ]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        (SUMMARY, "n_attempt: 1\nscore_mean: 0.5\nscore_sdt: 0\n", "3:1: error: score_sdt"),
        (SUMMARY, "n_attempt: 1\nscore_mean: 0.5\ncosttotal: 1\n", "3:1: error: costtotal"),
        (
            f"{TOP}/meta_info.yaml",
            "harness_name: h\nmodel_name: m\nalgorithm: a\nbenchmark_nam: b\n",
            "4:1: error: benchmark_nam",
        ),
        (f"{TOP}/test/attempt-1.yaml", "score: 0.5\nresult: []\n", "2:1: error: result"),
        (
            f"{TOP}/test/attempt-1.yaml",
            "results: [{source: t, score: 0.5, durationms: 1}]\n",
            "1:35: error: results[0].durationms",
        ),
    ],
)
def test_a_near_miss_of_a_key_is_an_error(tmp_path: Path, path: str, text: str, line: str) -> None:
    assert lines(tmp_path, tree() | {path: text}) == [f"{path}:{line}: unknown key [unknown-key]"]


def test_unknown_keys_of_other_tools_are_kept(tmp_path: Path) -> None:
    files = tree(meta={"seed": 7}, summary={"pass_rate": 0.5, "note": "x", "by_domain": {"a": 1}})
    files[f"{TOP}/test/attempt-1.yaml"] = yaml_text({"machine": "big"}) + (
        "results:\n  - {source: t1, score: 1, log: x}\n  - {source: t2, score: 0}\n"
    )
    assert lines(tmp_path, files) == []
