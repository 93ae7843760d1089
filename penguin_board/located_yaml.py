"""YAML text to values that know where they stand; every scalar stays the text that was written.

Read from libyaml's events (PyYAML), never through a loader that gives scalars types:
``model_name: 4.10`` stays ``4.10``. Refused with their places: duplicate keys, anchors,
aliases, merge keys, tags, several documents, deep nesting, bytes that are not UTF-8.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penguin_board.flat_yaml import flat_mapping
from penguin_board.problems import KeyPath, Problem, key_text
from penguin_board.yaml_nodes import Mapping, Node, Scalar, Sequence, kind
from penguin_board.yaml_reader import HAS_LIBYAML, MAX_DEPTH, YamlReader, lines_of

__all__ = [
    "HAS_LIBYAML",
    "MAX_BYTES",
    "MAX_DEPTH",
    "DeferredDocument",
    "Document",
    "Mapping",
    "Node",
    "Scalar",
    "Sequence",
    "flat_document",
    "is_too_large",
    "kind",
    "lines_of",
    "read_document",
]

MAX_BYTES = 64 * 2**20
# Values take more memory than bytes; each but the first has a comma or a line break before it.
MAX_VALUES = 4_000_000


@dataclass(slots=True)
class Document:
    """A YAML file read: its root node (None when there is none to work with) and its problems.

    ``suspect`` holds the places that a problem was already reported for, so that checks on top
    do not complain about them a second time.
    """

    path: str
    root: Node | None
    problems: tuple[Problem, ...]
    suspect: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    def release(self) -> None:
        """Let go of the nodes of a file that is fully checked; its path and problems stay."""
        self.root = None

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


class DeferredDocument(Document):
    """A file without a problem whose values were taken from it otherwise.

    Its nodes are made when somebody asks for one, as for the place of a problem.
    """

    __slots__ = ("_data", "_nodes")

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.problems = ()
        self.suspect = frozenset()
        self._data: bytes | None = data
        self._nodes: Node | None = None

    @property
    def root(self) -> Node | None:  # type: ignore[override]
        """The root node; None once released."""
        if self._data is not None:
            data, self._data = self._data, None
            self._nodes = (flat_document(data, self.path) or read_document(data, self.path)).root
        return self._nodes

    def release(self) -> None:
        """Let go of the file's bytes and nodes."""
        self._data = self._nodes = None


def is_too_large(data: bytes) -> bool:
    """Whether a file is refused for its size, or for the number of its values."""
    if len(data) > MAX_BYTES:
        return True
    return len(data) > MAX_VALUES and data.count(b"\n") + data.count(b",") > MAX_VALUES


def flat_document(data: bytes, path: str) -> Document | None:
    """The short way for files such as meta_info.yaml and summary.yaml; None for any other."""
    try:
        root = None if is_too_large(data) else flat_mapping(data.decode("utf-8"))
    except UnicodeDecodeError:
        return None
    return None if root is None else Document(path, root, ())


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
    if is_too_large(data):
        return _refused(path, "too-large", f"has more than {MAX_VALUES} values")
    reader = YamlReader(path)
    root = reader.read(text)
    return Document(path, root, tuple(reader.problems), frozenset(reader.suspect))


def _refused(
    path: str, code: str, message: str, line: int = 1, column: int = 1, hint: str = ""
) -> Document:
    problem = Problem(path=path, line=line, column=column, code=code, message=message, hint=hint)
    return Document(path, None, (problem,))
