"""lighteval: ``results_*.json``, of the Open LLM Leaderboard of 2024 too.

One experiment a task (``suite|task|shots``); its score is the metric of ``--metric``, its other
metrics are further numbers of its summary. Scores are written as they are in the file (fractions,
or the metric's own scale). A metric that is NaN or infinite is missing: it is left out, never 0.
``all`` and ``task:_average`` rows are aggregates of tasks and are left out. A file may be the map
of results alone, which names no model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from penguin_board.dates import iso_date
from penguin_board.importers.contract import (
    ImportedExperiment,
    ImportedSummary,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
)
from penguin_board.importers.fields import Fields, read_flag
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names, import_result, published
from penguin_board.importers.shapes import Shape
from penguin_board.importers.task_metrics import chosen_metric, metric_values
from penguin_board.located_yaml import Scalar
from penguin_board.problems import KeyPath

_HARNESS: Final = "lighteval"
_WANTED: Final = Wanted(skip=frozenset({"summary_tasks", "summary_general"}), any_number=True)
_ALL: Final = "all"
_TASK = re.compile(r"((?:.+\|)?(.+))\|([0-9]{1,4})(?:\|[01])?")
_AVERAGE: Final = ":_average"
_DAY = re.compile(r"_([0-9]{4}-[0-9]{2}-[0-9]{2})T[0-9]{2}-[0-9]{2}-[0-9]{2}")


class _File(NamedTuple):
    """What the tasks of a file have in common; ``results`` is where they stand."""

    source: SourceFile
    fields: Fields
    results: KeyPath
    model: str
    date: str | None


def wants(path: str) -> bool:
    """Whether the file may hold results, by its name."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file has a general configuration and results, or is a map of results."""
    return shape.has("config_general", "results") or (
        bool(shape.keys() - {_ALL}) and all(_TASK.fullmatch(key) for key in shape.keys() - {_ALL})
    )


def read_results(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each task of each file."""
    names = Names(options)
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    read: list[Fields] = []
    for source in files:
        fields = Fields(read_document(source.data, source.path, _WANTED))
        read.append(fields)
        if fields.document.root is None:
            continue
        results: KeyPath = ("results",) if "results" in fields.keys(()) else ()
        day = _DAY.search(source.name)
        date = names.date(iso_date(day[1]) if day else None)
        model = names.model(_model(fields), source.path)
        file = _File(source, fields, results, model, date)
        tasks = fields.entries(results)
        for task in tasks:
            experiment = _experiment(file, task, len(tasks), names, left_out)
            if experiment is not None:
                experiments.append(experiment)
    return import_result(experiments, names, read, left_out)


def _model(fields: Fields) -> str | None:
    places = (("config_general", "model_config", "model_name"), ("config_general", "model_name"))
    return published(next(filter(None, map(fields.text, places)), None))


def _experiment(
    file: _File, task: str, n_tasks: int, names: Names, left_out: list[LeftOut]
) -> ImportedExperiment | None:
    fields, path = file.fields, f"{file.source.path}: {task}"
    if task == _ALL or _AVERAGE in task:
        left_out.append(LeftOut(path=path, reason="a mean over tasks"))
        return None
    values = metric_values(fields, (*file.results, task), (), path, left_out)
    metric = chosen_metric(values, names, (file.source.path, task), left_out)
    if metric is None:
        return None
    configuration = _configuration(fields, task)
    n_samples = fields.number((*configuration, "effective_num_docs"))
    seconds = fields.number(("config_general", "total_evaluation_time_secondes"))
    others = {name: value for name, value in values.items() if name != metric}
    return ImportedExperiment(
        benchmark_name=names.benchmark(task, file.source.path),
        harness_name=names.harness(_HARNESS, file.source.path),
        model_name=file.model,
        algorithm=names.algorithm(None, file.source.path),
        attempts=(),
        summary=ImportedSummary(n_attempt=1, score_mean=values[metric]),
        phase=names.phase,
        date=file.date,
        extra_meta=_meta(file, task, metric, configuration),
        duration_ms_total=seconds * 1000 if seconds is not None and n_tasks == 1 else None,
        metrics=others | ({} if n_samples is None else {"n_samples": n_samples}),
    )


def _configuration(fields: Fields, task: str) -> KeyPath:
    """Where the task's configuration stands: under its name with the shots, or without."""
    match = _TASK.fullmatch(task)
    name = match[1] if match and task not in fields.keys(("config_tasks",)) else task
    return ("config_tasks", name)


def _meta(file: _File, task: str, metric: str, configuration: KeyPath) -> dict[str, str]:
    fields = file.fields
    match = _TASK.fullmatch(task)
    found = {
        "metric": metric,
        "metric_direction": _direction(fields, metric, (*configuration, "metrics")),
        "n_shot": match[3] if match else None,
        "task_version": fields.text(("versions", task)),
        "max_samples": fields.text(("config_general", "max_samples")),
        "model_revision": fields.text(("config_general", "model_sha")),
        "harness_version": fields.text(("config_general", "lighteval_sha")),
        "source_file": file.source.shown,
    }
    return {key: text for key, text in found.items() if text is not None}


def _direction(fields: Fields, metric: str, path: KeyPath) -> str | None:
    """``higher`` or ``lower`` is better, where the task's configuration says it of the metric."""
    for index in range(fields.length(path)):
        better = (*path, index, "higher_is_better")
        if fields.text((*path, index, "metric_name")) == metric:
            is_flag = isinstance(fields.document.node(better), Scalar)
            flag = fields.optional(better, read_flag) if is_flag else None
            return None if flag is None else ("higher" if flag else "lower")
    return None


IMPORTER = Importer(
    description="lighteval results (results_*.json)",
    wants=wants,
    read=read_results,
    recognises=recognises,
)
