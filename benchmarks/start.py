"""Goal 13: what starting the command costs, and what it loads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from benchmarks import references
from benchmarks.processes import Figures, output_of, python, run, take_turns
from benchmarks.rows import Row

HEAVY: Final = ("jinja2", "numpy", "plotly", "yaml")
_ROUNDS: Final = 15  # each takes a few hundredths of a second
# What the installed command, penguin-board, runs.
_COMMAND: Final = "import sys; from penguin_board.__main__ import main; sys.exit(main())"
_LOADED: Final = """
import sys
from penguin_board.cli import main
main([sys.argv[1]], standalone_mode=False)
print("loaded:", *[name for name in sys.argv[2:] if name in sys.modules])
"""


def starts() -> Figures:
    """Bare Python and the two commands that do nothing else, in turn."""
    works = {
        "P0": lambda: run(references.bare_python()),
        "--version": lambda: run(python("-c", _COMMAND, "--version")),
        "--help": lambda: run(python("-c", _COMMAND, "--help")),
    }
    take_turns("start, once for the compiled modules", works, 1, Figures())
    return take_turns("start", works, _ROUNDS, Figures())


def start_rows(taken: Figures) -> Iterator[Row]:
    """How many times bare Python, and the heavy libraries among the modules."""
    for name in ("--version", "--help"):
        yield Row(
            number="13",
            what=name,
            tree="",
            unit="P0",
            goal=5,
            measured=taken.processor(name) / taken.processor("P0"),
            basis="processor",
            remark="with click; 3 P0 is the goal with argparse",
        )
    loaded = {name for option in ("--version", "--help") for name in _loaded(option)}
    yield Row(
        number="13",
        what=f"modules of {', '.join(HEAVY)} at --version and --help",
        tree="",
        unit="",
        goal=0,
        measured=len(loaded),
        basis="count",
        remark=", ".join(sorted(loaded)),
    )


def _loaded(option: str) -> list[str]:
    said = output_of(python("-c", _LOADED, option, *HEAVY))
    return said.rpartition("loaded:")[2].split()
