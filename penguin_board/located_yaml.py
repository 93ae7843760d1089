"""YAML text to values that know where they stand; every scalar stays the text that was written.

Read from libyaml's events (PyYAML), never through a loader that gives scalars types:
``model_name: 4.10`` stays ``4.10``. Refused with their places: duplicate keys, anchors,
aliases, merge keys, tags, several documents, deep nesting, bytes that are not UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from penguin_board.problems import KeyPath, Problem, key_text

MAX_BYTES = 64 * 2**20
MAX_DEPTH = 32

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HAS_LIBYAML = _Loader is not yaml.SafeLoader


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar as it was written. ``plain`` is true when it stands without quotes."""

    text: str
    plain: bool
    line: int
    column: int

    @property
    def is_null(self) -> bool:
        """Whether this is an unquoted ``null``, ``~`` or nothing."""
        return self.plain and self.text in ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list with the place of its first character."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping; ``keys`` gives the place of each key (line, column)."""

    items: dict[str, Node]
    keys: dict[str, tuple[int, int]]
    line: int
    column: int


Node = Scalar | Sequence | Mapping


def kind(node: Node) -> str:
    """What a person calls this node: ``a mapping``, ``a list``, ``null``, ``the text "x"``."""
    if isinstance(node, Mapping):
        return "a mapping"
    if isinstance(node, Sequence):
        return "a list"
    if node.is_null:
        return "null"
    text = node.text if len(node.text) <= 60 else node.text[:57] + "..."
    return text if node.plain else f'the text "{text}"'


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file read: its root node (None when there is none to work with) and its problems.

    ``suspect`` holds the places that a problem was already reported for, so that checks on top
    do not complain about them a second time.
    """

    path: str
    root: Node | None
    problems: tuple[Problem, ...]
    suspect: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    def node(self, path: KeyPath) -> Node | None:
        """The node at ``path``, None when the file has none there."""
        node = self.root
        for part in path:
            if isinstance(node, Mapping) and isinstance(part, str):
                node = node.items.get(part)
            elif isinstance(node, Sequence) and isinstance(part, int):
                node = node.items[part] if part < len(node.items) else None
            else:
                return None
            if node is None:
                return None
        return node

    def is_suspect(self, path: KeyPath) -> bool:
        """Whether the reader has already reported a problem of the value at ``path``."""
        node = self.node(path)
        return node is not None and (node.line, node.column) in self.suspect

    def place(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the value at ``path``; where it is absent, of what lacks it.

        A list, a mapping or a null below a key is placed at the key, any other scalar at itself.
        """
        node, place = self.root, (1, 1)
        if node is not None:
            place = (node.line, node.column)
        for part in path:
            if isinstance(node, Mapping) and isinstance(part, str) and part in node.items:
                child = node.items[part]
                place = (
                    (child.line, child.column)
                    if isinstance(child, Scalar) and not child.is_null
                    else node.keys[part]
                )
            elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
                child = node.items[part]
                place = (child.line, child.column)
            else:
                return (node.line, node.column) if node is not None else place
            node = child
        return place

    def key_place(self, path: KeyPath) -> tuple[int, int]:
        """Line and column of the last key of ``path`` itself (for an unknown key)."""
        parent = self.node(path[:-1])
        last = path[-1] if path else None
        if isinstance(parent, Mapping) and isinstance(last, str) and last in parent.keys:
            return parent.keys[last]
        return self.place(path)

    def problem(
        self,
        path: KeyPath,
        code: str,
        message: str,
        *,
        hint: str = "",
        warning: bool = False,
        at_key: bool = False,
    ) -> Problem:
        """A problem placed at the value (or with ``at_key`` the key) at ``path``."""
        line, column = self.key_place(path) if at_key else self.place(path)
        return Problem(
            path=self.path,
            line=line,
            column=column,
            key=key_text(path),
            code=code,
            message=message,
            hint=hint,
            severity="warning" if warning else "error",
        )


def lines_of(text: str) -> list[str]:
    """The lines of ``text`` as YAML counts them."""
    return _LINE_BREAK.split(text)


