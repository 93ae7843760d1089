"""Builds in several processes, however the system starts them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from penguin_board import worker_pool
from penguin_board.build import build_site
from penguin_board.build_options import BuildOptions
from penguin_board.workers import WorkerLost, results_of, usual_workers
from tests.trees import experiment, leaderboard, leaf, write_tree


def doubling() -> Callable[[str], str]:
    return lambda job: job * 2


def dying() -> Callable[[str], None]:
    return lambda _job: os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {}
    for name in ("one", "two", "three"):
        files |= leaderboard(leaf("exp-a"), folder=name) | experiment("exp-a", folder=name)
    return write_tree(tmp_path / "tree", files)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_build_is_the_same_however_processes_start(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    build_site(tree, tmp_path / "alone", BuildOptions(), jobs=1)
    monkeypatch.setattr(worker_pool, "start_method", lambda: method)
    build_site(tree, tmp_path / "shared", BuildOptions(), jobs=2)
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")


def test_results_come_with_their_jobs() -> None:
    found = dict(results_of(doubling, ["a", "b", "c"], 2))
    assert found == {"a": "aa", "b": "bb", "c": "cc"}


def test_a_killed_process_is_told() -> None:
    with pytest.raises(WorkerLost, match="ended from outside"):
        list(results_of(dying, ["a", "b"], 2))


def test_little_work_stays_in_one_process() -> None:
    assert usual_workers(20, 1000) == 1
    assert usual_workers(1, 10**9) == 1
    assert usual_workers(10**6, 10**9) >= 1
