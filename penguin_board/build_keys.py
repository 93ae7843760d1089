"""Whether there is anything to build: keys of all that a site rests on, and what they stand for.

Reads names, times and bytes and nothing else, so that a build that changes nothing ends before
YAML, templates or arrays are loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from penguin_board.build_options import BuildOptions, BuildReport
from penguin_board.cache import Cache
from penguin_board.output import MANIFEST, WriteReport, read_manifest
from penguin_board.package_files import TEMPLATES, program_key
from penguin_board.problems import Problem
from penguin_board.revision import PublicFiles, public_files
from penguin_board.tree_state import (
    FileState,
    board_files,
    content_of,
    files_state,
    folder_content,
    marks_of,
    state_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildKeys:
    """The keys of a build.

    ``site`` stands for the whole site, ``boards`` for the results of each leaderboard folder;
    ``states`` are the files as they were when the keys were made, ``templates`` those of the tree,
    ``public`` the files' addresses.
    """

    site: str
    boards: Mapping[str, str]
    states: Mapping[str, FileState]
    templates: str
    public: PublicFiles


def build_keys(root: Path, options: BuildOptions, cache: Cache) -> BuildKeys:
    """The keys of the tree at ``root`` with these options."""
    public = public_files(root)
    addresses = public.keys()
    states, contents = _states_and_contents(root, cache)
    templates = folder_content(root / TEMPLATES)
    # A text that pages translate may equal one that they do not.
    options_text = f"{type(options.title).__name__} {options!r}"
    shared = _key("build", program_key(), options_text, templates)
    boards = {
        name: _key("board", shared, name, content, addresses.get(name, ""))
        for name, content in contents.items()
    }
    site = _key("site", shared, *(text for pair in boards.items() for text in pair))
    return BuildKeys(site=site, boards=boards, states=states, templates=templates, public=public)


def is_as_before(root: Path, keys: BuildKeys, name: str) -> bool:
    """Whether a leaderboard's files, and the templates, are still those of its key."""
    same_files = state_of(root, board_files(root, name)).key == keys.states[name].key
    return same_files and folder_content(root / TEMPLATES) == keys.templates


def unchanged_build(out: Path, keys: BuildKeys, cache: Cache) -> BuildReport | None:
    """What a build would report that finds its site already there; None where it has work."""
    known = _loaded(cache.get(keys.site))
    manifest = read_manifest(out)
    try:
        if known["manifest"] != _manifest_key(out) or not is_intact(out, manifest, cache):
            return None
        report = WriteReport(written=0, unchanged=len(manifest), removed=0)
        warnings = tuple(problem_from(problem) for problem in known["warnings"])
        return BuildReport(
            n_leaderboards=known["n_leaderboards"],
            n_entries=known["n_entries"],
            n_drafts_left_out=known["n_drafts_left_out"],
            warnings=warnings,
            output=report,
        )
    except (KeyError, TypeError):
        return None


def remember_build(
    out: Path, keys: BuildKeys, report: BuildReport, marks: str | None, cache: Cache
) -> None:
    """Keep what ``unchanged_build`` asks for, of a site that was just written.

    ``marks`` are those of its files before they took their place: one that somebody has edited
    since then is not taken for ours.
    """
    known = {
        "manifest": _manifest_key(out),
        "n_leaderboards": report.n_leaderboards,
        "n_entries": report.n_entries,
        "n_drafts_left_out": report.n_drafts_left_out,
        "warnings": [asdict(problem) for problem in report.warnings],
    }
    cache.put(keys.site, json.dumps(known).encode())
    manifest = read_manifest(out)
    if marks is not None and marks_of(out, manifest) == marks:
        _remember_files(out, manifest, cache)


def is_intact(out: Path, manifest: Mapping[str, str], cache: Cache) -> bool:
    """Whether the files of a site are those of its manifest; nobody has edited one since."""
    state = files_state(out, manifest)
    if state is None:
        return False
    if cache.get(_files_key(out, manifest)) == state.key.encode():
        return True
    if not all(holds(out / path, digest) for path, digest in manifest.items()):
        return False
    _remember_files(out, manifest, cache)
    return True


def holds(path: Path, digest: str) -> bool:
    """Whether a regular file has the content of this sha256."""
    try:
        return not path.is_symlink() and _sha256(path.read_bytes()) == digest
    except OSError:
        return False


def problem_from(data: Mapping[str, Any]) -> Problem:
    """A problem of its plain data. Raises TypeError for anything else."""
    return Problem(**{name: data[name] for name in _PROBLEM_FIELDS})


_PROBLEM_FIELDS = tuple(field.name for field in fields(Problem))


def _names(folder: Path) -> list[str]:
    """The folders in a folder, and the links, which are problems."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return sorted(
            entry.name
            for entry in entries
            if not entry.name.startswith(".") and (entry.is_symlink() or entry.is_dir())
        )
    return []


def _states_and_contents(root: Path, cache: Cache) -> tuple[dict[str, FileState], dict[str, str]]:
    """The state of each leaderboard and the key of its content.

    What it holds is read again where names, sizes or times differ from those of an earlier build.
    """
    key = _key("states", str(root.resolve()))
    known = _loaded(cache.get(key))
    states: dict[str, FileState] = {}
    contents: dict[str, str] = {}
    # One leaderboard after the other: what the system says of all files is tens of megabytes.
    for name in _names(root / "leaderboards"):
        files = board_files(root, name)
        states[name] = state = state_of(root, files)
        match known.get(name):
            case [state.key, str(content)]:
                contents[name] = content
            case _:
                contents[name] = content_of(root, files)
    settled = {
        name: [state.key, contents[name]] for name, state in states.items() if state.is_settled
    }
    if settled != known:
        cache.put(key, json.dumps(settled).encode())
    return states, contents


def _loaded(data: bytes | None) -> dict[str, Any]:
    with contextlib.suppress(ValueError):
        found = json.loads(data or b"{}")
        if isinstance(found, dict):
            return found
    return {}


def _remember_files(out: Path, manifest: Mapping[str, str], cache: Cache) -> None:
    state = files_state(out, manifest)
    if state is not None:
        cache.put(_files_key(out, manifest), state.key.encode())


def _files_key(out: Path, manifest: Mapping[str, str]) -> str:
    digests = (text for pair in manifest.items() for text in pair)
    return _key("files", str(out.resolve()), *digests)


def _manifest_key(out: Path) -> str:
    try:
        return _sha256((out / MANIFEST).read_bytes())
    except OSError:
        return ""


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _key(*parts: str) -> str:
    return _sha256("\0".join(parts).encode("utf-8", "surrogateescape"))
