"""Goal 12: what one more page costs, against Hugo's and those of other generators.

Two sites of the same generator differ by many pages; the difference in seconds by that in pages is
what one more of them takes. Ours differ by entries, each with a page in two languages and a row
in its leaderboard; their experiments are summaries, so no statistics are in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from benchmarks.generators import GENERATORS, Generator, write_files
from benchmarks.processes import Argument, Figures, Run, board, run, take_turns
from benchmarks.rows import Row, unmeasured
from benchmarks.trees import Scale, make_tree

OURS: Final = "penguin-board"
FEW, MANY = Scale(10, 5, 6, 0, 0), Scale(10, 55, 6, 0, 0)


class Site:
    """A site that is made from nothing again and again, each time in a new folder."""

    def __init__(self, folder: Path, command: Callable[[Path], list[Argument]]) -> None:
        self._folder = folder
        self._command = command
        self._count = 0

    def build(self) -> Run:
        """Make it where nothing is."""
        self._count += 1
        return run(self._command(self._out))

    @property
    def pages(self) -> int:
        """HTML files of the site."""
        return sum(1 for _ in self._out.rglob("*.html"))

    @property
    def _out(self) -> Path:
        return self._folder / f"site-{self._count}"


def sites(folder: Path) -> Mapping[str, tuple[Site, Site]]:
    """By generator a site of few pages and one of many."""
    found = {OURS: (_ours(folder / "few", FEW), _ours(folder / "many", MANY))}
    for one in GENERATORS:
        if one.is_there():
            few, many = (_theirs(folder, one, count) for count in (one.few, one.many))
            found[one.name] = (few, many)
    return found


def _ours(folder: Path, scale: Scale) -> Site:
    tree = folder / "tree"
    make_tree(tree, scale)
    return Site(folder, lambda out: board("build", "--root", tree, "--out", out, "--no-cache"))


def _theirs(folder: Path, one: Generator, count: int) -> Site:
    source = folder / f"{one.name}-{count}"
    write_files(source, one.files(count))
    return Site(folder / f"{one.name}-{count}-made", lambda out: one.command(source, out))


def page_times(made: Mapping[str, tuple[Site, Site]], rounds: int) -> Figures:
    """Build all sites in turn."""
    works = {
        f"{name}, {how}": site.build
        for name, pair in made.items()
        for how, site in zip(("few", "many"), pair, strict=True)
    }
    return take_turns("pages", works, rounds, Figures())


def page_rows(made: Mapping[str, tuple[Site, Site]], taken: Figures) -> Iterator[Row]:
    """Our page against each of the others'."""
    milliseconds = {
        name: (taken.wall(f"{name}, many") - taken.wall(f"{name}, few"))
        / (many.pages - few.pages)
        * 1000
        for name, (few, many) in made.items()
    }
    for other in GENERATORS:
        what = f"each further page against {other.name}"
        if other.name not in milliseconds:
            why = f"not measured: {other.name} is not installed"
            yield unmeasured("12", what, "summaries", "", why)
            continue
        ours, theirs = milliseconds[OURS], milliseconds[other.name]
        yield Row(
            number="12",
            what=what,
            tree="summaries",
            unit="",
            goal=other.goal,
            measured=ours / theirs,
            basis="wall",
            remark=f"{ours:.2f} ms against {theirs:.2f} ms",
        )
