"""``validate`` and ``build`` on whole trees, from nothing and where most is known.

Nothing is removed before all is measured: a file system may pass over the places of files that were
removed a moment ago, and takes several times as long to make new ones.
"""

from __future__ import annotations

import itertools
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from benchmarks import references
from benchmarks.generators import has_hugo, hugo
from benchmarks.processes import Argument, Figures, Run, board, progress, run, take_turns
from benchmarks.trees import Form, Scale, make_tree, size_of

_SCORE: Final = "  score: "
_SETTLED: Final = 3  # seconds: times tell nothing of files that have only just been written


@dataclass(slots=True)
class Grown:
    """A tree in a folder of its own, with the sites that are built from it."""

    folder: Path
    name: str
    scale: Scale
    form: Form = "block"
    bytes: int = 0
    figures: Figures = field(default_factory=Figures)
    _n_cold: int = 0
    _n_copies: int = 0

    def __post_init__(self) -> None:
        progress(f"the {self.name} tree: {self.scale}, {self.form}")
        make_tree(self.tree, self.scale, self.form)
        _, self.bytes = size_of(self.tree)

    @property
    def tree(self) -> Path:
        """Where its files are."""
        return self.folder / "tree"

    @property
    def site(self) -> Path:
        """Where the last build from nothing went."""
        return self.folder / f"cold-{self._n_cold}-site"

    def validate(self) -> Run:
        """Check every file."""
        return run(board("validate", "--root", self.tree))

    def build(self, *options: Argument) -> Run:
        """Build where nothing is, with nothing in the cache; the site before it is emptied."""
        _empty(self.site)
        self._n_cold += 1
        return self._build(f"cold-{self._n_cold}", *options)

    def build_again(self) -> Run:
        """Build into the site that is there, with the cache of the time before."""
        return self._build("warm")

    def _build(self, name: str, *options: Argument) -> Run:
        place = ("--root", self.tree, "--out", self.folder / f"{name}-site")
        cache = self.folder / f"{name}-cache"
        return run(board("build", *place, *options), PENGUIN_BOARD_CACHE=cache)

    def check_out_afresh(self) -> None:
        """Replace every file by a copy of it: other times and inodes, the same bytes."""
        self._n_copies += 1
        before = self.folder / f"tree-before-{self._n_copies}"
        self.tree.rename(before)
        shutil.copytree(before, self.tree, copy_function=shutil.copyfile)

    def change_an_attempt(self, number: int) -> None:
        """Let two tasks of one attempt change scores, so that its totals hold."""
        names = sorted((self.tree / "experiments").iterdir())
        experiment = min(names[number % len(names)].iterdir())
        path = experiment / "test/attempt-1.yaml"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        scores = [place for place, line in enumerate(lines) if line.startswith(_SCORE)]
        first, *others = scores
        other = next(place for place in others if lines[place] != lines[first])
        lines[first], lines[other] = lines[other], lines[first]
        path.write_text("".join(lines), encoding="utf-8")


def checks(grown: Grown, rounds: int) -> None:
    """``validate`` and the reference of it, in turn."""
    loading = {"C": lambda: run(references.loading(grown.tree)), "validate": grown.validate}
    take_turns(grown.name, loading, rounds, grown.figures)


def cold(grown: Grown, rounds: int, loading_rounds: int, *, with_hugo: bool) -> None:
    """Everything that starts from nothing, and what it is measured against."""
    works: dict[str, Callable[[], Run]] = {
        "R": lambda: run(references.reading(grown.tree)),
        "C": lambda: run(references.loading(grown.tree)),
        "validate": grown.validate,
        "build": grown.build,
        "build --jobs 1": lambda: grown.build("--jobs", "1"),
        "build --jobs 2": lambda: grown.build("--jobs", "2"),
    }
    if references.processors() == 2:
        del works["build --jobs 2"]
    if with_hugo and has_hugo():
        site = grown.folder / "hugo"
        references.hugo_of_tree(site, grown.tree)
        outs = (site / f"public-{number}" for number in itertools.count())
        works["H"] = lambda: run(hugo(site, next(outs)))
    take_turns(grown.name, works, rounds, grown.figures, {"C": loading_rounds})


def warm(grown: Grown, rounds: int) -> None:
    """Builds where most is known: the same files anew, nothing new, one attempt new."""
    progress(f"{grown.name}: the site to build again")
    grown.build_again()
    for number in range(rounds):
        progress(f"{grown.name}, round {number + 1} of {rounds}: build again")
        grown.check_out_afresh()
        time.sleep(_SETTLED)
        # Files that were just written are read more slowly, by whoever reads them.
        grown.figures.add("R", run(references.reading(grown.tree)))
        grown.figures.add("fresh checkout", grown.build_again())
        grown.figures.add("no change", grown.build_again())
        grown.change_an_attempt(number)
        grown.figures.add("one attempt", grown.build_again())


def growth(small: Grown, large: Grown, rounds: int) -> Figures:
    """The same build of two trees in turn."""
    title = f"{small.name} and {large.name}"
    works = {small.name: small.build, large.name: large.build}
    return take_turns(title, works, rounds, Figures())


def _empty(folder: Path) -> None:
    """Free what the files of a folder hold, and leave the files."""
    for path in folder.rglob("*"):
        if path.is_file():
            os.truncate(path, 0)
