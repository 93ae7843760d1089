"""A build that is killed at any moment leaves the old site or the new one, and nothing in the way.

The builds run in processes that are forked from one that has loaded the program, so that nearly all
of their time is spent in what a kill could break.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import random
import signal
import sys
import time
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import pytest

from penguin_board.cli import main
from penguin_board.output import MANIFEST
from tests.trees import experiment, leaderboard, leaf, write_tree

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes as POSIX does")

KILLS = 200
Site = dict[str, str]


def run_build(root: str, out: str, *options: str) -> None:
    """The command in a process group of its own, quiet."""
    os.setpgid(0, 0)
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    main(["build", "--root", root, "--out", out, "--languages", "en", *options])


@pytest.fixture(scope="module")
def server() -> ForkServerContext:
    """Where builds are forked from; it has loaded what they need."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "penguin_board.build", "penguin_board.cli.site"])
    return context


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two states of a tree of two boards; every page of one differs from that of the other."""
    roots = []
    for title in ("One", "Two"):
        files = {}
        for folder in ("first", "second"):
            files |= leaderboard(
                leaf("exp-a"), leaf("exp-b"), folder=folder, title=f"{folder} {title}"
            )
            for name in ("exp-a", "exp-b"):
                meta = {"model_name": f"{name} {title}"}
                files |= experiment(name, [[1, 0, 1]], meta=meta, folder=folder)
        roots.append(write_tree(tmp_path_factory.mktemp(title), files))
    return roots[0], roots[1]


def start(server: ForkServerContext, root: Path, out: Path, *options: str) -> ForkServerProcess:
    process = server.Process(target=run_build, args=(str(root), str(out), *options))
    process.start()
    return process


def finished(server: ForkServerContext, root: Path, out: Path, *options: str) -> float:
    """Build to the end and return how long it took.

    What is left of a killed build may hold its place for a moment longer.
    """
    while True:
        begin = time.monotonic()
        process = start(server, root, out, *options)
        process.join()
        if process.exitcode == 0:
            return time.monotonic() - begin
        assert process.exitcode == 2


def kill(process: ForkServerProcess, *, group: bool) -> None:
    assert process.pid is not None
    with contextlib.suppress(ProcessLookupError):
        if group:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            os.kill(process.pid, signal.SIGKILL)
    process.kill()  # the group may not be there yet
    process.join()


def whole_site(folder: Path) -> Site:
    """The digests of a site's files, which are those that its manifest lists."""
    manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    listed: Site = manifest["files"]
    found = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }
    assert found == listed
    return found


@pytest.mark.parametrize("cache", ["--no-cache", ""])
def test_a_killed_build_leaves_the_old_site_or_the_new_one(
    server: ForkServerContext, trees: tuple[Path, Path], tmp_path: Path, cache: str
) -> None:
    options = [cache] if cache else []
    references = []
    for index, root in enumerate(trees):
        finished(server, root, tmp_path / f"reference-{index}", "--no-cache")
        references.append(whole_site(tmp_path / f"reference-{index}"))
    assert references[0]["index.html"] != references[1]["index.html"]
    out = tmp_path / "served" / "site"
    took = max(finished(server, trees[index], out, *options) for index in (1, 0))
    rng = random.Random(cache)
    shown, killed = 0, 0
    for number in range(KILLS // 2):
        wanted = 1 - shown
        jobs = ("--jobs", str(1 + number % 2))
        process = start(server, trees[wanted], out, *jobs, *options)
        process.join(rng.random() * took)
        kill(process, group=number % 3 > 0)
        killed += process.exitcode == -signal.SIGKILL
        site = whole_site(out)
        assert site in references
        shown = references.index(site)
    assert killed > KILLS // 10
    finished(server, trees[1 - shown], out, *options)
    assert whole_site(out) == references[1 - shown]
    assert os.listdir(out.parent) == ["site"]  # noqa: PTH208


def test_a_killed_first_build_leaves_nothing_or_the_site(
    server: ForkServerContext, trees: tuple[Path, Path], tmp_path: Path
) -> None:
    took = finished(server, trees[0], tmp_path / "reference", "--no-cache")
    reference = whole_site(tmp_path / "reference")
    rng = random.Random(3)
    for number in range(20):
        out = tmp_path / str(number) / "site"
        process = start(server, trees[0], out, "--no-cache", "--jobs", str(1 + number % 2))
        process.join(rng.random() * took)
        kill(process, group=number % 3 > 0)
        assert not out.exists() or whole_site(out) == reference
        finished(server, trees[0], out, "--no-cache")
        assert whole_site(out) == reference
        assert os.listdir(out.parent) == ["site"]  # noqa: PTH208


def test_an_interrupted_build_cleans_up_after_itself(
    server: ForkServerContext, trees: tuple[Path, Path], tmp_path: Path
) -> None:
    """Ctrl-C, and what ends a process politely."""
    out = tmp_path / "served" / "site"
    took = finished(server, trees[0], out, "--no-cache")
    old = whole_site(out)
    rng = random.Random(4)
    for _ in range(20):
        process = start(server, trees[1], out, "--no-cache", "--jobs", "2")
        process.join(rng.random() * took)
        assert process.pid is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGINT)
        process.join()
        if whole_site(out) != old:
            finished(server, trees[0], out, "--no-cache")
        assert os.listdir(out.parent) == ["site"]  # noqa: PTH208


def test_builds_at_once_take_turns_or_are_refused(
    server: ForkServerContext, trees: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "served" / "site"
    references = []
    for root in trees:
        finished(server, root, out, "--no-cache")
        references.append(whole_site(out))
    for _ in range(5):
        processes = [start(server, root, out, "--no-cache") for root in trees * 2]
        for process in processes:
            process.join()
        codes = [process.exitcode for process in processes]
        assert 0 in codes
        assert set(codes) <= {0, 2}
        assert whole_site(out) in references
        assert os.listdir(out.parent) == ["site"]  # noqa: PTH208
