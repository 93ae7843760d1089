"""An imported experiment as the text of its files: deterministic, in the format of format.md."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from penguin_board.expressions import sample_std
from penguin_board.importers.contract import ImportedAttempt, ImportedExperiment, ImportedTask
from penguin_board.spelling import near_miss
from penguin_board.yaml_text import yaml_quoted

# Costs are rounded to a billionth of a dollar: below that is only what float addition left.
_COST_PLACES = 9
_N = TypeVar("_N", int, float)
_TASK_COLUMNS: Final = ("cost", "duration_ms", "tokens")
_SUMMARY_KEYS: Final = (
    "n_attempt",
    "score_mean",
    "score_std",
    "cost_total",
    "cost",
    "duration_ms_total",
    "duration_ms",
    "tokens_total",
    "tokens",
    "token",
)
# None of the words that YAML 1.1 takes for a boolean or null has a digit or an underscore.
_PLAIN_KEY: Final = re.compile("[a-z]+[0-9_][a-z0-9_]*")


class _Totals(NamedTuple):
    """USD, milliseconds, a count, each as it is written; None is unknown."""

    cost: float | None
    duration_ms: int | None
    tokens: int | None


def experiment_files(experiment_id: str, experiment: ImportedExperiment) -> dict[str, str]:
    """The text of each file of an experiment by its path below the experiment's folder."""
    phase = experiment.phase
    files = {
        "meta_info.yaml": _meta_info(experiment_id, experiment),
        f"{phase}/summary.yaml": _summary(experiment),
    }
    columns = [
        name
        for name in _TASK_COLUMNS
        if any(
            getattr(task, name) is not None
            for attempt in experiment.attempts
            for task in attempt.tasks
        )
    ]
    for attempt in experiment.attempts:
        files[f"{phase}/attempt-{attempt.number}.yaml"] = _attempt(attempt, columns)
    return files


def attempt_score(attempt: ImportedAttempt) -> float | None:
    """The attempt's score: its own, else the mean of its scored tasks; None without any."""
    if attempt.score is not None:
        return attempt.score
    scores = [task.score for task in attempt.tasks if task.score is not None]
    return math.fsum(scores) / len(scores) if scores else None


def score_mean(experiment: ImportedExperiment) -> float | None:
    """The mean of the attempts' scores, or as the summary states it; None when one has none."""
    if experiment.summary is not None:
        return experiment.summary.score_mean
    return rows_mean(experiment.attempts)


def rows_mean(attempts: Sequence[ImportedAttempt]) -> float | None:
    """The mean over attempts of the mean of their scored tasks; None where one has none."""
    scores = [attempt_score(attempt) for attempt in attempts]
    known = [score for score in scores if score is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(scores) else None


def score_std(experiment: ImportedExperiment) -> float | None:
    """The sample standard deviation (n - 1) of the attempts' scores; None for a single attempt."""
    scores = [attempt_score(attempt) for attempt in experiment.attempts]
    known = [score for score in scores if score is not None]
    return sample_std(known) if len(known) == len(scores) > 1 else None


def _meta_info(experiment_id: str, experiment: ImportedExperiment) -> str:
    values = {
        "experiment_id": experiment_id,
        "benchmark_name": experiment.benchmark_name,
        "harness_name": experiment.harness_name,
        "model_name": experiment.model_name,
        "algorithm": experiment.algorithm,
    }
    if experiment.date is not None:
        values["date"] = experiment.date
    return _lines(
        {key: yaml_quoted(text) for key, text in {**values, **experiment.extra_meta}.items()}
    )


def _summary(experiment: ImportedExperiment) -> str:
    totals = _stated_or_summed(
        _written(experiment.cost_total, experiment.duration_ms_total, experiment.tokens_total),
        [_attempt_totals(attempt) for attempt in experiment.attempts],
    )
    return _lines(
        {
            "n_attempt": str(
                experiment.summary.n_attempt if experiment.summary else len(experiment.attempts)
            ),
            "score_mean": _number(score_mean(experiment)),
            "score_std": _number(score_std(experiment)),
            "cost_total": _number(totals.cost),
            "duration_ms_total": _number(totals.duration_ms),
            "tokens_total": _number(totals.tokens),
            **{_metric_key(name): _number(value) for name, value in experiment.metrics.items()},
        }
    )


def _metric_key(name: str) -> str:
    """The key of a further metric, which must not be taken for one of the format's own."""
    if name in _SUMMARY_KEYS or near_miss(name, _SUMMARY_KEYS):
        name = f"metric_{name}"
    return name if _PLAIN_KEY.fullmatch(name) else yaml_quoted(name)


def _attempt(attempt: ImportedAttempt, columns: list[str]) -> str:
    totals = _attempt_totals(attempt)
    head = _lines(
        {
            "attempt": str(attempt.number),
            "score": _number(attempt_score(attempt)),
            "cost": _number(totals.cost),
            "duration_ms": _number(totals.duration_ms),
            "tokens": _number(totals.tokens),
        }
    )
    if not attempt.tasks:
        return head
    return head + "results:\n" + "".join(_result(task, columns) for task in attempt.tasks)


def _result(task: ImportedTask, columns: list[str]) -> str:
    written = _written(task.cost, task.duration_ms, task.tokens)._asdict()
    parts = [f"source: {yaml_quoted(task.source)}", f"score: {_number(task.score)}"]
    parts += [f"{name}: {_number(written[name])}" for name in columns]
    return f"  - {{ {', '.join(parts)} }}\n"


def _attempt_totals(attempt: ImportedAttempt) -> _Totals:
    return _stated_or_summed(
        _written(attempt.cost, attempt.duration_ms, attempt.tokens),
        [_written(task.cost, task.duration_ms, task.tokens) for task in attempt.tasks],
    )


def _written(cost: float | None, duration_ms: float | None, tokens: float | None) -> _Totals:
    """Rounded before they are summed, so that the sums of a file agree with its parts."""
    return _Totals(
        None if cost is None else round(cost, _COST_PLACES),
        None if duration_ms is None else round(duration_ms),
        None if tokens is None else round(tokens),
    )


def _stated_or_summed(stated: _Totals, parts: Sequence[_Totals]) -> _Totals:
    cost = known_sum([part.cost for part in parts])
    return _Totals(
        _written(cost, None, None).cost if stated.cost is None else stated.cost,
        known_sum([part.duration_ms for part in parts])
        if stated.duration_ms is None
        else stated.duration_ms,
        known_sum([part.tokens for part in parts]) if stated.tokens is None else stated.tokens,
    )


def known_sum(values: Sequence[_N | None]) -> _N | None:
    """The sum; None when a part is unknown or there is none."""
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known and len(known) == len(values) else None


def _lines(values: Mapping[str, str]) -> str:
    return "".join(f"{key}: {value}\n" for key, value in values.items())


def _number(value: float | None) -> str:
    return "null" if value is None else repr(value)
