"""The records of the four kinds of YAML files, and their JSON Schemas (``format.md``).

Records are checked by pydantic, each scalar through :mod:`penguin_board.scalars`, so that no
value is coerced. :func:`penguin_board.records.read_record` turns a document into a record.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    model_validator,
)

from penguin_board.schema_types import (
    Amount,
    Count,
    Day,
    Email,
    LeaderboardId,
    Name,
    Number,
    OptionalCount,
    OptionalName,
    OptionalNumber,
    OptionalText,
    OptionalUrl,
    ScoreMax,
    Segment,
    Text,
    Tokens,
    Url,
    Weight,
    null_is_absent,
    one_of,
    problem_error,
)

DEFAULT_METRIC = "score_mean"
OPS = ("mean", "sum", "sub", "div", "weighted_mean")
# The names of a summary's totals, the first of which is the format's own.
COST_NAMES = ("cost_total", "cost")
DURATION_NAMES = ("duration_ms_total", "duration_ms")
TOKENS_NAMES = ("tokens_total", "tokens", "token")
BENCHMARK_NAMES = ("benchmark_name", "benchmark_id")
EXPRESSION_TAGS = frozenset({"leaf", "combine", "pair", "weighted_mean"})


class WrittenRecord(BaseModel):
    """What people write: an unknown key is an error, unless it begins with ``x-``."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        defer_build=True,
        json_schema_extra={"patternProperties": {"^x-": {}}},
    )

    @model_validator(mode="before")
    @classmethod
    def _pass_over_x_keys(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {key: value for key, value in data.items() if not key.startswith("x-")}
        return data


class ToolRecord(BaseModel):
    """What tools write: unknown keys belong to the tool and are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)


class LeafKey(NamedTuple):
    """What makes two leaves the same random quantity (E1)."""

    experiment_id: str
    phase: str
    metric: str


class Leaf(WrittenRecord):
    """A reference to one metric of one phase of one experiment."""

    experiment_id: Segment
    phase: Segment
    metric: Name = DEFAULT_METRIC

    @cached_property
    def key(self) -> LeafKey:
        """The identity of the leaf after its default metric is filled in (E1)."""
        return LeafKey(self.experiment_id, self.phase, self.metric)


class Combine(WrittenRecord):
    """``mean`` or ``sum`` of one or more expressions."""

    op: Annotated[Literal["mean", "sum"], one_of("mean", "sum")]
    args: Annotated[tuple[Expression, ...], Field(min_length=1)]


class Pair(WrittenRecord):
    """``sub`` or ``div`` of exactly two expressions."""

    op: Annotated[Literal["sub", "div"], one_of("sub", "div")]
    args: Annotated[tuple[Expression, ...], Field(min_length=2, max_length=2)]


class WeightedMean(WrittenRecord):
    """A mean with one weight an arg; weights are divided by their sum (rule E3)."""

    op: Annotated[Literal["weighted_mean"], one_of("weighted_mean")]
    args: Annotated[tuple[Expression, ...], Field(min_length=1)]
    weights: tuple[Weight, ...]


def _expression_tag(value: Any) -> str:
    """The kind of an expression in the file, or of a record already made."""
    if isinstance(value, (Combine, Pair, WeightedMean)):
        op: str = value.op
    elif isinstance(value, dict) and "op" in value:
        op = str(getattr(value["op"], "text", ""))
    else:
        return "leaf"
    return {"mean": "combine", "sum": "combine", "sub": "pair", "div": "pair"}.get(op, op)


Expression = Annotated[
    Annotated[Leaf, Tag("leaf")]
    | Annotated[Combine, Tag("combine")]
    | Annotated[Pair, Tag("pair")]
    | Annotated[WeightedMean, Tag("weighted_mean")],
    Discriminator(_expression_tag),
]


class _Entry(WrittenRecord):
    """What an entry may say of itself, on its top-level expression only."""

    label: OptionalName = None
    note: OptionalText = None
    url: OptionalUrl = None


class EntryLeaf(_Entry, Leaf):
    """An entry that is one metric of one experiment."""


class EntryCombine(_Entry, Combine):
    """An entry that is a mean or a sum."""


class EntryPair(_Entry, Pair):
    """An entry that is a difference or a quotient."""


class EntryWeightedMean(_Entry, WeightedMean):
    """An entry that is a weighted mean."""


EntryExpression = Annotated[
    Annotated[EntryLeaf, Tag("leaf")]
    | Annotated[EntryCombine, Tag("combine")]
    | Annotated[EntryPair, Tag("pair")]
    | Annotated[EntryWeightedMean, Tag("weighted_mean")],
    Discriminator(_expression_tag),
]


class Author(WrittenRecord):
    """Who submits a leaderboard. The e-mail address appears in no output by default."""

    name: Name
    email: Email = None
    homepage: OptionalUrl = None


class Link(WrittenRecord):
    """A paper, a data set or a repository that belongs to the leaderboard."""

    title: Name
    url: Url


class Change(WrittenRecord):
    """Why the score of a published entry moved, or why an entry is gone.

    ``entry`` is the entry's id or its label.
    """

    date: Day
    entry: Name
    reason: Text


class Leaderboard(WrittenRecord):
    """``leaderboards/<leaderboard-id>/leaderboard.yaml``."""

    leaderboard_id: LeaderboardId
    status: Annotated[Literal["draft", "published"], one_of("draft", "published")]
    title: Name
    title_zh: OptionalName = None
    description: OptionalText = None
    description_zh: OptionalText = None
    author: Author
    order: Annotated[Literal["descending", "ascending"], one_of("descending", "ascending")] = (
        "descending"
    )
    score_max: ScoreMax = None
    links: Annotated[tuple[Link, ...], BeforeValidator(null_is_absent)] = ()
    changes: Annotated[tuple[Change, ...], BeforeValidator(null_is_absent)] = ()
    values: Annotated[tuple[EntryExpression, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _check_score_max(self) -> Leaderboard:
        if self.score_max is not None and self.score_max <= 0:
            raise problem_error("score-max", "must be above 0", at="score_max")
        return self


class MetaInfo(ToolRecord):
    """``meta_info.yaml``: what was run. Unknown keys are kept and shown."""

    harness_name: Name
    model_name: Name
    algorithm: Name
    experiment_id: OptionalName = None
    benchmark_name: OptionalName = None
    benchmark_id: OptionalName = None
    date: OptionalName = None


class Summary(ToolRecord):
    """``<phase>/summary.yaml``. Any further numeric key is a metric that a leaf may name."""

    n_attempt: Count
    score_mean: Number
    score_std: Amount = None
    cost_total: Amount = None
    cost: Amount = None
    duration_ms_total: Amount = None
    duration_ms: Amount = None
    tokens_total: Amount = None
    tokens: Amount = None
    token: Amount = None


class AttemptHead(ToolRecord):
    """``<phase>/attempt-<n>.yaml`` without its results, which are read as columns."""

    attempt: OptionalCount = None
    score: OptionalNumber = None
    cost: Amount = None
    duration_ms: Amount = None
    tokens: Tokens = None
    token: Tokens = None


class TaskResult(ToolRecord):
    """One task of an attempt; a null ``score`` is a task that was not scored."""

    source: Name
    score: OptionalNumber
    cost: Amount = None
    duration_ms: Amount = None
    tokens: Tokens = None
    token: Tokens = None


class Attempt(AttemptHead):
    """``<phase>/attempt-<n>.yaml`` as a whole, for its JSON Schema."""

    results: tuple[TaskResult, ...] = ()


FILE_SCHEMAS: dict[str, tuple[str, Any]] = {
    "leaderboard": ("leaderboards/<leaderboard-id>/leaderboard.yaml", Leaderboard),
    "meta_info": ("experiments/<leaderboard-id>/<experiment-id>/meta_info.yaml", MetaInfo),
    "summary": ("experiments/<leaderboard-id>/<experiment-id>/<phase>/summary.yaml", Summary),
    "attempt": (
        "experiments/<leaderboard-id>/<experiment-id>/<phase>/attempt-<n>.yaml",
        Attempt | tuple[TaskResult, ...],
    ),
}


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one kind of file, a key of ``FILE_SCHEMAS``."""
    path, record = FILE_SCHEMAS[name]
    schema = TypeAdapter(record).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$comment": path, **schema}
