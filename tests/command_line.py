"""Runs ``penguin-board`` as a process of its own and measures what it used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from penguin_board.cli import main

REPOSITORY = Path(__file__).resolve().parent.parent


# A process of its own measures: the peak of a child begins with the memory of its parent.
_MEASURE = """\
import json, resource, subprocess, sys
code = subprocess.call(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as report:
    json.dump([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024], report)
sys.exit(code)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What a finished process left: exit code, words, CPU seconds and peak memory."""

    exit_code: int
    stdout: str
    stderr: str
    cpu_seconds: float
    peak_mb: float

    @property
    def words(self) -> str:
        """Everything that was printed."""
        return self.stdout + self.stderr

    @property
    def problems(self) -> list[dict[str, Any]]:
        """The problems that ``validate --format json`` printed."""
        problems: list[dict[str, Any]] = json.loads(self.stdout)["problems"]
        return problems


def commands() -> dict[str, click.Command]:
    """Every command by its name."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def penguin_board(*args: str | Path, env: Mapping[str, str] | None = None) -> Result:
    """Run ``python -m penguin_board`` in an empty folder, with ``env`` on top."""
    return run_python("-m", "penguin_board", *args, env=env)


def build(root: Path, out: Path, *options: str, env: Mapping[str, str] | None = None) -> Result:
    """``build`` with drafts."""
    return penguin_board("build", "--root", root, "--out", out, "--drafts", *options, env=env)


def validate(root: Path) -> Result:
    """``validate`` with its problems as JSON."""
    return penguin_board("validate", "--root", root, "--format", "json")


def run_python(*args: str | Path, env: Mapping[str, str] | None = None) -> Result:
    """Run this interpreter with the project importable, in an empty folder."""
    environment = {key: value for key, value in os.environ.items() if key != "SOURCE_DATE_EPOCH"}
    environment |= {"PYTHONPATH": str(REPOSITORY), "PYTHONUTF8": "1"} | dict(env or {})
    with tempfile.TemporaryDirectory() as folder:
        report, here = Path(folder) / "usage.json", Path(folder) / "here"
        here.mkdir()
        measured = [sys.executable, "-I", "-S", "-c", _MEASURE, report, sys.executable, *args]
        process = subprocess.run(
            measured, cwd=here, env=environment, capture_output=True, check=False
        )
        cpu_seconds, peak_mb = json.loads(report.read_text(encoding="utf-8"))
    return Result(
        exit_code=process.returncode,
        stdout=process.stdout.decode(),
        stderr=process.stderr.decode(),
        cpu_seconds=cpu_seconds,
        peak_mb=peak_mb,
    )


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
