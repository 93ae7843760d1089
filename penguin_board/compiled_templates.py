"""Compiled templates: in memory, and where Python keeps compiled modules for the next process.

Compiling the templates takes as long as a small site. What is compiled of the shipped ones lies in
``__pycache__`` of the package, under the same conditions as compiled modules: whoever may
write there may change the program as well. Templates of a tree are never kept.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from penguin_board.package_files import program_key


class CompiledTemplates(BytecodeCache):
    """Templates compiled for one environment serve others: what differs is their environment.

    Known by name and text, so that they hold for every build of a process.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """``folder`` keeps them for other processes; its neighbours of other versions go."""
        self._codes: dict[tuple[str, str], CodeType] = {}
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket its code, if it is known."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))
        if bucket.code is None and self._folder is not None:
            with contextlib.suppress(OSError), (self._folder / bucket.key).open("rb") as file:
                bucket.load_bytecode(file)  # refuses what is of another text or Python
            self._remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Remember the code of a bucket."""
        self._remember(bucket)
        if self._folder is None or sys.dont_write_bytecode:
            return
        with contextlib.suppress(OSError):
            if not self._folder.is_dir():
                shutil.rmtree(self._folder.parent, ignore_errors=True)
                self._folder.mkdir(parents=True)
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                bucket.write_bytecode(file)
            Path(name).replace(self._folder / bucket.key)

    def _remember(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._codes[bucket.key, bucket.checksum] = bucket.code


def shipped_templates() -> CompiledTemplates:
    """The compiled templates of this version of the program and of what it uses."""
    try:
        compiled = Path(importlib.util.cache_from_source(__file__))
    except NotImplementedError:  # a Python that keeps no compiled modules
        return CompiledTemplates()
    return CompiledTemplates(compiled.parent / "templates" / program_key()[:16])
