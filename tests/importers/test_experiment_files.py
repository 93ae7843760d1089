"""The text of an imported experiment's files."""

from __future__ import annotations

from penguin_board.importers import ImportedAttempt, ImportedExperiment, ImportedTask
from penguin_board.importers.experiment_files import experiment_files
from penguin_board.located_yaml import Scalar, read_document


def task(source: str, score: float | None, **resources: float | None) -> ImportedTask:
    return ImportedTask(source=source, score=score, **resources)


def experiment(
    *attempts: tuple[ImportedTask, ...], name: str = "b", cost_total: float | None = None
) -> ImportedExperiment:
    return ImportedExperiment(
        benchmark_name=name,
        harness_name="h",
        model_name="4.10",
        algorithm="no",
        attempts=tuple(
            ImportedAttempt(number=number, tasks=tasks)
            for number, tasks in enumerate(attempts, start=1)
        ),
        phase="val",
        cost_total=cost_total,
    )


def test_names_are_quoted_so_that_they_stay_text() -> None:
    files = experiment_files("the-id", experiment((task("t", 1.0),)))
    assert files["meta_info.yaml"] == (
        'experiment_id: "the-id"\n'
        'benchmark_name: "b"\n'
        'harness_name: "h"\n'
        'model_name: "4.10"\n'
        'algorithm: "no"\n'
    )
    assert sorted(files) == ["meta_info.yaml", "val/attempt-1.yaml", "val/summary.yaml"]


def test_any_text_survives_being_written() -> None:
    name = 'quote " backslash \\ 模型 😀 \t\n\x00\x7f\x85\u2028\u2029\ufeff: # - [x] {y} & * ! % @'
    files = experiment_files("i", experiment((task("t", 1.0),), name=name))
    document = read_document(files["meta_info.yaml"].encode(), "meta_info.yaml")
    assert not document.problems
    node = document.node(("benchmark_name",))
    assert isinstance(node, Scalar)
    assert node.text == name


def test_totals_are_sums_where_every_part_is_known() -> None:
    first = (task("a", 1.0, cost=0.1, duration_ms=1.4, tokens=3), task("b", 0.0, cost=0.2))
    files = experiment_files("i", experiment(first))
    assert files["val/attempt-1.yaml"] == (
        "attempt: 1\n"
        "score: 0.5\n"
        "cost: 0.3\n"
        "duration_ms: null\n"
        "tokens: null\n"
        "results:\n"
        '  - { source: "a", score: 1.0, cost: 0.1, duration_ms: 1, tokens: 3 }\n'
        '  - { source: "b", score: 0.0, cost: 0.2, duration_ms: null, tokens: null }\n'
    )
    assert files["val/summary.yaml"] == (
        "n_attempt: 1\n"
        "score_mean: 0.5\n"
        "score_std: null\n"
        "cost_total: 0.3\n"
        "duration_ms_total: null\n"
        "tokens_total: null\n"
    )


def test_std_is_of_the_sample_and_stated_totals_win() -> None:
    rows = [(task("a", score, cost=1.0),) for score in (0.25, 0.5, 0.75)]
    summary = experiment_files("i", experiment(*rows, cost_total=9.5))["val/summary.yaml"]
    assert "score_mean: 0.5\nscore_std: 0.25\ncost_total: 9.5\n" in summary


def test_unscored_task_is_null_and_outside_the_mean() -> None:
    text = experiment_files("i", experiment((task("a", None), task("b", 0.5))))
    assert "score: 0.5\n" in text["val/attempt-1.yaml"]
    assert '{ source: "a", score: null }' in text["val/attempt-1.yaml"]


def test_rounded_tasks_add_up_to_the_written_total() -> None:
    rows = tuple(task(str(index), 1.0, duration_ms=0.6) for index in range(3))
    text = experiment_files("i", experiment(rows))["val/attempt-1.yaml"]
    assert "duration_ms: 3\n" in text
