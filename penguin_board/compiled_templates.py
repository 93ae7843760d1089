"""Compiled templates: in memory, and beside the compiled modules for the next process.

Compiling the templates takes as long as a small site. Templates of a tree are never kept.
"""

from __future__ import annotations

from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from penguin_board.compiled_files import compiled_folder, keep, kept


class CompiledTemplates(BytecodeCache):
    """Templates compiled for one environment serve others: what differs is their environment.

    Known by name and text, so that they hold for every build of a process.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """``folder`` keeps them for other processes."""
        self._codes: dict[tuple[str, str], CodeType] = {}
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket its code, if it is known."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))
        if bucket.code is None and self._folder is not None:
            code = kept(self._folder, bucket.key)
            if code is not None:
                bucket.bytecode_from_string(code)  # refuses what is of another text or Python
                self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember the code of a bucket."""
        self._remember(bucket)
        if self._folder is not None:
            keep(self._folder, bucket.key, bucket.bytecode_to_string())

    def _remember(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


def shipped_templates() -> CompiledTemplates:
    """The compiled templates of this version of the program and of what it uses."""
    return CompiledTemplates(compiled_folder())
