"""One entry of a leaderboard: leaves resolved, identity checked, expression evaluated."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board.experiments import Run, known_sum
from penguin_board.expression_trees import base_name, leaves
from penguin_board.expressions import Estimate, Measurement, evaluate
from penguin_board.located_yaml import Document
from penguin_board.problems import KeyPath, Problem
from penguin_board.schema import DEFAULT_METRIC, EntryExpression, Leaf, LeafKey
from penguin_board.spelling import did_you_mean
from penguin_board.texts import sentence

Axis = Literal["cost", "duration", "token"]
AXES: tuple[Axis, ...] = ("cost", "duration", "token")
Runs = Mapping[tuple[str, str], Run]

_IDENTITY_FIELDS = ("harness_name", "model_name", "algorithm", "phase")


@dataclass(frozen=True, slots=True)
class Resources:
    """What an entry used: USD, milliseconds, tokens; None is unknown (P4)."""

    cost: float | None
    duration_ms: float | None
    tokens: float | None

    def on(self, axis: Axis) -> float | None:
        """The value on one axis of the Pareto view."""
        if axis == "cost":
            return self.cost
        return self.duration_ms if axis == "duration" else self.tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedEntry:
    """An entry before it is ranked; ``index`` is its position in the file's ``values``.

    ``runs`` are the distinct (experiment, phase) pairs of the tree in order of appearance, ``used``
    what each of them used on an axis; ``total`` sums over them and all their attempts,
    ``per_attempt`` over them an attempt each.
    """

    index: int
    expression: EntryExpression
    harness_name: str
    model_name: str
    algorithm: str
    phase: str
    runs: tuple[Run, ...]
    used: Mapping[Axis, tuple[float | None, ...]]
    measurements: Mapping[LeafKey, Measurement]
    estimate: Estimate
    total: Resources
    per_attempt: Resources

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What an entry is: harness, model, algorithm and phase (RFC-0005)."""
        return (self.harness_name, self.model_name, self.algorithm, self.phase)

    @property
    def experiment_ids(self) -> tuple[str, ...]:
        """The experiments of the tree in order of appearance."""
        return tuple(dict.fromkeys(run.experiment_id for run in self.runs))

    @property
    def is_score(self) -> bool:
        """Whether every leaf is a score, and not a cost or another metric."""
        return all(base_name(key.metric) == "score" for key in self.measurements)

    @property
    def categories(self) -> dict[str, float]:
        """Mean score by benchmark, over the experiments of it."""
        scores: dict[str, list[float]] = {}
        for run in self.runs:
            scores.setdefault(run.benchmark, []).append(run.summary.score_mean)
        return {name: math.fsum(found) / len(found) for name, found in scores.items()}

    @property
    def n_attempt(self) -> int:
        """The smallest number of attempts among the experiments."""
        return min(run.summary.n_attempt for run in self.runs)

    @property
    def n_attempt_max(self) -> int:
        """The largest number of attempts among the experiments."""
        return max(run.summary.n_attempt for run in self.runs)

    @property
    def n_tasks(self) -> int | None:
        """Tasks over all experiments; None when some experiment has no attempt files."""
        counts = [run.n_tasks for run in self.runs]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None


def evaluate_entry(
    document: Document, index: int, expression: EntryExpression, runs: Runs
) -> tuple[EvaluatedEntry | None, list[Problem]]:
    """Evaluate ``values[index]``; None when a leaf's run is unusable or a problem is an error.

    ``runs`` has every run of the leaderboard that could be read; what could not has been
    reported where it was read.
    """
    path: KeyPath = ("values", index)
    located = list(leaves(expression, path))
    keys = [leaf.key for _, leaf in located]
    if any((key.experiment_id, key.phase) not in runs for key in keys):
        return None, []
    problems = _mixed_identity(document, located, runs)
    problems += _missing_metrics(document, located, runs)
    if problems:
        return None, problems
    used = tuple({key[:2]: runs[key.experiment_id, key.phase] for key in keys}.values())
    measurements = {key: measurement(runs[key.experiment_id, key.phase], key) for key in keys}
    estimate = evaluate(expression, measurements)
    if estimate.value is None:
        return None, [_undefined(document, path, estimate)]
    if estimate.wide_denominator:
        message = sentence("a denominator's std is above a fifth of it, so the ± is a rough guide")
        problems.append(document.problem(path, "wide-denominator", message, warning=True))
    columns = {axis: tuple(_resource(run, axis) for run in used) for axis in AXES}
    total, per_attempt = _resources(used, columns.values())
    entry = EvaluatedEntry(
        index=index,
        expression=expression,
        harness_name=used[0].meta.harness_name,
        model_name=used[0].meta.model_name,
        algorithm=used[0].meta.algorithm,
        phase=used[0].phase,
        runs=used,
        used=columns,
        measurements=measurements,
        estimate=estimate,
        total=total,
        per_attempt=per_attempt,
    )
    return entry, problems


