"""Inspect AI: logs of one task and one model, ``.json`` or ``.eval``.

Scores are written as the scorer gave them: C is 1, P is 0.5, I and N are 0, numbers stay.
A sample without a score (an error, a limit) is missing: a task without a score, in no mean. A
run that did not end, or was never scored, is left out with the reason. Samples become task
results, epochs attempts, where all are there and their mean is the stated value; else the
stated value is taken. Tokens are those of the tested model; graders' are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from penguin_board import scalars
from penguin_board.importers.agreement import agreeing, same_tasks
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
from penguin_board.importers.fields import (
    Fields,
    read_day,
    read_label,
    read_measure,
    read_moment,
    read_spent,
)
from penguin_board.importers.inspect_log import InspectLog, Sample, read_log, recognises, wants
from penguin_board.importers.names import Names
from penguin_board.located_yaml import Scalar
from penguin_board.problems import KeyPath, Problem

_HARNESS: Final = "Inspect AI"
_LETTERS: Final = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "true": 1.0, "false": 0.0}
# How far a mean may be off, not a score.
_SPREADS: Final = ("stderr", "std", "var", "bootstrap_stderr")
_MEANS: Final = (None, "mean")


def read_logs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each log."""
    names = Names(options)
    problems: list[Problem] = []
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    for file in files:
        log = read_log(file)
        experiment, found = _experiment(file, log, names, left_out)
        problems += found
        if experiment is not None:
            experiments.append(experiment)
    return ImportResult(
        experiments=tuple(experiments),
        problems=(*names.problems, *problems),
        left_out=tuple(left_out),
    )


def _experiment(
    file: SourceFile, log: InspectLog, names: Names, left_out: list[LeftOut]
) -> tuple[ImportedExperiment | None, Sequence[Problem]]:
    fields = log.fields
    reason = _refused(fields) if fields else "has no header.json: the run did not end"
    if fields is None or fields.document.root is None or reason:
        if not log.problems and reason:
            left_out.append(LeftOut(path=file.path, reason=reason))
        return None, log.problems
    metrics = _metrics(fields)
    task = fields.required(("eval", "task"), read_label)
    metric = names.metric(tuple(metrics), file.path, task or "") if metrics else None
    if metric is None or task is None:
        return None, _problems(log)
    stated = Stated(name=metric, value=fields.number(metrics[metric]) or 0.0)
    scorer = fields.text((*metrics[metric][:3], "name")) or ""
    n_epochs = max(1, round(fields.number(("eval", "config", "epochs")) or 1))
    model = fields.text(("eval", "model"))
    attempts = _attempts(file, log, (scorer, model or ""), stated, left_out)
    experiment = ImportedExperiment(
        benchmark_name=names.benchmark(task, file.path),
        harness_name=names.harness(_HARNESS, file.path),
        model_name=names.model(model, file.path),
        algorithm=names.algorithm(None, file.path),
        attempts=attempts,
        summary=None if attempts else ImportedSummary(n_attempt=n_epochs, score_mean=stated.value),
        phase=names.phase,
        date=names.date(fields.optional(("eval", "created"), read_day)),
        extra_meta=_meta(file, fields, metric),
        duration_ms_total=None if _timed(attempts) else _wall_time(fields),
        tokens_total=None if _counted(attempts) else _tokens(fields, ("stats",), model or ""),
        metrics=_others(fields, metrics, metric),
        stated=stated if attempts else None,
    )
    return experiment, _problems(log)


def _problems(log: InspectLog) -> Sequence[Problem]:
    """Those of reading the file and those of its values, each once."""
    found = list(log.problems)
    for fields in ([log.fields] if log.fields else []) + [sample.fields for sample in log.samples]:
        found += [problem for problem in fields.problems if problem not in found]
    return found


def _refused(fields: Fields) -> str | None:
    """Why the run is no result; None when it is one."""
    status = fields.text(("status",))
    total = fields.number(("results", "total_samples"))
    completed = fields.number(("results", "completed_samples"))
    # Cancelled after the last sample, a run is as complete as any.
    if status != "success" and (total is None or total != completed):
        of = "" if total is None else f" after {completed or 0:.0f} of {total:.0f} samples"
        return f'the run ended with the status "{status}"{of}'
    if not fields.length(("results", "scores")):
        return "the run was not scored"
    if not _metrics(fields):
        return "no metric with a number"
    return None


