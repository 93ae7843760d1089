"""What a tree is compared with: a folder, or a git revision read without touching the checkout."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from penguin_board.store import EXPERIMENTS, LEADERBOARDS

_LINK_MODE = b"120000"
_FILE_MODES = (b"100644", b"100755")
_SUFFIXES = (".yaml", ".yml", "/attempts.parquet")
_TIMEOUT_S = 600


class BaseError(Exception):
    """The base cannot be read at all: git is missing, the revision is not known."""


@dataclass(frozen=True, slots=True)
class _GitFile:
    """A file of a revision: its path in the tree, its object, whether it is a symbolic link."""

    path: str
    object_id: bytes
    is_link: bool


@contextlib.contextmanager
def open_base(root: Path, base: str) -> Iterator[Path]:
    """The tree that ``base`` names, as a folder for as long as the context lasts.

    ``base`` is a folder that holds ``leaderboards/``, or a revision of the repository that
    ``root`` stands in; then the data files below leaderboards/ and experiments/ are written into
    a temporary folder, byte for byte. A revision in which ``root`` does not exist is an empty tree.

    Raises BaseError with a sentence for people.
    """
    folder = Path(base)
    if base and (folder / LEADERBOARDS).is_dir():
        yield folder
        return
    commit = _commit(root, base)
    with tempfile.TemporaryDirectory(prefix="penguin-board-") as temporary:
        out = Path(temporary)
        try:
            (out / LEADERBOARDS).mkdir()
            _write_files(root, _files(root, commit), out)
        except OSError as error:
            raise BaseError(f"{base} cannot be written to {out}: {error.strerror}") from None
        yield out


def _commit(root: Path, base: str) -> str:
    try:
        _git(root, "rev-parse", "--git-dir")
    except BaseError as error:
        message = f'"{base}" is no folder that holds {LEADERBOARDS}/, and {error}'
        raise BaseError(message) from None
    # A leading dash would be an option to git, and no revision has one.
    if base and not base.startswith("-"):
        with contextlib.suppress(BaseError):
            found = _git(root, "rev-parse", "--verify", "--quiet", f"{base}^{{commit}}")
            return found.decode("ascii").strip()
    if base and Path(base).is_dir():
        message = f"{base}: has no folder {LEADERBOARDS}/ and is no git revision"
    else:
        message = (
            f'"{base}" is no git revision here and no folder that holds {LEADERBOARDS}/; '
            "a branch of a remote has to be fetched first"
        )
    raise BaseError(message)


def _files(root: Path, commit: str) -> list[_GitFile]:
    """The YAML files of the commit's tree below ``root``, by paths relative to ``root``."""
    prefix = os.fsdecode(_git(root, "rev-parse", "--show-prefix")).rstrip("\n")
    folders = (f"{prefix}{LEADERBOARDS}", f"{prefix}{EXPERIMENTS}")
    listing = _git(
        root, "--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit, "--", *folders
    )
    files = []
    for line in listing.split(b"\0"):
        if not line:
            continue
        head, _, name = line.partition(b"\t")
        mode, _, object_id = head.split()
        path = os.fsdecode(name).removeprefix(prefix)
        if mode == _LINK_MODE:
            files.append(_GitFile(path, object_id, is_link=True))
        elif mode in _FILE_MODES and path.lower().endswith(_SUFFIXES):
            files.append(_GitFile(path, object_id, is_link=False))
    return files


def _write_files(root: Path, files: list[_GitFile], out: Path) -> None:
    """Write the files below ``out``, through a file on disk so that memory stays small."""
    for file in files:
        _check_path(file.path)
        (out / file.path).parent.mkdir(parents=True, exist_ok=True)
        if file.is_link:
            # The reader refuses every link, so where it leads does not matter.
            (out / file.path).symlink_to("link")
    contents = [file for file in files if not file.is_link]
    with tempfile.TemporaryFile() as wanted, tempfile.TemporaryFile() as found:
        wanted.write(b"".join(file.object_id + b"\n" for file in contents))
        wanted.seek(0)
        _run(root, ["cat-file", "--batch"], stdin=wanted.fileno(), stdout=found.fileno())
        found.seek(0)
        for file in contents:
            head = found.readline().split()
            if len(head) != 3:
                raise BaseError(f"git has no content of {file.path}: fetch the whole history")
            (out / file.path).write_bytes(found.read(int(head[2])))
            found.read(1)


def _check_path(path: str) -> None:
    """Refuse a path that would leave the folder; a repository made by hand may hold one."""
    parts = path.split("/")
    unsafe = any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts)
    if unsafe or PurePosixPath(path).is_absolute():
        raise BaseError(f"the revision holds a path that cannot be written: {path}")


def _git(root: Path, *arguments: str) -> bytes:
    with tempfile.TemporaryFile() as found:
        _run(root, list(arguments), stdin=subprocess.DEVNULL, stdout=found.fileno())
        found.seek(0)
        return found.read()


def _run(root: Path, arguments: list[str], *, stdin: int, stdout: int) -> None:
    """Run git; nothing of the repository's own configuration is executed."""
    command = ["git", "-c", "core.fsmonitor=false", "-C", str(root), *arguments]
    try:
        result = subprocess.run(
            command,
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            check=False,
            timeout=_TIMEOUT_S,
        )
    except FileNotFoundError:
        raise BaseError("git is not installed") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BaseError(f"git does not answer: {error}") from None
    if result.returncode != 0:
        said = result.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BaseError(f"git says: {said[0] if said else 'nothing'}")
