"""Differences as JSON: sorted keys, full precision, null for unknown and for absent."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

from penguin_board.boards import Board, Entry
from penguin_board.json_model import Axis
from penguin_board.review.differences import (
    BoardChange,
    EntryChange,
    EntryKind,
    ExperimentChange,
    Kind,
    TreeChange,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonBoardState:
    """A board on one side."""

    title: str
    status: Literal["draft", "published"]
    n_entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntryState:
    """An entry on one side."""

    entry_id: str
    label: str
    score: float
    score_std: float | None
    rank: int | None
    rank_range: tuple[int, int] | None
    on_frontier: list[Axis]
    on_frontier_per_attempt: list[Axis]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntryChange:
    """An entry that differs."""

    change: EntryKind
    before: JsonEntryState | None
    after: JsonEntryState | None
    experiments: list[str]
    expression_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonExperimentChange:
    """An experiment whose files differ."""

    experiment_id: str
    change: Kind
    files_added: list[str]
    files_changed: list[str]
    files_removed: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonReviewWarning:
    """What a reviewer has to look at."""

    warning: Literal["attempts-changed", "experiment-removed"]
    experiment_id: str
    entry_ids: list[str]
    files: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonBoardChange:
    """A board that differs."""

    leaderboard_id: str
    change: Kind
    before: JsonBoardState | None
    after: JsonBoardState | None
    keys: list[str]
    entries: list[JsonEntryChange]
    n_unchanged: int
    experiments: list[JsonExperimentChange]
    warnings: list[JsonReviewWarning]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonTreeChange:
    """What ``diff --format json`` prints."""

    schema_version: Literal[1]
    base: str
    n_boards: int
    n_entries: int
    boards: list[JsonBoardChange]


def change_json(change: TreeChange) -> str:
    """The differences as JSON text."""
    model = JsonTreeChange(
        schema_version=1,
        base=change.base,
        n_boards=change.n_boards,
        n_entries=change.n_entries,
        boards=[_board_change(board) for board in change.boards],
    )
    data = TypeAdapter(JsonTreeChange).dump_python(model, mode="json")
    return json.dumps(data, ensure_ascii=True, sort_keys=True, indent=1, allow_nan=False) + "\n"


def change_json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``diff --format json`` prints."""
    schema = TypeAdapter(JsonTreeChange).json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "penguin-board diff --format json",
        **schema,
    }


def _board_change(change: BoardChange) -> JsonBoardChange:
    return JsonBoardChange(
        leaderboard_id=change.board.leaderboard_id,
        change=change.kind,
        before=_board_state(change.before),
        after=_board_state(change.after),
        keys=list(change.keys),
        entries=[_entry_change(entry) for entry in change.entries],
        n_unchanged=change.n_unchanged,
        experiments=[_experiment_change(experiment) for experiment in change.experiments],
        warnings=[
            JsonReviewWarning(
                warning=warning.kind,
                experiment_id=warning.experiment_id,
                entry_ids=list(warning.entry_ids),
                files=list(warning.files),
            )
            for warning in change.warnings
        ],
    )


def _board_state(board: Board | None) -> JsonBoardState | None:
    if board is None:
        return None
    return JsonBoardState(
        title=board.leaderboard.title,
        status=board.leaderboard.status,
        n_entries=len(board.entries),
    )


def _entry_change(change: EntryChange) -> JsonEntryChange:
    return JsonEntryChange(
        change=change.kind,
        before=_entry_state(change.before),
        after=_entry_state(change.after),
        experiments=list(change.experiments),
        expression_changed=change.expression_changed,
    )


def _entry_state(entry: Entry | None) -> JsonEntryState | None:
    if entry is None:
        return None
    return JsonEntryState(
        entry_id=entry.entry_id,
        label=entry.label,
        score=entry.score,
        score_std=entry.std,
        rank=entry.rank,
        rank_range=entry.statistics.rank_range,
        on_frontier=list(entry.on_frontier),
        on_frontier_per_attempt=list(entry.on_frontier_per_attempt),
    )


def _experiment_change(change: ExperimentChange) -> JsonExperimentChange:
    return JsonExperimentChange(
        experiment_id=change.experiment_id,
        change=change.kind,
        files_added=list(change.added),
        files_changed=list(change.changed),
        files_removed=list(change.removed),
    )
