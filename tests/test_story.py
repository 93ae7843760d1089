"""From an empty folder to a published board, as its people do it: from here and from the wheel."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.wheel import build_dist, install_wheel

EXPERIMENT = "bench-a-baseline-model-x-20261130"
NAMES = ("--benchmark", "bench-a", "--harness", "my-harness", "--algorithm", "baseline")


class Repository:
    """A folder under git, and the commands that are run in it."""

    def __init__(self, folder: Path, commands: Path) -> None:
        self.folder = folder
        self._commands = commands
        people = {f"GIT_{role}_NAME": "Ada" for role in ("AUTHOR", "COMMITTER")}
        people |= {f"GIT_{role}_EMAIL": "ada@example.org" for role in ("AUTHOR", "COMMITTER")}
        settings = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, **people}
        outer = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        self._env = outer | settings

    def git(self, *arguments: str) -> None:
        """Run git."""
        subprocess.run(["git", *arguments], cwd=self.folder, env=self._env, check=True)

    def commit(self, message: str) -> None:
        """Commit everything."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def call(self, *arguments: str, exit_code: int = 0) -> str:
        """What ``penguin-board`` says; it has to end with ``exit_code``."""
        command = [self._commands / "penguin-board", *arguments]
        result = subprocess.run(
            command, cwd=self.folder, env=self._env, capture_output=True, text=True, check=False
        )
        assert result.returncode == exit_code, result.stdout + result.stderr
        return result.stdout + result.stderr

    def replace(self, path: str, old: str, new: str) -> None:
        """Edit a file."""
        text = (self.folder / path).read_text("utf-8")
        assert old in text
        (self.folder / path).write_text(text.replace(old, new), "utf-8")


def _from_here(_: pytest.TempPathFactory) -> Path:
    return Path(sys.executable).parent


def _from_the_wheel(factory: pytest.TempPathFactory) -> Path:
    return install_wheel(build_dist(factory.mktemp("dist")), factory.mktemp("installed") / "venv")


@pytest.fixture(params=[_from_here, _from_the_wheel], ids=["checkout", "wheel"])
def repository(
    request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Repository:
    return Repository(tmp_path, request.param(tmp_path_factory))


def test_from_an_empty_folder_to_a_published_board(repository: Repository) -> None:
    _begin(repository)
    _add_an_experiment(repository)
    _draft_a_board(repository)
    _mistype_and_mend(repository)
    _publish(repository)
    _change_what_is_published(repository)


def _begin(repository: Repository) -> None:
    repository.call("init", ".", "--title", "Our boards")
    repository.git("init", "--quiet", "--initial-branch", "main")
    repository.commit("Begin")
    assert "1 leaderboard: no problems" in repository.call("validate")


def _add_an_experiment(repository: Repository) -> None:
    """Two attempts, the first with a slip of the pen."""
    repository.call("new-experiment", "my-board", EXPERIMENT, *NAMES, "--attempts", "2")
    folder = f"experiments/my-board/{EXPERIMENT}"
    for number, score in ((1, '"0.5"'), (2, "0.75")):
        repository.replace(f"{folder}/test/attempt-{number}.yaml", "score: null", f"score: {score}")
    said = repository.call("summarize", f"{folder}/test", exit_code=1)
    assert f"{folder}/test/attempt-1.yaml:6:30: error: results[0].score: " in said
    assert "remove the quotes" in said
    repository.replace(f"{folder}/test/attempt-1.yaml", '"0.5"', "0.5")
    assert "score_mean 0.625" in repository.call("summarize", f"{folder}/test")


def _draft_a_board(repository: Repository) -> None:
    said = repository.call("new", "my-board", "--author", "My team", exit_code=1)
    assert f"{EXPERIMENT}/meta_info.yaml:6:1: error: model_name: is empty" in said
    repository.replace(
        f"experiments/my-board/{EXPERIMENT}/meta_info.yaml", "model_name:", "model_name: model-x"
    )
    repository.call("new", "my-board", "--author", "My team", "--title", "My board")
    assert "2 leaderboards: no problems" in repository.call("validate")


def _mistype_and_mend(repository: Repository) -> None:
    path = "leaderboards/my-board/leaderboard.yaml"
    repository.replace(path, EXPERIMENT, EXPERIMENT.replace("model-x", "model-y"))
    said = repository.call("validate", exit_code=1)
    line = (repository.folder / path).read_text("utf-8").splitlines().index("values:") + 3
    assert f"{path}:{line}:22: error: values[0].experiment_id: experiment " in said
    assert f'did you mean "{EXPERIMENT}"?' in said
    repository.call("build", exit_code=1)
    assert not (repository.folder / "site").exists()
    repository.replace(path, "model-y", "model-x")
    repository.call("validate", "--against", "HEAD")
    difference = json.loads(repository.call("diff", "HEAD", "--format", "json"))
    assert "my-board" in json.dumps(difference)
    assert "model-x" in repository.call("diff", "HEAD")


def _publish(repository: Repository) -> None:
    repository.call("build", "--out", "site")
    assert not (repository.folder / "site" / "my-board").exists()
    repository.replace(
        "leaderboards/my-board/leaderboard.yaml", "status: draft", "status: published"
    )
    repository.call("build", "--out", "site")
    assert _board(repository)["entries"][0]["score"] == pytest.approx(0.625)
    page = (repository.folder / "site" / "my-board" / "index.html").read_text("utf-8")
    assert "model-x" in page
    repository.commit("My board")


def _change_what_is_published(repository: Repository) -> None:
    """A published score moves: refused until the leaderboard says why."""
    folder = f"experiments/my-board/{EXPERIMENT}/test"
    repository.replace(f"{folder}/attempt-2.yaml", "score: 0.75", "score: 1")
    repository.call("validate", exit_code=1)
    repository.call("summarize", folder, "--replace")
    repository.call("validate")
    entry = _board(repository)["entries"][0]["entry_id"]
    said = repository.call("validate", "--against", "HEAD", exit_code=1)
    assert entry in said
    with (repository.folder / "leaderboards/my-board/leaderboard.yaml").open(
        "a", encoding="utf-8"
    ) as file:
        reason = "One task was graded wrongly."
        file.write(f"changes:\n  - {{ date: 2026-11-30, entry: {entry}, reason: {reason} }}\n")
    repository.call("validate", "--against", "HEAD")
    repository.call("build", "--out", "site")
    assert _board(repository)["entries"][0]["score"] == pytest.approx(0.75)


def _board(repository: Repository) -> dict[str, list[dict[str, object]]]:
    data: dict[str, list[dict[str, object]]] = json.loads(
        (repository.folder / "site" / "my-board" / "leaderboard.json").read_text("utf-8")
    )
    return data
