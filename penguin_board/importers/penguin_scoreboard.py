"""PenguinHarness: the ``scoreboard.yaml`` of a benchmark's folder.

Each evaluation is an experiment: its cases are the tasks, their runs the attempts. Scores are
percentages and are written as fractions. The stored averages rule: where the runs do not give
them, the experiment has the stored score and no attempts. A case that a run lacks is missing, a
task without a score. Stored costs are means of the known runs, so only the runs' own costs count;
a cost of null or 0 is unknown. Entries of an older shape, without runs, are left out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from penguin_board import scalars
from penguin_board.importers.agreement import same_tasks
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
from penguin_board.importers.fields import Fields, read_day, read_percentage, read_spent
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.shapes import Shape
from penguin_board.located_yaml import read_document
from penguin_board.problems import KeyPath

_HARNESS: Final = "PenguinHarness"
_FILES: Final = ("scoreboard.yaml", "scoreboard.yml")
_DIGITS: Final = 4  # of a fraction: scores are percentages with two decimals
_HALF_A_UNIT: Final = 0.5 * 10.0**-_DIGITS * (1 + 1e-9)
_META: Final = ("agent_id", "version", "provider", "thinking_level", "summary_title", "time")


class _Case(NamedTuple):
    source: str
    score: float
    runs: Sequence[ImportedTask]


def wants(path: str) -> bool:
    """Whether the file is a scoreboard by its name."""
    return path.rpartition("/")[2] in _FILES


def recognises(shape: Shape) -> bool:
    """Whether the file has a list of evaluations."""
    return shape.is_list("evaluations")


def read_scoreboards(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each evaluation."""
    names = Names(options)
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    read: list[Fields] = []
    for file in files:
        fields = Fields(read_document(file.data[:], file.path))
        read.append(fields)
        for index in range(fields.length(("evaluations",))):
            experiment = _experiment(file, fields, ("evaluations", index), names, left_out)
            if experiment is not None:
                experiments.append(experiment)
    return import_result(experiments, names, read, left_out)


def _experiment(
    file: SourceFile, fields: Fields, path: KeyPath, names: Names, left_out: list[LeftOut]
) -> ImportedExperiment | None:
    shown = f"{file.path}: evaluation {int(path[-1]) + 1}"
    score = fields.optional((*path, "score"), read_percentage)
    cases = _cases(fields, (*path, "cases"))
    if score is None or not any(case.runs for case in cases):
        left_out.append(LeftOut(path=shown, reason="an entry without a score or without runs"))
        return None
    stated = Stated(name="score", value=score, digits=_DIGITS)
    attempts = same_tasks(_attempts(cases))
    summary = None
    if not _agree(score, cases):
        reason = "runs whose means are not the stored scores: the stored score is taken"
        left_out.append(LeftOut(path=shown, reason=reason))
        summary = ImportedSummary(n_attempt=len(attempts), score_mean=score)
    meta = {key: fields.text((*path, key)) for key in _META}
    return ImportedExperiment(
        benchmark_name=names.benchmark(file.folder.rpartition("/")[2] or None, file.path),
        harness_name=names.harness(_HARNESS, file.path),
        model_name=names.model(fields.text((*path, "model_id")), file.path),
        algorithm=names.algorithm(None, file.path),
        attempts=() if summary else attempts,
        summary=summary,
        phase=names.phase,
        date=names.date(fields.optional((*path, "time"), read_day)),
        extra_meta={key: text for key, text in meta.items() if text is not None}
        | {"source_file": file.shown},
        stated=None if summary else stated,
    )


def _cases(fields: Fields, path: KeyPath) -> list[_Case]:
    """The cases that have a score and runs; what is wrong in one is a problem."""
    found: list[_Case] = []
    for index in range(fields.length(path)):
        case: KeyPath = (*path, index)
        source = fields.required((*case, "case"), scalars.read_text)
        score = fields.required((*case, "score"), read_percentage)
        runs: list[ImportedTask] = []
        for number in range(fields.length((*case, "runs"))):
            run: KeyPath = (*case, "runs", number)
            runs.append(
                ImportedTask(
                    source=source or "",
                    score=fields.optional((*run, "score"), read_percentage),
                    cost=fields.optional((*run, "cost"), read_spent),
                    duration_ms=fields.optional((*run, "duration_ms"), read_spent),
                )
            )
        if any(source == other.source for other in found):
            fields.error((*case, "case"), "duplicate-task", f'a second case "{source}"')
        elif source is not None and score is not None:
            found.append(_Case(source, score, runs))
    return found


def _attempts(cases: Sequence[_Case]) -> list[Mapping[str, ImportedTask]]:
    attempts: dict[int, dict[str, ImportedTask]] = defaultdict(dict)
    for case in cases:
        for number, run in enumerate(case.runs):
            attempts[number][case.source] = run
    return list(attempts.values())


def _agree(score: float, cases: Sequence[_Case]) -> bool:
    """Whether the stored averages are those of the runs, rounded, in the same number of each."""
    scores = [case.score for case in cases]
    return (
        len({len(case.runs) for case in cases}) == 1
        and _is_mean(score, scores)
        and all(_is_mean(case.score, [run.score for run in case.runs]) for case in cases)
    )


def _is_mean(mean: float, parts: Sequence[float | None]) -> bool:
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return False
    return abs(math.fsum(known) / len(known) - mean) <= _HALF_A_UNIT


IMPORTER = Importer(
    description="PenguinHarness scoreboards (<benchmark>/scoreboard.yaml)",
    wants=wants,
    read=read_scoreboards,
    recognises=recognises,
)