def _metrics(fields: Fields) -> dict[str, KeyPath]:
    """Where each metric's value stands, by ``metric,scorer``; the reducer too where it matters."""
    found: dict[str, KeyPath] = {}
    for index in range(fields.length(("results", "scores"))):
        path: KeyPath = ("results", "scores", index)
        scorer = fields.text((*path, "name"))
        reducer = fields.text((*path, "reducer"))
        suffix = "" if reducer in _MEANS else f",{reducer}"
        for metric in fields.keys((*path, "metrics")):
            value: KeyPath = (*path, "metrics", metric, "value")
            if metric not in _SPREADS and fields.number(value) is not None:
                found.setdefault(f"{metric},{scorer}{suffix}", value)
    return found


def _others(fields: Fields, metrics: dict[str, KeyPath], metric: str) -> dict[str, float]:
    """The other metrics, how far each may be off, and of how many samples they are."""
    found = {name: fields.number(path) for name, path in metrics.items() if name != metric}
    for name, path in metrics.items():
        for spread in _SPREADS:
            value = fields.number((*path[:-2], spread, "value"))
            found[f"{spread},{name.partition(',')[2]}"] = value
    scored = fields.number((*metrics[metric][:3], "scored_samples"))
    completed = fields.number(("results", "completed_samples"))
    found["n_samples"] = completed if scored is None else scored
    return {name: value for name, value in found.items() if value is not None}


def _attempts(
    file: SourceFile,
    log: InspectLog,
    tested: tuple[str, str],
    stated: Stated,
    left_out: list[LeftOut],
) -> tuple[ImportedAttempt, ...]:
    """The samples by epoch; none where they are not all there or give another value."""
    epochs: dict[int, dict[str, ImportedTask]] = defaultdict(dict)
    for sample in log.samples:
        source = sample.fields.text((*sample.path, "id"))
        epoch = round(sample.fields.number((*sample.path, "epoch")) or 1)
        if source is not None:
            epochs[epoch][source] = _task(sample, source, tested)
    n_rows = sum(map(len, epochs.values()))
    expected = log.fields.number(("results", "total_samples")) if log.fields else None
    if n_rows and n_rows != expected:
        of = "an unknown number of" if expected is None else f"{expected:.0f}"
        reason = f"{n_rows} of {of} samples: the stated value is taken"
        left_out.append(LeftOut(path=file.path, reason=reason))
        return ()
    return agreeing(
        same_tasks(epochs[number] for number in sorted(epochs)), stated, file.path, left_out
    )


def _task(sample: Sample, source: str, tested: tuple[str, str]) -> ImportedTask:
    scorer, model = tested
    fields = sample.fields
    seconds = fields.number((*sample.path, "total_time"))
    return ImportedTask(
        source=source,
        score=_score(fields, (*sample.path, "scores", scorer, "value")),
        duration_ms=None if seconds is None else seconds * 1000,
        tokens=_tokens(fields, sample.path, model),
    )


def _score(fields: Fields, path: KeyPath) -> float | None:
    node = fields.document.node(path)
    if isinstance(node, Scalar) and node.text in _LETTERS:
        return _LETTERS[node.text]
    try:
        return None if node is None else read_measure(node)
    except scalars.ScalarError:
        return None


def _tokens(fields: Fields, path: KeyPath, model: str) -> float | None:
    """All tokens of the tested model, cached ones too."""
    return fields.optional((*path, "model_usage", model, "total_tokens"), read_spent)


def _timed(attempts: Sequence[ImportedAttempt]) -> bool:
    return any(task.duration_ms is not None for a in attempts for task in a.tasks)


def _counted(attempts: Sequence[ImportedAttempt]) -> bool:
    tasks = [task for attempt in attempts for task in attempt.tasks]
    return bool(tasks) and all(task.tokens is not None for task in tasks)


def _wall_time(fields: Fields) -> float | None:
    """How long the run took, with its samples side by side."""
    started = fields.optional(("stats", "started_at"), read_moment)
    ended = fields.optional(("stats", "completed_at"), read_moment)
    if started is None or ended is None or ended <= started:
        return None
    return (ended - started).total_seconds() * 1000


def _meta(file: SourceFile, fields: Fields, metric: str) -> dict[str, str]:
    found = {
        "metric": metric,
        "solver": fields.text(("eval", "solver")),
        "task_version": fields.text(("eval", "task_version")),
        "harness_version": fields.text(("eval", "packages", "inspect_ai")),
        "status": fields.text(("status",)),
        "source_file": file.shown,
    }
    return {key: text for key, text in found.items() if text is not None}


IMPORTER = Importer(
    description="logs of Inspect AI (.eval or .json)",
    wants=wants,
    read=read_logs,
    recognises=recognises,
)
