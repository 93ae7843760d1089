"""Compares imported Penguin results with the ``summary.json`` that was published beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from penguin_board import scalars
from penguin_board.importers.contract import ImportedExperiment, ImportedTask
from penguin_board.importers.experiment_files import score_mean, score_std
from penguin_board.importers.fields import Fields
from penguin_board.problems import KeyPath

_HALF_A_HUNDREDTH = 0.005  # accuracies are percentages with two decimals
_HALF_A_MICRODOLLAR = 5e-7
_FLOAT_NOISE = 1e-9


def compare(summary: Fields, benchmark: str, experiment: ImportedExperiment) -> None:
    """Add a warning to ``summary`` for each of its figures that the attempts do not give."""
    path = _benchmark_path(summary, benchmark)
    if path is None:
        return
    tasks = [task for attempt in experiment.attempts for task in attempt.tasks]
    _compare(summary, (*path, "accuracy_mean"), _percent(score_mean(experiment)), _HALF_A_HUNDREDTH)
    _compare(summary, (*path, "accuracy_std"), _percent(score_std(experiment)), _HALF_A_HUNDREDTH)
    cost = _total([task.cost for task in tasks])
    _compare(summary, (*path, "cost_usd_total"), cost, _HALF_A_MICRODOLLAR)
    _compare_tokens(summary, (*path, "tokens_total"), tasks)


def _benchmark_path(summary: Fields, benchmark: str) -> KeyPath | None:
    benchmarks = summary.sequence(("benchmarks",))
    if benchmarks is None:
        return None
    for index in range(len(benchmarks.items)):
        path = ("benchmarks", index)
        if summary.optional((*path, "id"), scalars.read_name) == benchmark:
            return path
    summary.warning(("benchmarks",), "not-in-summary", f'has no benchmark "{benchmark}"')
    return None


def _compare_tokens(summary: Fields, path: KeyPath, tasks: Sequence[ImportedTask]) -> None:
    stated = summary.optional(path, scalars.read_tokens)
    found = _total([task.tokens for task in tasks])
    if stated is not None and found is not None and stated != found:
        message = f"input and output are {stated:.0f} tokens, the attempts give {found:.0f}"
        summary.warning(path, "summary-differs", message)


def _compare(summary: Fields, path: KeyPath, found: float | None, tolerance: float) -> None:
    stated = summary.optional(path, scalars.read_number)
    if stated is None or found is None or abs(stated - found) <= tolerance + _FLOAT_NOISE:
        return
    summary.warning(path, "summary-differs", f"is {stated!r}, the attempts give {found:.6g}")


def _percent(fraction: float | None) -> float | None:
    return None if fraction is None else fraction * 100


def _total(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return math.fsum(known) if len(known) == len(values) else None
