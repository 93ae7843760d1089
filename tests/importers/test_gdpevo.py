"""GDPevo reports: names, scores, totals, and what is wrong with them."""

from __future__ import annotations

import pytest

from penguin_board.importers import ImportOptions, ImportResult, SourceFile
from penguin_board.importers.experiment_files import experiment_files, score_mean
from penguin_board.importers.gdpevo import (
    benchmark_name,
    read_reports,
    split_effort,
    unified_model_name,
    wants,
)

DATED = ImportOptions(date="2026-07-21")
PATH = "data/experiments/run_a/reports/task_group_001.yaml"
CLAUDE = """\
      input_tokens_avg_3: 10.5
      cache_creation_tokens_avg_3: 20
      cache_read_tokens_avg_3: 30
      output_tokens_avg_3: 40
      cost_usd_avg_3: 0.549
"""
CODEX = """\
      cached_input_tokens_avg_3: 90
      input_tokens_avg_3: 100
      output_tokens_avg_3: 7
      seconds_avg_3: 309.779
"""
PANOFY = """\
      cache_write_tokens_avg_3: 1
      cache_read_tokens_avg_3: 2
      output_tokens_avg_3: 3
"""


def report(
    *,
    efficiency: str = CLAUDE,
    scores: str = "[0.5, 0.25, 1]",
    harness: str = "claude_code",
    model: str = "claude-opus-4-8, xhigh",
    group: str = "task_group_001",
    condition: str = "base",
) -> str:
    return f"""\
task_group_id: {group}
scenario_id: SCN_001_crm_lead_capture
model: {model}
harness: {harness}
conditions:
  {condition}:
    efficiency:
{efficiency}    tasks:
      test_001:
        scores: {scores}
      test_002:
        scores: [1, 0, 0.5]
"""


def read(text: str, path: str = PATH, options: ImportOptions = DATED) -> ImportResult:
    return read_reports([SourceFile(path=path, data=text.encode())], options)


def messages(result: ImportResult) -> list[tuple[int, int, str, str]]:
    return [(p.line, p.column, p.key, p.code) for p in result.problems]


def test_report_becomes_an_experiment_of_three_attempts() -> None:
    (experiment,) = read(report()).experiments
    assert experiment.benchmark_name == "001-crm-lead-capture"
    assert experiment.harness_name == "Claude Code"
    assert experiment.model_name == "Claude Opus 4.8"
    assert experiment.algorithm == "base"
    assert experiment.phase == "test"
    assert experiment.date == "2026-07-21"
    assert dict(experiment.extra_meta) == {
        "thinking": "xhigh",
        "task_group_id": "task_group_001",
        "scenario_id": "SCN_001_crm_lead_capture",
        "source_file": "experiments/run_a/reports/task_group_001.yaml",
    }
    assert [
        [(task.source, task.score) for task in attempt.tasks] for attempt in experiment.attempts
    ] == [
        [("test_001", 0.5), ("test_002", 1.0)],
        [("test_001", 0.25), ("test_002", 0.0)],
        [("test_001", 1.0), ("test_002", 0.5)],
    ]
    assert score_mean(experiment) == pytest.approx((0.75 + 0.125 + 0.75) / 3)


@pytest.mark.parametrize(
    ("efficiency", "cost", "duration_ms", "tokens"),
    [
        (CLAUDE, "3.294", "null", "603"),
        (CODEX, "null", "1858674", "642"),
        (PANOFY, "null", "null", "36"),
        ("      rounds_avg_3: 3\n", "null", "null", "null"),
        ("      cost_usd_avg_3: null\n", "null", "null", "null"),
        ("      cost_usd_avg_3: 0.0\n", "0.0", "null", "null"),
    ],
)
def test_totals_are_averages_times_attempts_and_tasks(
    efficiency: str, cost: str, duration_ms: str, tokens: str
) -> None:
    (experiment,) = read(report(efficiency=efficiency)).experiments
    summary = experiment_files("id", experiment)["test/summary.yaml"].splitlines()
    assert f"cost_total: {cost}" in summary
    assert f"duration_ms_total: {duration_ms}" in summary
    assert f"tokens_total: {tokens}" in summary


def test_attempts_have_scores_alone() -> None:
    (experiment,) = read(report()).experiments
    assert experiment_files("id", experiment)["test/attempt-1.yaml"] == (
        "attempt: 1\n"
        "score: 0.75\n"
        "cost: null\n"
        "duration_ms: null\n"
        "tokens: null\n"
        "results:\n"
        '  - { source: "test_001", score: 0.5 }\n'
        '  - { source: "test_002", score: 1.0 }\n'
    )


def test_unknown_token_buckets_are_a_warning_and_an_unknown_total() -> None:
    result = read(report(efficiency="      reasoning_tokens_avg_3: 5\n"))
    assert [(p.severity, p.code) for p in result.problems] == [("warning", "token-buckets")]
    assert result.experiments[0].tokens_total is None


