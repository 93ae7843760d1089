"""The shape of ``leaderboard.json``: stable, versioned, described by a published JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import TypeAdapter

Axis = Literal["cost", "duration", "token"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonAuthor:
    """Who submits the leaderboard; ``email`` only when the build was asked to show it."""

    name: str
    homepage: str | None
    email: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLink:
    """A link of the leaderboard."""

    title: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonGenerator:
    """The program that wrote the file; no time of building."""

    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonWarning:
    """A warning about the files behind the board."""

    path: str
    line: int
    column: int
    key: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonEntry:
    """One entry. Unknown is null; ``cost`` is in USD, ``duration_ms`` in milliseconds.

    ``rank`` is the competition rank by ``score``; ``n_attempt`` the smallest number of attempts
    over the entry's experiments; ``categories`` the mean score of each benchmark.
    """

    rank: int | None
    entry_id: str
    label: str
    harness_name: str
    model_name: str
    algorithm: str
    phase: str
    experiment_ids: list[str]
    note: str | None
    url: str | None
    score: float
    score_std: float | None
    std_method: Literal["attempt", "independent", "delta"] | None
    n_attempt: int
    n_tasks: int | None
    categories: dict[str, float]
    cost: float | None
    duration_ms: float | None
    tokens: float | None
    on_frontier: list[Axis]
    on_frontier_per_attempt: list[Axis]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonSaturation:
    """How many tasks tell entries apart."""

    total: int
    solved_by_all: int
    solved_by_none: int
    discriminating: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonTask:
    """A task and the number of entries whose mean on it is full."""

    benchmark: str
    source: str
    solved_by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLeaderboard:
    """``leaderboard.json``: entries best first, numbers at full precision."""

    schema_version: Literal[1]
    leaderboard_id: str
    title: str
    title_zh: str | None
    status: Literal["draft", "published"]
    author: JsonAuthor
    description: str | None
    description_zh: str | None
    links: list[JsonLink]
    order: Literal["descending", "ascending"]
    score_max: float
    generator: JsonGenerator
    warnings: list[JsonWarning]
    entries: list[JsonEntry]
    saturation: JsonSaturation
    tasks: list[JsonTask]


def leaderboard_json_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of ``leaderboard.json``."""
    schema = TypeAdapter(JsonLeaderboard).json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "<leaderboard-id>/leaderboard.json of a built site",
        **schema,
    }
