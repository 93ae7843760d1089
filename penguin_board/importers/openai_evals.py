"""OpenAI evals: the log of a run as JSON Lines, from its ``spec`` to its ``final_report``.

The score is the metric of ``--metric`` in the final report, as it is. Events of samples (a
match, a metric) become task results where their mean is the reported value; a sample without
a score is missing. A log without a final report is of a run that did not end: left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from penguin_board.importers.agreement import agreeing, same_tasks
from penguin_board.importers.contract import (
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
from penguin_board.importers.fields import Fields, read_day, read_label
from penguin_board.importers.located_json import Wanted, read_document, read_lines
from penguin_board.importers.names import Names
from penguin_board.importers.shapes import Shape
from penguin_board.problems import Problem

_HARNESS: Final = "OpenAI Evals"
_WANTED: Final = Wanted(
    skip=frozenset(("initial_settings", "prompt", "registry_path", "sampled")), any_number=True
)
_SCORED: Final = {"match": "correct", "metrics": "score"}
_FLAGS: Final = {"true": 1.0, "false": 0.0}
_NO_METRIC: Final = ("boostrap_std", "bootstrap_std")


def wants(path: str) -> bool:
    """Whether the file may be a log."""
    return path.endswith(".jsonl")


def recognises(shape: Shape) -> bool:
    """Whether the first line is the specification of a run."""
    return shape.keys("spec") >= {"completion_fns", "eval_name"}


def read_logs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each log."""
    names = Names(options)
    problems: list[Problem] = []
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    for file in files:
        spec = report = Fields(read_document(b"{}", file.path))
        tasks: dict[str, ImportedTask] = {}
        for document in read_lines(file.data, file.path, _WANTED):
            line = Fields(document)
            if "spec" in line.keys(()):
                spec = line
            elif "final_report" in line.keys(()):
                report = line
            else:
                _note(line, tasks)
            problems += line.problems
        experiment = _experiment(file, spec, report, tasks, names, left_out)
        experiments += [] if experiment is None else [experiment]
        problems += [p for fields in (spec, report) for p in fields.problems if p not in problems]
    return ImportResult(
        experiments=tuple(experiments),
        problems=(*names.problems, *problems),
        left_out=tuple(left_out),
    )


def _note(event: Fields, tasks: dict[str, ImportedTask]) -> None:
    """Keep what an event says of a sample: its score, if it is one."""
    key = _SCORED.get(event.text(("type",)) or "")
    if key is None:
        return
    source = event.required(("sample_id",), read_label)
    text = event.text(("data", key)) or ""
    score = _FLAGS[text] if text in _FLAGS else event.number(("data", key))
    if source is not None:
        tasks[source] = ImportedTask(source=source, score=score)


def _experiment(
    file: SourceFile,
    spec: Fields,
    report: Fields,
    tasks: dict[str, ImportedTask],
    names: Names,
    left_out: list[LeftOut],
) -> ImportedExperiment | None:
    metrics = report.keys(("final_report",))
    found = {name: report.number(("final_report", name)) for name in metrics}
    values = {name: value for name, value in found.items() if value is not None}
    scores = tuple(name for name in values if name not in _NO_METRIC)
    if not scores:
        reason = "the final report has no metric" if metrics else "no final_report: it did not end"
        left_out.append(LeftOut(path=file.path, reason=reason))
        return None
    benchmark = spec.text(("spec", "eval_name"))
    metric = names.metric(scores, file.path, benchmark or "the run")
    if metric is None:
        return None
    stated = Stated(name=metric, value=values[metric])
    attempts = agreeing(same_tasks([tasks]) if tasks else (), stated, file.path, left_out)
    run_id = spec.text(("spec", "run_id"))
    return ImportedExperiment(
        benchmark_name=names.benchmark(benchmark, file.path),
        harness_name=names.harness(_HARNESS, file.path),
        model_name=names.model(spec.text(("spec", "completion_fns", 0)), file.path),
        algorithm=names.algorithm(None, file.path),
        attempts=attempts,
        summary=None if attempts else ImportedSummary(n_attempt=1, score_mean=stated.value),
        phase=names.phase,
        date=names.date(spec.optional(("spec", "created_at"), read_day)),
        extra_meta={"metric": metric, "source_file": file.shown}
        | ({"run_id": run_id} if run_id else {}),
        metrics={name: value for name, value in values.items() if name != metric},
        stated=stated if attempts else None,
    )


IMPORTER = Importer(
    description="logs of OpenAI evals (.jsonl)",
    wants=wants,
    read=read_logs,
    recognises=recognises,
)
