"""What is compiled of the package's own files, kept where Python keeps compiled modules.

Under the same conditions: whoever may write there may change the program as well, and
``PYTHONDONTWRITEBYTECODE`` keeps nothing. Only files of the package are kept, never a tree's.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path

from penguin_board.package_files import program_key


def compiled_folder() -> Path | None:
    """The folder of this version of the program and of what it uses; None where nothing is kept."""
    try:
        compiled = Path(importlib.util.cache_from_source(__file__))
    except NotImplementedError:  # a Python that keeps no compiled modules
        return None
    return compiled.parent / "templates" / program_key()[:16]


def keep(folder: Path, name: str, content: bytes) -> None:
    """Keep a file for other processes; folders of other versions go. Failing is no harm."""
    if sys.dont_write_bytecode:
        return
    with contextlib.suppress(OSError):
        if not folder.is_dir():
            shutil.rmtree(folder.parent, ignore_errors=True)
            folder.mkdir(parents=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(folder / name)
