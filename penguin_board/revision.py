"""Where the files of a tree stand in public: links pinned to a commit, from git."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

SourceUrl = Callable[[str], str | None]

_SCP_REMOTE = re.compile(r"(?:[^@/]+@)?([A-Za-z0-9.-]+):(?!/)(.+)")
_BLOB = {"github.com": "blob", "gitlab.com": "-/blob", "codeberg.org": "src/commit"}


@dataclass(frozen=True, slots=True)
class PublicFiles:
    """The files of a tree that stand in public below ``address`` just as they are here."""

    address: str = ""
    prefix: str = ""
    clean: frozenset[str] = frozenset()

    def url(self, path: str) -> str | None:
        """The https address of a file of the tree.

        None where it is not known: a link never shows other content than was used.
        """
        full = self.prefix + path
        return self.address + quote(full) if full in self.clean else None

    def keys(self) -> dict[str, str]:
        """For each leaderboard a text that is the same as long as the addresses of its files are.

        Leaderboards without such files are not in it.
        """
        found: dict[str, list[str]] = {}
        for path in sorted(self.clean):
            parts = path.removeprefix(self.prefix).split("/", 2)
            if len(parts) == 3 and parts[0] in ("leaderboards", "experiments"):
                found.setdefault(parts[1], [self.address]).append(path)
        return {name: "\0".join(paths) for name, paths in found.items()}


def public_files(root: Path) -> PublicFiles:
    """Where the files of the tree at ``root`` stand in public, from git.

    None does where the tree is no git checkout, the remote is none of the hosts whose addresses
    are known, or a file differs from the commit.
    """
    here = root.absolute()
    if not any((folder / ".git").exists() for folder in (here, *here.parents)):
        return PublicFiles()
    top, commit, remote, prefix, tracked, changed = _git(
        root,
        ("rev-parse", "--show-toplevel"),
        ("rev-parse", "--verify", "HEAD"),
        ("remote", "get-url", "origin"),
        ("rev-parse", "--show-prefix"),
        ("ls-files", "-z", "--full-name", "."),
        ("diff", "--name-only", "-z", "HEAD", "--", "."),
    )
    base = repository_url(remote.strip()) if remote else None
    if not top or not commit or base is None:
        return PublicFiles()
    return PublicFiles(
        address=f"{base}/{commit.strip()}/",
        prefix=(prefix or "").strip(),
        clean=frozenset(_paths(tracked) - _paths(changed)),
    )


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


def _git(root: Path, *commands: tuple[str, ...]) -> list[str | None]:
    """What git prints for each command, None for one that fails; all run at once.

    Nothing of the tree's own configuration is run.
    """
    start = ("git", "-c", "core.fsmonitor=false", "-C", str(root))
    running: list[subprocess.Popen[bytes]] = []
    printed: list[str | None] = []
    try:
        for command in commands:
            call = (*start, *command)
            out, nowhere = subprocess.PIPE, subprocess.DEVNULL
            running.append(subprocess.Popen(call, stdout=out, stderr=nowhere))
        for process in running:
            text = process.communicate(timeout=60)[0].decode("utf-8", "surrogateescape")
            printed.append(None if process.returncode else text)
    except (OSError, subprocess.TimeoutExpired):
        return [None] * len(commands)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    return printed
