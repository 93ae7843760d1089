"""Goals 1 to 9, 14 and 15: what the builds of trees took against what they are to take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from benchmarks.builds import Grown
from benchmarks.processes import Figures
from benchmarks.references import processors
from benchmarks.rows import MEGABYTE, Basis, Row, unmeasured

_NO_HUGO: Final = "not measured: hugo is not installed"
# At most so much, on the medium tree and on the large one.
_MEDIUM: Final = {
    "1": 0.12,
    "2": 0.50,
    "3": 0.30,
    "4": 0.50,
    "5": 0.9,
    "7": 2.2,
    "8": 1.0,
    "9": 5.0,
}
_LARGE: Final = {"1": 0.10, "3": 0.17, "4": 0.30, "7": 2.2, "8": 1.0, "9": 3.5}
_WORKERS: Final = 0.65


class _Ratios:
    """Rows of one tree: the median of a work over that of what it is measured against."""

    def __init__(self, grown: Grown) -> None:
        self._taken, self._on = grown.figures, grown.name
        self._goals = (_LARGE if grown.name == "large" else _MEDIUM) | {"6": _WORKERS}

    def processor(self, number: str, what: str, name: str, against: str) -> Row:
        """In processor seconds, which others on the machine hardly change."""
        taken, other = self._taken.processor(name), self._taken.processor(against)
        return self._row(number, what, against, taken, other, basis="processor")

    def wall(self, number: str, what: str, name: str, against: str) -> Row:
        """In seconds by the clock, for works of several processes."""
        taken, other = self._taken.wall(name), self._taken.wall(against)
        return self._row(number, what, against, taken, other, basis="wall")

    def _row(
        self, number: str, what: str, against: str, taken: float, other: float, *, basis: Basis
    ) -> Row:
        return Row(
            number=number,
            what=what,
            tree=self._on,
            unit=against if len(against) == 1 else "",
            goal=self._goals.get(number),
            measured=taken / other,
            basis=basis,
            by_two=basis == "wall",
            remark=f"{taken:.2f} s against {other:.2f} s",
        )


def tree_rows(grown: Grown) -> Iterator[Row]:
    """What a tree's figures say; another tree than the large one has the medium one's goals."""
    ratios = _Ratios(grown)
    yield ratios.processor("1", "validate, one process", "validate", "C")
    yield ratios.wall("3", "build, cold", "build", "C")
    yield ratios.processor("4", "build, cold, one process", "build --jobs 1", "C")
    if "H" in grown.figures:
        yield ratios.wall("5", "build, cold, against Hugo", "build", "H")
    elif grown.name != "large":
        yield unmeasured("5", "build, cold, against Hugo", grown.name, "H", _NO_HUGO)
    two = "build" if processors() == 2 else "build --jobs 2"
    yield ratios.wall("6", "two workers against one", two, "build --jobs 1")
    yield ratios.processor("7", "build, no change, fresh checkout", "fresh checkout", "R")
    yield ratios.processor("8", "build, no change, same files", "no change", "R")
    yield ratios.processor("9", "build, one attempt changed", "one attempt", "R")
    yield _memory(grown)


def odd_row(grown: Grown, share: float) -> Row:
    """What reading takes where nothing is read by its shape; ``share`` says that it is so."""
    row = _Ratios(grown).processor("2", "validate, no file of one shape", "validate", "C")
    return replace(row, remark=f"{row.remark}; {share:.0%} of attempts on the short way")


def _memory(grown: Grown) -> Row:
    peak = max(grown.figures.peak(name) for name in ("build", "build --jobs 1"))
    return Row(
        number="14",
        what="largest process of a build",
        tree=grown.name,
        unit="MB",
        goal=128,
        measured=peak / MEGABYTE,
        basis="memory",
    )


def growth_rows(small: Grown, large: Grown, taken: Figures) -> list[Row]:
    """How time and memory grow from one tree to a larger one."""
    on = f"{large.name} / {small.name}"
    bytes_ratio = large.bytes / small.bytes
    stand_in = "" if large.name == "large" else "stands in for the large tree; "
    return [
        Row(
            number="14",
            what="largest process, larger tree",
            tree=on,
            unit="",
            goal=1.3,
            measured=taken.peak(large.name) / taken.peak(small.name),
            basis="memory",
            remark=stand_in.rstrip("; "),
        ),
        Row(
            number="15",
            what="time of a cold build against bytes",
            tree=on,
            unit="",
            goal=1.0,
            measured=taken.wall(large.name) / taken.wall(small.name) / bytes_ratio,
            basis="wall",
            remark=f"{stand_in}{bytes_ratio:.1f} times the bytes",
        ),
    ]
