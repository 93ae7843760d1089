"""Where the files of a tree stand in public: links pinned to a commit, from git."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, urlsplit

SourceUrl = Callable[[str], str | None]

_SCP_REMOTE = re.compile(r"(?:[^@/]+@)?([A-Za-z0-9.-]+):(?!/)(.+)")
_BLOB = {"github.com": "blob", "gitlab.com": "-/blob", "codeberg.org": "src/commit"}


def source_urls(root: Path) -> SourceUrl:
    """A function from a path of the tree to an https address of that file, or to None.

    None where the tree is no git checkout, the remote is none of the hosts whose addresses are
    known, or the file differs from the commit: a link never shows other content than was used.
    """
    top = _git(root, "rev-parse", "--show-toplevel")
    commit = _git(root, "rev-parse", "--verify", "HEAD")
    remote = _git(root, "remote", "get-url", "origin")
    base = repository_url(remote.strip()) if remote else None
    if not top or not commit or base is None:
        return lambda _path: None
    prefix = _git(root, "rev-parse", "--show-prefix") or ""
    tracked = _paths(_git(root, "ls-files", "-z", "--full-name", "."))
    changed = _paths(_git(root, "diff", "--name-only", "-z", "HEAD", "--", "."))
    clean = tracked - changed
    address = f"{base}/{commit.strip()}/"

    def url(path: str) -> str | None:
        full = prefix.strip() + path
        return address + quote(full) if full in clean else None

    return url


def repository_url(remote: str) -> str | None:
    """The https address below which a remote's files stand by commit; credentials are dropped."""
    scp = _SCP_REMOTE.fullmatch(remote)
    if scp and "://" not in remote:
        host, path = scp[1], scp[2]
    else:
        try:
            parts = urlsplit(remote)
            host, path = parts.hostname or "", parts.path
        except ValueError:
            return None
        if parts.scheme not in ("https", "ssh", "git", "http"):
            return None
    blob = _BLOB.get(host.lower())
    path = path.strip("/").removesuffix(".git")
    if blob is None or not re.fullmatch(r"[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)+", path):
        return None
    return f"https://{host.lower()}/{path}/{blob}"


def _paths(listing: str | None) -> set[str]:
    return set((listing or "").split("\0")) - {""}


def _git(root: Path, *arguments: str) -> str | None:
    """What git prints, None when it fails; nothing of the tree's own configuration is run."""
    command = ["git", "-c", "core.fsmonitor=false", "-C", str(root), *arguments]
    try:
        result = subprocess.run(command, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.decode("utf-8", "surrogateescape") if result.returncode == 0 else None
