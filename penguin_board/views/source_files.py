"""The files of the tree that pages name, with their public addresses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SourceUrl = Callable[[str], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file of the tree; ``url`` is None when it is not known to stand in public."""

    name: str
    path: str
    url: str | None


def source_file(path: str, source_url: SourceUrl) -> SourceFile:
    """A file of the tree with its public address, if there is one."""
    return SourceFile(name=path.rsplit("/", 1)[-1], path=path, url=source_url(path))
