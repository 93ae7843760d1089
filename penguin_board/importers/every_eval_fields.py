"""Where things stand in a record of every_eval_ever, version by version."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Final

from penguin_board.importers.contract import SourceFile
from penguin_board.importers.fields import (
    Fields,
    read_day,
    read_flag,
    read_label,
    read_measure,
    read_spent,
)
from penguin_board.problems import KeyPath

_DETAILS: Final = ("generation_config", "additional_details")
_MODEL_DETAILS: Final = ("model_info", "additional_details")
_FLOAT_NOISE = 1e-9


def evaluations(fields: Fields) -> dict[str, list[KeyPath]]:
    """Where the results of each evaluation stand; several are of several metrics."""
    found: dict[str, list[KeyPath]] = defaultdict(list)
    fields.sequence(("evaluation_results",))
    for index in range(fields.length(("evaluation_results",))):
        path: KeyPath = ("evaluation_results", index)
        name = fields.required((*path, "evaluation_name"), read_label)
        if name is not None:
            found[name].append(path)
    return found


def metric_name(fields: Fields, path: KeyPath) -> str:
    """The metric's id or name (0.3), else what describes it."""
    keys = ("metric_id", "metric_name", "evaluation_description")
    found = (fields.text((*path, "metric_config", key)) for key in keys)
    return next((name for name in found if name), "score")


def score_of(fields: Fields, path: KeyPath) -> float | None:
    """The score, as a fraction where the scale is said to be 0 to 100; None where it is null."""
    place: KeyPath = (*path, "score_details", "score")
    score = fields.number(place)
    least = fields.number((*path, "metric_config", "min_score"))
    most = fields.number((*path, "metric_config", "max_score"))
    if score is None:
        return None
    low = least is not None and score < least - _FLOAT_NOISE
    high = most is not None and score > most + _FLOAT_NOISE
    if low or high:
        fields.error(place, "score-range", f"{score!r} is not within {least} and {most}")
    if least == 0 and most == 100:
        return float(Decimal(repr(score)).scaleb(-2))
    return score


def run_count(fields: Fields, path: KeyPath) -> int:
    """How many runs the score is the mean of."""
    runs = fields.optional((*path, *_DETAILS, "runs"), read_measure)
    return max(1, round(runs)) if runs is not None and runs < 10**6 else 1


def run_cost(fields: Fields, path: KeyPath, evaluation: str) -> float | None:
    """The mean cost of a run in USD.

    The results for parts of a benchmark repeat the cost of the whole: it is that of the result
    with the benchmark's own name only.
    """
    benchmark = fields.text((*_MODEL_DETAILS, "benchmark"))
    if benchmark is not None and benchmark != evaluation:
        return None
    return fields.optional((*path, *_DETAILS, "total_cost_usd"), read_spent) or fields.optional(
        (*_MODEL_DETAILS, "total_cost_usd"), read_spent
    )


def spread(fields: Fields, path: KeyPath) -> dict[str, float]:
    """The standard error and deviation, where the record has them (0.2 and later)."""
    uncertainty: KeyPath = (*path, "score_details", "uncertainty")
    found: dict[str, float] = {}
    for name in ("standard_error", "standard_deviation"):
        place: KeyPath = (*uncertainty, name)
        if fields.keys(place):
            place = (*place, "value")
        value = fields.number(place)
        if value is not None:
            found[name] = value
    return found


def n_samples(fields: Fields, path: KeyPath, evaluation: str) -> float | None:
    """How many samples were run, which is not the size of the data set."""
    stated = fields.number((*path, "score_details", "uncertainty", "num_samples"))
    name = evaluation.partition(" - ")[0]
    details: KeyPath = (*path, "score_details", "details", f"{name} - # eval")
    # HELM's number of a benchmark with subjects is a mean over these.
    whole = (fields.text((*details, "description")) or "").endswith("(1)")
    counted = fields.number((*details, "score")) if whole else None
    return stated or counted or fields.length(("source_data", "sample_ids")) or None


def meta_of(fields: Fields, path: KeyPath, metric: str, file: SourceFile) -> dict[str, str]:
    """What else is known of the result."""
    lower = fields.optional((*path, "metric_config", "lower_is_better"), read_flag)
    found = {
        "metric": metric,
        "metric_direction": None if lower is None else ("lower" if lower else "higher"),
        "scale_min": fields.text((*path, "metric_config", "min_score")),
        "scale_max": fields.text((*path, "metric_config", "max_score")),
        "model_display_name": fields.text(("model_info", "name")),
        "thinking": fields.text((*_MODEL_DETAILS, "inference_effort")),
        "published_by": fields.text(("source_metadata", "source_name")),
        "retrieved": fields.optional(("retrieved_timestamp",), read_day),
        "schema_version": fields.text(("schema_version",)),
        "evaluation_id": fields.text(("evaluation_id",)),
        "source_file": file.shown,
    }
    return {key: text for key, text in found.items() if text is not None}
