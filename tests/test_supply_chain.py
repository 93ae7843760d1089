"""What an installation consists of, and that nothing of it is fetched while a site is built."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.command_line import REPOSITORY, build, snapshot
from tests.trees import experiment, leaderboard, write_tree

# What a program would need to reach another machine, or to have another program reach it.
NO_NETWORK = """\
import _socket, os, runpy, socket, subprocess, sys
def refuse(*args, **kwargs):
    os.write(2, b"NETWORK")
    os._exit(99)
class NoSocket(_socket.socket):
    def __init__(self, family=-1, *args, **kwargs):
        if family != socket.AF_UNIX:
            refuse()
        super().__init__(family, *args, **kwargs)
    connect = connect_ex = sendto = bind = refuse
socket.socket = NoSocket
socket.getaddrinfo = socket.gethostbyname = socket.create_connection = refuse
NAMES = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
sys.addaudithook(lambda event, args: refuse() if event in NAMES else None)
runpy.run_module("penguin_board", run_name="__main__")
"""
FLOORS = REPOSITORY / "scripts" / "floors.py"
CHECK_SBOM = REPOSITORY / "scripts" / "check_sbom.py"


def dependencies() -> list[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    found: list[str] = project["dependencies"]
    return found


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)} | env,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_build_asks_nothing_of_a_network(tmp_path: Path, jobs: str) -> None:
    files = leaderboard() | experiment() | leaderboard(folder="other") | experiment(folder="other")
    root = write_tree(tmp_path / "tree", files)
    options = ("--drafts", "--base-url", "https://example.org/", "--no-cache", "--jobs", jobs)
    command = ("build", "--root", root, "--out", tmp_path / "site", *options)
    result = run("-c", NO_NETWORK, *command)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "site" / "index.html").is_file()


def test_the_watch_for_a_network_sees_one() -> None:
    asking = (
        "import socket, runpy; runpy.run_module = lambda *a, **k: socket.create_connection(0)\n"
    )
    assert run("-c", asking + NO_NETWORK).returncode == 99


def test_without_a_network_at_all_the_site_is_the_same(tmp_path: Path) -> None:
    """In a name space of its own, which has not even a loopback device."""
    unshare = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*unshare, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no network name space can be made here")
    root = write_tree(tmp_path / "tree", leaderboard() | experiment())
    assert build(root, tmp_path / "with").exit_code == 0
    command = [sys.executable, "-m", "penguin_board", "build", "--root", root, "--drafts"]
    result = subprocess.run(
        [*unshare, *command, "--out", tmp_path / "without", "--no-cache"],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert snapshot(tmp_path / "without") == snapshot(tmp_path / "with")


def test_every_dependency_has_a_floor_that_is_tested() -> None:
    result = run(FLOORS)
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    for requirement in dependencies():
        name, _, rest = requirement.partition(">=")
        assert f"{name}=={rest.split(',')[0]}" in lines


def test_an_sbom_without_a_dependency_is_found_out(tmp_path: Path) -> None:
    names = [requirement.partition(">=")[0] for requirement in dependencies()]
    assert len(names) > 5
    rows = [{"name": name.title(), "version": "1"} for name in names]
    path = tmp_path / "sbom.json"
    path.write_text(json.dumps({"components": rows}))
    assert run(CHECK_SBOM, path).returncode == 0
    del rows[2]
    rows[0]["version"] = ""
    path.write_text(json.dumps({"components": rows}))
    result = run(CHECK_SBOM, path)
    assert result.returncode == 1
    assert names[0] in result.stderr
    assert names[2] in result.stderr
