"""Places where a build cannot read or write: a clear message, the old site, nothing left behind."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.command_line import REPOSITORY, build, snapshot
from tests.trees import experiment, leaderboard, write_tree

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights and limits of POSIX")

# What lets the superuser pass over the rights of files: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH.
_OVERRIDES = (1, 2)
_PR_CAPBSET_DROP = 24


def like_anybody() -> None:
    """In the child: rights of files hold, for the superuser as well."""
    if os.geteuid() == 0:
        library = ctypes.CDLL(None)
        for capability in _OVERRIDES:
            library.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


def no_large_files() -> None:
    """In the child: a file may have a megabyte, as if the disk were full beyond."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))


def run(
    *args: str | Path, before: Callable[[], None] | None = None, umask: int = -1
) -> tuple[int, str]:
    """Exit code and words of the command."""
    result = subprocess.run(
        [sys.executable, "-m", "penguin_board", *args],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=before,
        umask=umask,
    )
    assert "Traceback" not in result.stderr, result.stderr
    return result.returncode, result.stdout + result.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", leaderboard(title="Old") | experiment())


@pytest.fixture
def site(tree: Path, tmp_path: Path) -> Path:
    """An earlier site of the tree, whose next one is another."""
    out = tmp_path / "served" / "site"
    assert build(tree, out).exit_code == 0
    write_tree(tree, leaderboard(title="New") | experiment())
    return out


@pytest.fixture
def unchanged(site: Path) -> Iterator[None]:
    """Whatever a test does, the site is the old one and stands alone."""
    before = snapshot(site)
    yield
    assert snapshot(site) == before
    assert [path.name for path in site.parent.iterdir()] == ["site"]


@pytest.mark.usefixtures("unchanged")
def test_a_disk_without_room_for_a_file(tree: Path, site: Path) -> None:
    for path in site.rglob("plotly-*"):  # else it would be linked, which needs no room
        path.write_bytes(path.read_bytes() + b"\n")
    before = snapshot(site)
    code, words = run("build", "--root", tree, "--out", site, before=no_large_files)
    assert code == 1
    assert "File too large" in words
    assert str(site) in words
    assert snapshot(site) == before
    for path in site.rglob("plotly-*"):
        path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("share", [0.3, 0.97])
def test_a_full_disk(tree: Path, site: Path, tmp_path: Path, share: float) -> None:
    """On a file system of its own, a little too small, where one can be mounted."""
    disk = tmp_path / "disk"
    disk.mkdir()
    pages = sum(-(-len(data) // 4096) for data in snapshot(site).values())
    size = int(pages * share) * 4096
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", disk],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        code, words = run("build", "--root", tree, "--out", disk / "site", "--drafts")
        assert code == 1
        assert "No space left on device" in words
        assert list(disk.iterdir()) == []
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.usefixtures("unchanged")
def test_a_folder_that_must_not_be_written_into(tree: Path, site: Path) -> None:
    site.parent.chmod(0o555)
    code, words = run("build", "--root", tree, "--out", site, before=like_anybody)
    site.parent.chmod(0o755)
    assert code == 1
    assert "Permission denied" in words
    assert str(site.parent) in words


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "name",
    [
        "leaderboards/demo/leaderboard.yaml",
        "experiments/demo/exp-a/meta_info.yaml",
        "experiments/demo/exp-a/test/summary.yaml",
        "experiments/demo/exp-a/test/attempt-1.yaml",
    ],
)
def test_a_file_that_must_not_be_read_is_named(tree: Path, site: Path, name: str) -> None:
    (tree / name).chmod(0)
    for command in (["build", "--out", site], ["validate"]):
        code, words = run(*command, "--root", tree, before=like_anybody)
        assert code == 1
        assert f"{name}:1:1: error: (file): cannot be read: Permission denied" in words


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "name", ["leaderboards", "leaderboards/demo", "experiments/demo", "experiments/demo/exp-a/test"]
)
def test_a_folder_that_must_not_be_read_is_named(tree: Path, site: Path, name: str) -> None:
    (tree / name).chmod(0)
    try:
        for command in (["build", "--out", site], ["validate"]):
            code, words = run(*command, "--root", tree, before=like_anybody)
            assert code == 1, words
            assert "Permission denied" in words
            assert name in words
    finally:
        (tree / name).chmod(0o755)


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "place", [".", "..", "leaderboards", "leaderboards/demo", "experiments/demo/site"]
)
def test_an_output_folder_among_the_input_is_refused(tree: Path, site: Path, place: str) -> None:
    before = snapshot(tree)
    code, words = run("build", "--root", tree, "--out", tree / place)
    assert code == 2
    assert "holds the tree itself" in words or "lies among the results" in words
    assert snapshot(tree) == before


