"""every_eval_ever: the common schema for evaluation results, 0.0.1 to 0.3.

One experiment for each evaluation of a file. A score of a metric from 0 to 100 is a
percentage and written as a fraction; every other is written as it is. Evaluations that
summarise others (a mean win rate, all levels of a benchmark) are experiments of their own: a
leaderboard says which it takes. A score that is null is missing and left out. Samples become
task results where their file is whole and their mean is the stated value.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

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
from penguin_board.importers.every_eval_fields import (
    evaluations,
    meta_of,
    metric_name,
    n_samples,
    run_cost,
    run_count,
    score_of,
    spread,
)
from penguin_board.importers.fields import (
    Fields,
    read_day,
    read_label,
    read_spent,
)
from penguin_board.importers.located_json import Wanted, read_document, read_lines
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_UNKNOWN: Final = (None, "unknown")
_WANTED: Final = Wanted(
    skip=frozenset(("detailed_evaluation_results_per_samples", "generation_args", "logprobs")),
    any_number=True,
)
_SAMPLE: Final = Wanted(
    skip=frozenset(("answer_attribution", "input", "interactions", "messages", "output")),
    any_number=True,
)


class _Samples(NamedTuple):
    source: SourceFile
    rows: Sequence[Fields]


class _Record(NamedTuple):
    """A record as read, and where to note what is missing or left out."""

    file: SourceFile
    fields: Fields
    samples: _Samples | None
    names: Names
    left_out: list[LeftOut]


def wants(path: str) -> bool:
    """Whether the file may be a record, or its samples."""
    return path.endswith((".json", ".jsonl"))


def recognises(shape: Shape) -> bool:
    """Whether the file is a record of the schema, or its samples."""
    if shape.path.endswith(".jsonl"):
        return shape.has("schema_version", "evaluation_id", "sample_id")
    return shape.has("schema_version", "evaluation_results", "model_info")


def read_records(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each evaluation of each record."""
    names = Names(options)
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    read: list[Fields] = []
    samples: dict[str, _Samples] = {}
    for file in files:
        if file.path.endswith(".jsonl"):
            rows = [Fields(document) for document in read_lines(file.data, file.path, _SAMPLE)]
            read += rows
            checksum = hashlib.sha256(file.data).hexdigest()
            samples[checksum] = _Samples(file, rows)
    used: set[str] = set()
    for file in files:
        if file.path.endswith(".jsonl"):
            continue
        fields = Fields(read_document(file.data, file.path, _WANTED))
        read.append(fields)
        if fields.document.root is None:
            continue
        checksum = (fields.text(("detailed_evaluation_results", "checksum")) or "").lower()
        used.add(checksum)
        record = _Record(file, fields, samples.get(checksum), names, left_out)
        experiments += _experiments(record)
    for checksum in samples.keys() - used:
        reason = "samples with the checksum of no record"
        left_out.append(LeftOut(path=samples[checksum].source.path, reason=reason))
    return import_result(experiments, names, read, left_out)


def _experiments(record: _Record) -> list[ImportedExperiment]:
    file, fields, names = record.file, record.fields, record.names
    found: list[ImportedExperiment] = []
    for evaluation, paths in evaluations(fields).items():
        scores: dict[str, tuple[KeyPath, float]] = {}
        for path in paths:
            score = score_of(fields, path)
            if score is None:
                reason = f"{evaluation}: no score"
                record.left_out.append(LeftOut(path=file.path, reason=reason))
            else:
                scores.setdefault(metric_name(fields, path), (path, score))
        metric = names.metric(tuple(scores), file.path, evaluation) if scores else None
        if metric is not None:
            found.append(_experiment(record, evaluation, metric, scores))
    return found


def _experiment(
    record: _Record,
    evaluation: str,
    metric: str,
    scores: Mapping[str, tuple[KeyPath, float]],
) -> ImportedExperiment:
    file, fields, names = record.file, record.fields, record.names
    path, score = scores[metric]
    n_attempt = run_count(fields, path)
    cost = run_cost(fields, path, evaluation)
    stated = Stated(name=metric, value=score)
    attempts = _attempts(record, path, stated) if n_attempt == 1 else ()
    numbers = {name: value for name, (_, value) in scores.items() if name != metric}
    numbers |= spread(fields, path)
    count = n_samples(fields, path, evaluation)
    return ImportedExperiment(
        benchmark_name=names.benchmark(evaluation, file.path),
        harness_name=names.harness(_harness(fields, path), file.path),
        model_name=names.model(
            fields.text(("model_info", "id")) or fields.text(("model_info", "name")), file.path
        ),
        algorithm=names.algorithm(None, file.path),
        attempts=attempts,
        summary=None if attempts else ImportedSummary(n_attempt=n_attempt, score_mean=score),
        phase=names.phase,
        date=names.date(
            fields.optional((*path, "evaluation_timestamp"), read_day)
            or fields.optional(("evaluation_timestamp",), read_day)
        ),
        extra_meta=meta_of(fields, path, metric, file),
        cost_total=None if cost is None else cost * n_attempt,
        metrics=numbers | ({} if count is None else {"n_samples": count}),
        stated=stated if attempts else None,
    )


def _harness(fields: Fields, path: KeyPath) -> str | None:
    """The agent where there is one, else the library that ran the evaluation."""
    for place in (
        (*path, "generation_config", "additional_details", "agent_scaffold"),
        ("model_info", "additional_details", "agent_scaffold"),
        ("eval_library", "name"),
    ):
        found = fields.text(place)
        if found not in _UNKNOWN:
            return found
    return None


def _attempts(record: _Record, path: KeyPath, stated: Stated) -> tuple[ImportedAttempt, ...]:
    """The samples of an evaluation as one attempt."""
    fields, samples, left_out = record.fields, record.samples, record.left_out
    if samples is None:
        return ()
    place = samples.source.path
    expected = fields.number(("detailed_evaluation_results", "total_rows"))
    if expected is not None and expected != len(samples.rows):
        reason = f"{len(samples.rows)} of {expected:.0f} samples: the stated value is taken"
        left_out.append(LeftOut(path=place, reason=reason))
        return ()
    tasks: dict[str, ImportedTask] = {}
    keys = ("evaluation_result_id", "evaluation_name")
    wanted = {key: fields.text((*path, key)) for key in keys}
    for row in samples.rows:
        key = next((key for key in keys if row.text((key,)) and wanted[key]), None)
        if key is not None and row.text((key,)) != wanted[key]:
            continue
        source = row.required(("sample_id",), read_label)
        if source is not None:
            if source in tasks:
                row.error(("sample_id",), "duplicate-task", f'a second sample "{source}"')
            tasks[source] = ImportedTask(
                source=source,
                score=row.number(("evaluation", "score")),
                tokens=row.optional(("token_usage", "total_tokens"), read_spent),
            )
    return agreeing(same_tasks([tasks]) if tasks else (), stated, place, left_out)


IMPORTER = Importer(
    description="records of every_eval_ever (.json, with samples as .jsonl)",
    wants=wants,
    read=read_records,
    recognises=recognises,
)
