"""The outline of a file, by which its format is recognised."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.importers.archives import Archive
from penguin_board.importers.json_tokens import Data
from penguin_board.importers.located_json import Wanted, read_document, read_lines
from penguin_board.located_yaml import MAX_BYTES, Document, Mapping, Node, Scalar, Sequence
from penguin_board.located_yaml import read_document as read_yaml

_OUTLINE = Wanted(depth=3, any_number=True)
_YAML = (".yaml", ".yml")
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Shape:
    """A file without its depths: what stands on its first levels.

    ``document`` is the first line of JSON Lines; its root is None for what cannot be read.
    ``members`` has the names in a zip archive.
    """

    path: str
    document: Document
    members: frozenset[str] = frozenset()

    @property
    def broken(self) -> bool:
        """Whether the file is no JSON, YAML or zip at all, so that nothing can be recognised."""
        return self.document.root is None and not self.members

    def keys(self, *path: str | int) -> frozenset[str]:
        """The keys of the mapping at ``path``; none where there is no mapping."""
        node = self.document.node(path)
        return frozenset(node.items) if isinstance(node, Mapping) else frozenset()

    def has(self, *keys: str) -> bool:
        """Whether the file is a mapping with all these keys."""
        return self.keys().issuperset(keys)

    def is_list(self, *path: str | int) -> bool:
        """Whether there is a list at ``path``."""
        return isinstance(self.document.node(path), Sequence)

    def text(self, *path: str | int) -> str:
        """The text or number at ``path`` as written; empty where there is none."""
        node: Node | None = self.document.node(path)
        return node.text if isinstance(node, Scalar) else ""


def shape_of(path: str, data: Data) -> Shape:
    """The outline of a file; never raises for what the file holds."""
    nothing = Document(path, None, ())
    if data[: len(_ZIP)] == _ZIP:
        return Shape(path, nothing, frozenset(Archive(data, path).names()))
    if path.endswith(_YAML):
        return Shape(path, read_yaml(data[: MAX_BYTES + 1], path))
    if path.endswith(".jsonl"):
        return Shape(path, next(read_lines(data, path, _OUTLINE), nothing))
    return Shape(path, read_document(data, path, _OUTLINE))
