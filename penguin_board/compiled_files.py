"""What is compiled of the package's own files, kept where Python keeps compiled modules.

Under the same conditions: whoever may write there may change the program as well, and
``PYTHONDONTWRITEBYTECODE`` keeps nothing. Only files of the package are kept, never a tree's.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from penguin_board.package_files import program_key

_DIGEST = hashlib.sha256().digest_size


def compiled_folder() -> Path | None:
    """The folder of this version of the program and of what it uses; None where nothing is kept."""
    try:
        compiled = Path(importlib.util.cache_from_source(__file__))
    except NotImplementedError:  # a Python that keeps no compiled modules
        return None
    return compiled.parent / "templates" / program_key()[:16]


def kept(folder: Path, name: str) -> bytes | None:
    """A file that was kept; None for one that is not there, or not as it was written."""
    try:
        content = (folder / name).read_bytes()
    except OSError:
        return None
    digest, data = content[:_DIGEST], content[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def keep(folder: Path, name: str, data: bytes) -> None:
    """Keep a file for other processes; folders of other versions go. Failing is no harm."""
    if sys.dont_write_bytecode:
        return
    temporary = folder / f"{name}.{os.urandom(4).hex()}"
    with contextlib.suppress(OSError):
        if not folder.is_dir():
            shutil.rmtree(folder.parent, ignore_errors=True)
            folder.mkdir(parents=True)
        try:
            temporary.write_bytes(hashlib.sha256(data).digest() + data)
            temporary.replace(folder / name)
        finally:
            temporary.unlink(missing_ok=True)
