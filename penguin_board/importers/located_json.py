"""JSON to the nodes of :mod:`penguin_board.located_yaml`: values that know their places.

Stricter than :mod:`json`: duplicate keys, NaN, Infinity and lone surrogates are refused. Read
token by token, so that of a file of gigabytes only the values that are kept take memory.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from penguin_board.importers.json_tokens import (
    Data,
    JsonSyntaxError,
    Tokens,
    first_bad_byte,
    without_mark,
)
from penguin_board.located_yaml import MAX_DEPTH, Document, Mapping, Node, Scalar, Sequence
from penguin_board.problems import KeyPath, Problem, key_text

# So many values take some hundreds of megabytes.
MAX_VALUES = 2_000_000
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")


class _TooMuchError(Exception):
    """A limit is exceeded; the arguments are a code and a message."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is kept of a file.

    Values of the keys ``skip`` (wherever they stand), and values deeper than ``depth``, are passed
    over: a mapping or a list without items, a text or number as null. With ``any_number``, NaN and
    Infinity are values for the importer to judge.
    """

    skip: frozenset[str] = frozenset()
    depth: int = MAX_DEPTH
    any_number: bool = False


EVERYTHING = Wanted()


def read_document(
    data: Data, path: str, wanted: Wanted = EVERYTHING, *, first_line: int = 1
) -> Document:
    """Read one JSON file. Never raises for what the file holds; ``path`` is for messages."""
    bad = first_bad_byte(data)
    if bad is not None:
        offset, line, column = bad
        message = f"byte 0x{data[offset]:02x} is not UTF-8"
        return _refused(path, "not-utf-8", message, first_line + line - 1, column)
    reader = _Reader(path, Tokens(data, first_line, without_mark(data)), wanted)
    try:
        root = reader.whole()
    except JsonSyntaxError as error:
        message = f"is not valid JSON: {error.message}"
        return _refused(path, "syntax", message, error.line, error.column)
    except _TooMuchError as error:
        code, message = error.args
        return _refused(path, code, message, first_line)
    return Document(path, root, tuple(reader.problems), frozenset(reader.suspect))


def read_lines(data: Data, path: str, wanted: Wanted = EVERYTHING) -> Iterator[Document]:
    """Read JSON Lines: a document for each line that is not blank."""
    start, number = 0, 1
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        line = data[start:end]
        if line.strip():
            yield read_document(line, path, wanted, first_line=number)
        start, number = end + 1, number + 1


def _refused(path: str, code: str, message: str, line: int = 1, column: int = 1) -> Document:
    problem = Problem(path=path, line=line, column=column, code=code, message=message)
    return Document(path, None, (problem,))


class _Reader:
    """Builds nodes from tokens, each with the line and column of its first character."""

    def __init__(self, path: str, tokens: Tokens, wanted: Wanted) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.suspect: set[tuple[int, int]] = set()
        self._tokens = tokens
        self._wanted = wanted
        self._key: list[str | int] = []
        self._count = 0

    def whole(self) -> Node:
        root = self._value(self._tokens.next_token(), 1)
        self._tokens.end()
        return root

    def _value(self, token: str, depth: int) -> Node:
        self._count += 1
        if depth > MAX_DEPTH:
            raise _TooMuchError("too-deep", f"is nested deeper than {MAX_DEPTH} levels")
        if self._count > MAX_VALUES:
            raise _TooMuchError("too-large", f"has more than {MAX_VALUES} values")
        place = self._tokens.place()
        if token in ("{", "[") and depth > self._wanted.depth:
            return self._passed_over(token, place)
        if token == "{":
            return self._mapping(place, depth)
        if token == "[":
            return self._sequence(place, depth)
        if token.startswith('"'):
            return Scalar(self._text(token, place), False, *place)
        if token in "]},:":
            raise self._tokens.error("expected a value")
        if token in _NOT_FINITE and not self._wanted.any_number:
            self._problem(place, "not-finite", f"{token} is not a JSON number")
        return Scalar(token, True, *place)

    def _passed_over(self, token: str, place: tuple[int, int]) -> Node:
        if token == "{":
            self._tokens.skip(token)
            return Mapping({}, {}, *place)
        if token == "[":
            self._tokens.skip(token)
            return Sequence((), *place)
        return Scalar("null", True, *place)

    def _sequence(self, place: tuple[int, int], depth: int) -> Sequence:
        items: list[Node] = []
        token = self._tokens.next_token()
        while token != "]":
            self._key.append(len(items))
            items.append(self._value(token, depth + 1))
            self._key.pop()
            if self._tokens.separator("]") == "]":
                break
            token = self._tokens.next_token()
            if token == "]":
                raise self._tokens.error("expected a value")
        return Sequence(tuple(items), *place)

    def _mapping(self, place: tuple[int, int], depth: int) -> Mapping:
        items: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        token = self._tokens.next_token()
        while token != "}":
            if not token.startswith('"'):
                raise self._tokens.error("expected a key in double quotes")
            key_place = self._tokens.place()
            key = self._text(token, key_place)
            if self._tokens.next_token() != ":":
                raise self._tokens.error("expected a colon")
            self._key.append(key)
            if key in items:
                message = f"is a duplicate key, first on line {places[key][0]}"
                self._problem(key_place, "duplicate-key", message)
            value = self._member(key, depth)
            self._key.pop()
            items.setdefault(key, value)
            places.setdefault(key, key_place)
            if self._tokens.separator("}") == "}":
                break
            token = self._tokens.next_token()
            if token == "}":
                raise self._tokens.error("expected a key in double quotes")
        return Mapping(items, places, *place)

    def _member(self, key: str, depth: int) -> Node:
        token = self._tokens.next_token()
        if key in self._wanted.skip and token not in "]},:":
            return self._passed_over(token, self._tokens.place())
        return self._value(token, depth + 1)

    def _text(self, token: str, place: tuple[int, int]) -> str:
        text: str = json.loads(token)
        if any("\ud800" <= char <= "\udfff" for char in text):
            self._problem(place, "surrogate", "has half a surrogate pair, which is no character")
            return text.encode("utf-8", "replace").decode("utf-8")
        return text

    def _problem(self, place: tuple[int, int], code: str, message: str) -> None:
        self.suspect.add(place)
        key: KeyPath = tuple(self._key)
        self.problems.append(
            Problem(
                path=self.path,
                line=place[0],
                column=place[1],
                key=key_text(key),
                code=code,
                message=message,
            )
        )
