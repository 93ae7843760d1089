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

REPOSITORY = Path(__file__).resolve().parent.parent


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
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        process = subprocess.Popen(
            [sys.executable, *args], cwd=folder, env=environment, stdout=out, stderr=err
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Result(
            exit_code=process.returncode,
            stdout=out.read().decode(),
            stderr=err.read().decode(),
            cpu_seconds=usage.ru_utime + usage.ru_stime,
            peak_mb=usage.ru_maxrss / 1024,
        )


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