def measurement(run: Run, key: LeafKey) -> Measurement:
    """What a run says of one metric: value, std over attempts, value of each attempt."""
    base = base_name(key.metric)
    if base is None:
        return Measurement(value=run.metrics.get(key.metric), n_attempt=run.summary.n_attempt)
    return Measurement(
        value=run.metrics.get(key.metric),
        std=run.metrics.get(f"{base}_std"),
        n_attempt=run.summary.n_attempt,
        attempts={attempt.number: attempt.metric(base) for attempt in run.attempts},
    )


def _resource(run: Run, axis: Axis) -> float | None:
    """What a run used on one axis over all its attempts."""
    if axis == "cost":
        return run.cost
    return run.duration_ms if axis == "duration" else run.tokens


def _resources(
    runs: Sequence[Run], columns: Collection[Sequence[float | None]]
) -> tuple[Resources, Resources]:
    """What the runs used in total, and what they used an attempt each."""
    counts = [run.summary.n_attempt for run in runs]
    single = (
        [None if value is None else value / n for value, n in zip(column, counts, strict=True)]
        for column in columns
    )
    return Resources(*map(known_sum, columns)), Resources(*map(known_sum, single))


def _mixed_identity(
    document: Document, located: list[tuple[KeyPath, Leaf]], runs: Runs
) -> list[Problem]:
    """Leaves of one entry that differ in harness, model, algorithm or phase (RFC-0005)."""
    _, first = located[0]
    reference = _identity(runs[first.experiment_id, first.phase])
    problems = []
    for path, leaf in located[1:]:
        identity = _identity(runs[leaf.experiment_id, leaf.phase])
        if identity == reference:
            continue
        for field, value, expected in zip(_IDENTITY_FIELDS, identity, reference, strict=True):
            if value != expected:
                message = (
                    f'"{leaf.experiment_id}" has {field} "{value}" but '
                    f'"{first.experiment_id}" has "{expected}"'
                )
                hint = "an entry keeps one harness, model, algorithm and phase"
                where = "phase" if field == "phase" else "experiment_id"
                problems.append(document.problem((*path, where), "mixed-entry", message, hint=hint))
    return problems


def _identity(run: Run) -> tuple[str, str, str, str]:
    return (run.meta.harness_name, run.meta.model_name, run.meta.algorithm, run.phase)


def _missing_metrics(
    document: Document, located: list[tuple[KeyPath, Leaf]], runs: Runs
) -> list[Problem]:
    problems = []
    for path, leaf in located:
        run = runs[leaf.experiment_id, leaf.phase]
        if leaf.metric not in run.metrics:
            where = (*path, "metric") if leaf.metric != DEFAULT_METRIC else path
            node = run.summary_document.node((leaf.metric,))
            found = "is not a number" if node is not None else "not found"
            longer = [name for name in run.metrics if name.startswith(f"{leaf.metric}_")]
            problems.append(
                document.problem(
                    where,
                    "missing-metric",
                    f'metric "{leaf.metric}" {found} in {run.summary_document.path}',
                    hint=did_you_mean(leaf.metric, longer or run.metrics) if node is None else "",
                )
            )
    return problems


def _undefined(document: Document, path: KeyPath, estimate: Estimate) -> Problem:
    if estimate.undefined_at is not None:
        where = (*path, *estimate.undefined_at)
        hint = "the entry's value is undefined while this is 0"
        return document.problem(where, "division-by-zero", "is 0, cannot divide by it", hint=hint)
    return document.problem(path, "undefined", estimate.reason)
