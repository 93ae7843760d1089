"""The metrics of a task where a file lists them by name with their standard errors."""

from __future__ import annotations

import re
from collections.abc import Collection

from penguin_board.importers.contract import LeftOut
from penguin_board.importers.fields import Fields, is_not_finite, read_measure
from penguin_board.importers.names import Names
from penguin_board.problems import KeyPath

_STDERR = re.compile(r"(.+)_stderr(,.+)?")


def is_stderr(name: str) -> bool:
    """Whether a number is how far a metric may be off: ``acc_stderr,none``."""
    return _STDERR.fullmatch(name) is not None


def metric_values(
    fields: Fields, path: KeyPath, no_metrics: Collection[str], shown: str, left_out: list[LeftOut]
) -> dict[str, float]:
    """The numbers of the task at ``path`` by name; those that are no number are left out."""
    values: dict[str, float] = {}
    for name in fields.keys(path):
        place: KeyPath = (*path, name)
        if name in no_metrics:
            continue
        if is_not_finite(fields.document.node(place)):
            if not is_stderr(name):
                reason = f"{name} is {fields.text(place)}, which is no score"
                left_out.append(LeftOut(path=shown, reason=reason))
            continue
        value = fields.optional(place, read_measure)
        if value is not None:
            values[name] = value
    return values


def chosen_metric(
    values: Collection[str], names: Names, task: tuple[str, str], left_out: list[LeftOut]
) -> str | None:
    """Which of the numbers of a task is its score; ``task`` is the file's path and its name.

    None where no metric has a number, which is listed, or where nobody says which it is.
    """
    metrics = tuple(name for name in values if not is_stderr(name))
    if metrics:
        return names.metric(metrics, *task)
    left_out.append(LeftOut(path=": ".join(task), reason="no metric with a number"))
    return None
