"""Values out of a located document, each checked, with every problem collected."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final, TypeVar

from penguin_board import scalars
from penguin_board.located_yaml import Document, Mapping, Node, Scalar, Sequence, kind
from penguin_board.problems import KeyPath, Problem

_T = TypeVar("_T")
_NO_NUMBER: Final = ("nan", "inf", "infinity", "n/a")
_MILLISECONDS: Final = 1e11  # the seconds of the year 5138, the milliseconds of 1973


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

    def text(self, path: KeyPath) -> str | None:
        """The text or number at ``path``; None where there is none, or an empty one."""
        node = self.document.node(path)
        if not isinstance(node, Scalar) or scalars.is_null(node):
            return None
        return node.text.strip() or None

    def length(self, path: KeyPath) -> int:
        """How many items the list at ``path`` has; 0 where there is no list."""
        node = self.document.node(path)
        return len(node.items) if isinstance(node, Sequence) else 0

    def keys(self, path: KeyPath) -> tuple[str, ...]:
        """The keys of the mapping at ``path``, whatever they are; none where there is none."""
        node = self.document.node(path)
        return tuple(node.items) if isinstance(node, Mapping) else ()

    def number(self, path: KeyPath) -> float | None:
        """The number at ``path``, in quotes too; None where it is absent, null, NaN or infinite."""
        if is_not_finite(self.document.node(path)):
            return None
        return self.optional(path, read_measure)

    def entries(self, path: KeyPath) -> tuple[str, ...]:
        """The keys of the mapping at ``path``, one at least, whatever they are."""
        node = self.mapping(path)
        if node is not None and not node.items:
            self.error(path, "empty", "is empty")
        return tuple(node.items) if node is not None else ()

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


def read_measure(node: Node) -> float:
    """Any finite number, one in quotes too."""
    if isinstance(node, Scalar) and not node.plain:
        node = Scalar(node.text, True, node.line, node.column)
    return scalars.read_number(node)


def read_percentage(node: Node) -> float:
    """A percentage within 0..100, as a fraction to the digit: 61.7 is 0.617."""
    value = read_measure(node)
    if not 0 <= value <= 100:
        message = f"{kind(node)} is not a percentage within 0 and 100"
        raise scalars.ScalarError(code="score-range", message=message)
    return float(Decimal(getattr(node, "text", "0")).scaleb(-2))


def read_spent(node: Node) -> float | None:
    """Cost in USD, time or tokens, in quotes too; 0 of what is never free is unknown."""
    if isinstance(node, Scalar) and not node.plain:
        node = Scalar(node.text, True, node.line, node.column)
    return scalars.read_amount(node) or None


def read_flag(node: Node) -> bool:
    """``true`` or ``false``."""
    if isinstance(node, Scalar) and node.plain and node.text in ("true", "false"):
        return node.text == "true"
    raise scalars.ScalarError(code="type", message=f"expected true or false, found {kind(node)}")


def read_any_text(node: Node) -> str:
    """Text as it is written, of any length and with any characters; a number too."""
    if not isinstance(node, Scalar):
        raise scalars.ScalarError(code="type", message=f"expected text, found {kind(node)}")
    return node.text


def read_label(node: Node) -> str:
    """Text or a number as a name: of any length and with any characters, but not empty."""
    text = read_any_text(node)
    if scalars.is_null(node) or not text.strip():
        raise scalars.ScalarError(code="empty", message="is empty, expected text")
    return text


def is_not_finite(node: Node | None) -> bool:
    """Whether a tool wrote NaN, an infinity or ``N/A`` for a number it does not have."""
    return isinstance(node, Scalar) and node.text.strip().lstrip("+-").lower() in _NO_NUMBER


def read_day(node: Node) -> str:
    """The day in UTC of a time in ISO 8601, or of seconds or milliseconds since 1970."""
    text = read_any_text(node).strip()
    try:
        if re.fullmatch(r"[0-9]{9,}(\.[0-9]*)?", text):
            seconds = float(text)
            seconds = seconds / 1000 if seconds >= _MILLISECONDS else seconds
            return datetime.fromtimestamp(seconds, UTC).date().isoformat()
        return _moment(text).date().isoformat()
    except (ValueError, OverflowError, OSError):
        message = f"{kind(node)} is not a time in ISO 8601"
        raise scalars.ScalarError(code="time", message=message) from None


def read_moment(node: Node) -> datetime:
    """A time in ISO 8601, in UTC; one without a zone is taken as UTC."""
    try:
        return _moment(read_any_text(node).strip())
    except (ValueError, OverflowError):
        message = f"{kind(node)} is not a time in ISO 8601"
        raise scalars.ScalarError(code="time", message=message) from None


def _moment(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