@pytest.mark.parametrize(
    ("written", "name", "effort"),
    [
        ("gpt-5.5, xhigh", "GPT-5.5", "xhigh"),
        ("gpt-5.5", "GPT-5.5", None),
        ("claude-opus-4-8, xhigh", "Claude Opus 4.8", "xhigh"),
        ("claude-opus-4-8[1m]", "Claude Opus 4.8", None),
        ("Claude Opus 4.6 (high)", "Claude Opus 4.6", "high"),
        ("glm-5.2, max", "GLM-5.2", "max"),
        ("kimi-k2.6, enabled", "Kimi K2.6", "enabled"),
        ("deepseek-v4-pro, max", "DeepSeek V4 Pro", "max"),
        ("My Model (preview)", "My Model (preview)", None),
        ("my-model[1m], low", "my-model[1m]", "low"),
        ("model, huge", "model, huge", None),
    ],
)
def test_models_are_unified_and_the_effort_split_off(
    written: str, name: str, effort: str | None
) -> None:
    bare, found = split_effort(written)
    assert (unified_model_name(bare), found) == (name, effort)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("codex", "Codex"),
        ("claude_code", "Claude Code"),
        ("claude_code_deepseek_v4_pro", "Claude Code"),
        ("panofy", "Panofy"),
        ("my_harness", "my_harness"),
    ],
)
def test_harnesses_are_unified(written: str, name: str) -> None:
    assert read(report(harness=written)).experiments[0].harness_name == name


def test_model_that_looks_like_a_number_stays_text() -> None:
    assert read(report(model="4.10")).experiments[0].model_name == "4.10"
    assert read(report(condition="no")).experiments[0].algorithm == "no"


def test_options_take_the_place_of_names() -> None:
    options = ImportOptions(
        harness="H", model="M", algorithm="A", benchmark="B", date="2026-01-01", phase="p"
    )
    (experiment,) = read(report(), options=options).experiments
    assert (
        experiment.harness_name,
        experiment.model_name,
        experiment.algorithm,
        experiment.benchmark_name,
        experiment.date,
        experiment.phase,
    ) == ("H", "M", "A", "B", "2026-01-01", "p")


def test_missing_date_names_the_option() -> None:
    (problem,) = read(report(), options=ImportOptions()).problems
    assert problem.key == "--date"
    assert problem.is_error


def test_unpublished_group_is_left_out_unread() -> None:
    path = PATH.replace("001", "013")
    result = read("{broken", path)
    assert not result.problems
    assert not result.experiments
    assert [note.path for note in result.left_out] == [path]
    assert "not published" in result.left_out[0].reason


def test_benchmark_name_from_scenario() -> None:
    assert benchmark_name("SCN_012_erp_hr") == "012-erp-hr"
    assert benchmark_name("other") == "other"


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        (PATH, True),
        ("reports/task_group_1.yml", True),
        ("experiments/run/config.yaml", False),
        ("task_group_001.yaml", False),
        ("run/reports/task_group_x.yaml", False),
    ],
)
def test_wants(path: str, wanted: bool) -> None:
    assert wants(path) is wanted


def test_broken_yaml_has_its_line() -> None:
    result = read("task_group_id: task_group_001\nconditions: [\n")
    assert [(p.line, p.code) for p in result.problems] == [(3, "syntax")]


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ("[0.5, .nan, 1]", "not-finite"),
        ("[0.5, 66.3, 1]", "score-range"),
        ("[0.5, -0.1, 1]", "score-range"),
        ('[0.5, "0.5", 1]', "type"),
        ("[0.5, null, 1]", "empty"),
        ("[0.5, 1]", "scores"),
        ("[0.5, 1, 1, 1]", "scores"),
        ("0.5", "type"),
    ],
)
def test_bad_scores_are_errors_on_their_line(scores: str, code: str) -> None:
    result = read(report(scores=scores))
    assert [(p.line, p.code) for p in result.problems] == [(15, code)]
    assert not result.experiments


def test_all_missing_keys_are_reported_at_once() -> None:
    result = read("conditions: {base: {tasks: {}}}\n")
    assert sorted(p.key for p in result.problems) == [
        "harness",
        "model",
        "scenario_id",
        "task_group_id",
    ]
    result = read(report().replace("scores: [1", "scorse: [1"))
    assert messages(result) == [
        (17, 9, "conditions.base.tasks.test_002.scores", "missing-key"),
    ]


def test_empty_file_is_one_error() -> None:
    assert messages(read("# nothing\n")) == [(1, 1, "", "empty")]


def test_empty_conditions_and_tasks_are_errors() -> None:
    head = report().partition("conditions")[0]
    assert messages(read(f"{head}conditions: {{}}\n")) == [(5, 1, "conditions", "empty")]
    result = read(f"{head}conditions: {{base: {{tasks: {{}}}}}}\n")
    assert [p.code for p in result.problems] == ["empty"]


def test_group_that_is_not_the_files_is_an_error() -> None:
    result = read(report(group="task_group_002"))
    assert messages(result) == [(1, 16, "task_group_id", "wrong-group")]


def test_control_characters_in_names_are_errors() -> None:
    assert read(report(model='"a\\tb"')).problems[0].code == "control-character"
    assert read(report(condition='"a\\nb"')).problems[0].code == "control-character"
    assert read(report(condition='"a\\u202eb"')).problems[0].code == "control-character"


def test_path_outside_a_repository_keeps_its_last_parts_alone() -> None:
    result = read(report(), "/home/someone/run_a/reports/task_group_001.yaml")
    meta = result.experiments[0].extra_meta
    assert meta["source_file"] == "run_a/reports/task_group_001.yaml"
