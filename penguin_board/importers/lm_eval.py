"""lm-evaluation-harness: ``results*.json`` of v0.3 and v0.4, with ``samples_<task>_<time>.jsonl``.

One experiment a task; its score is the metric of ``--metric``, its other metrics are further
numbers of its summary. Scores are written as they are in the file (fractions, or the metric's
own scale). A metric that is NaN or infinite is missing: it is left out, never 0. Groups are
aggregates of tasks and are left out. Sample rows become task results where every sample is
there and their mean is the stated value. Code that a task's configuration holds is only text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from penguin_board.importers.agreement import agreeing
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
from penguin_board.importers.fields import Fields, read_day, read_flag
from penguin_board.importers.located_json import Wanted, read_document, read_lines
from penguin_board.importers.names import Names, import_result, published
from penguin_board.importers.shapes import Shape
from penguin_board.importers.task_metrics import chosen_metric, metric_values

_HARNESS: Final = "lm-evaluation-harness"
_WANTED: Final = Wanted(
    skip=frozenset({"configs", "pretty_env_info", "chat_template", "task_hashes"}), any_number=True
)
_SAMPLE: Final = Wanted(
    skip=frozenset({"doc", "arguments", "resps", "filtered_resps"}), any_number=True
)
_SAMPLES_FILE = re.compile(r"samples_(.+)_([0-9T:.-]+)\.jsonl")
_RESULTS_TIME = re.compile(r"results_([0-9T:.-]+)\.json")
_PRETRAINED = re.compile(r"(?:^|,)(?:pretrained|model|engine)=([^,]+)")
_NO_METRIC: Final = ("alias", "name", "sample_len", "sample_count", "task", " ")


class _Sample(NamedTuple):
    fields: Fields
    filter: str


class _File(NamedTuple):
    """What the tasks of a results file have in common."""

    source: SourceFile
    fields: Fields
    model: str
    date: str | None
    samples: Mapping[str, Sequence[_Sample]]


def wants(path: str) -> bool:
    """Whether the file may hold results or samples, by its name."""
    return path.endswith(".json") or _SAMPLES_FILE.fullmatch(path.rpartition("/")[2]) is not None


def recognises(shape: Shape) -> bool:
    """Whether the file is a results file, or one of samples."""
    if shape.path.endswith(".jsonl"):
        return shape.has("doc_id", "doc")
    return shape.has("results", "versions", "config") and not shape.has("config_general")


def read_results(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each task of each results file."""
    names = Names(options)
    samples, read = _samples(files)
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    used: set[tuple[str, str]] = set()
    for source in files:
        if source.path.endswith(".jsonl"):
            continue
        fields = Fields(read_document(source.data, source.path, _WANTED))
        read.append(fields)
        match = _RESULTS_TIME.fullmatch(source.name)
        run = (source.folder, match[1] if match else "")
        used.add(run)
        model = names.model(_model(fields), source.path) if fields.document.root else ""
        date = names.date(fields.optional(("date",), read_day))
        file = _File(source, fields, model, date, samples.get(run, {}))
        experiments += _experiments(file, names, left_out)
    for folder, time in samples.keys() - used:
        reason = "samples without the results file of their run"
        left_out.append(LeftOut(path=f"{folder}/samples_*_{time}.jsonl", reason=reason))
    return import_result(experiments, names, read, left_out)


def _samples(
    files: Sequence[SourceFile],
) -> tuple[dict[tuple[str, str], dict[str, list[_Sample]]], list[Fields]]:
    """The sample rows by run (folder and time) and task."""
    found: dict[tuple[str, str], dict[str, list[_Sample]]] = {}
    read: list[Fields] = []
    for source in files:
        match = _SAMPLES_FILE.fullmatch(source.name)
        if match is None:
            continue
        rows = found.setdefault((source.folder, match[2]), {}).setdefault(match[1], [])
        for document in read_lines(source.data, source.path, _SAMPLE):
            fields = Fields(document)
            read.append(fields)
            rows.append(_Sample(fields, fields.text(("filter",)) or "none"))
    return found, read


def _model(fields: Fields) -> str | None:
    """The model as it is published; a path on somebody's disk is no name."""
    name = fields.text(("model_name",))
    arguments = ("config", "model_args")
    if name is None:
        match = _PRETRAINED.search(fields.text(arguments) or "")
        name = match[1] if match else None
    if name is None:
        keys = ("pretrained", "model", "engine")
        name = next(filter(None, (fields.text((*arguments, key)) for key in keys)), None)
    return published(name)


