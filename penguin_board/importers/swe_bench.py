"""SWE-bench: reports of the harness, the layout of SWE-bench/experiments, SWE-bench Pro.

The score is the share of resolved tasks, a fraction. A task that is not resolved has failed,
one that was never submitted, or is in no list, too: the share is of the whole benchmark, whose
size is ``total_instances``, or ``--n-tasks`` where the file has no such count. Tasks that a
file only counts are named "not listed". Runs of the same name are attempts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from penguin_board import scalars
from penguin_board.dates import iso_date
from penguin_board.importers.contract import (
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    SourceFile,
    Stated,
    option_problem,
)
from penguin_board.importers.fields import (
    Fields,
    read_flag,
    read_label,
)
from penguin_board.importers.located_json import read_document
from penguin_board.importers.names import Names
from penguin_board.importers.repeated import Identity, RepeatedRun, experiments_of
from penguin_board.importers.shapes import Shape
from penguin_board.located_yaml import read_document as read_yaml
from penguin_board.problems import Problem

_METADATA: Final = ("metadata.yaml", "metadata.yml")
_METADATA_KEYS: Final = frozenset(
    ("assets", "info", "logs", "org", "oss", "os_model", "site", "tags", "trajs", "verified")
)
# The lists of tasks in a report, besides those that end with _ids.
_STATES: Final = frozenset(
    (
        "applied",
        "generated",
        "install_fail",
        "no_apply",
        "no_generation",
        "no_logs",
        "reset_failed",
        "test_errored",
        "test_timeout",
        "with_logs",
    )
)
_EVALUATION = re.compile(r"(?:.*/)?evaluation/(.+)/[^/]+")
_RESULTS = re.compile(r"(?:^|/)results$")
_DAY = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})[_-].*")
_NAME = re.compile(r"(.+?)\s+\+\s+(.+)")


class _Report(NamedTuple):
    """The tasks of a report, those that are resolved, and how many there are of."""

    listed: frozenset[str]
    resolved: frozenset[str]
    n_tasks: int
    stated: Stated | None


def wants(path: str) -> bool:
    """Whether the file may be a report, or a submission's metadata."""
    return path.endswith(".json") or path.rpartition("/")[2] in _METADATA


def recognises(shape: Shape) -> bool:
    """Whether the file is a report of any layout, or a submission's metadata."""
    keys = shape.keys()
    if shape.path.endswith(".json"):
        resolved = shape.is_list("resolved") or shape.is_list("resolved_ids")
        known = "total_instances" in keys or not keys.isdisjoint(_STATES)
        return (resolved and known) or _is_map(shape, keys)
    return "name" in keys and not keys.isdisjoint(_METADATA_KEYS)


def _is_map(shape: Shape, keys: Iterable[str]) -> bool:
    """Whether every value is true or false and a key is a task's, as in SWE-bench Pro."""
    texts = {shape.text(key) for key in keys}
    named = any(key.startswith("instance_") or "__" in key for key in keys)
    return named and texts <= {"true", "false"}


def read_reports(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each benchmark, harness and model."""
    names = Names(options)
    read: list[Fields] = []
    submissions: dict[str, str] = {}
    for file in files:
        if file.name in _METADATA:
            fields = Fields(read_yaml(file.data[:], file.path))
            read.append(fields)
            submissions[file.folder] = fields.text(("name",)) or ""
    problems: list[Problem] = []
    runs: list[RepeatedRun] = []
    for file in files:
        if file.name in _METADATA:
            continue
        fields = Fields(read_document(file.data, file.path))
        read.append(fields)
        if fields.document.root is None:
            continue
        report = _report(fields, options, problems)
        if report is not None:
            runs.append(_run(file, report, submissions, names))
    experiments, found = experiments_of(runs, names.phase, missing=0.0)
    problems += [*names.problems, *found, *(p for fields in read for p in fields.problems)]
    return ImportResult(experiments=tuple(experiments), problems=tuple(problems))


def _report(fields: Fields, options: ImportOptions, problems: list[Problem]) -> _Report | None:
    """The report, whatever its layout; None, with a problem, where it cannot be told whole."""
    stated = fields.optional(("resolved_instances",), scalars.read_amount)
    counted = fields.optional(("total_instances",), scalars.read_amount)
    key = next((key for key in ("resolved_ids", "resolved") if key in fields.keys(())), None)
    if key is not None:
        fields.sequence((key,))
        resolved, listed = _ids(fields, key), _every_id(fields)
    else:
        flags = {name: fields.required((name,), read_flag) for name in fields.keys(())}
        listed = frozenset(flags)
        resolved = frozenset(name for name, flag in flags.items() if flag)
        counted = float(len(listed))
    n_tasks = round(options.n_tasks or counted or 0)
    if not n_tasks:
        hint = "say how many tasks the benchmark has, as --n-tasks 300"
        message = f"{fields.document.path} does not say how many tasks the benchmark has"
        problems.append(option_problem("n-tasks", "missing-n-tasks", message, hint))
        return None
    if len(listed) > n_tasks:
        fields.error((), "n-tasks", f"lists {len(listed)} tasks, of {n_tasks} there are")
        return None
    share = None if stated is None else Stated(name="resolved", value=stated / n_tasks)
    return _Report(listed, resolved, n_tasks, share)


def _every_id(fields: Fields) -> frozenset[str]:
    """The tasks of all the lists, each once."""
    lists = (
        key
        for key in fields.keys(())
        if key.endswith("_ids") or key in _STATES or key == "resolved"
    )
    return frozenset().union(*(_ids(fields, key) for key in lists))


def _ids(fields: Fields, key: str) -> frozenset[str]:
    found = (fields.required((key, index), read_label) for index in range(fields.length((key,))))
    return frozenset(name for name in found if name is not None)


def _run(
    file: SourceFile, report: _Report, submissions: dict[str, str], names: Names
) -> RepeatedRun:
    """The report with its names, of the metadata beside it and the folders above it."""
    folder = _RESULTS.sub("", file.folder)
    parts = _NAME.fullmatch(submissions.get(folder, ""))
    where = _EVALUATION.fullmatch(folder)
    submission = folder.rpartition("/")[2]
    day = _DAY.fullmatch(submission)
    return RepeatedRun(
        file=file,
        identity=Identity(
            benchmark=names.benchmark(
                f"SWE-bench-{where[1].replace('/', '-')}" if where else None, file.path
            ),
            harness=names.harness(parts[1] if parts else None, file.path),
            model=names.model(parts[2] if parts else None, file.path),
            algorithm=names.algorithm(None, file.path),
        ),
        attempts=[
            {
                task: ImportedTask(source=task, score=float(task in report.resolved))
                for task in report.listed
            }
        ],
        n_tasks=report.n_tasks,
        date=names.date(iso_date("-".join(day.groups())) if day else None),
        stated=report.stated,
        extra_meta={"submission": submission} if submission else {},
    )


IMPORTER = Importer(
    description="SWE-bench reports (report.json, results.json, eval_results.json)",
    wants=wants,
    read=read_reports,
    recognises=recognises,
)
