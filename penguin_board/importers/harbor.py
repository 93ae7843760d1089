"""Harbor: the ``result.json`` of trials, and of their job.

The score of a trial is its reward, as it is: a reward of 1 is 1. A trial without a verified
reward (an error before the verifier ran) is missing: a task without a score, in no mean,
though the job's own mean counts it as 0. Attempts are the trials of one task, in the order of
their start. A cost of null is unknown; estimates in other fields are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from penguin_board.importers.agreement import same_tasks
from penguin_board.importers.contract import (
    ImportedExperiment,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    Stated,
)
from penguin_board.importers.fields import (
    Fields,
    read_day,
    read_label,
    read_measure,
    read_moment,
    read_spent,
)
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_WANTED: Final = Wanted(
    skip=frozenset(("config", "exception_traceback", "rollout_details", "step_results")),
    any_number=True,
)
_TOKENS: Final = ("n_input_tokens", "n_output_tokens")


class _Trial(NamedTuple):
    """A trial: what was run (data set, agent, model), its result and its order among others."""

    key: tuple[str, str, str]
    task: ImportedTask
    order: tuple[str, str]
    fields: Fields


def wants(path: str) -> bool:
    """Whether the file may be a result."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file is the result of a trial or of a job."""
    return shape.has("task_name", "trial_name", "agent_info") or (
        shape.has("stats", "n_total_trials") and "evals" in shape.keys("stats")
    )


def read_results(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each data set, agent and model."""
    names = Names(options)
    left_out: list[LeftOut] = []
    read = [Fields(read_document(file.data, file.path, _WANTED)) for file in files]
    groups: dict[tuple[str, str, str], list[_Trial]] = defaultdict(list)
    means: dict[str, list[float]] = defaultdict(list)
    for fields in read:
        if "trial_name" in fields.keys(()):
            trial = _trial(fields, names)
            if trial is not None:
                groups[trial.key].append(trial)
        elif fields.document.root is not None:
            for name in fields.keys(("stats", "evals")):
                mean = fields.number(("stats", "evals", name, "metrics", 0, "mean"))
                means[name] += [] if mean is None else [mean]
    experiments = [_experiment(trials, names, means, left_out) for trials in groups.values()]
    made = [experiment for experiment in experiments if experiment is not None]
    return import_result(made, names, read, left_out)


def _trial(fields: Fields, names: Names) -> _Trial | None:
    path = fields.document.path
    task = fields.required(("task_name",), read_label)
    model = fields.text(("agent_info", "model_info", "name"))
    provider = fields.text(("agent_info", "model_info", "provider"))
    key = (
        names.benchmark(fields.text(("source",)), path),
        names.harness(fields.text(("agent_info", "name")), path),
        names.model(f"{provider}/{model}" if provider and model else model, path),
    )
    score = _score(fields, names)
    counts = [fields.optional(("agent_result", name), read_spent) for name in _TOKENS]
    known = [count for count in counts if count is not None]
    if task is None:
        return None
    result = ImportedTask(
        source=task,
        score=score,
        cost=fields.optional(("agent_result", "cost_usd"), read_spent),
        duration_ms=_milliseconds(fields, ("agent_execution",)),
        tokens=sum(known) if len(known) == len(counts) else None,
    )
    order = (fields.text(("started_at",)) or "", fields.text(("trial_name",)) or "")
    return _Trial(key, result, order, fields)


def _score(fields: Fields, names: Names) -> float | None:
    """The verified reward; of several, the one called ``reward`` or the one of ``--metric``."""
    rewards: KeyPath = ("verifier_result", "rewards")
    metrics = fields.keys(rewards)
    if not metrics:
        return None
    if "reward" in metrics and not names.options.metric:
        return fields.optional((*rewards, "reward"), read_measure)
    task = fields.text(("task_name",)) or ""
    metric = names.metric(metrics, fields.document.path, task)
    return None if metric is None else fields.optional((*rewards, metric), read_measure)


def _milliseconds(fields: Fields, path: KeyPath) -> float | None:
    started = fields.optional((*path, "started_at"), read_moment)
    ended = fields.optional((*path, "finished_at"), read_moment)
    if started is None or ended is None or ended < started:
        return None
    return (ended - started).total_seconds() * 1000


def _experiment(
    trials: list[_Trial], names: Names, means: dict[str, list[float]], left_out: list[LeftOut]
) -> ImportedExperiment | None:
    trials = sorted(trials, key=lambda trial: trial.order)
    by_task: dict[str, list[ImportedTask]] = defaultdict(list)
    for trial in trials:
        by_task[trial.task.source].append(trial.task)
        if trial.task.score is None:
            error = trial.fields.text(("exception_info", "exception_type")) or "no reward"
            reason = f"{trial.task.source}: not scored ({error})"
            left_out.append(LeftOut(path=trial.fields.document.path, reason=reason))
    n_attempt = max(map(len, by_task.values()))
    attempts = same_tasks(
        {source: tasks[index] for source, tasks in by_task.items() if index < len(tasks)}
        for index in range(n_attempt)
    )
    first = trials[0].fields
    if any(all(task.score is None for task in attempt.tasks) for attempt in attempts):
        reason = "an attempt of which no trial was scored"
        left_out.append(LeftOut(path=first.document.path, reason=reason))
        return None
    benchmark, harness, model = trials[0].key
    days = [trial.fields.optional(("started_at",), read_day) for trial in trials]
    stated = means.get(_eval_name(first), [])
    return ImportedExperiment(
        benchmark_name=benchmark,
        harness_name=harness,
        model_name=model,
        algorithm=names.algorithm(None, first.document.path),
        attempts=attempts,
        phase=names.phase,
        date=names.date(max((day for day in days if day is not None), default=None)),
        extra_meta=_meta(first),
        stated=Stated(name="mean", value=stated[0]) if len(stated) == 1 else None,
    )


def _eval_name(fields: Fields) -> str:
    """The name under which the job lists the trials: ``agent__model__data set``."""
    parts = (("agent_info", "name"), ("agent_info", "model_info", "name"), ("source",))
    return "__".join(fields.text(part) or "" for part in parts)


def _meta(fields: Fields) -> dict[str, str]:
    version = fields.text(("agent_info", "version"))
    return {"harness_version": version} if version else {}


IMPORTER = Importer(
    description="results of Harbor trials and jobs (result.json)",
    wants=wants,
    read=read_results,
    recognises=recognises,
)