def read_document(data: bytes, path: str) -> Document:
    """Read one YAML file. Never raises for what the file holds; ``path`` is for messages."""
    if len(data) > MAX_BYTES:
        return _refused(path, "too-large", f"is {len(data)} bytes, at most {MAX_BYTES} are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        return _refused(path, "not-utf-8", message, line, column, "save the file as UTF-8")
    reader = _Reader(path)
    root = reader.read(text)
    return Document(path, root, tuple(reader.problems), frozenset(reader.suspect))


def _refused(
    path: str, code: str, message: str, line: int = 1, column: int = 1, hint: str = ""
) -> Document:
    problem = Problem(path=path, line=line, column=column, code=code, message=message, hint=hint)
    return Document(path, None, (problem,))


class _TooDeep(Exception):
    pass


def _place(event: yaml.Event) -> tuple[int, int]:
    """Line and column of an event, from 1."""
    mark: Any = event.start_mark
    return mark.line + 1, mark.column + 1


class _Reader:
    """Builds nodes from events and collects what the format does not allow."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.suspect: set[tuple[int, int]] = set()
        self._key: list[str | int] = []
        self._anchored = False

    def read(self, text: str) -> Node | None:
        try:
            return self._document(yaml.parse(text, Loader=_Loader))
        except _TooDeep:
            return None
        except yaml.MarkedYAMLError as error:
            self._syntax_problem(error, text)
        except yaml.reader.ReaderError as error:
            self._character_problem(error, text)
        return None

    def _document(self, events: Iterator[yaml.Event]) -> Node | None:
        root: Node | None = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._problem(
                        event,
                        "several-documents",
                        "a second document begins here",
                        "keep one document a file",
                    )
                    return root
            elif isinstance(
                event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
            ):
                continue
            else:
                root = self._node(event, events, 1)
        return root

    def _node(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> Node:
        place = _place(event)
        self._refuse_yaml_features(event, place)
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(event.value, not event.style, *place)
        if isinstance(event, yaml.AliasEvent):
            return Scalar("", True, *place)
        if depth > MAX_DEPTH:
            self._problem(event, "too-deep", f"is nested deeper than {MAX_DEPTH} levels")
            raise _TooDeep
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(events, place, depth)
        return self._mapping(events, place, depth)

    def _sequence(
        self, events: Iterator[yaml.Event], place: tuple[int, int], depth: int
    ) -> Sequence:
        items: list[Node] = []
        key = self._key
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            key.append(len(items))
            items.append(self._node(event, events, depth + 1))
            key.pop()
        return Sequence(tuple(items), *place)

    def _mapping(self, events: Iterator[yaml.Event], place: tuple[int, int], depth: int) -> Mapping:
        items: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key_place = _place(event)
            key = self._mapping_key(event, events, depth)
            self._key.append(key)
            if key in items:
                self._problem(
                    event,
                    "duplicate-key",
                    f"duplicate key, first on line {places[key][0]}",
                    "remove one of the two",
                )
            if key == "<<" and isinstance(event, yaml.ScalarEvent) and not event.style:
                self._refuse_anchor(event, key_place)
            value = self._node(next(events), events, depth + 1)
            self._key.pop()
            if key not in items:
                items[key] = value
                places[key] = key_place
        return Mapping(items, places, *place)

    def _mapping_key(self, event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> str:
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_yaml_features(event, _place(event))
            return str(event.value)
        self._problem(event, "key-not-text", "a key must be text")
        self._node(event, events, depth + 1)
        return f"(key on line {_place(event)[0]})"

    def _refuse_yaml_features(self, event: yaml.Event, place: tuple[int, int]) -> None:
        if getattr(event, "anchor", None) is not None:
            self._refuse_anchor(event, place)
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = tag.replace("tag:yaml.org,2002:", "!!")
            self._problem(
                event,
                "tag",
                f"tags such as {shown} are not allowed",
                "remove the tag: the format says what each value is",
            )

    def _refuse_anchor(self, event: yaml.Event, place: tuple[int, int]) -> None:
        self.suspect.add(place)
        if not self._anchored:
            self._problem(
                event,
                "alias",
                "anchors, aliases and merge keys (&, *, <<) are not supported",
                "write the value out where it is used",
            )
        self._anchored = True

    def _problem(self, event: yaml.Event, code: str, message: str, hint: str = "") -> None:
        self._add(*_place(event), code, message, hint)

    def _add(self, line: int, column: int, code: str, message: str, hint: str) -> None:
        self.suspect.add((line, column))
        self.problems.append(
            Problem(
                path=self.path,
                line=line,
                column=column,
                key=key_text(tuple(self._key)),
                code=code,
                message=message,
                hint=hint,
            )
        )

    def _syntax_problem(self, error: yaml.MarkedYAMLError, text: str) -> None:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        source = lines_of(text)[line - 1 : line]
        indentation = source[0][: len(source[0]) - len(source[0].lstrip(" \t"))] if source else ""
        if "\t" in indentation:
            column = indentation.index("\t") + 1
            self._add(
                line, column, "syntax", "a tab cannot be used for indentation", "indent with spaces"
            )
            return
        detail = ", ".join(part for part in (error.context, error.problem) if part)
        self._add(line, column, "syntax", f"is not valid YAML: {detail}", "")

    def _character_problem(self, error: yaml.reader.ReaderError, text: str) -> None:
        position = error.position
        if HAS_LIBYAML:  # libyaml counts bytes, the pure reader code points
            before = text.encode("utf-8")[:position].decode("utf-8", "ignore")
        else:
            before = text[:position]
        line = before.count("\n") + 1
        column = len(before) - (before.rfind("\n") + 1) + 1
        character = error.character
        code_point = character if isinstance(character, int) else ord(character)
        self._add(
            line,
            column,
            "control-character",
            f"has a character that YAML does not allow (U+{code_point:04X})",
            "remove it",
        )
