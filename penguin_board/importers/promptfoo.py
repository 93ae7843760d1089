"""promptfoo: outputs (``output.json``, exports) of versions 1 to 4.

One experiment for each provider and prompt: a prompt is how the model was asked, no task. A task is
a test, by its description or variables. Scores are fractions, as they are in the file; version 1
has only verdicts, 1 for a success. A test that ended in an error before it was graded is missing, a
task without a score, though the tool's own sum counts it as 0. Costs and tokens of answers from
the cache are those of the first call, their times are no durations. Code in a configuration
is only text.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from penguin_board.importers.agreement import same_tasks
from penguin_board.importers.contract import (
    ImportedAttempt,
    ImportedExperiment,
    ImportedSummary,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    Stated,
)
from penguin_board.importers.fields import Fields, read_any_text, read_day, read_flag, read_spent
from penguin_board.importers.located_json import read_document
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.promptfoo_rows import WANTED, Group, groups, read_task
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_HARNESS: Final = "promptfoo"
_COUNTS: Final = ("testPassCount", "testFailCount", "testErrorCount")


class _Totals(NamedTuple):
    """What the tool counted for a prompt; ``score`` is a sum over ``n`` tests."""

    n: float
    passed: float
    score: float | None


def wants(path: str) -> bool:
    """Whether the file may be an output."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file is an output of any version."""
    return (
        (shape.is_list("results", "results") and (shape.has("config") or _has_version(shape)))
        or (shape.is_list("results") and shape.has("version", "stats", "table"))
        or shape.has("results", "config", "prompts", "createdAt")
    )


def _has_version(shape: Shape) -> bool:
    return "version" in shape.keys("results")


