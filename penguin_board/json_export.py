"""A board as ``leaderboard.json``: the numbers of its page at full precision."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penguin_board import __version__
from penguin_board.boards import Board, Entry
from penguin_board.json_model import (
    JsonAuthor,
    JsonChange,
    JsonEntry,
    JsonGenerator,
    JsonLeaderboard,
    JsonLink,
    JsonPair,
    JsonSaturation,
    JsonStatistics,
    JsonTask,
    JsonWarning,
)
from penguin_board.problems import Problem
from penguin_board.tasks import Saturation

if TYPE_CHECKING:
    from penguin_board.board_statistics import BoardStatistics
    from penguin_board.stats import CompositePair


def leaderboard_json(board: Board, *, show_email: bool = False) -> str:
    """The board as JSON text: sorted keys, full precision, null for unknown."""
    model = json_leaderboard(board, show_email=show_email)
    return _indented(model, "\n") + "\n"


_encode: Callable[[object], str] = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _indented(value: Any, line: str) -> str:
    """What ``json.dumps`` gives with ``indent=1`` and sorted keys, in a third of the time.

    ``line`` begins a line at the depth of ``value``.
    """
    # The encoder takes its time for a number alone.
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return repr(value)
    if value is None:
        return "null"
    if isinstance(value, str):
        return _encode(value)
    inner = f"{line} "
    if isinstance(value, list | tuple):
        items = [_indented(item, inner) for item in value]
        return f"[{inner}{f',{inner}'.join(items)}{line}]" if items else "[]"
    if isinstance(value, dict):
        items = [f"{_encode(key)}: {_indented(item, inner)}" for key, item in sorted(value.items())]
    elif names := _names(type(value)):  # type: ignore[arg-type]
        items = [f"{key}: {_indented(getattr(value, name), inner)}" for name, key in names]
    else:
        return _encode(value)
    return f"{{{inner}{f',{inner}'.join(items)}{line}}}" if items else "{}"


@functools.cache
def _names(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a part of the model, sorted, each as a key too; none of other types."""
    is_part = dataclasses.is_dataclass(kind)
    names = sorted(field.name for field in dataclasses.fields(kind)) if is_part else ()
    return tuple((name, _encode(name)) for name in names)


def json_leaderboard(board: Board, *, show_email: bool = False) -> JsonLeaderboard:
    """The board in the shape of ``leaderboard.json``."""
    record = board.leaderboard
    return JsonLeaderboard(
        schema_version=1,
        leaderboard_id=record.leaderboard_id,
        title=record.title,
        title_zh=record.title_zh,
        status=record.status,
        author=JsonAuthor(
            name=record.author.name,
            homepage=record.author.homepage,
            email=record.author.email if show_email else None,
        ),
        description=record.description,
        description_zh=record.description_zh,
        links=[JsonLink(title=link.title, url=link.url) for link in record.links],
        changes=[
            JsonChange(date=change.date, entry=change.entry, reason=change.reason)
            for change in record.changes
        ],
        order=record.order,
        score_max=board.bar_full,
        generator=JsonGenerator(name="penguin-board", version=__version__),
        warnings=[_json_warning(problem) for problem in board.warnings],
        entries=[_json_entry(entry) for entry in board.entries],
        pairwise=[_json_pair(pair) for pair in board.statistics.pairs] if board.statistics else [],
        statistics=_json_statistics(board.statistics) if board.statistics else None,
        saturation=_json_saturation(board.grid.saturation),
        tasks=[
            JsonTask(benchmark=benchmark.key, source=task.source, solved_by=task.solved_by)
            for benchmark in board.grid.benchmarks
            for task in benchmark.tasks
        ],
    )


def _json_entry(entry: Entry) -> JsonEntry:
    evaluated = entry.evaluated
    statistics = entry.statistics
    return JsonEntry(
        rank=entry.rank,
        rank_range=statistics.rank_range,
        entry_id=entry.entry_id,
        label=entry.label,
        harness_name=evaluated.harness_name,
        model_name=evaluated.model_name,
        algorithm=evaluated.algorithm,
        phase=evaluated.phase,
        experiment_ids=list(evaluated.experiment_ids),
        note=evaluated.expression.note,
        url=evaluated.expression.url,
        score=entry.score,
        score_std=entry.std,
        std_method=evaluated.estimate.std_method,
        n_attempt=evaluated.n_attempt,
        n_tasks=evaluated.n_tasks,
        ci95=statistics.interval,
        ci_note=statistics.note or None,
        win_rate=statistics.win_rate,
        coverage=statistics.coverage,
        categories=evaluated.categories,
        cost=entry.total.cost,
        duration_ms=whole(entry.total.duration_ms),
        tokens=whole(entry.total.tokens),
        on_frontier=list(entry.on_frontier),
        on_frontier_per_attempt=list(entry.on_frontier_per_attempt),
    )


def _json_warning(problem: Problem) -> JsonWarning:
    return JsonWarning(
        path=problem.path,
        line=problem.line,
        column=problem.column,
        key=problem.key,
        code=problem.code,
        message=problem.message,
    )


def _json_pair(pair: CompositePair) -> JsonPair:
    known = pair.ci_lo is not None and pair.ci_hi is not None
    return JsonPair(
        a=pair.entry_a,
        b=pair.entry_b,
        difference=pair.difference,
        ci95=(pair.ci_lo or 0.0, pair.ci_hi or 0.0) if known else None,
        verdict=pair.verdict,
        p=pair.p,
        n_tasks=pair.n_tasks,
        wins=pair.wins,
        ties=pair.ties,
        losses=pair.losses,
    )


def _json_statistics(statistics: BoardStatistics) -> JsonStatistics:
    settings = statistics.settings
    return JsonStatistics(
        alpha=settings.alpha,
        b=settings.b,
        seed=settings.seed,
        method=settings.method,
        ties=settings.ties,
        adjust=settings.adjust,
        n_min=settings.enough,
        n_comparisons=statistics.n_comparisons,
    )


def _json_saturation(saturation: Saturation) -> JsonSaturation:
    return JsonSaturation(
        total=saturation.total,
        solved_by_all=saturation.solved_by_all,
        solved_by_none=saturation.solved_by_none,
        discriminating=saturation.discriminating,
    )


def whole(value: float | None) -> float | None:
    """The same number, an int where it is whole, so that 1200 is not written 1200.0."""
    return int(value) if value is not None and value == int(value) else value
