"""Results of earlier builds, kept in the user's cache folder under keys made of what they rest on.

Nothing here is needed: a lost, foreign or damaged entry is made again, and what cannot be written
is not kept. A key is a sha256 over everything that a result depends on, the program's own code
included, so that versions share a folder without reading what another has written.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import tempfile
from pathlib import Path

ENVIRONMENT = "PENGUIN_BOARD_CACHE"
# What all entries together may take; the longest unused go first, down to three quarters of it.
MAX_BYTES = 512_000_000
_KEPT = 0.75
_KEY = re.compile(r"[0-9a-f]{64}")
_DIGEST_BYTES = hashlib.sha256().digest_size


def user_cache() -> Path:
    """The folder that ``PENGUIN_BOARD_CACHE`` names, else the usual one of the user's system."""
    named = os.environ.get(ENVIRONMENT)
    if named:
        return Path(named)
    import platformdirs  # noqa: PLC0415  -- only a build without that variable asks

    return platformdirs.user_cache_path("penguin-board", appauthor=False)


class Cache:
    """Bytes by key, in files of one folder; without a folder it holds nothing."""

    def __init__(self, folder: Path | None, max_bytes: int = MAX_BYTES) -> None:
        """``folder`` need not exist."""
        self._folder = folder
        self._max_bytes = max_bytes

    def get(self, key: str) -> bytes | None:
        """What was put under ``key``; None when it is not there or is damaged."""
        if self._folder is None:
            return None
        path = self._path(self._folder, key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        digest, content = data[:_DIGEST_BYTES], data[_DIGEST_BYTES:]
        if hashlib.sha256(content).digest() != digest:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return content

    def put(self, key: str, content: bytes) -> None:
        """Keep ``content``, in one step; where that fails it is simply not kept."""
        if self._folder is None:
            return
        path = self._path(self._folder, key)
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=f"{key}.", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(content).digest() + content)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def shrink(self) -> None:
        """Remove what was unused for longest while there is more than the bound."""
        if self._folder is None:
            return
        found: list[tuple[float, int, Path]] = []
        with contextlib.suppress(OSError):
            for path in self._folder.glob("??/*"):
                if _KEY.fullmatch(path.name[:64]):
                    status = path.lstat()
                    found.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in found)
        if total <= self._max_bytes:
            return
        for _, size, path in sorted(found):
            if total <= _KEPT * self._max_bytes:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size

    def _path(self, folder: Path, key: str) -> Path:
        return folder / key[:2] / key
