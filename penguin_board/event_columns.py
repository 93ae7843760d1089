"""The tasks of an attempt file of any style, from libyaml's events straight to columns.

The strict reader makes a node with its place of every value; here a task costs little more than its
events. The first task says which keys the others have, in which order. What is not surely read
alike by the strict reader is left to it: tasks that differ, values that are no scalars, anchors,
tags, several documents, whatever is not YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from penguin_board.task_columns import CELLS
from penguin_board.yaml_nodes import Mapping, Node, Scalar
from penguin_board.yaml_reader import events_of

NULLS: Final = frozenset({"", "~", "null"})

_COLUMNS: Final = frozenset({"source", *CELLS})
_MARKS: Final = "&*!"  # of anchors, aliases and tags
_MOST_KEYS: Final = 100
_TEXTS_AT_ONCE: Final = 10_000
# Looked up once: there are millions of these events.
_ScalarEvent, _MappingStartEvent = yaml.ScalarEvent, yaml.MappingStartEvent
_MappingEndEvent, _SequenceEndEvent = yaml.MappingEndEvent, yaml.SequenceEndEvent


@dataclass(slots=True)
class EventColumns:
    """An attempt file: its other keys, without their places, and the texts of its tasks by keys.

    ``quoted`` names the columns of which some text is not plain, ``keys`` all keys of a task.
    """

    head: Mapping
    columns: dict[str, list[str]] = field(default_factory=dict)
    quoted: set[str] = field(default_factory=set)
    keys: tuple[str, ...] = ()

    @property
    def other_keys(self) -> tuple[str, ...]:
        """Those keys of a task that are not ours."""
        return tuple(key for key in self.keys if key not in self.columns)


class _OtherShape(Exception):
    """The file is for the strict reader."""


def event_columns(text: str) -> EventColumns | None:
    """The columns of an attempt file; None when it is for the strict reader."""
    if any(mark in text for mark in _MARKS):
        return None
    try:
        return _file(events_of(text))
    except (_OtherShape, yaml.YAMLError):
        return None


def _file(events: Iterator[Any]) -> EventColumns:
    _next(events, yaml.StreamStartEvent)
    _next(events, yaml.DocumentStartEvent)
    root = _next(events, _MappingStartEvent)
    if root.flow_style:  # between braces a comma may have cut a number in two
        raise _OtherShape
    items: dict[str, Node] = {}
    found = EventColumns(Mapping(items, {}, 1, 1))
    while (key := next(events)).__class__ is _ScalarEvent:
        value = next(events)
        name = key.value
        if name == "results" and not found.columns:
            _tasks(value, events, found)
        elif value.__class__ is _ScalarEvent and name not in items and name != "<<":
            items[name] = Scalar(value.value, not value.style, 1, 1)
        else:
            raise _OtherShape
        if len(items) > _MOST_KEYS:
            raise _OtherShape
    if key.__class__ is not _MappingEndEvent or not found.columns or "results" in items:
        raise _OtherShape
    _next(events, yaml.DocumentEndEvent)
    _next(events, yaml.StreamEndEvent)
    return found


def _next(events: Iterator[Any], kind: type) -> Any:
    """The next event, which is of a kind."""
    event = next(events)
    if event.__class__ is not kind:
        raise _OtherShape
    return event


def _tasks(start: Any, events: Iterator[Any], found: EventColumns) -> None:
    """Add the list of tasks, to its end: mappings of scalars with the keys of the first."""
    if start.__class__ is not yaml.SequenceStartEvent:
        raise _OtherShape
    texts: list[str] = []
    styled: list[int] = []
    width, end, in_braces = 0, 0, False
    task: Any = None
    for task in events:
        if task.__class__ is not _MappingStartEvent:
            break
        in_braces = in_braces or bool(task.flow_style)
        for part in events:
            if part.__class__ is not _ScalarEvent:
                break
            if part.style:
                styled.append(len(texts))
            texts.append(part.value)
        width = width or _take_keys(texts[::2], found)
        end += width
        if part.__class__ is not _MappingEndEvent or len(texts) != end:
            raise _OtherShape
        if end >= _TEXTS_AT_ONCE:
            _add(texts, styled, found)
            texts, styled, end = [], [], 0
    if task.__class__ is not _SequenceEndEvent or not width or (in_braces and found.other_keys):
        raise _OtherShape  # between braces a comma may have cut a number in two
    _add(texts, styled, found)


def _take_keys(keys: list[str], found: EventColumns) -> int:
    """Begin the columns of tasks that have these keys; the number of scalars of a task."""
    if not 0 < len(keys) <= _MOST_KEYS or len(set(keys)) < len(keys) or "<<" in keys:
        raise _OtherShape
    found.keys = tuple(keys)
    found.columns = {key: [] for key in keys if key in _COLUMNS}
    return 2 * len(keys)


def _add(texts: list[str], styled: list[int], found: EventColumns) -> None:
    """Add the scalars of whole tasks; ``styled`` has the places of those that are not plain."""
    width = 2 * len(found.keys)
    if texts[::2] != [*found.keys] * (len(texts) // width):
        raise _OtherShape
    for place, key in enumerate(found.keys):
        if key in found.columns:
            found.columns[key] += texts[2 * place + 1 :: width]
    values = {place % width for place in styled if place % 2}
    found.quoted |= {found.keys[place // 2] for place in values} & found.columns.keys()
