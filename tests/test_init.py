"""``init`` begins a repository that validates and builds at once."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from penguin_board import __version__
from penguin_board.cli import main
from penguin_board.schema_links import REPOSITORY as REPOSITORY_NAME
from penguin_board.tree import load_tree
from tests.command_line import REPOSITORY, commands, snapshot
from tests.trees import write_tree


def call(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun") / "boards"
    result = call("init", folder, "--title", "Ours: #1")
    assert result.exit_code == 0, result.output
    return folder


def test_it_validates_without_a_word(begun: Path) -> None:
    result = call("validate", "--root", begun)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == "1 leaderboard: no problems\n"


def test_the_example_is_small_made_up_and_published(begun: Path) -> None:
    (board,) = load_tree(begun).boards
    assert not board.is_draft
    assert len(board.entries) == 3
    assert board.leaderboard.description
    assert "Made-up" in board.leaderboard.description
    for entry in board.entries:
        assert len(entry.evaluated.categories) == 2
        assert entry.evaluated.n_attempt == 2
        assert entry.evaluated.model_name.startswith("Example")
        assert entry.total.cost
        assert entry.total.duration_ms
        assert entry.total.tokens
    for path in (begun / "experiments").rglob("*.yaml"):
        assert "made-up example" in path.read_text("utf-8").splitlines()[1]


def test_the_site_builds_with_its_documentation(begun: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    result = call("build", "--root", begun, "--out", site, "--docs")
    assert result.exit_code == 0, result.output
    assert "1 leaderboard, 3 entries: " in result.stderr
    data = json.loads((site / "example" / "leaderboard.json").read_text("utf-8"))
    assert [entry["rank"] for entry in data["entries"]] == [1, 2, 3]
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", site / "docs"]
    built = subprocess.run(mkdocs, cwd=begun, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    page = (site / "docs" / "index.html").read_text("utf-8")
    assert "Ours: #1" in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//(?!www\.mkdocs\.org)', page)


def test_the_title_is_text_wherever_it_stands(begun: Path) -> None:
    assert yaml.safe_load((begun / "mkdocs.yml").read_text("utf-8"))["site_name"] == "Ours: #1"
    assert (begun / "README.md").read_text("utf-8").startswith("# Ours: #1\n")


def test_no_placeholder_is_left(begun: Path) -> None:
    assert [name for name, data in snapshot(begun).items() if b"@@" in data] == []


def test_the_settings_name_this_release_and_the_hook_that_it_has(begun: Path) -> None:
    config = yaml.safe_load((begun / ".pre-commit-config.yaml").read_text("utf-8"))
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    (repository,) = config["repos"]
    assert repository["rev"] == f"v{__version__}"
    assert [hook["id"] for hook in repository["hooks"]] == [hook["id"] for hook in hooks]


def _steps(node: object) -> Iterator[dict[str, Any]]:
    """Every mapping with ``uses``: steps, and jobs that call a workflow."""
    if isinstance(node, dict):
        if "uses" in node:
            yield node
        for child in node.values():
            yield from _steps(child)
    elif isinstance(node, list):
        for child in node:
            yield from _steps(child)


def _workflows(folder: Path) -> dict[str, dict[str, Any]]:
    found = sorted((folder / ".github" / "workflows").glob("*.yml"))
    return {path.name: yaml.safe_load(path.read_text("utf-8")) for path in found}


def test_the_workflows_use_this_release_and_its_inputs(begun: Path) -> None:
    inputs = yaml.safe_load((REPOSITORY / "action.yml").read_text("utf-8"))["inputs"]
    ours = [step for step in _steps(_workflows(begun)) if "/penguin-board" in step["uses"]]
    assert len(ours) == 3
    for step in ours:
        name, _, version = step["uses"].partition("@")
        assert version == f"v{__version__}"
        path = name.removeprefix(REPOSITORY_NAME)
        assert (REPOSITORY / (path.strip("/") or "action.yml")).is_file()
        assert set(step.get("with", {})) <= set(inputs)


def test_actions_of_others_are_pinned_as_this_repository_pins_them(begun: Path) -> None:
    known = {step["uses"] for step in _steps(_workflows(REPOSITORY))}
    others = {step["uses"] for step in _steps(_workflows(begun))}
    others = {use for use in others if not use.startswith(REPOSITORY_NAME)}
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", use) for use in others)
    assert others <= known


def test_only_the_job_that_runs_nothing_of_a_pull_request_may_write_on_it(begun: Path) -> None:
    workflows = _workflows(begun)
    assert set(workflows) == {"comment.yml", "publish.yml", "pull-request.yml"}
    # YAML 1.1 reads the key "on" as a boolean.
    assert workflows["pull-request.yml"][True] == "pull_request"
    assert workflows["pull-request.yml"]["permissions"] == {"contents": "read"}
    (job,) = workflows["comment.yml"]["jobs"].values()
    assert "steps" not in job
    assert workflows["comment.yml"][True]["workflow_run"]["workflows"] == [
        workflows["pull-request.yml"]["name"]
    ]
    for name in ("comment.yml", "publish.yml"):
        assert workflows[name]["permissions"] == {}


def test_every_command_of_the_readme_is_one(begun: Path) -> None:
    text = (begun / "README.md").read_text("utf-8")
    named = re.findall(r"(?:^|`)penguin-board ([a-z-]+)", text, re.MULTILINE)
    known_commands = commands()
    assert named
    assert [name for name in named if name not in known_commands] == []
    for line in re.findall(r"^penguin-board .*", text, re.MULTILINE):
        _, name, *options = shlex.split(line)
        known = {option for parameter in known_commands[name].params for option in parameter.opts}
        assert {option for option in options if option.startswith("--")} <= known


def test_what_is_in_the_way_is_listed_and_nothing_is_written(tmp_path: Path) -> None:
    files = {"README.md": "mine\n", "docs/index.md": "mine\n", "notes.txt": "mine\n"}
    write_tree(tmp_path, files)
    result = call("init", tmp_path)
    assert result.exit_code == 2
    assert "this is there already: README.md, docs/index.md\n" in result.stderr
    assert snapshot(tmp_path) == {name: text.encode() for name, text in files.items()}


def test_a_folder_with_other_files_keeps_them(tmp_path: Path) -> None:
    write_tree(tmp_path, {"LICENSE": "mine\n", ".git/config": "x\n"})
    assert call("init", tmp_path).exit_code == 0
    assert (tmp_path / "LICENSE").read_text("utf-8") == "mine\n"
    assert call("validate", "--root", tmp_path).exit_code == 0


def test_links_and_files_in_place_of_folders_are_in_the_way(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "docs").symlink_to(outside, target_is_directory=True)
    (boards / "experiments").write_text("a file\n", "utf-8")
    result = call("init", boards)
    assert result.exit_code == 2
    assert "docs (a link or a file where a folder is needed)" in result.stderr
    assert "experiments (a link or a file where a folder is needed)" in result.stderr
    assert list(outside.iterdir()) == []


def test_a_write_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def full(self: Path, mode: str = "r", *more: object, **named: object) -> object:
        if self.name == "leaderboard.yaml" and "x" in mode:
            raise OSError(28, "No space left on device", str(self))
        return opened(self, mode, *more, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", full)
    result = call("init", tmp_path / "boards")
    assert result.exit_code == 2
    assert "cannot be written: No space left on device" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_twice_the_same_bytes(tmp_path: Path, begun: Path) -> None:
    assert call("init", tmp_path / "again", "--title", "Ours: #1").exit_code == 0
    assert snapshot(tmp_path / "again") == snapshot(begun)
