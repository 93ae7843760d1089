"""The state of a tree's folders without reading a file, and which folders there are to watch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from penguin_board.folders import Folder, Stamp
from penguin_board.package_files import TEMPLATES
from penguin_board.store import EXPERIMENTS, LEADERBOARDS

_TOPS = (LEADERBOARDS, EXPERIMENTS, TEMPLATES)


@dataclass(frozen=True, slots=True)
class Scan:
    """The folders that the site is made of, with what was in each.

    Two scans are equal when no file was added, removed or written in between. A symbolic link is
    seen and never followed, so a tree cannot have the rest of the disk watched.
    """

    stamps: tuple[tuple[str, Stamp], ...]

    @property
    def folders(self) -> tuple[str, ...]:
        """Paths relative to the root."""
        return tuple(path for path, _ in self.stamps)

    def templates(self) -> tuple[tuple[str, Stamp], ...]:
        """The part of the scan that is about templates."""
        return tuple(part for part in self.stamps if part[0].split("/")[0] == TEMPLATES)


def scan_tree(root: Path) -> Scan:
    """What there is below ``root`` at this moment."""
    tops = [Folder(root / name, name) for name in _TOPS]
    return Scan(tuple(stamp for top in tops if top.exists for stamp in _stamps(top)))


def _stamps(folder: Folder) -> Iterator[tuple[str, Stamp]]:
    yield folder.shown, tuple(part for part in folder.stamp() if not _is_passing(str(part[0])))
    for name in folder.folders():
        if folder.has_folder(name):
            child = folder.child(name)
            if child.exists:
                yield from _stamps(child)


def _is_passing(name: str) -> bool:
    """Whether a name is of the files that editors put beside what is edited."""
    return name.startswith((".", "#")) or name.endswith("~")
