"""The wheel, installed beside nothing of this repository, builds a site."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from penguin_board import __version__
from tests.command_line import REPOSITORY, penguin_board, snapshot
from tests.trees import experiment, leaderboard, write_tree


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command without this checkout on its path and return what it printed."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, REPOSITORY, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``bin`` of an environment with the wheel and, by a path file, the libraries it needs."""
    home = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    (wheel,) = dist.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", "--quiet", wheel, cwd=home)
    (site_packages,) = home.glob("lib/python*/site-packages")
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site_packages / "libraries.pth").write_text("\n".join(sorted(libraries)), encoding="utf-8")
    return home / "bin"


def test_the_wheel_has_the_package_its_templates_and_its_licence(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    for source in (REPOSITORY / "penguin_board", REPOSITORY / "templates"):
        prefix = "penguin_board/" if source.name == "templates" else ""
        for path in source.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert prefix + path.relative_to(REPOSITORY).as_posix() in names
    info = f"penguin_board-{__version__}.dist-info"
    assert f"{info}/licenses/LICENSE" in names
    assert {name.split("/")[0] for name in names} == {"penguin_board", info}


def test_the_source_distribution_leaves_the_data_and_the_tests_out(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = [name.split("/", 1)[1] for name in tar.getnames() if "/" in name]
    tops = {name.split("/")[0] for name in names}
    assert {"penguin_board", "templates", "pyproject.toml", "LICENSE", "README.md"} <= tops
    assert not tops & {"leaderboards", "experiments", "tests", "site", ".venv"}


def test_the_installed_command_builds_a_site_outside_of_the_repository(
    installed: Path, tmp_path: Path
) -> None:
    write_tree(tmp_path, leaderboard() | experiment())
    where = "import penguin_board; print(penguin_board.__file__)"
    assert str(installed.parent) in run(installed / "python", "-c", where, cwd=tmp_path)
    run(installed / "penguin-board", "build", "--out", "site", cwd=tmp_path)
    built = snapshot(tmp_path / "site")
    assert {"index.html", "demo/index.html", "demo/leaderboard.json", ".nojekyll"} <= set(built)
    assert any(name.startswith("assets/") and name.endswith(".css") for name in built)

    from_checkout = penguin_board("build", "--root", tmp_path, "--out", tmp_path / "other")
    assert from_checkout.exit_code == 0, from_checkout.words
    assert snapshot(tmp_path / "other") == built


def test_the_installed_module_says_its_version(installed: Path, tmp_path: Path) -> None:
    wanted = f"penguin-board, version {__version__}\n"
    assert run(installed / "python", "-m", "penguin_board", "--version", cwd=tmp_path) == wanted
    assert run(installed / "penguin-board", "--version", cwd=tmp_path) == wanted
