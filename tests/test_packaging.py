"""The wheel, installed beside nothing of this repository, builds a site."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import pytest

from penguin_board import __version__
from tests.command_line import REPOSITORY, penguin_board, snapshot
from tests.trees import experiment, leaderboard, write_tree
from tests.wheel import build_dist, install_wheel, run


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_dist(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_wheel(dist, tmp_path_factory.mktemp("installed") / "venv")


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
