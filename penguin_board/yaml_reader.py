"""YAML text to nodes, from libyaml's events; what the format does not allow becomes problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from penguin_board.problems import MAX_PROBLEMS, TOO_MANY, Problem, key_text
from penguin_board.yaml_hints import (
    SyntaxPlace,
    is_cut_number,
    merge_mark,
    syntax_hint,
    whole_number_hint,
)
from penguin_board.yaml_nodes import Mapping, Node, Scalar, Sequence

MAX_DEPTH = 32

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HAS_LIBYAML = _Loader is not yaml.SafeLoader

_LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
# Looked up once: there are millions of these events.
_ScalarEvent, _MappingEndEvent = yaml.ScalarEvent, yaml.MappingEndEvent
_ENVELOPE = (yaml.StreamStartEvent, yaml.DocumentStartEvent, yaml.DocumentEndEvent)

NextEvent = Callable[[], Any]


def lines_of(text: str) -> list[str]:
    """The lines of ``text`` as YAML counts them."""
    return _LINE_BREAK.split(text)


def events_of(text: str) -> Iterator[Any]:
    """The events of ``text``; raises :class:`yaml.YAMLError` where it is not YAML."""
    return iter(_Loader(text).get_event, None)


class _NotReadOn(Exception):
    """The rest of a file is not read."""


def _place(event: Any) -> tuple[int, int]:
    """Line and column of an event, from 1."""
    return event.start_mark.line + 1, event.start_mark.column + 1


class YamlReader:
    """Builds nodes from events and collects what the format does not allow."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.suspect: set[tuple[int, int]] = set()
        self._key: list[str | int] = []
        self._anchored = False

    def read(self, text: str) -> Node | None:
        """The root node of ``text``; None when it has none or is not YAML."""
        try:
            loader = _Loader(text)
            return self._document(loader.get_event)
        except _NotReadOn:
            return None
        except yaml.MarkedYAMLError as error:
            self._syntax_problem(error, text)
        except yaml.reader.ReaderError as error:
            self._character_problem(error, text)
        return None

    def _document(self, next_event: NextEvent) -> Node | None:
        root: Node | None = None
        documents = 0
        while True:
            event = next_event()
            if event.__class__ is yaml.StreamEndEvent:
                return root
            if event.__class__ is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._problem(
                        event,
                        "several-documents",
                        "a second document begins here",
                        "keep one document a file",
                    )
                    return root
            elif event.__class__ not in _ENVELOPE:
                root = self._node(event, next_event, 1)

    def _node(self, event: Any, next_event: NextEvent, depth: int) -> Node:
        mark = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        if event.__class__ is yaml.AliasEvent:
            self._refuse_anchor(event)
            return Scalar("", True, line, column)
        if event.anchor is not None or event.tag is not None:
            self._refuse_properties(event)
        if event.__class__ is yaml.ScalarEvent:
            return Scalar(event.value, not event.style, line, column)
        if depth > MAX_DEPTH:
            self._problem(event, "too-deep", f"is nested deeper than {MAX_DEPTH} levels")
            raise _NotReadOn
        if event.__class__ is yaml.SequenceStartEvent:
            return Sequence(self._items(next_event, depth), line, column)
        mapping = Mapping({}, {}, line, column)
        self._pairs(mapping, next_event, depth, in_braces=event.flow_style)
        return mapping

    def _items(self, next_event: NextEvent, depth: int) -> tuple[Node, ...]:
        items: list[Node] = []
        key = self._key
        while True:
            event = next_event()
            if event.__class__ is yaml.SequenceEndEvent:
                return tuple(items)
            key.append(len(items))
            items.append(self._node(event, next_event, depth + 1))
            key.pop()

    def _pairs(
        self, mapping: Mapping, next_event: NextEvent, depth: int, *, in_braces: bool
    ) -> None:
        items, places = mapping.items, mapping.keys
        before: Node | None = None
        while True:
            event = next_event()
            if event.__class__ is _ScalarEvent:
                key = event.value
            elif event.__class__ is _MappingEndEvent:
                return
            else:
                key = self._odd_key(event, next_event, depth)
            self._key.append(key)
            # The two checks stand here and not in a function: a board has millions of keys.
            if key == "<<" or event.anchor is not None or event.tag is not None:
                self._check_key(event, key)
            found = next_event()
            if found.__class__ is _ScalarEvent and found.anchor is None and found.tag is None:
                mark: Any = found.start_mark
                value: Node = Scalar(found.value, not found.style, mark.line + 1, mark.column + 1)
            else:
                value = self._node(found, next_event, depth + 1)
            number = self._number_with_comma(event, before, value) if in_braces else None
            before = number or value
            if number is None and key in items:
                self._refuse_duplicate(event, places[key])
            self._key.pop()
            if key not in items:
                items[key] = value
                mark = event.start_mark
                places[key] = (mark.line + 1, mark.column + 1)

    def _number_with_comma(self, key: Any, before: Node | None, value: Node) -> Scalar | None:
        """Both parts of a number that a comma cut into a value and a key (``0,7``), reported."""
        is_key_alone = isinstance(value, Scalar) and not value.text
        if not is_key_alone or key.__class__ is not yaml.ScalarEvent:
            return None
        if not isinstance(before, Scalar) or not before.plain:
            return None
        if not is_cut_number(before.text, key.value):
            return None
        message = (
            f"a comma ends the value between braces, so {before.text} is the value "
            f"and {key.value} another key"
        )
        self._problem(key, "comma", message, whole_number_hint(before.text, key.value))
        return Scalar(before.text + key.value, True, before.line, before.column)

    def _refuse_duplicate(self, key: Any, first: tuple[int, int]) -> None:
        message = f"duplicate key, first on line {first[0]}"
        self._problem(key, "duplicate-key", message, "remove one of the two")

    def _odd_key(self, event: Any, next_event: NextEvent, depth: int) -> str:
        """Report a key that is a list, a mapping or an alias, and give it a name."""
        self._problem(event, "key-not-text", "a key must be text")
        self._node(event, next_event, depth + 1)
        return f"(key on line {event.start_mark.line + 1})"

    def _check_key(self, event: Any, key: str) -> None:
        if event.__class__ is not yaml.ScalarEvent:
            return
        if event.anchor is not None or event.tag is not None:
            self._refuse_properties(event)
        if key == "<<" and not event.style:
            self._refuse_anchor(event)

    def _refuse_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._refuse_anchor(event)
        if event.tag is not None:
            shown = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._problem(
                event,
                "tag",
                f"tags such as {shown} are not allowed",
                "remove the tag: the format says what each value is",
            )

    def _refuse_anchor(self, event: Any) -> None:
        """Report the first anchor, alias or merge key of a file, and mark the others."""
        self.suspect.add(_place(event))
        if not self._anchored:
            self._problem(
                event,
                "alias",
                "anchors, aliases and merge keys (&, *, <<) are not supported",
                "write the value out where it is used",
            )
        self._anchored = True

    def _problem(self, event: Any, code: str, message: str, hint: str = "") -> None:
        self._add(*_place(event), code, message, hint)
        if len(self.problems) == MAX_PROBLEMS:
            self._add(*_place(event), "too-many", TOO_MANY, "")
            raise _NotReadOn

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
        lines = lines_of(text)
        if line > len(lines):  # libyaml ends a file without a last line break one line below it
            line, column = len(lines), len(lines[-1]) + 1
        unmerged = merge_mark(lines)
        if unmerged:
            message = "is a mark of a merge that is not finished"
            hint = "keep one of the two versions and remove the marks"
            self._add(unmerged, 1, "syntax", message, hint)
            return
        source = lines[line - 1]
        indentation = source[: len(source) - len(source.lstrip(" \t"))]
        if "\t" in indentation:
            column = indentation.index("\t") + 1
            self._add(
                line, column, "syntax", "a tab cannot be used for indentation", "indent with spaces"
            )
            return
        detail = ", ".join(part for part in (error.context, error.problem) if part)
        begin = error.context_mark.line + 1 if error.context_mark else line
        place = SyntaxPlace(lines=lines, line=line, column=column, begin=min(begin, line))
        hint = syntax_hint(detail, place)
        self._add(line, column, "syntax", f"is not valid YAML: {detail}", hint)

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