@pytest.mark.usefixtures("unchanged")
def test_a_link_to_the_input_is_no_way_round(tree: Path, site: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tree / "experiments")
    before = snapshot(tree)
    assert run("build", "--root", tree, "--out", tmp_path / "link")[0] == 2
    assert run("build", "--root", tree, "--out", tmp_path / "link" / "site")[0] == 2
    assert snapshot(tree) == before


def test_a_folder_of_others_is_refused_and_with_force_kept(tree: Path, tmp_path: Path) -> None:
    out = tmp_path / "home"
    (out / "deep").mkdir(parents=True)
    (out / "deep" / "thesis.txt").write_text("years of work")
    (out / ".hidden").write_text("x")
    before = snapshot(out)
    code, words = run("build", "--root", tree, "--out", out)
    assert code == 2
    assert "--force" in words
    assert snapshot(out) == before
    for options in (["--force"], []):  # by then it is a site of ours
        assert run("build", "--root", tree, "--out", out, *options)[0] == 0
        after = snapshot(out)
        assert {name: after[name] for name in before} == before
        assert "index.html" in after


def test_not_even_force_writes_over_a_file_of_others(tree: Path, site: Path) -> None:
    (site / "demo" / "leaderboard.tex").unlink()
    manifest = site / "penguin-board-manifest.json"
    text = manifest.read_text("utf-8")
    line = next(line for line in text.splitlines() if '"demo/leaderboard.tex"' in line)
    manifest.write_text(text.replace(f"{line}\n", ""), "utf-8")
    (site / "demo" / "leaderboard.tex").write_text("mine")
    before = snapshot(site)
    code, words = run("build", "--root", tree, "--out", site, "--force")
    assert code == 2
    assert "leaderboard.tex: was not written by penguin-board" in words
    assert snapshot(site) == before


@pytest.mark.parametrize(
    ("umask", "folder", "file"), [(0o022, 0o755, 0o644), (0o027, 0o750, 0o640)]
)
def test_modes_are_those_of_any_new_file(
    tree: Path, tmp_path: Path, umask: int, folder: int, file: int
) -> None:
    """A web server of the group or of others reads them where the umask lets it."""
    for _ in range(2):  # a rebuild keeps them
        assert run("build", "--root", tree, "--out", tmp_path / "site", umask=umask)[0] == 0
        paths = [tmp_path / "site", *(tmp_path / "site").rglob("*")]
        modes = {(path.is_dir(), path.stat().st_mode & 0o7777) for path in paths}
        assert modes == {(True, folder), (False, file)}


def test_links_in_the_output_lead_no_write_outside(tree: Path, site: Path, tmp_path: Path) -> None:
    """Folders and files of the site replaced by links: what they lead to is not touched."""
    outside = tmp_path / "outside"
    shutil.copytree(site / "demo", outside)
    (tmp_path / "page.html").write_text("outside")
    before = snapshot(outside)
    shutil.rmtree(site / "demo")
    (site / "demo").symlink_to(outside)
    (site / "index.html").unlink()
    (site / "index.html").symlink_to(tmp_path / "page.html")
    code, words = run("build", "--root", tree, "--out", site)
    assert code == 0, words
    assert snapshot(outside) == before
    assert (tmp_path / "page.html").read_text() == "outside"
    assert not (site / "demo").is_symlink()
    assert not (site / "index.html").is_symlink()