def read_outputs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each provider and prompt of each file."""
    names = Names(options)
    left_out: list[LeftOut] = []
    read: list[Fields] = []
    experiments: list[ImportedExperiment] = []
    for file in files:
        fields = Fields(read_document(file.data, file.path, WANTED))
        read.append(fields)
        if fields.document.root is None:
            continue
        found = groups(fields)
        if not found:
            left_out.append(LeftOut(path=file.path, reason="no results"))
        several = len({group.label for group in found}) > 1
        for group in found:
            experiment = _experiment(file, fields, group, names, left_out, several=several)
            if experiment is not None:
                experiments.append(experiment)
    return import_result(experiments, names, read, left_out)


def _experiment(
    file: SourceFile,
    fields: Fields,
    group: Group,
    names: Names,
    left_out: list[LeftOut],
    *,
    several: bool,
) -> ImportedExperiment | None:
    shown = f"{file.path}: prompt {group.number}, {group.provider or 'no provider'}"
    if not group.provider and fields.length(("config", "providers")) > 1:
        reason = "results of several providers that do not say which"
        left_out.append(LeftOut(path=shown, reason=reason))
        return None
    totals = _totals(fields, group.metrics)
    attempts = _attempts(fields, group, shown, left_out)
    whole = bool(group.rows) and (totals is None or totals.n == len(group.rows))
    if not whole:
        if totals is None or totals.score is None:
            left_out.append(LeftOut(path=shown, reason="no results"))
            return None
        reason = f"{len(group.rows)} of {totals.n:.0f} results: the stated values are taken"
        left_out.append(LeftOut(path=shown, reason=reason))
    elif any(all(task.score is None for task in attempt.tasks) for attempt in attempts):
        left_out.append(LeftOut(path=shown, reason="no result was scored"))
        return None
    score = None if totals is None or totals.score is None else totals.score / totals.n
    algorithm = names.algorithm(None, file.path)
    usage: KeyPath = (*group.metrics, "tokenUsage", "total")
    return ImportedExperiment(
        benchmark_name=names.benchmark(fields.text(("config", "description")), file.path),
        harness_name=names.harness(_HARNESS, file.path),
        model_name=names.model(group.model, file.path),
        algorithm=f"{algorithm}, prompt {group.number}" if several else algorithm,
        attempts=attempts if whole else (),
        summary=None if whole or score is None else ImportedSummary(n_attempt=1, score_mean=score),
        phase=names.phase,
        date=names.date(_day(fields)),
        extra_meta=_meta(file, group),
        cost_total=None if whole else fields.optional((*group.metrics, "cost"), read_spent),
        tokens_total=None if whole else fields.optional(usage, read_spent),
        metrics=_numbers(fields, group, totals),
        stated=Stated(name="score", value=score) if whole and score is not None else None,
    )


def _day(fields: Fields) -> str | None:
    places: tuple[KeyPath, ...] = (("results", "timestamp"), ("createdAt",))
    return next(filter(None, (fields.optional(place, read_day) for place in places)), None)


def _totals(fields: Fields, metrics: KeyPath) -> _Totals | None:
    """The counts of a prompt; None where the file has none."""
    counts = [fields.number((*metrics, name)) for name in _COUNTS]
    n = math.fsum(count or 0 for count in counts)
    if not metrics or n < 1:
        return None
    return _Totals(n, counts[0] or 0, fields.number((*metrics, "score")))


def _attempts(
    fields: Fields, group: Group, shown: str, left_out: list[LeftOut]
) -> tuple[ImportedAttempt, ...]:
    """The tests as tasks; where each was run equally often, its runs as attempts."""
    runs: dict[str, list[ImportedTask]] = defaultdict(list)
    for number, row in enumerate(group.rows, start=1):
        task = read_task(fields, row, number)
        runs[task.source].append(task)
        if task.score is None:
            why = fields.optional((*row, "error"), read_any_text) or "no verdict"
            reason = f"not scored ({' '.join(why.split())[:80]})"
            left_out.append(LeftOut(path=f"{shown}: {task.source[:80]}", reason=reason))
    if len({len(tasks) for tasks in runs.values()}) == 1:
        n_attempt = len(next(iter(runs.values())))
        return same_tasks(
            [{source: tasks[index] for source, tasks in runs.items()} for index in range(n_attempt)]
        )
    return same_tasks([_numbered(runs)])


def _numbered(runs: Mapping[str, Sequence[ImportedTask]]) -> dict[str, ImportedTask]:
    """Each result as a task of its own: ``a``, ``a 2``."""
    seen: Counter[str] = Counter()
    found: dict[str, ImportedTask] = {}
    for source, tasks in runs.items():
        for task in tasks:
            seen[source] += 1
            name = source if seen[source] == 1 else f"{source} {seen[source]}"
            found[name] = ImportedTask(
                source=name,
                score=task.score,
                cost=task.cost,
                duration_ms=task.duration_ms,
                tokens=task.tokens,
            )
    return found


def _numbers(fields: Fields, group: Group, totals: _Totals | None) -> dict[str, float]:
    """The share of passed tests, what answers took with the cache, and named scores."""
    verdicts = [fields.optional((*row, "success"), read_flag) for row in group.rows]
    found: dict[str, float | None] = {
        "pass_rate": sum(map(bool, verdicts)) / len(verdicts) if verdicts else None
    }
    if totals is not None:
        found["pass_rate"] = totals.passed / totals.n
    if group.metrics:
        found["latency_ms"] = fields.number((*group.metrics, "totalLatencyMs"))
        for name in fields.keys((*group.metrics, "namedScores")):
            count = fields.number((*group.metrics, "namedScoresCount", name))
            total = fields.number((*group.metrics, "namedScores", name))
            found[name] = total / count if total is not None and count else None
    return {name: value for name, value in found.items() if value is not None}


def _meta(file: SourceFile, group: Group) -> dict[str, str]:
    found = {
        "prompt": group.label,
        "provider": group.provider,
        "source_file": file.shown,
    }
    return {key: text for key, text in found.items() if text}


IMPORTER = Importer(
    description="promptfoo outputs (output.json)",
    wants=wants,
    read=read_outputs,
    recognises=recognises,
)
