"""Whole processes, measured: seconds by the clock, processor seconds, and the largest process.

What is compared takes turns, so that a machine that slows down slows all of it. A process counts
with all the processes that it started and waited for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

REPOSITORY: Final = Path(__file__).resolve().parent.parent

Argument = str | Path


class Failed(Exception):
    """A process that was to be measured ended with an error."""


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took; ``peak`` is the resident memory of its largest process, in bytes."""

    wall: float
    processor: float
    peak: int


def run(command: Sequence[Argument], **environment: Argument) -> Run:
    """Run a command to its end; raise Failed with what it said when it fails."""
    with tempfile.TemporaryFile() as words:
        given = list(map(str, command))
        start = time.perf_counter()
        process = subprocess.Popen(
            given,
            env=_environment(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=words,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if status:
            words.seek(0)
            said = words.read()[-2000:].decode(errors="replace").strip()
            raise Failed(f"{' '.join(given)}\n{said}")
    # Kilobytes on Linux, bytes on macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def python(*arguments: Argument) -> list[Argument]:
    """The command of this Python with ``arguments``."""
    return [sys.executable, *arguments]


def board(*arguments: Argument) -> list[Argument]:
    """The command of penguin-board with ``arguments``."""
    return python("-m", "penguin_board", *arguments)


def output_of(command: Sequence[Argument], **environment: Argument) -> str:
    """What a command prints."""
    return subprocess.run(
        list(map(str, command)),
        env=_environment(environment),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def _environment(more: Mapping[str, Argument]) -> dict[str, str]:
    """That of this process, with the modules of this checkout, which may be kept compiled."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return environment | {name: str(value) for name, value in more.items()}


class Figures:
    """The runs of each of some works by its name."""

    def __init__(self) -> None:
        self._runs: dict[str, list[Run]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._runs

    def add(self, name: str, one: Run) -> None:
        """Keep a run."""
        self._runs.setdefault(name, []).append(one)

    def wall(self, name: str) -> float:
        """The median seconds by the clock."""
        return median(one.wall for one in self._runs[name])

    def processor(self, name: str) -> float:
        """The median processor seconds."""
        return median(one.processor for one in self._runs[name])

    def peak(self, name: str) -> int:
        """The most memory that a process of any run held."""
        return max(one.peak for one in self._runs[name])

    def as_json(self) -> dict[str, list[dict[str, float]]]:
        """Every run of every work."""
        return {name: [asdict(one) for one in runs] for name, runs in self._runs.items()}


def take_turns(
    title: str,
    works: Mapping[str, Callable[[], Run]],
    rounds: int,
    figures: Figures,
    fewer: Mapping[str, int] | None = None,
) -> Figures:
    """Run every work once a round; those in ``fewer`` in the first so many rounds only."""
    for number in range(rounds):
        progress(f"{title}, round {number + 1} of {rounds}")
        for name, work in works.items():
            if number < (fewer or {}).get(name, rounds):
                figures.add(name, work())
    return figures


def progress(text: str) -> None:
    """Say on standard error what is measured now."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")
