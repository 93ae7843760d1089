"""The short way to read what tools write gives what the strict reader gives, or nothing."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path

import pytest

from penguin_board import located_yaml
from penguin_board.attempt_files import AttemptFiles, Read
from penguin_board.attempts import read_attempt
from penguin_board.experiments import Attempt
from penguin_board.flat_yaml import flat_mapping
from penguin_board.importers.contract import ImportedAttempt, ImportedExperiment, ImportedTask
from penguin_board.importers.experiment_files import experiment_files
from penguin_board.located_yaml import read_document
from tests.file_mutants import ATTEMPTS, FLAT, ODD, any_attempt, mutants

REPOSITORY = Path(__file__).resolve().parent.parent


def values(attempt: Attempt) -> str:
    """All that an attempt says; as text, because -0.0 equals 0.0 and 1 equals 1.0."""
    names = [field.name for field in dataclasses.fields(attempt) if field.name != "document"]
    return repr([(name, getattr(attempt, name)) for name in names])


def is_same(short: Read | None, data: bytes) -> bool:
    """Whether a short way takes an attempt file, after comparing it with the strict reader."""
    if short is None:
        return False
    document = read_document(data, "a.yaml")
    attempt, problems = read_attempt(document, 1)
    assert document.problems == (), data
    assert attempt is not None
    assert values(short[0]) == values(attempt), data
    assert short[1] == problems, data
    assert not any(problem.is_error for problem in problems), data
    assert short[0].document.path == "a.yaml"
    assert short[0].document.root == document.root, data
    return True


def is_taken(data: bytes, files: AttemptFiles) -> bool:
    """Whether an attempt file is read by its shape."""
    return is_same(files.read_shaped(data, "a.yaml", 1), data)


def is_taken_by_events(data: bytes, files: AttemptFiles) -> bool:
    """Whether an attempt file is read by its events."""
    return is_same(files.read_events(data, "a.yaml", 1), data)


def is_flat(data: bytes) -> bool:
    """Whether the short way takes a flat file, likewise."""
    try:
        root = flat_mapping(data.decode())
    except UnicodeDecodeError:
        return False
    if root is None:
        return False
    document = read_document(data, "a.yaml")
    assert document.problems == (), data
    assert root == document.root, data
    assert list(root.items) == list(document.root.items), data
    return True


def compare(count: int, seed: int) -> None:
    """Neither reader may be the only one at work, else the comparison would say nothing."""
    files = AttemptFiles()
    taken = sum(is_taken(data, files) for data in mutants(ATTEMPTS, count, seed))
    events = sum(is_taken_by_events(data, files) for data in mutants(ATTEMPTS, count, seed))
    odd = sum(is_taken_by_events(data, files) for data in mutants(ODD, count // 2, seed))
    flat = sum(is_flat(data) for data in mutants(FLAT, count // 2, seed))
    assert 0.05 * count < taken < 0.6 * count
    assert 0.05 * count < events < 0.6 * count
    assert 0.05 * count < 2 * odd < 0.6 * count
    assert 0.05 * count < 2 * flat < 0.6 * count


def test_no_mutant_is_read_otherwise() -> None:
    compare(4000, seed=1)


@pytest.mark.parametrize("data", ODD)
def test_other_files_of_like_tasks_are_taken_by_their_events(data: bytes) -> None:
    files = AttemptFiles()
    assert not is_taken(data, files)
    assert is_taken_by_events(data, files)


def test_tasks_may_be_many() -> None:
    tasks = [f"- source: 'a{n}'\n  score: {n % 7} # of 6\n" for n in range(6000)]
    tasks[5000] = "- source: 'a 5000'\n  score: ~\n"
    files = AttemptFiles()
    assert is_taken_by_events(f"results:\n{''.join(tasks)}".encode(), files)
    for other in ("score: '1'", "cost: 1", "score: {}", "score: x", "score: 1\n- b"):
        tasks[5500] = f"- source: 'a 5500'\n  {other}\n"
        assert not is_taken_by_events(f"results:\n{''.join(tasks)}".encode(), files)


@pytest.mark.parametrize(
    "text",
    [
        "results: []",
        "results: [{}]",
        "results: [{}, {source: a, score: 1}]",
        "results: {source: a, score: 1}",
        "results: [[source, a, score, 1]]",
        "results: [{source: a, score: 1}, source, a, score, 1]",
        "results: [source, a, score, 1, {source: a, score: 1}]",
        "results: [{source: a, score: 1}, {source: b}]",
        "results: [{source: a, score: 1}, {score: 1, source: b}]",
        "results: [{source: a, score: 1}, {? {source: b, score: 1} : {source: c, score: 1}}]",
        "results: [{source: a, tokens: {input: 1, output: 2}, score: 1}]",
        "results: [{source: a, score: 1, other: 2}, {source: b, score: 0,7}]",
        "results: [{source: a, score: 1, 7: }]",
        "results: [{source: a, score: 1, cots: 2}]",
        "results: [{source: a, score: 1, seconds: 2}]",
        "results: [{source: a, score: 1, tokens: 2, token: 2}]",
        "results: [{source: a, score: 1, <<: 2}]",
        "results: [{source: a, score: 1, score: 1}]",
        "results: [{source: a, score: '1'}]",
        "results: [{source: a, score: 1}, {source: a, score: 1}]",
        "results: [{source: ~, score: 1}]",
        'results: [{source: "a\\nb", score: 1}]',
        "results: [{source: a, score: -1, cost: -1}]",
        "results: [{source: a, score: 1e300}]",
        "results: [{source: a, score: 1}]\nresults: 2",
        "results: 2\nresults: [{source: a, score: 1}]",
        "results: [{source: a, score: 1}]\n...\n---\na: 1",
        "{score: 1, results: [{source: a, score: 1}]}",
        "score: {a: 1}\nresults: [{source: a, score: 1}]",
        "attempt: 2\nresults: [{source: a, score: 1}]",
        "socre: 2\nresults: [{source: a, score: 1}]",
        "score: 2\nscore: 2\nresults: [{source: a, score: 1}]",
        "cost: -2\nresults: [{source: a, score: 1}]",
        "note: &a b\nresults: [{source: a, score: 1}]",
        "note: !!str b\nresults: [{source: a, score: 1}]",
        "[{source: a, score: 1}]",
        "score: 1",
        "",
    ],
)
def test_what_may_be_a_problem_is_the_strict_reader_s(text: str) -> None:
    files, data = AttemptFiles(), text.encode()
    assert files.read_shaped(data, "a.yaml", 1) is None
    assert files.read_events(data, "a.yaml", 1) is None
    document = read_document(data, "a.yaml")
    attempt, problems = read_attempt(document, 1)
    read, found = files.read(data, "a.yaml", 1)
    assert found == [*document.problems, *problems]
    assert (read is None) == (attempt is None or document.problems != ())


@pytest.mark.parametrize("data", ATTEMPTS)
def test_what_tools_write_is_taken_by_its_events_too(data: bytes) -> None:
    assert is_taken_by_events(data, AttemptFiles())


def test_attempts_of_any_keys_are_read_alike() -> None:
    rng, files = random.Random(3), AttemptFiles()
    attempts = [any_attempt(rng) for _ in range(1000)]
    assert sum(is_taken(data, files) for data in attempts) > 500
    assert sum(is_taken_by_events(data, files) for data in attempts) > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_mutant_of_very_many_is_read_otherwise(seed: int) -> None:
    compare(10_000, seed=100 + seed)


@pytest.mark.parametrize("data", ATTEMPTS)
def test_what_tools_write_is_taken(data: bytes) -> None:
    assert is_taken(data, AttemptFiles())


@pytest.mark.parametrize("number", [b"0,7", b"13,000", b"1,234,567"])
def test_a_comma_in_a_number_is_the_strict_reader_s(number: bytes) -> None:
    data = b"results:\n- {source: a, score: 1, cost: 1}\n- {source: b, score: " + number + b"}\n"
    assert not is_taken(data, AttemptFiles())
    attempt, problems = AttemptFiles().read(data, "a.yaml", 1)
    assert attempt is None
    assert {problem.code for problem in problems} == {"comma"}


@pytest.mark.parametrize("data", FLAT)
def test_small_files_as_tools_write_them_are_taken(data: bytes) -> None:
    assert is_flat(data)


def test_nearly_all_attempts_of_this_repository_are_taken() -> None:
    paths = sorted((REPOSITORY / "experiments").rglob("attempt-1.yaml"))
    files = AttemptFiles()
    taken = sum(is_taken(path.read_bytes(), files) for path in paths)
    assert taken >= 0.99 * len(paths) > 0


@pytest.mark.parametrize("has_amounts", [False, True])
def test_what_an_import_writes_is_taken_with_tasks_that_were_not_scored(has_amounts: bool) -> None:
    cost, tokens = (0.25, 300) if has_amounts else (None, None)
    scores: list[float | None] = [None, 1, 0.5, None, -0.0, 1e-05]
    tasks = [
        ImportedTask(source=f"bench/{n}: ü score: null", score=score, cost=cost, tokens=tokens)
        for n, score in enumerate(scores)
    ]
    experiment = ImportedExperiment(
        benchmark_name="bench",
        harness_name="harness",
        model_name="model",
        algorithm="plain",
        attempts=(ImportedAttempt(number=1, tasks=tuple(tasks)),),
    )
    text = experiment_files("exp-a", experiment)["test/attempt-1.yaml"]
    assert is_taken(text.encode(), AttemptFiles())
    attempt, problems = AttemptFiles().read(text.encode(), "a.yaml", 1)
    assert attempt is not None
    assert attempt.scores == tuple(scores)
    lines = text.split("\n")
    for problem, task in zip(problems, (0, 3), strict=True):
        assert (problem.code, problem.severity) == ("not-scored", "warning")
        assert problem.key == f"results[{task}].score"
        assert lines[problem.line - 1][problem.column - 1 :].startswith("score: null")


def test_the_attempts_of_a_benchmark_share_their_task_ids() -> None:
    files = AttemptFiles()
    first, second = (files.read(ATTEMPTS[0], path, 1)[0] for path in ("a.yaml", "b.yaml"))
    assert first is not None
    assert second is not None
    assert first.sources is second.sources


def test_a_released_file_gives_its_path_and_nothing_more() -> None:
    attempt, _ = AttemptFiles().read(ATTEMPTS[0], "a.yaml", 1)
    assert attempt is not None
    assert attempt.document.place(("results", 1, "score")) == (13, 10)
    attempt.document.release()
    assert (attempt.document.path, attempt.document.root) == ("a.yaml", None)


@pytest.mark.parametrize("data", [ATTEMPTS[0], ODD[0]])
@pytest.mark.parametrize(("limit", "most"), [("MAX_BYTES", 100), ("MAX_VALUES", 10)])
def test_no_way_takes_a_file_over_the_limits(
    data: bytes, limit: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(located_yaml, limit, most)
    attempt, (problem,) = AttemptFiles().read(data, "a.yaml", 1)
    assert (attempt, problem.code) == (None, "too-large")


def test_a_file_with_a_problem_is_the_strict_reader_s() -> None:
    data = ATTEMPTS[0].replace(b"score: 1.0", b"score: one", 1)
    attempt, problems = AttemptFiles().read(data, "a.yaml", 1)
    assert attempt is None
    assert [(problem.line, problem.column, problem.code) for problem in problems] == [
        (8, 10, "type")
    ]
