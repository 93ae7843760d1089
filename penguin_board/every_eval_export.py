"""A board's entries as records of every_eval_ever, the common schema for evaluation results.

One record for each entry: the entry's value, and the score of each of its experiments where it
has several. A standard deviation of ours is over attempts and no ``standard_deviation`` of the
schema, which is over samples: it stands among the details. What is unknown is left out.
"""

from __future__ import annotations

import calendar
import hashlib
import json
import re
import uuid
from typing import Any, Final, Literal

from penguin_board.boards import Board, Entry
from penguin_board.dates import iso_date, newest
from penguin_board.experiments import Run
from penguin_board.json_export import whole
from penguin_board.located_yaml import Scalar
from penguin_board.schema import DEFAULT_METRIC, Combine, EntryExpression, Expression, Leaf, Pair

SCHEMA_VERSION: Final = "0.3.0"
Relationship = Literal["first_party", "third_party", "collaborative", "other"]

_UNKNOWN: Final = "unknown"
_UNITS: Final = {1.0: "proportion", 100.0: "percent"}
_UNFIT = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|data|com[0-9]|lpt[0-9])(?:\..*)?|\..*|", re.IGNORECASE)
_MAX_COMPONENT: Final = 100


def every_eval_records(board: Board, day: str, relationship: Relationship) -> dict[str, str]:
    """The records as JSON by their paths, ``data/<leaderboard>/<developer>/<model>/<uuid>.json``.

    Args:
        board: The board, with its statistics where intervals are wanted.
        day: The day that the records are of, as ``YYYY-MM-DD``.
        relationship: What the authors of the board are to the makers of the models.

    Returns:
        The same texts for the same board and day.
    """
    records: dict[str, str] = {}
    for entry in board.entries:
        record = _record(board, entry, day, relationship)
        developer, *model = [part for part in record["model_info"]["id"].split("/") if part] or [""]
        if not model:
            developer, model = _UNKNOWN, [developer]
        parts = (board.leaderboard_id, developer, "_".join(model))
        folder = "/".join(map(_component, parts))
        text = json.dumps(record, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
        records[f"data/{folder}/{_uuid(board, entry)}.json"] = f"{text}\n"
    return records


def _component(text: str) -> str:
    """A name as one folder of a path, on every file system."""
    name = _UNFIT.sub("_", text).rstrip(". ")
    if len(name.encode()) > _MAX_COMPONENT:
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        name = f"{name.encode()[: _MAX_COMPONENT - 9].decode(errors='ignore')}-{digest}"
    return f"_{name}" if _RESERVED.fullmatch(name) else name


def _uuid(board: Board, entry: Entry) -> uuid.UUID:
    """A UUID in the shape of the fourth version, always the same for an entry."""
    digest = hashlib.sha256(f"{board.leaderboard_id}/{entry.entry_id}".encode()).digest()
    return uuid.UUID(bytes=digest[:16], version=4)


def _record(board: Board, entry: Entry, day: str, relationship: Relationship) -> dict[str, Any]:
    leaderboard, runs = board.leaderboard, entry.evaluated.runs
    seconds = str(calendar.timegm((*map(int, day.split("-")), 0, 0, 0)))
    results = [_overall(board, entry)]
    if len(runs) > 1:
        names = [run.benchmark for run in runs]
        results += [_of_run(board, entry, run, names.count(run.benchmark) > 1) for run in runs]
    source = {
        "source_name": leaderboard.title,
        "source_type": "documentation",
        "source_organization_name": leaderboard.author.name,
        "source_organization_url": leaderboard.author.homepage,
        "evaluator_relationship": relationship,
        "additional_details": {"leaderboard_id": board.leaderboard_id},
    }
    return _known(
        {
            "schema_version": SCHEMA_VERSION,
            "evaluation_id": f"{board.leaderboard_id}/{entry.entry_id}/{seconds}",
            "evaluation_timestamp": newest(run.meta.date for run in runs),
            "retrieved_timestamp": seconds,
            "source_metadata": _known(source),
            "eval_library": {
                "name": entry.evaluated.harness_name,
                "version": _meta(runs[0], "harness_version") or _UNKNOWN,
            },
            "model_info": _model(entry),
            "evaluation_results": results,
        }
    )


def _model(entry: Entry) -> dict[str, Any]:
    name = entry.evaluated.model_name
    provider = _meta(entry.evaluated.runs[0], "provider")
    named = "/" in name.strip("/") or provider is None
    return _known(
        {
            "name": name,
            "id": name if named else f"{provider}/{name}",
            "developer": provider,
            "additional_details": {"deployment_type": _UNKNOWN, "model_availability": _UNKNOWN},
        }
    )


def _overall(board: Board, entry: Entry) -> dict[str, Any]:
    """The entry's value as its board shows it."""
    evaluated, statistics = entry.evaluated, entry.statistics
    expression = evaluated.expression
    leaf = expression if isinstance(expression, Leaf) else None
    name = evaluated.runs[0].benchmark if leaf else board.leaderboard.title
    metric = leaf.metric if leaf and leaf.metric != DEFAULT_METRIC else None
    bounded = evaluated.is_score and _is_mean(expression)
    uncertainty: dict[str, Any] = {"num_samples": evaluated.n_tasks}
    if statistics.interval is not None and board.statistics is not None:
        uncertainty["confidence_interval"] = {
            "lower": statistics.interval[0],
            "upper": statistics.interval[1],
            "confidence_level": round(1 - board.statistics.settings.alpha, 9),
            "method": "bootstrap over tasks",
        }
    details = {
        "rank": entry.rank,
        "score_std": entry.std,
        "score_std_method": evaluated.estimate.std_method if entry.std is not None else None,
        "n_attempt": evaluated.n_attempt,
        "n_tasks": evaluated.n_tasks,
        "cost_usd_all_attempts": entry.total.cost,
        "duration_ms_all_attempts": whole(entry.total.duration_ms),
        "tokens_all_attempts": whole(entry.total.tokens),
    }
    one_count = evaluated.n_attempt == evaluated.n_attempt_max
    return {
        "evaluation_result_id": entry.entry_id,
        "evaluation_name": name,
        "source_data": {"dataset_name": name, "source_type": "other"},
        "metric_config": {
            "metric_id": f"{board.leaderboard_id}.{metric or 'score'}",
            "metric_name": metric or _meta(evaluated.runs[0], "metric") or "score",
            **_scale(board, entry.score, bounded=bounded),
        },
        "score_details": {
            "score": entry.score,
            "details": _texts(details),
            "uncertainty": _known(uncertainty),
        },
        "generation_config": _setting(
            entry, evaluated.n_attempt if one_count else None, evaluated.per_attempt.cost
        ),
    }


def _of_run(board: Board, entry: Entry, run: Run, is_repeated: bool) -> dict[str, Any]:
    """The score of one of the entry's experiments."""
    n_attempt, score = run.summary.n_attempt, run.summary.score_mean
    details = {
        "experiment_id": run.experiment_id,
        "score_std": run.summary.score_std,
        "cost_usd_all_attempts": run.cost,
        "duration_ms_all_attempts": whole(run.duration_ms),
        "tokens_all_attempts": whole(run.tokens),
    }
    result = {
        "evaluation_result_id": f"{entry.entry_id}/{run.experiment_id}/{run.phase}",
        "evaluation_name": f"{run.benchmark} ({run.experiment_id})"
        if is_repeated
        else run.benchmark,
        "evaluation_timestamp": iso_date(run.meta.date),
        "source_data": {"dataset_name": run.benchmark, "source_type": "other"},
        "metric_config": {
            "metric_id": f"{board.leaderboard_id}.score",
            "metric_name": _meta(run, "metric") or "score",
            **_scale(board, score, bounded=True),
        },
        "score_details": {
            "score": score,
            "details": _texts(details),
            "uncertainty": _known({"num_samples": run.n_tasks}),
        },
        "generation_config": _setting(
            entry, n_attempt, None if run.cost is None else run.cost / n_attempt
        ),
    }
    return _known(result)


def _setting(entry: Entry, n_attempt: int | None, cost: float | None) -> dict[str, Any]:
    """How it was run; costs are the mean of a run, as the schema's own records have them."""
    evaluated = entry.evaluated
    details = {
        "agent_scaffold": evaluated.harness_name,
        "algorithm": evaluated.algorithm,
        "phase": evaluated.phase,
        "runs": n_attempt,
        "total_cost_usd": cost,
    }
    return {"additional_details": _texts(details)}


def _scale(board: Board, score: float, *, bounded: bool) -> dict[str, Any]:
    """Where scores lie; a sum, a quotient or a cost has no greatest value."""
    bounded = bounded and 0 <= score <= board.recorded_scale
    return {
        "lower_is_better": board.ascending,
        "score_type": "continuous",
        "metric_unit": _UNITS.get(board.recorded_scale, "points") if bounded else "points",
        "min_score": 0 if score >= 0 else "-Infinity",
        "max_score": whole(board.recorded_scale) if bounded else "Infinity",
    }


def _is_mean(expression: EntryExpression | Expression) -> bool:
    """Whether a value lies where its scores do."""
    if isinstance(expression, Leaf):
        return True
    if isinstance(expression, Pair) or (
        isinstance(expression, Combine) and expression.op != "mean"
    ):
        return False
    return all(map(_is_mean, expression.args))


def _meta(run: Run, key: str) -> str | None:
    """The text of a further key of meta_info.yaml."""
    node = run.meta_document.node((key,))
    return node.text if isinstance(node, Scalar) and node.text else None


def _known(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _texts(values: dict[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in values.items() if value is not None}
