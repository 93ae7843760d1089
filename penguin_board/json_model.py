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
class JsonChange:
    """A line of the board's history: ``entry`` is an id or a label, also of a former entry."""

    date: str
    entry: str
    reason: str


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

    ``rank`` is the competition rank by ``score``, ``rank_range`` the ranks that the paired
    comparisons leave open; ``n_attempt`` the smallest number of attempts over the entry's
    experiments; ``categories`` the mean score of each benchmark. ``ci_note`` says why there is
    no ``ci95``, or on how few tasks it rests.
    """

    rank: int | None
    rank_range: tuple[int, int] | None
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
    ci95: tuple[float, float] | None
    ci_note: str | None
    win_rate: float | None
    coverage: float | None
    categories: dict[str, float]
    cost: float | None
    duration_ms: float | None
    tokens: float | None
    on_frontier: list[Axis]
    on_frontier_per_attempt: list[Axis]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonPair:
    """Two entries compared on the tasks that both have; the verdict is on ``a``.

    ``difference`` is the score of ``a`` minus that of ``b``; ``wins``, ``ties`` and ``losses``
    count tasks.
    """

    a: str
    b: str
    difference: float | None
    ci95: tuple[float, float] | None
    verdict: Literal["better", "worse", "tie", "insufficient", "not-comparable"]
    p: float | None
    n_tasks: int
    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonStatistics:
    """What a reader needs to reproduce the intervals and comparisons."""

    alpha: float
    b: int
    seed: int
    method: str
    ties: str
    adjust: str
    n_min: int
    n_comparisons: int


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
    changes: list[JsonChange]
    order: Literal["descending", "ascending"]
    score_max: float
    generator: JsonGenerator
    warnings: list[JsonWarning]
    entries: list[JsonEntry]
    pairwise: list[JsonPair]
    statistics: JsonStatistics | None
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
