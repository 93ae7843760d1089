"""Runs of the same thing as attempts of one experiment."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from penguin_board.importers.agreement import same_tasks
from penguin_board.importers.contract import (
    ImportedExperiment,
    ImportedTask,
    SourceFile,
    Stated,
)
from penguin_board.problems import Problem


class Identity(NamedTuple):
    """What was run; two runs with the same are attempts at the same."""

    benchmark: str
    harness: str
    model: str
    algorithm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedRun:
    """One file's run: its attempts by task, each with what was scored.

    ``n_tasks`` is how many tasks there are, where more than the attempts have.
    """

    file: SourceFile
    identity: Identity
    attempts: Sequence[Mapping[str, ImportedTask]]
    n_tasks: int = 0
    date: str | None = None
    stated: Stated | None = None
    extra_meta: Mapping[str, str] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)


def experiments_of(
    runs: Sequence[RepeatedRun],
    phase: str,
    missing: float | None = None,
) -> tuple[list[ImportedExperiment], list[Problem]]:
    """An experiment for each identity, its attempts in the order of the files' paths.

    All attempts get the same tasks; ``missing`` is the score of a task that an attempt lacks.
    """
    problems: list[Problem] = []
    groups: dict[Identity, list[RepeatedRun]] = defaultdict(list)
    for run in sorted(runs, key=lambda run: run.file.path):
        same = next((r for r in groups[run.identity] if r.file.data[:] == run.file.data[:]), None)
        if same is None:
            groups[run.identity].append(run)
        else:
            message = f"is the same as {same.file.path}: one run is one attempt"
            problems.append(
                Problem(path=run.file.path, code="duplicate-experiment", message=message)
            )
    experiments = [
        _experiment(identity, group, phase, missing) for identity, group in groups.items()
    ]
    return experiments, problems


def _experiment(
    identity: Identity,
    runs: Sequence[RepeatedRun],
    phase: str,
    missing: float | None,
) -> ImportedExperiment:
    dates = [run.date for run in runs if run.date is not None]
    return ImportedExperiment(
        benchmark_name=identity.benchmark,
        harness_name=identity.harness,
        model_name=identity.model,
        algorithm=identity.algorithm,
        attempts=same_tasks(
            [tasks for run in runs for tasks in run.attempts],
            missing,
            max(run.n_tasks for run in runs),
        ),
        phase=phase,
        date=max(dates, default=None),
        extra_meta={**runs[0].extra_meta, "source_file": ", ".join(r.file.shown for r in runs)},
        metrics=runs[0].metrics if len(runs) == 1 else {},
        stated=_stated(runs),
    )


def _stated(runs: Sequence[RepeatedRun]) -> Stated | None:
    """The mean of what the files state, over all their attempts."""
    known = [(run.stated, len(run.attempts)) for run in runs if run.stated is not None]
    total = sum(count for _, count in known)
    if len(known) < len(runs) or not total:
        return None
    value = math.fsum(stated.value * count for stated, count in known) / total
    return Stated(name=known[0][0].name, value=value)