def _experiments(file: _File, names: Names, left_out: list[LeftOut]) -> list[ImportedExperiment]:
    fields = file.fields
    groups = set(fields.keys(("groups",)))
    groups |= {
        name
        for name in fields.keys(("group_subtasks",))
        if fields.length(("group_subtasks", name)) > 0
    }
    found: list[ImportedExperiment] = []
    tasks = fields.entries(("results",)) if fields.document.root else ()
    for task in tasks:
        if task in groups:
            reason = "a group, which is an aggregate of tasks"
            left_out.append(LeftOut(path=f"{file.source.path}: {task}", reason=reason))
            continue
        experiment = _experiment(file, task, len(tasks), names, left_out)
        if experiment is not None:
            found.append(experiment)
    return found


def _experiment(
    file: _File, task: str, n_tasks: int, names: Names, left_out: list[LeftOut]
) -> ImportedExperiment | None:
    fields, path = file.fields, f"{file.source.path}: {task}"
    values = metric_values(fields, ("results", task), _NO_METRIC, path, left_out)
    metric = chosen_metric(values, names, (file.source.path, task), left_out)
    if metric is None:
        return None
    stated = Stated(name=metric, value=values[metric])
    rows = _rows(file, task, stated, left_out)
    n_samples = fields.number(("n-samples", task, "effective"))
    seconds = fields.number(("total_evaluation_time_seconds",)) if n_tasks == 1 else None
    others = {name: value for name, value in values.items() if name != metric}
    return ImportedExperiment(
        benchmark_name=names.benchmark(task, file.source.path),
        harness_name=names.harness(_HARNESS, file.source.path),
        model_name=file.model,
        algorithm=names.algorithm(None, file.source.path),
        attempts=(ImportedAttempt(number=1, tasks=rows, duration_ms=_ms(seconds)),) if rows else (),
        summary=None if rows else ImportedSummary(n_attempt=1, score_mean=stated.value),
        phase=names.phase,
        date=file.date,
        extra_meta=_meta(file, task, metric),
        duration_ms_total=_ms(seconds),
        metrics=others | ({} if n_samples is None else {"n_samples": n_samples}),
        stated=stated if rows else None,
    )


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else seconds * 1000


def _meta(file: _File, task: str, metric: str) -> dict[str, str]:
    fields = file.fields
    better = fields.optional(("higher_is_better", task, metric.partition(",")[0]), read_flag)
    found = {
        "metric": metric,
        "metric_direction": None if better is None else ("higher" if better else "lower"),
        "n_shot": fields.text(("n-shot", task)) or fields.text(("config", "num_fewshot")),
        "task_version": fields.text(("versions", task)),
        "harness_version": fields.text(("lm_eval_version",)),
        "source_file": file.source.shown,
    }
    return {key: text for key, text in found.items() if text is not None}


def _rows(
    file: _File, task: str, stated: Stated, left_out: list[LeftOut]
) -> tuple[ImportedTask, ...]:
    """The samples as task results; none where they are not what the stated value was made of."""
    name, _, filtered = stated.name.partition(",")
    samples = [s for s in file.samples.get(task, ()) if s.filter == (filtered or "none")]
    if not samples:
        return ()
    path = samples[0].fields.document.path
    expected = file.fields.number(("n-samples", task, "effective"))
    if expected is None or len(samples) != expected:
        of = "an unknown number of" if expected is None else f"{expected:.0f}"
        reason = f"{len(samples)} of {of} samples: the stated value is taken"
        left_out.append(LeftOut(path=path, reason=reason))
        return ()
    rows = [(s.fields.text(("doc_id",)), s.fields.number((name,))) for s in samples]
    tasks = [
        ImportedTask(source=source, score=score)
        for source, score in rows
        if source and score is not None
    ]
    attempt = ImportedAttempt(number=1, tasks=tuple(tasks if len(tasks) == len(rows) else ()))
    agreed = agreeing([attempt], stated, path, left_out)
    return agreed[0].tasks if agreed else ()


IMPORTER = Importer(
    description="lm-evaluation-harness results (results*.json, samples_*.jsonl beside them)",
    wants=wants,
    read=read_results,
    recognises=recognises,
)
