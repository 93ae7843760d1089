"""Trees in real git repositories."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.trees import write_tree


def git(folder: Path, *arguments: str) -> str:
    """Run git in ``folder`` as a made-up person and return what it prints."""
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def repository(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """A repository whose branch ``main`` holds these files; returns ``root``."""
    write_tree(root, files)
    git(root, "init", "-q", "-b", "main")
    commit(root)
    return root


def commit(root: Path) -> str:
    """Commit everything below ``root`` and return the commit's id."""
    git(root, "add", "-A")
    git(root, "commit", "-qm", "change", "--allow-empty")
    return git(root, "rev-parse", "HEAD").strip()
