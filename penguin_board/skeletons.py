"""The files of an experiment to be filled in: commented, and without numbers nobody measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from penguin_board.schema_links import schema_line
from penguin_board.yaml_text import yaml_id, yaml_quoted

_META: Final = """\
{schema}
# What was run. Further keys are kept and shown on the entry's page.
experiment_id: {experiment_id} # equal to the folder
benchmark_name:{benchmark}
harness_name:{harness}
model_name:{model}
algorithm:{algorithm}
date:{date} # the day of the runs, as 2026-11-30
"""
_SUMMARY: Final = """\
{schema}
# What follows from the attempts. "penguin-board summarize" fills it in once they hold scores.
n_attempt: {n_attempt}
score_mean: # the mean of the attempts' scores
score_std: # their sample standard deviation (n - 1); empty with one attempt
cost_total: # USD over all attempts; empty where unknown, 0 only where the runs were free
duration_ms_total: # milliseconds over all attempts
tokens_total: # tokens over all attempts
"""
_ATTEMPT: Final = """\
{schema}
# One line a task, and the same tasks in every attempt. A score that is null was not measured; a
# failed task has the score 0. cost (USD), duration_ms and tokens may be left out where unknown.
attempt: {number}
results:
"""
_RESULT: Final = (
    "  - {{ source: {task}, score: null, cost: null, duration_ms: null, tokens: null }}\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Skeleton:
    """What is known of an experiment before its results; an unknown name is left to fill in."""

    experiment_id: str
    benchmark: str | None
    harness: str | None
    model: str | None
    algorithm: str | None
    date: str | None
    phase: str
    n_attempt: int
    tasks: Sequence[str]


def skeleton_files(skeleton: Skeleton) -> dict[str, str]:
    """The text of each file by its path below the experiment's folder.

    What is to be filled in is empty, which the checks report with file and line.
    """
    files = {
        "meta_info.yaml": _META.format(
            schema=schema_line("meta_info"),
            experiment_id=yaml_id(skeleton.experiment_id),
            benchmark=_given(skeleton.benchmark),
            harness=_given(skeleton.harness),
            model=_given(skeleton.model),
            algorithm=_given(skeleton.algorithm),
            date=_given(skeleton.date),
        ),
        f"{skeleton.phase}/summary.yaml": _SUMMARY.format(
            schema=schema_line("summary"), n_attempt=skeleton.n_attempt
        ),
    }
    results = "".join(_RESULT.format(task=yaml_id(task)) for task in skeleton.tasks)
    for number in range(1, skeleton.n_attempt + 1):
        head = _ATTEMPT.format(schema=schema_line("attempt"), number=number)
        files[f"{skeleton.phase}/attempt-{number}.yaml"] = head + results
    return files


def _given(text: str | None) -> str:
    return "" if text is None else f" {yaml_quoted(text)}"
