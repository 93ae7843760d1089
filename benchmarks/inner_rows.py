"""Goals 10, 11 and 17: what is measured inside a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.processes import output_of, progress, python
from benchmarks.rows import MEGABYTE, Row

_INPUTS: Final = {"records": "aggregate, from records", "entries": "a leaderboard's entries"}
_LOOP: Final = 1 / 200
_SHARE: Final = 99


def pair_rows(rounds: int) -> Iterator[Row]:
    """All pairs of 100 models on 1000 tasks."""
    for of, what in _INPUTS.items():
        progress(f"all pairs: {what}")
        command = python(
            "-m", "benchmarks.bootstrap", "--of", of, "--json", "--rounds", f"{rounds}"
        )
        # A thread of the matrix product that waits would count as processor seconds.
        found = json.loads(output_of(command, OPENBLAS_NUM_THREADS="1"))
        size = "100 x 1000, B = 1000"
        yield Row(
            number="10",
            what=f"all pairs against the lesson's loop: {what}",
            tree=size,
            unit="loop",
            goal=_LOOP,
            measured=found["ours"] / found["loop"],
            basis="processor",
            remark=f"1/{found['loop'] / found['ours']:.0f}, wanted 1/{1 / _LOOP:.0f}",
        )
        yield Row(
            number="10",
            what=f"extra memory: {what}",
            tree=size,
            unit="MB",
            goal=32,
            measured=found["extra_memory"] / MEGABYTE,
            basis="memory",
        )
        yield Row(
            number="11",
            what=f"all pairs against matrices: {what}",
            tree=size,
            unit="",
            goal=1.5,
            measured=found["ours"] / found["matrices"],
            basis="processor",
            remark=f"{found['ours']:.3f} s against {found['matrices']:.3f} s",
        )


def shaped_share(tree: Path) -> float:
    """The share of attempt files that are read by their shape."""
    progress(f"{tree.parent.name}: attempt files by their shape")
    return float(output_of(python("-m", "benchmarks.fast_path", tree)))


def fast_path_row(tree: Path, name: str) -> Row:
    """That share, which is to be nearly all of them."""
    return Row(
        number="17",
        what="attempt files on the short way",
        tree=name,
        unit="%",
        goal=_SHARE,
        at_least=True,
        measured=100 * shaped_share(tree),
        basis="count",
        remark="mutants: tests/test_fast_attempts.py",
    )
