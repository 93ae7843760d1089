"""The same tree gives the same bytes, wherever, whenever and however it is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import REPOSITORY, snapshot
from tests.trees import Files, experiment, leaderboard, leaf, write_tree

BASE = ("--languages", "en,zh,fa", "--base-url", "https://example.org/x/", "--drafts")
KINDS = {".csv", ".css", ".html", ".js", ".json", ".md", ".svg", ".tex", ".xml"}

# Lists folders in another order than the disk does, as another file system would.
SHUFFLED = """\
import os, random, runpy, sys
rng = random.Random(int(sys.argv.pop(1)))
scandir, listdir = os.scandir, os.listdir
class Shuffled:
    def __init__(self, found, name):
        self.found = iter(rng.sample(sorted(found, key=name), len(found)))
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def __iter__(self): return self
    def __next__(self): return next(self.found)
    def close(self): pass
def scan(*args):
    with scandir(*args) as found:
        return Shuffled([*found], lambda one: one.name)
os.scandir = scan
os.listdir = lambda *args: [*Shuffled(listdir(*args), str)]
runpy.run_module("penguin_board", run_name="__main__")
"""


def files() -> Files:
    """Three boards with ties, gaps, names that sort otherwise elsewhere, and problems to list."""
    found: Files = {}
    for board, names in (("one", "bcad"), ("Two", "zyx"), ("three", "ab")):
        values = [leaf(f"exp-{name}") for name in names]
        values += [{"op": "mean", "args": [leaf(f"exp-{names[0]}"), leaf("more")]}]
        changes = [{"date": "2026-11-30", "entry": "x", "reason": "why"}]
        found |= leaderboard(*values, folder=board, title=f"Ö {board}", changes=changes)
        for index, name in enumerate(names):
            meta = {
                "model_name": f"{'Åäß'[index % 3]}-{name}",
                "date": f"2026-0{index + 1}-01",
                "extra": {"b": 1, "a": "x"},
            }
            scores = [[1, 0, 1, index % 2], [0, 1, 1, 1]]
            found |= experiment(f"exp-{name}", scores, meta=meta, folder=board)
        more = {"model_name": f"Å-{names[0]}", "benchmark_name": "ß"}
        found |= experiment("more", [[0, 1], [1, 1]], meta=more, folder=board)
    found["experiments/one/unused/meta_info.yaml"] = "model_name: x\n"
    return found


def run(
    root: Path,
    out: Path,
    *options: str,
    program: tuple[str, ...] = ("-m", "penguin_board"),
    umask: int = -1,
    **env: str,
) -> tuple[dict[str, bytes], str]:
    """The files of the site, and what was said."""
    result = subprocess.run(
        [sys.executable, *program, "build", "--root", root, "--out", out, *BASE, *options],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)} | env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=out.parent,
        umask=umask,
    )
    assert result.returncode == 0, result.stderr
    said = [line for line in result.stderr.splitlines() if str(out) not in line]
    return snapshot(out), "\n".join(said)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tree(tmp_path_factory.mktemp("tree"), files())


@pytest.fixture(scope="module")
def first(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], str]:
    site, said = run(tree, tmp_path_factory.mktemp("first") / "site", "--no-cache", "--jobs", "1")
    assert {Path(name).suffix for name in site} >= KINDS
    assert {"feed.xml", "zh/feed.xml", "sitemap.xml", "one/leaderboard.csv"} <= set(site)
    return site, said


@pytest.mark.parametrize(
    "env",
    [
        {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "1"},
        {"TZ": "America/Adak", "PYTHONHASHSEED": "2", "LC_ALL": "C", "LANG": "C"},
        {"TZ": "XYZ-13:30", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "LANGUAGE": "fa:zh"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "PYTHONUTF8": "0", "COLUMNS": "40"},
        {"PYTHONOPTIMIZE": "2", "OPENBLAS_NUM_THREADS": "2", "SOURCE_DATE_EPOCH": "1"},
        {"HOME": "/nowhere", "XDG_CACHE_HOME": "/nowhere", "USER": "x", "HOSTNAME": "y"},
    ],
    ids=lambda env: next(iter(env.values())),
)
def test_in_any_environment(
    tree: Path, first: tuple[dict[str, bytes], str], tmp_path: Path, env: dict[str, str]
) -> None:
    assert run(tree, tmp_path / "site", "--no-cache", **env) == first


def test_in_any_folder_written_in_any_order(
    first: tuple[dict[str, bytes], str], tmp_path: Path
) -> None:
    """The newest file first, with other times, in a folder whose name must not matter."""
    root = tmp_path / "an other 'Ünïcode' & <place>"
    for index, (name, text) in enumerate(reversed(files().items())):
        write_tree(root, {name: text})
        os.utime(root / name, (index, index))
    out = tmp_path / "deeper" / "öut & <b>"
    out.parent.mkdir()
    assert run(root, out, "--no-cache") == first


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_in_any_order_of_files_on_the_disk(
    tree: Path, first: tuple[dict[str, bytes], str], tmp_path: Path, seed: str, jobs: str
) -> None:
    program = ("-c", SHUFFLED, seed)
    options = ("--no-cache", "--jobs", jobs)
    assert run(tree, tmp_path / "site", *options, program=program) == first


@pytest.mark.parametrize("jobs", ["2", "3", "7"])
def test_by_any_number_of_processes(
    tree: Path, first: tuple[dict[str, bytes], str], tmp_path: Path, jobs: str
) -> None:
    assert run(tree, tmp_path / "site", "--no-cache", "--jobs", jobs) == first


def test_with_any_umask(tree: Path, first: tuple[dict[str, bytes], str], tmp_path: Path) -> None:
    assert run(tree, tmp_path / "site", "--no-cache", umask=0o077) == first


def nothing(_site: Path, _cache: Path) -> None:
    pass


def no_site(site: Path, _cache: Path) -> None:
    shutil.rmtree(site)


def an_edited_page(site: Path, _cache: Path) -> None:
    (site / "one" / "index.html").write_text("edited")
    (site / "Two" / "leaderboard.csv").unlink()


def no_cache(_site: Path, cache: Path) -> None:
    shutil.rmtree(cache)


def a_damaged_cache(_site: Path, cache: Path) -> None:
    """A byte of every entry is another, one is cut, one is empty, one is a folder."""
    entries = sorted(path for path in cache.rglob("*") if path.is_file())
    assert len(entries) >= 3
    for path in entries:
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 1
        path.write_bytes(data)
    entries[0].write_bytes(entries[0].read_bytes()[:-1])
    entries[1].write_bytes(b"")
    entries[2].unlink()
    entries[2].mkdir()


def foreign_files_in_the_cache(_site: Path, cache: Path) -> None:
    (cache / "00").mkdir(exist_ok=True)
    (cache / "00" / ("0" * 64)).write_bytes(b"\x80\x04cos\nsystem\n(S'false'\ntR.")
    (cache / "README").write_text("not ours")


@pytest.mark.parametrize(
    "between",
    [nothing, no_site, an_edited_page, no_cache, a_damaged_cache, foreign_files_in_the_cache],
    ids=lambda function: function.__name__,
)
def test_with_a_warm_a_cold_and_a_broken_cache(
    tree: Path,
    first: tuple[dict[str, bytes], str],
    tmp_path: Path,
    between: Callable[[Path, Path], None],
) -> None:
    cache, site = tmp_path / "cache", tmp_path / "site"
    env = {"PENGUIN_BOARD_CACHE": str(cache)}
    assert run(tree, site, **env) == first
    between(site, cache)
    assert run(tree, site, "--jobs", "2", **env) == first
    assert not any("cache" in name for name in snapshot(site))


def test_a_cache_knows_a_changed_tree(
    tree: Path, first: tuple[dict[str, bytes], str], tmp_path: Path
) -> None:
    """A change and its undoing, the sizes and times of files being those of before."""
    root, site = tmp_path / "tree", tmp_path / "site"
    shutil.copytree(tree, root)
    env = {"PENGUIN_BOARD_CACHE": str(tmp_path / "cache")}
    assert run(root, site, **env) == first
    meta = root / "experiments" / "one" / "exp-c" / "meta_info.yaml"
    old, status = meta.read_text("utf-8"), meta.stat()
    meta.write_text(old.replace("-c", "-C"), "utf-8")
    os.utime(meta, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (meta.stat().st_size, meta.stat().st_mtime_ns) == (status.st_size, status.st_mtime_ns)
    other, _ = run(root, site, **env)
    assert other != first[0]
    assert other == run(root, tmp_path / "fresh", "--no-cache")[0]
    meta.write_text(old, "utf-8")
    assert run(root, site, **env) == first
