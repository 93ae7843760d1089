"""Results of penguin-harness-benchmark: ``results/<version>/<benchmark>/attempt-<n>.json``.

Each file lists the trials of one attempt. ``summary.json`` beside the benchmarks' folders holds
the same figures aggregated; it is only compared with (github.com/Prism-Shadow).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from penguin_board import scalars
from penguin_board.importers import penguin_summary
from penguin_board.importers.contract import (
    DEFAULT_PHASE,
    ImportedAttempt,
    ImportedExperiment,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    option_problem,
)
from penguin_board.importers.fields import Fields, read_fraction, read_moment
from penguin_board.importers.located_json import read_document
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath, Problem

_ATTEMPT_FILE = re.compile(r"(?:(.*)/)?([^/]+)/attempt-([1-9][0-9]{0,5})\.json")
_IN_REPOSITORY = re.compile(r"(?:.*/)?(results/[^/]+/)[^/]+/[^/]+")
_SUMMARY_FILE = re.compile(r"(?:.*/)?summary\.json")
# The trial never ran: it says nothing of the model.
_NOT_RUN: Final = ("server_failed", "config_failed")
_HARNESSES: Final = {"penguin": "PenguinHarness"}
_IDENTITY: Final = ("benchmark", "agent", "penguin_version", "model", "thinking")


class _Trial(NamedTuple):
    """One record: its task's result, what was run (in the order of ``_IDENTITY``), and when."""

    task: ImportedTask
    identity: tuple[str, ...]
    finished_at: datetime | None


class _AttemptFile(NamedTuple):
    number: int
    fields: Fields
    trials: Mapping[str, _Trial]


def wants(path: str) -> bool:
    """Whether the file is an attempt of a benchmark, or the summary beside the benchmarks."""
    return bool(_ATTEMPT_FILE.fullmatch(path) or _SUMMARY_FILE.fullmatch(path))


def recognises(shape: Shape) -> bool:
    """Whether a summary, which many tools write, is one of benchmarks."""
    return _ATTEMPT_FILE.fullmatch(shape.path) is not None or shape.is_list("benchmarks")


