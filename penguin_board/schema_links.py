"""The comment that tells an editor which JSON Schema a file has."""

from __future__ import annotations

from typing import Final

from penguin_board import __version__

REPOSITORY: Final = "Prism-Shadow/penguin-board"
_SCHEMAS: Final = f"https://raw.githubusercontent.com/{REPOSITORY}/v{__version__}/schemas"


def schema_line(kind: str) -> str:
    """The first line of a file of this kind, a key of ``schema.FILE_SCHEMAS``."""
    return f"# yaml-language-server: $schema={_SCHEMAS}/{kind}.schema.json"
