"""Values out of a located document, each checked, with every problem collected."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from penguin_board import scalars
from penguin_board.located_yaml import Document, Mapping, Node, Scalar, Sequence, kind
from penguin_board.problems import KeyPath, Problem

_T = TypeVar("_T")


class Fields:
    """Reads one document; ``problems`` begins with those of the document itself."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.problems: list[Problem] = list(document.problems)
        if document.root is None and not document.problems:
            self.error((), "empty", "the file is empty")

    def mapping(self, path: KeyPath) -> Mapping | None:
        """The mapping at ``path``; None, with a problem, when there is none."""
        node = self._required(path)
        if node is None or isinstance(node, Mapping):
            return node
        self._wrong_kind(path, "a mapping", node)
        return None

    def sequence(self, path: KeyPath) -> Sequence | None:
        """The list at ``path``; None, with a problem, when there is none."""
        node = self._required(path)
        if node is None or isinstance(node, Sequence):
            return node
        self._wrong_kind(path, "a list", node)
        return None

    def required(self, path: KeyPath, read: Callable[[Node], _T]) -> _T | None:
        """The value at ``path`` through ``read``; None, with a problem, when there is none."""
        node = self._required(path)
        return None if node is None else self._read(path, node, read)

    def optional(self, path: KeyPath, read: Callable[[Node], _T]) -> _T | None:
        """The value at ``path`` through ``read``; None when it is absent or null."""
        node = self.document.node(path)
        return None if node is None or scalars.is_null(node) else self._read(path, node, read)

    def names(self, path: KeyPath) -> tuple[str, ...]:
        """The keys of the mapping at ``path``, which are names of something."""
        node = self.mapping(path)
        if node is not None and not node.items:
            self.error(path, "empty", "is empty")
        names: list[str] = []
        for key, (line, column) in node.keys.items() if node else ():
            try:
                names.append(scalars.read_name(Scalar(key, False, line, column)))
            except scalars.ScalarError as error:
                self.problems.append(
                    self.document.problem(
                        (*path, key), error.code, error.message, hint=error.hint, at_key=True
                    )
                )
        return tuple(names)

    def error(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        """Report an error at ``path``."""
        self.problems.append(self.document.problem(path, code, message, hint=hint))

    def warning(self, path: KeyPath, code: str, message: str, hint: str = "") -> None:
        """Report a warning at ``path``."""
        self.problems.append(self.document.problem(path, code, message, hint=hint, warning=True))

    def _required(self, path: KeyPath) -> Node | None:
        node = self.document.node(path)
        # A file without a root has its problem already.
        if node is None and self.document.root is not None:
            self.error(path, "missing-key", "is missing")
        return node

    def _wrong_kind(self, path: KeyPath, expected: str, node: Node) -> None:
        if (node.line, node.column) not in self.document.suspect:
            self.error(path, "type", f"expected {expected}, found {kind(node)}")

    def _read(self, path: KeyPath, node: Node, read: Callable[[Node], _T]) -> _T | None:
        try:
            return read(node)
        except scalars.ScalarError as error:
            if (node.line, node.column) not in self.document.suspect:
                self.error(path, error.code, error.message, error.hint)
            return None


def read_fraction(node: Node) -> float:
    """A score within 0..1."""
    value = scalars.read_number(node)
    if not 0 <= value <= 1:
        message = f"{kind(node)} is not within 0 and 1"
        raise scalars.ScalarError(code="score-range", message=message)
    return value
