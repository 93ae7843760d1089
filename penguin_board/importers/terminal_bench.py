"""Terminal-Bench before Harbor: ``results.json`` with ``run_metadata.json`` beside it.

The score of a trial is 1 where it is resolved (after a timeout too), else 0: one whose
``is_resolved`` is null has failed and counts, as in the file's own accuracy. Attempts are the
``N-of-M`` of a trial's name and further runs of the same agent and model. Token counts of 0 or
null are unknown. A run that did not end is left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from penguin_board.importers.contract import (
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
    read_any_text,
    read_day,
    read_flag,
    read_label,
    read_moment,
    read_spent,
)
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names
from penguin_board.importers.repeated import Identity, RepeatedRun, experiments_of
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_METADATA: Final = "run_metadata.json"
_NUMBER = re.compile(r"\.([1-9][0-9]{0,3})-of-[0-9]+(?:\.|$)")
_WANTED: Final = Wanted(
    skip=frozenset(("instruction", "parser_results", "resolved_ids", "unresolved_ids")),
    any_number=True,
)


def wants(path: str) -> bool:
    """Whether the file may be the results of a run, or its metadata."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file is the results of a run, or its metadata."""
    if shape.path.rpartition("/")[2] == _METADATA:
        return shape.has("agent_name", "dataset_name")
    return shape.has("results", "n_resolved", "n_unresolved") and shape.is_list("results")


def read_runs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each data set, agent and model."""
    names = Names(options)
    left_out: list[LeftOut] = []
    read: list[Fields] = []
    metadata: dict[str, Fields] = {}
    runs: list[RepeatedRun] = []
    for file in files:
        if file.name == _METADATA:
            fields = Fields(read_document(file.data, file.path, _WANTED))
            metadata[file.folder] = fields
            read.append(fields)
    for file in files:
        if file.name == _METADATA:
            continue
        fields = Fields(read_document(file.data, file.path, _WANTED))
        read.append(fields)
        about = metadata.get(file.folder)
        if fields.document.root is None:
            continue
        if _did_not_end(fields, about):
            left_out.append(LeftOut(path=file.path, reason="the run did not end"))
            continue
        runs.append(_run(file, fields, about, names))
    experiments, problems = experiments_of(runs, names.phase, missing=0.0)
    problems += [*names.problems, *(problem for fields in read for problem in fields.problems)]
    return ImportResult(
        experiments=tuple(experiments), problems=tuple(problems), left_out=tuple(left_out)
    )


def _did_not_end(fields: Fields, about: Fields | None) -> bool:
    ended = about is not None and about.text(("end_time",)) is not None
    return fields.text(("accuracy",)) is None and not ended


def _run(file: SourceFile, fields: Fields, about: Fields | None, names: Names) -> RepeatedRun:
    accuracy = fields.number(("accuracy",))
    dataset = about.text(("dataset_name",)) if about else None
    version = about.text(("dataset_version",)) if about else None
    if dataset and version:
        dataset = f"{dataset}=={version}"
    return RepeatedRun(
        file=file,
        identity=Identity(
            benchmark=names.benchmark(dataset, file.path),
            harness=names.harness(about.text(("agent_name",)) if about else None, file.path),
            model=names.model(about.text(("model_name",)) if about else None, file.path),
            algorithm=names.algorithm(None, file.path),
        ),
        attempts=_attempts(fields),
        date=names.date(about.optional(("start_time",), read_day) if about else None),
        stated=None if accuracy is None else Stated(name="accuracy", value=accuracy),
        metrics=_pass_at_k(fields),
    )


def _pass_at_k(fields: Fields) -> dict[str, float]:
    """The chance that one of k attempts resolves a task, as the file states it."""
    found = {k: fields.number(("pass_at_k", k)) for k in fields.keys(("pass_at_k",))}
    return {f"pass_at_{k}": value for k, value in found.items() if value is not None}


def _attempts(fields: Fields) -> list[Mapping[str, ImportedTask]]:
    """The trials by the number in their name; without one, by how often the task came before."""
    attempts: dict[int, dict[str, ImportedTask]] = defaultdict(dict)
    seen: Counter[str] = Counter()
    for index in range(fields.length(("results",))):
        path: KeyPath = ("results", index)
        task = fields.required((*path, "task_id"), read_label)
        if task is None:
            continue
        seen[task] += 1
        match = _NUMBER.search(fields.text((*path, "trial_name")) or "")
        number = int(match[1]) if match else seen[task]
        if task in attempts[number]:
            message = f'a second trial {number} of "{task}"'
            fields.error((*path, "trial_name"), "duplicate-task", message)
        attempts[number][task] = _task(fields, path, task)
    return [attempts[number] for number in sorted(attempts)]


def _task(fields: Fields, path: KeyPath, source: str) -> ImportedTask:
    counts = [
        fields.optional((*path, f"total_{kind}_tokens"), read_spent) for kind in ("input", "output")
    ]
    known = [count for count in counts if count is not None]
    started = fields.optional((*path, "agent_started_at"), read_moment)
    ended = fields.optional((*path, "agent_ended_at"), read_moment)
    resolved = fields.optional((*path, "is_resolved"), read_flag)
    milliseconds = (ended - started).total_seconds() * 1000 if started and ended else None
    if "is_resolved" not in fields.keys(path):
        fields.required((*path, "is_resolved"), read_any_text)
    return ImportedTask(
        source=source,
        score=1.0 if resolved else 0.0,
        duration_ms=milliseconds if milliseconds is None or milliseconds >= 0 else None,
        tokens=sum(known) if len(known) == len(counts) else None,
    )


IMPORTER = Importer(
    description="Terminal-Bench runs (results.json with run_metadata.json beside it)",
    wants=wants,
    read=read_runs,
    recognises=recognises,
)
