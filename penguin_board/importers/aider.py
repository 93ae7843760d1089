"""Aider: a board as a list of runs (``polyglot_leaderboard.yml``).

One experiment a row; its score is the share of tests passed after the last try, a percentage
in the file, written as a fraction to the printed digit. Tests that were not run count as the
file counts them. A total cost of 0 or none is unknown. A row has no tasks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from penguin_board.dates import iso_date
from penguin_board.importers.contract import (
    ImportedExperiment,
    ImportedSummary,
    Importer,
    ImportOptions,
    ImportResult,
    SourceFile,
)
from penguin_board.importers.fields import (
    Fields,
    read_label,
    read_measure,
    read_percentage,
    read_spent,
)
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.shapes import Shape
from penguin_board.located_yaml import read_document

_HARNESS: Final = "Aider"
_PASS_RATE = re.compile(r"pass_rate_([1-9])")
_BOARD = re.compile(r"(.+)_leaderboard\.ya?ml")
_WELL_FORMED = "percent_cases_well_formed"


def wants(path: str) -> bool:
    """Whether the file may be a board."""
    return path.endswith((".yml", ".yaml"))


def recognises(shape: Shape) -> bool:
    """Whether the file is a list of runs with pass rates."""
    keys = shape.keys(0)
    return {"dirname", "model"} <= keys and any(_PASS_RATE.fullmatch(key) for key in keys)


def read_boards(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each row of each board."""
    names = Names(options)
    experiments: list[ImportedExperiment] = []
    read: list[Fields] = []
    for file in files:
        fields = Fields(read_document(file.data[:], file.path))
        read.append(fields)
        fields.sequence(())
        found = (_experiment(file, fields, i, names) for i in range(fields.length(())))
        experiments += [experiment for experiment in found if experiment is not None]
    return import_result(experiments, names, read)


def _experiment(
    file: SourceFile, fields: Fields, index: int, names: Names
) -> ImportedExperiment | None:
    model = fields.required((index, "model"), read_label)
    tries = sorted(key for key in fields.keys((index,)) if _PASS_RATE.fullmatch(key))
    if not tries:
        fields.required((index, "pass_rate_1"), read_percentage)
    rates = {key: fields.required((index, key), read_percentage) for key in tries}
    known = {key: rate for key, rate in rates.items() if rate is not None}
    if model is None or not tries or len(known) < len(rates):
        return None
    metric = names.metric(tuple(tries), file.path, model) if names.options.metric else tries[-1]
    if metric is None:
        return None
    board = _BOARD.fullmatch(file.name)
    n_samples = fields.optional((index, "test_cases"), read_measure)
    numbers = {key: rate for key, rate in known.items() if key != metric}
    well_formed = fields.optional((index, _WELL_FORMED), read_percentage)
    numbers |= {} if well_formed is None else {_WELL_FORMED: well_formed}
    numbers |= {} if n_samples is None else {"n_samples": n_samples}
    seconds = fields.optional((index, "seconds_per_case"), read_spent)
    prompt = fields.optional((index, "prompt_tokens"), read_spent)
    completion = fields.optional((index, "completion_tokens"), read_spent)
    return ImportedExperiment(
        benchmark_name=names.benchmark(f"aider-{board[1]}" if board else None, file.path),
        harness_name=names.harness(_HARNESS, file.path),
        model_name=names.model(model, file.path),
        algorithm=names.algorithm(fields.text((index, "edit_format")), file.path),
        attempts=(),
        summary=ImportedSummary(n_attempt=1, score_mean=known[metric]),
        phase=names.phase,
        date=names.date(iso_date(fields.text((index, "date")))),
        extra_meta=_meta(file, fields, index, metric),
        cost_total=fields.optional((index, "total_cost"), read_spent),
        duration_ms_total=None if not seconds or not n_samples else seconds * n_samples * 1000,
        tokens_total=None if prompt is None or completion is None else prompt + completion,
        metrics=numbers,
    )


def _meta(file: SourceFile, fields: Fields, index: int, metric: str) -> dict[str, str]:
    keys = ("dirname", "edit_format", "editor_model", "reasoning_effort", "commit_hash")
    found = {key: fields.text((index, key)) for key in keys}
    found |= {
        "metric": metric,
        "harness_version": fields.text((index, "versions")),
        "source_file": file.shown,
    }
    return {key: text for key, text in found.items() if text is not None}


IMPORTER = Importer(
    description="boards of Aider (polyglot_leaderboard.yml and the like)",
    wants=wants,
    read=read_boards,
    recognises=recognises,
)
