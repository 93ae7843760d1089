"""Links to source files: pinned to a commit, and only where they show what was used."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from penguin_board.revision import public_files, repository_url


@pytest.mark.parametrize(
    ("remote", "url"),
    [
        ("https://github.com/team/results.git", "https://github.com/team/results/blob"),
        ("https://github.com/team/results", "https://github.com/team/results/blob"),
        ("https://user:token@github.com/team/results.git", "https://github.com/team/results/blob"),
        ("git@github.com:team/results.git", "https://github.com/team/results/blob"),
        ("ssh://git@github.com/team/results.git", "https://github.com/team/results/blob"),
        ("https://gitlab.com/a/b/c.git", "https://gitlab.com/a/b/c/-/blob"),
        ("https://codeberg.org/a/b", "https://codeberg.org/a/b/src/commit"),
        ("https://git.example.org/team/results.git", None),
        ("file:///srv/results.git", None),
        ("/srv/results.git", None),
        ("../results", None),
        ('https://github.com/team/"><script>', None),
        ("https://github.com/team/..%2f..", None),
        ("javascript://github.com/a/b", None),
        ("https://[bad", None),
        ("", None),
    ],
)
def test_the_remote_gives_an_address_without_credentials(remote: str, url: str | None) -> None:
    assert repository_url(remote) == url


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    tree = tmp_path / "deep" / "tree"
    tree.mkdir(parents=True)
    (tree / "clean file.yaml").write_text("a: 1\n")
    (tree / "changed.yaml").write_text("a: 1\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "remote", "add", "origin", "https://x:secret@github.com/team/results.git")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "first")
    (tree / "changed.yaml").write_text("a: 2\n")
    (tree / "untracked.yaml").write_text("a: 3\n")
    return tree


def test_an_unchanged_file_is_linked_at_its_commit(checkout: Path) -> None:
    commit = git(checkout, "rev-parse", "HEAD").strip()
    expected = f"https://github.com/team/results/blob/{commit}/deep/tree/clean%20file.yaml"
    assert public_files(checkout).url("clean file.yaml") == expected


@pytest.mark.parametrize("name", ["changed.yaml", "untracked.yaml", "absent.yaml"])
def test_a_file_that_differs_from_the_commit_is_not_linked(checkout: Path, name: str) -> None:
    assert public_files(checkout).url(name) is None


def test_without_a_known_remote_nothing_is_linked(checkout: Path) -> None:
    git(checkout, "remote", "remove", "origin")
    assert public_files(checkout).url("clean file.yaml") is None


def test_outside_of_a_checkout_nothing_is_linked(tmp_path: Path) -> None:
    assert public_files(tmp_path).url("a.yaml") is None


def test_without_git_nothing_is_linked(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert public_files(checkout).url("clean file.yaml") is None
