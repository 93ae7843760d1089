"""JSON text to the nodes of :mod:`penguin_board.located_yaml`: values that know their places.

Stricter than :mod:`json`: duplicate keys, NaN, Infinity and lone surrogates are refused.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from penguin_board.located_yaml import (
    MAX_BYTES,
    MAX_DEPTH,
    Document,
    Mapping,
    Node,
    Scalar,
    Sequence,
)
from penguin_board.problems import KeyPath, Problem, key_text

# Used on text that json.loads has accepted, so it only has to tell the tokens apart.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')
_NOT_FINITE = ("NaN", "Infinity", "-Infinity")


class _TooDeepError(Exception):
    pass


def read_document(data: bytes, path: str) -> Document:
    """Read one JSON file. Never raises for what the file holds; ``path`` is for messages."""
    if len(data) > MAX_BYTES:
        message = f"is {len(data)} bytes, at most {MAX_BYTES} are read"
        return _refused(path, "too-large", message)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        return _refused(path, "not-utf-8", message, line, column)
    too_deep = f"is nested deeper than {MAX_DEPTH} levels"
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        message = f"is not valid JSON: {error.msg}"
        return _refused(path, "syntax", message, error.lineno, error.colno)
    except RecursionError:
        return _refused(path, "too-deep", too_deep)
    reader = _Reader(path, text)
    try:
        root = reader.node(1)
    except _TooDeepError:
        return _refused(path, "too-deep", too_deep)
    return Document(path, root, tuple(reader.problems), frozenset(reader.suspect))


def _refused(path: str, code: str, message: str, line: int = 1, column: int = 1) -> Document:
    problem = Problem(path=path, line=line, column=column, code=code, message=message)
    return Document(path, None, (problem,))


class _Reader:
    """Builds nodes from tokens, each with the line and column of its first character."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.suspect: set[tuple[int, int]] = set()
        self._tokens = _TOKEN.finditer(text)
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._key: list[str | int] = []

    def node(self, depth: int) -> Node:
        return self._value(next(self._tokens), depth)

    def _value(self, token: re.Match[str], depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise _TooDeepError
        place = self._place(token)
        text = token.group()
        if text == "{":
            return self._mapping(place, depth)
        if text == "[":
            return self._sequence(place, depth)
        if text.startswith('"'):
            return Scalar(self._text(text, place), False, *place)
        if text in _NOT_FINITE:
            self._problem(place, "not-finite", f"{text} is not a JSON number")
        return Scalar(text, True, *place)

    def _sequence(self, place: tuple[int, int], depth: int) -> Sequence:
        items: list[Node] = []
        for token in self._tokens:
            if token.group() == "]":
                break
            if token.group() != ",":
                self._key.append(len(items))
                items.append(self._value(token, depth + 1))
                self._key.pop()
        return Sequence(tuple(items), *place)

    def _mapping(self, place: tuple[int, int], depth: int) -> Mapping:
        items: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        for token in self._tokens:
            if token.group() == "}":
                break
            if token.group() == ",":
                continue
            key_place = self._place(token)
            key = self._text(token.group(), key_place)
            next(self._tokens)  # the colon
            self._key.append(key)
            if key in items:
                message = f"is a duplicate key, first on line {places[key][0]}"
                self._problem(key_place, "duplicate-key", message)
            value = self.node(depth + 1)
            self._key.pop()
            items.setdefault(key, value)
            places.setdefault(key, key_place)
        return Mapping(items, places, *place)

    def _text(self, token: str, place: tuple[int, int]) -> str:
        text: str = json.loads(token)
        if any("\ud800" <= char <= "\udfff" for char in text):
            self._problem(place, "surrogate", "has half a surrogate pair, which is no character")
            return text.encode("utf-8", "replace").decode("utf-8")
        return text

    def _place(self, token: re.Match[str]) -> tuple[int, int]:
        line = bisect_right(self._line_starts, token.start())
        return line, token.start() - self._line_starts[line - 1] + 1

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
