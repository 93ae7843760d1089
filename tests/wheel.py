"""The wheel of this checkout, and an environment of its own that it is installed in."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.command_line import REPOSITORY


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without this checkout on its path and return what it printed."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def build_dist(folder: Path) -> Path:
    """Build the source distribution, and the wheel from it, into ``folder``."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, REPOSITORY, cwd=folder)
    return folder


def install_wheel(dist: Path, home: Path) -> Path:
    """The ``bin`` of an environment with the wheel and, by a path file, the libraries it needs."""
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", "--quiet", wheel, cwd=home)
    (site_packages,) = home.glob("lib/python*/site-packages")
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site_packages / "libraries.pth").write_text("\n".join(sorted(libraries)), encoding="utf-8")
    return home / "bin"
