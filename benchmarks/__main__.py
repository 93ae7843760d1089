"""Every goal for speed and size, measured in one run, as ratios: a table, and JSON.

    python -m benchmarks                     the medium tree; some minutes, 1 GB of disk
    python -m benchmarks --large             the large tree as well; some minutes more, 3 GB of disk
    python -m benchmarks --scale small       a quick look: starting is most of the time there
    python -m benchmarks --only start pages  some parts

Run it in the repository. README.md in this folder says how to read the table.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from benchmarks import references
from benchmarks.build_rows import growth_rows, odd_row, tree_rows
from benchmarks.builds import Grown, checks, cold, growth, warm
from benchmarks.further_pages import page_rows, page_times, sites
from benchmarks.inner_rows import fast_path_row, pair_rows, shaped_share
from benchmarks.page_weight import weight_rows
from benchmarks.processes import Failed, Figures
from benchmarks.rows import Row, table
from benchmarks.start import start_rows, starts
from benchmarks.trees import LARGE, MEDIUM, SMALL, Form, Scale

_MOST_CONTROL: Final = 1.1
_MOST_ROUNDS: Final = 3  # of what takes long
_SCALES: Final = {"small": SMALL, "medium": MEDIUM}


class Benchmark:
    """The parts of a run; each gives its rows, and every run behind them is kept."""

    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.figures: dict[str, Figures] = {}
        self._trees: dict[str, Grown] = {}
        self._folder = folder
        self._rounds: int = options.rounds
        self._loading_rounds: int = options.c_rounds
        self._name: str = options.scale
        self._scale = _SCALES[self._name]

    def start(self) -> Iterator[Row]:
        """Goal 13."""
        self.figures["start"] = starts()
        yield from start_rows(self.figures["start"])

    def pairs(self) -> Iterator[Row]:
        """Goals 10 and 11."""
        yield from pair_rows(self._rounds)

    def builds(self) -> Iterator[Row]:
        """Goals 1, 3 to 9, 14, 16 and 17."""
        grown = self._grown(self._name, self._scale)
        for one in (grown, self._grown("flow", SMALL, "flow")):
            yield fast_path_row(one.tree, one.name)
        cold(grown, self._rounds, self._loading_rounds, with_hugo=True)
        warm(grown, self._rounds)
        yield from tree_rows(grown)
        yield from weight_rows(grown.site, grown.name)

    def odd(self) -> Iterator[Row]:
        """Goal 2, on a quarter of the leaderboards."""
        grown = self._grown("odd", replace(self._scale, boards=self._scale.boards // 4), "odd")
        checks(grown, self._rounds)
        yield odd_row(grown, shaped_share(grown.tree))

    def growth(self) -> Iterator[Row]:
        """Goals 14 and 15, on a tree of twice the entries."""
        double = replace(self._scale, entries=2 * self._scale.entries)
        yield from self._growth(self._grown("double", double))

    def pages(self) -> Iterator[Row]:
        """Goal 12."""
        made = sites(self._folder / "pages")
        self.figures["pages"] = page_times(made, self._rounds)
        yield from page_rows(made, self.figures["pages"])

    def large(self) -> Iterator[Row]:
        """Goals 1, 3, 4, 6 to 9, 14 and 15, on the large tree."""
        grown = self._grown("large", LARGE)
        rounds = min(_MOST_ROUNDS, self._rounds)
        # Hugo would hold all of it in some gigabytes of memory, and has no goal there.
        cold(grown, rounds, 1, with_hugo=False)
        warm(grown, rounds)
        yield from tree_rows(grown)
        yield from self._growth(grown)

    def _growth(self, larger: Grown) -> Iterator[Row]:
        grown = self._grown(self._name, self._scale)
        taken = growth(grown, larger, min(_MOST_ROUNDS, self._rounds))
        self.figures[f"{larger.name} beside {grown.name}"] = taken
        yield from growth_rows(grown, larger, taken)

    def _grown(self, name: str, scale: Scale, form: Form = "block") -> Grown:
        if name not in self._trees:
            self._trees[name] = Grown(self._folder / name, name, scale, form)
            self.figures[name] = self._trees[name].figures
        return self._trees[name]


def main() -> int:
    """Measure, print and write; 1 when something could not be run."""
    options = _options()
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(prefix="benchmarks-") as folder:
            benchmark = Benchmark(Path(folder), options)
            before = references.control()
            rows = [row for part in options.only for row in PARTS[part](benchmark)]
            control = max(before, references.control())
    except Failed as failure:
        sys.stderr.write(f"failed: {failure}\n")
        return 1
    rows = [replace(row, is_free=control <= _MOST_CONTROL) for row in rows]
    rows.sort(key=lambda row: int(row.number))
    sys.stdout.write(table(rows))
    sys.stdout.write(_remarks(rows, control, time.monotonic() - began))
    if options.json:
        about = {
            "python": platform.python_version(),
            "system": platform.platform(),
            "processors": references.processors(),
            "control": control,
            "rounds": options.rounds,
        }
        runs = {name: figures.as_json() for name, figures in benchmark.figures.items()}
        _write(
            options.json, {"about": about, "rows": [row.as_json() for row in rows], "runs": runs}
        )
    return 0


PARTS: Final[dict[str, Callable[[Benchmark], Iterator[Row]]]] = {
    "start": Benchmark.start,
    "pairs": Benchmark.pairs,
    "builds": Benchmark.builds,
    "odd": Benchmark.odd,
    "growth": Benchmark.growth,
    "pages": Benchmark.pages,
    "large": Benchmark.large,
}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scale", choices=_SCALES, default="medium")
    parser.add_argument("--large", action="store_true", help="the large tree as well")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="these parts")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--c-rounds", type=int, default=3, help="rounds with C, the slowest of all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as well")
    options = parser.parse_args()
    if options.only is None:
        options.only = [part for part in PARTS if part != "large" or options.large]
    return options


def _remarks(rows: Sequence[Row], control: float, seconds: float) -> str:
    met = sum(row.met is True for row in rows)
    missed = sum(row.met is False for row in rows)
    two = "count" if control <= _MOST_CONTROL else "do not count"
    return (
        f"\n{met} met, {missed} missed, {len(rows) - met - missed} without an answer; "
        f"{seconds / 60:.1f} minutes\n"
        f"two processes at once take {control:.2f} of one (at most {_MOST_CONTROL}): "
        f"figures of two workers {two}\n"
    )


def _write(path: Path, value: object) -> None:
    path.write_text(f"{json.dumps(value, indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
