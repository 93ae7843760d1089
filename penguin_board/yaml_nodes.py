"""YAML values with their places: a scalar is the text that was written.

The classes are not frozen because a frozen dataclass takes four times as long to make, and a
board has millions of scalars; nobody changes one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Scalar:
    """A scalar as it was written. ``plain`` is true when it stands without quotes."""

    text: str
    plain: bool
    line: int
    column: int

    @property
    def is_null(self) -> bool:
        """Whether this is an unquoted ``null``, ``~`` or nothing."""
        return self.plain and self.text in ("", "~", "null")


@dataclass(slots=True)
class Sequence:
    """A list with the place of its first character."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(slots=True)
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
