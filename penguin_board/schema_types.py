"""The types of fields: each reads a scalar as it was written, and has its JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from penguin_board import scalars
from penguin_board.yaml_nodes import Node

_T = TypeVar("_T")
_SEGMENT_SCHEMA = {
    "type": "string",
    "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$",
    "maxLength": 200,
}
_AMOUNT_SCHEMA = {"type": ["number", "null"], "minimum": 0}


class MappingData(dict[str, Any]):
    """A mapping on its way through pydantic, with the node it came from."""

    node: Node


class SequenceData(list[Any]):
    """A list on its way through pydantic, with the node it came from."""

    node: Node


def problem_error(code: str, message: str, hint: str = "", at: str = "") -> PydanticCustomError:
    """An error that becomes a Problem; ``at`` names a key below the place where it is raised."""
    context = {"code": code, "message": message, "hint": hint, "at": at}
    return PydanticCustomError("problem", "{message}", context)


def _read(read: Callable[[Node], _T]) -> BeforeValidator:
    def validate(value: Any) -> _T:
        try:
            return read(getattr(value, "node", value))
        except scalars.ScalarError as error:
            raise problem_error(error.code, error.message, error.hint) from None

    return BeforeValidator(validate)


def _read_unless_null(read: Callable[[Node], _T]) -> BeforeValidator:
    def read_or_none(node: Node) -> _T | None:
        return None if scalars.is_null(node) else read(node)

    return _read(read_or_none)


def one_of(*allowed: str) -> BeforeValidator:
    """A text that is one of ``allowed``."""

    def read(node: Node) -> str:
        text = scalars.read_name(node)
        if text not in allowed:
            message = f'"{text}" is not allowed, expected {" or ".join(allowed)}'
            raise scalars.ScalarError("choice", message)
        return text

    return _read(read)


def null_is_absent(value: Any) -> Any:
    """No items in place of a null where a list is optional."""
    node = getattr(value, "node", value)
    return () if scalars.is_null(node) else value


Text = Annotated[str, _read(scalars.read_text), Field(min_length=1)]
Name = Annotated[str, _read(scalars.read_name), Field(min_length=1)]
OptionalText = Annotated[str | None, _read_unless_null(scalars.read_text)]
OptionalName = Annotated[str | None, _read_unless_null(scalars.read_name)]
Segment = Annotated[str, _read(scalars.read_segment), WithJsonSchema(_SEGMENT_SCHEMA)]
LeaderboardId = Annotated[
    str,
    _read(scalars.read_leaderboard_id),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9-]+$", "maxLength": 200}),
]
Url = Annotated[
    str,
    _read(scalars.read_url),
    WithJsonSchema({"type": "string", "format": "uri", "pattern": "^https?://"}),
]
OptionalUrl = Annotated[
    str | None,
    _read_unless_null(scalars.read_url),
    WithJsonSchema({"type": ["string", "null"], "format": "uri", "pattern": "^https?://"}),
]
Email = Annotated[
    str | None,
    _read_unless_null(scalars.read_email),
    WithJsonSchema({"type": ["string", "null"], "format": "email"}),
]
Day = Annotated[
    str,
    _read(scalars.read_day),
    WithJsonSchema({"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
]
Number = Annotated[float, _read(scalars.read_number)]
OptionalNumber = Annotated[float | None, _read_unless_null(scalars.read_number)]
Weight = Annotated[
    float, _read(scalars.read_number), WithJsonSchema({"type": "number", "minimum": 0})
]
ScoreMax = Annotated[
    float | None,
    _read_unless_null(scalars.read_number),
    WithJsonSchema({"type": ["number", "null"], "exclusiveMinimum": 0}),
]
Count = Annotated[int, _read(scalars.read_count), WithJsonSchema({"type": "integer", "minimum": 1})]
OptionalCount = Annotated[
    int | None,
    _read_unless_null(scalars.read_count),
    WithJsonSchema({"type": ["integer", "null"], "minimum": 1}),
]
Amount = Annotated[
    float | None, _read_unless_null(scalars.read_amount), WithJsonSchema(_AMOUNT_SCHEMA)
]
Tokens = Annotated[
    float | None,
    _read_unless_null(scalars.read_tokens),
    WithJsonSchema(
        {
            "anyOf": [
                _AMOUNT_SCHEMA,
                {
                    "type": "object",
                    "required": ["input", "output"],
                    "properties": {
                        "input": {"type": "number", "minimum": 0},
                        "output": {"type": "number", "minimum": 0},
                    },
                },
            ]
        }
    ),
]
