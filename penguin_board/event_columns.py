"""The tasks of an attempt file of any style, from libyaml's events straight to columns.

The strict reader makes a node with its place of every value; here a task costs little more than its
events. The first task says which keys the others have, in which order. What is not surely read
alike by the strict reader is left to it: tasks that differ, values that are no scalars, anchors,
tags, several documents, whatever is not YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Final

import yaml

from penguin_board.task_columns import CELLS
from penguin_board.yaml_nodes import Mapping, Node, Scalar
from penguin_board.yaml_reader import events_of

NULLS: Final = frozenset({"", "~", "null"})

_COLUMNS: Final = frozenset({"source", *CELLS})
_MARKS: Final = "&*!"  # of anchors, aliases and tags
_MOST_KEYS: Final = 100
# A file is never held as events as a whole: they take a hundred times the space of their text, and
# few of them stay in the processor's cache.
_TASKS_AT_ONCE: Final = 32


@dataclass(slots=True)
class EventColumns:
    """An attempt file: its other keys, and the texts of its tasks by their keys.

    ``quoted`` names the columns of which some text is not plain, ``other_keys`` the keys of a task
    that are not ours; ``unscored`` has the tasks with a null score and the place of the key.
    """

    head: Mapping
    columns: dict[str, list[str]] = field(default_factory=dict)
    quoted: set[str] = field(default_factory=set)
    other_keys: tuple[str, ...] = ()
    unscored: list[tuple[int, tuple[int, int]]] = field(default_factory=list)


class _OtherShape(Exception):
    """The file is for the strict reader."""


def event_columns(text: str) -> EventColumns | None:
    """The columns of an attempt file; None when it is for the strict reader."""
    if any(mark in text for mark in _MARKS):
        return None
    try:
        return _Reader(text).file()
    except (_OtherShape, yaml.YAMLError):
        return None


def _place(event: Any) -> tuple[int, int]:
    return event.start_mark.line + 1, event.start_mark.column + 1


class _Reader:
    """Takes one file's events in their order; all methods raise _OtherShape."""

    def __init__(self, text: str) -> None:
        self._events = events_of(text)

    def file(self) -> EventColumns:
        """The whole file."""
        self._next(yaml.StreamStartEvent)
        self._next(yaml.DocumentStartEvent)
        root = self._next(yaml.MappingStartEvent)
        if root.flow_style:  # between braces a comma may have cut a number in two
            raise _OtherShape
        items: dict[str, Node] = {}
        places: dict[str, tuple[int, int]] = {}
        found = EventColumns(Mapping(items, places, *_place(root)))
        while (key := next(self._events)).__class__ is yaml.ScalarEvent:
            value = next(self._events)
            if key.value == "results" and not found.columns:
                self._tasks(value, found)
            elif value.__class__ is yaml.ScalarEvent and key.value not in {*items, "results", "<<"}:
                items[key.value] = Scalar(value.value, not value.style, *_place(value))
                places[key.value] = _place(key)
            else:
                raise _OtherShape
            if len(items) > _MOST_KEYS:
                raise _OtherShape
        if key.__class__ is not yaml.MappingEndEvent or not found.columns:
            raise _OtherShape
        self._next(yaml.DocumentEndEvent)
        self._next(yaml.StreamEndEvent)
        return found

    def _next(self, kind: type) -> Any:
        """The next event, which is of a kind."""
        event = next(self._events)
        if event.__class__ is not kind:
            raise _OtherShape
        return event

    def _tasks(self, start: Any, found: EventColumns) -> None:
        """Add the list of tasks, to its end."""
        if start.__class__ is not yaml.SequenceStartEvent:
            raise _OtherShape
        first = self._first_task()
        keys = [event.value for event in first[1:-1:2]]
        if len(set(keys)) < len(keys) or "<<" in keys:
            raise _OtherShape
        found.other_keys = tuple(key for key in keys if key not in _COLUMNS)
        found.columns = {key: [] for key in keys if key in _COLUMNS}
        _add(first, keys, found)
        for tasks in self._further_tasks(len(first)):
            _add(tasks, keys, found)

    def _first_task(self) -> list[Any]:
        """The events of a mapping of scalars."""
        events = [self._next(yaml.MappingStartEvent)]
        while (event := next(self._events)).__class__ is yaml.ScalarEvent:
            events += (event, self._next(yaml.ScalarEvent))
            if len(events) > 2 * _MOST_KEYS:
                raise _OtherShape
        if event.__class__ is not yaml.MappingEndEvent:
            raise _OtherShape
        return [*events, event]

    def _further_tasks(self, width: int) -> Iterator[list[Any]]:
        """The events of many tasks at a time, each of ``width`` events from a start to an end."""
        is_end = False
        while not is_end:
            some = list(islice(self._events, width * _TASKS_AT_ONCE))
            starts = [event.__class__ for event in some[::width]]
            is_end = yaml.SequenceEndEvent in starts
            count = starts.index(yaml.SequenceEndEvent) if is_end else len(starts)
            tasks, behind = some[: count * width], some[count * width + 1 :]
            ends = [event.__class__ for event in tasks[width - 1 :: width]]
            if not some or starts[:count] != [yaml.MappingStartEvent] * count:
                raise _OtherShape
            if ends != [yaml.MappingEndEvent] * count:
                raise _OtherShape
            if is_end:
                self._events = chain(behind, self._events)
            yield tasks


def _add(tasks: list[Any], keys: list[str], found: EventColumns) -> None:
    """Add the values of whole tasks: what is between their starts and ends has to be scalars."""
    width = 2 * len(keys) + 2
    if found.other_keys and any(event.flow_style for event in tasks[::width]):
        raise _OtherShape  # between braces a comma may have cut a number in two
    for number, key in enumerate(keys):
        names = tasks[2 * number + 1 :: width]
        values = tasks[2 * number + 2 :: width]
        try:
            texts = [event.value for event in values]
            is_other = [event.value for event in names] != [key] * len(names)
        except AttributeError:  # only scalars have one
            raise _OtherShape from None
        if is_other:
            raise _OtherShape
        if key in found.columns:
            _add_column(found, key, texts, names)
            if key not in found.quoted and any(event.style for event in values):
                found.quoted.add(key)


def _add_column(found: EventColumns, key: str, texts: list[str], names: list[Any]) -> None:
    column = found.columns[key]
    if key == "score" and not NULLS.isdisjoint(texts):
        found.unscored += [
            (task, _place(name))
            for task, (name, text) in enumerate(zip(names, texts, strict=True), len(column))
            if text in NULLS
        ]
    column += texts