def read_results(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each benchmark's folder."""
    problems: list[Problem] = []
    if options.algorithm is None:
        hint = "say how the agent was prepared, as --algorithm baseline"
        message = "the results name no algorithm"
        problems.append(option_problem("algorithm", "missing-algorithm", message, hint))
    left_out: list[LeftOut] = []
    summaries: dict[str, Fields] = {}
    folders: dict[tuple[str, str], list[_AttemptFile]] = defaultdict(list)
    for file in files:
        fields = Fields(read_document(file.data, file.path))
        match = _ATTEMPT_FILE.fullmatch(file.path)
        if match:
            attempt = _AttemptFile(int(match[3]), fields, _trials(fields, left_out))
            folders[match[1] or "", match[2]].append(attempt)
        else:
            summaries[file.path.rpartition("/")[0]] = fields
    experiments: list[ImportedExperiment] = []
    for (parent, benchmark), attempts in folders.items():
        experiment = _experiment(benchmark, sorted(attempts, key=lambda a: a.number), options)
        if experiment is not None:
            experiments.append(experiment)
            if parent in summaries:
                penguin_summary.compare(summaries[parent], benchmark, experiment)
    read = [attempt.fields for attempts in folders.values() for attempt in attempts]
    problems += [problem for fields in (*read, *summaries.values()) for problem in fields.problems]
    return ImportResult(
        experiments=tuple(experiments), problems=tuple(problems), left_out=tuple(left_out)
    )


def _trials(fields: Fields, left_out: list[LeftOut]) -> dict[str, _Trial]:
    """The trials of a file by task; those that are wrong are absent, with a problem."""
    trials: dict[str, _Trial] = {}
    records = fields.sequence(())
    for index in range(len(records.items) if records else 0):
        trial = _trial(fields, (index,), left_out)
        if trial is None:
            continue
        if trial.task.source in trials:
            message = f'a second record of "{trial.task.source}"'
            fields.error((index, "task"), "duplicate-task", message)
        trials.setdefault(trial.task.source, trial)
    if records is not None and not records.items:
        fields.error((), "empty", "has no records")
    return trials


def _trial(fields: Fields, path: KeyPath, left_out: list[LeftOut]) -> _Trial | None:
    if fields.mapping(path) is None:
        return None
    source = fields.required((*path, "task"), scalars.read_name)
    identity = [fields.required((*path, key), scalars.read_name) for key in _IDENTITY]
    seconds = fields.optional((*path, "agent_seconds"), scalars.read_amount)
    counts = [
        fields.optional((*path, key), scalars.read_amount)
        for key in ("n_input_tokens", "n_output_tokens")
    ]
    tokens = [count for count in counts if count is not None]
    score, cost = _score(fields, path), _cost(fields, path)
    finished_at = fields.optional((*path, "finished_at"), read_moment)
    known = [part for part in identity if part is not None]
    if source is None or len(known) < len(identity):
        return None
    task = ImportedTask(
        source=source,
        score=score,
        cost=cost,
        duration_ms=None if seconds is None else round(seconds * 1000),
        tokens=sum(tokens) if len(tokens) == len(counts) else None,
    )
    file_path = fields.document.path
    if score is None:
        left_out.append(LeftOut(path=file_path, reason=f"{source}: not scored"))
    if cost is None:
        left_out.append(LeftOut(path=file_path, reason=f"{source}: cost unknown"))
    return _Trial(task, tuple(known), finished_at)


def _score(fields: Fields, path: KeyPath) -> float | None:
    """The reward; None where it is missing or the trial never ran."""
    reward = fields.optional((*path, "reward"), read_fraction)
    status = fields.optional((*path, "status"), scalars.read_name)
    requests = fields.optional((*path, "requests"), scalars.read_amount)
    return None if status in _NOT_RUN or requests == 0 else reward


def _cost(fields: Fields, path: KeyPath) -> float | None:
    """The cost in USD; None where the record says that it is not the whole of it."""
    cost = fields.optional((*path, "cost_usd"), scalars.read_amount)
    complete = fields.document.node((*path, "cost_complete"))
    return None if getattr(complete, "text", "") == "false" else cost


def _experiment(
    benchmark: str, attempts: Sequence[_AttemptFile], options: ImportOptions
) -> ImportedExperiment | None:
    if _is_wrong(attempts):
        return None
    _check_numbers(attempts)
    _check_tasks(attempts)
    identity = _identity(benchmark, attempts)
    if _is_wrong(attempts):
        return None
    _, agent, version, model, thinking = identity
    parent = _parent_in_repository(attempts[0].fields.document.path)
    provider, slash, model_name = model.partition("/")
    times = [
        trial.finished_at
        for attempt in attempts
        for trial in attempt.trials.values()
        if trial.finished_at is not None
    ]
    extra_meta = {"provider": provider} if slash else {}
    extra_meta |= {"thinking": thinking, "source_folder": f"{parent}{benchmark}"}
    return ImportedExperiment(
        benchmark_name=options.benchmark or benchmark,
        harness_name=options.harness or f"{_HARNESSES.get(agent, agent)} {version}",
        model_name=options.model or (model_name if slash else model),
        algorithm=options.algorithm or "",
        attempts=tuple(
            ImportedAttempt(
                number=attempt.number,
                tasks=tuple(attempt.trials[source].task for source in sorted(attempt.trials)),
            )
            for attempt in attempts
        ),
        phase=options.phase or DEFAULT_PHASE,
        date=options.date or (max(times).date().isoformat() if times else None),
        extra_meta=extra_meta,
    )


def _parent_in_repository(path: str) -> str:
    """``results/v0.2.13/`` without what only this machine has before it."""
    match = _IN_REPOSITORY.fullmatch(path)
    return match[1] if match else ""


def _is_wrong(attempts: Sequence[_AttemptFile]) -> bool:
    return any(problem.is_error for attempt in attempts for problem in attempt.fields.problems)


def _check_numbers(attempts: Sequence[_AttemptFile]) -> None:
    for expected, attempt in enumerate(attempts, start=1):
        if attempt.number != expected:
            message = f"attempt {attempt.number} without an attempt {expected}"
            attempt.fields.error((), "attempt-gap", message, f"import attempt-{expected}.json too")
            return


def _check_tasks(attempts: Sequence[_AttemptFile]) -> None:
    """All attempts cover the same tasks, and each has a task that was scored."""
    tasks = {source for attempt in attempts for source in attempt.trials}
    for attempt in attempts:
        missing = sorted(tasks - set(attempt.trials))
        if missing:
            message = f"lacks tasks that other attempts have: {', '.join(missing)}"
            attempt.fields.error((), "missing-task", message)
        if all(trial.task.score is None for trial in attempt.trials.values()):
            attempt.fields.error((), "no-score", "no task of this attempt was scored")


def _identity(benchmark: str, attempts: Sequence[_AttemptFile]) -> tuple[str, ...]:
    """What was run, in the order of ``_IDENTITY``: the same in every record."""
    first = next(iter(attempts[0].trials.values())).identity
    expected = (benchmark, *first[1:])
    for attempt in attempts:
        for trial in attempt.trials.values():
            for key, value, found in zip(_IDENTITY, expected, trial.identity, strict=True):
                if value != found:
                    message = f'{key} of "{trial.task.source}" is "{found}", expected "{value}"'
                    hint = "import what differs from a folder of its own"
                    attempt.fields.error((), "mixed-results", message, hint)
    return expected


IMPORTER = Importer(
    description="PenguinHarness results (results/<version>/<benchmark>/attempt-<n>.json)",
    wants=wants,
    read=read_results,
    recognises=recognises,
)
