"""A goal beside what was measured, as a line of a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

Basis = Literal["processor", "wall", "memory", "bytes", "count"]
MEGABYTE: Final = 1_000_000
_HEADING: Final = ("goal", "what", "on", "measured", "wanted", "met", "by", "remark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure.

    Attributes:
        number: The goal's number in the list of the README.
        what: What is measured.
        tree: What it is measured on.
        unit: What the figure is a multiple of.
        goal: What it is to be at most, or at least with ``at_least``; None for no goal.
        measured: The figure; None where it could not be taken, which ``remark`` explains.
        basis: What both sides of the ratio are measured in.
        by_two: Two processes work at once, so the figure says nothing on a machine without
            two free processors.
        is_free: There were two; without them a figure ``by_two`` does not count.
    """

    number: str
    what: str
    tree: str
    unit: str
    goal: float | None
    measured: float | None
    basis: Basis
    remark: str = ""
    at_least: bool = False
    by_two: bool = False
    is_free: bool = True

    @property
    def counts(self) -> bool:
        """Whether the figure says anything."""
        return self.measured is not None and (self.is_free or not self.by_two)

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None where that is not known."""
        if self.measured is None or self.goal is None or not self.counts:
            return None
        return self.measured >= self.goal if self.at_least else self.measured <= self.goal

    def as_json(self) -> dict[str, Any]:
        """The figure with its goal."""
        bound = "at_least" if self.at_least else "at_most"
        return {
            "number": self.number,
            "what": self.what,
            "tree": self.tree,
            "unit": self.unit,
            bound: self.goal,
            "measured": self.measured,
            "met": self.met,
            "counts": self.counts,
            "basis": self.basis,
            "remark": self.remark,
        }

    def cells(self) -> tuple[str, ...]:
        """The line of the table."""
        sign = ">=" if self.at_least else "<="
        goal = "" if self.goal is None else f"{sign} {number_text(self.goal)} {self.unit}".rstrip()
        found = "-" if self.measured is None else f"{number_text(self.measured)} {self.unit}"
        met = {True: "yes", False: "NO", None: "-"}[self.met]
        remark = self.remark
        if self.measured is not None and not self.counts:
            remark = f"does not count: fewer than two free processors. {remark}".rstrip()
        return (self.number, self.what, self.tree, found.rstrip(), goal, met, self.basis, remark)


def unmeasured(number: str, what: str, tree: str, unit: str, why: str) -> Row:
    """A figure that could not be taken here."""
    return Row(
        number=number,
        what=what,
        tree=tree,
        unit=unit,
        goal=None,
        measured=None,
        basis="wall",
        remark=why,
    )


def number_text(value: float) -> str:
    """Three digits that count, or all of a larger number."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(rows: Sequence[Row]) -> str:
    """All rows, in columns of equal width."""
    lines = [_HEADING, *(row.cells() for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(_HEADING) - 1)]
    return "".join(
        "  ".join(
            [*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[-1]]
        ).rstrip()
        + "\n"
        for line in lines
    )
