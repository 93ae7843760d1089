"""The published JSON Schemas and the hook for pre-commit are what the program does."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from penguin_board import __version__
from penguin_board.cli import main
from penguin_board.schema import FILE_SCHEMAS
from penguin_board.schema_links import schema_line
from tests.command_line import REPOSITORY, snapshot
from tests.trees import experiment, leaderboard, leaf, write_tree

SCHEMAS = REPOSITORY / "schemas"
KINDS = {
    "leaderboard": "leaderboards/*/leaderboard.yaml",
    "meta_info": "experiments/*/*/meta_info.yaml",
    "summary": "experiments/*/*/*/summary.yaml",
    "attempt": "experiments/*/*/*/attempt-*.yaml",
}


def test_the_published_schemas_are_current(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["schema", "--out", str(tmp_path)])
    assert result.exit_code == 0
    assert snapshot(SCHEMAS) == snapshot(tmp_path), "run: make schemas"


@pytest.mark.parametrize("kind", FILE_SCHEMAS)
def test_the_line_for_editors_names_a_published_schema(kind: str) -> None:
    name = schema_line(kind).rpartition("/schemas/")[2]
    assert (SCHEMAS / name).is_file()


@pytest.mark.parametrize("kind", FILE_SCHEMAS)
def test_the_files_of_this_repository_fit_their_schema(kind: str) -> None:
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    paths = sorted(REPOSITORY.glob(KINDS[kind]))
    assert paths
    for path in paths[:: max(1, len(paths) // 20)]:
        validator.validate(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader))


@pytest.fixture
def hook() -> dict[str, object]:
    (found,) = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return dict(found)


def test_the_hook_runs_for_the_four_kinds_of_files_and_no_others(hook: dict[str, object]) -> None:
    pattern = re.compile(str(hook["files"]))
    for kind in KINDS.values():
        assert pattern.search(kind.replace("*", "1"))
    for other in ("README.md", "docs/leaderboards/x.yaml", "experiments/a/b/notes.txt"):
        assert not pattern.search(other)
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False


def test_the_entry_of_the_hook_passes_a_good_tree_and_fails_a_bad_one(
    hook: dict[str, object], tmp_path: Path
) -> None:
    bin_folder = Path(sys.executable).parent
    program, *arguments = shlex.split(str(hook["entry"]))
    write_tree(tmp_path, leaderboard() | experiment())
    command = [bin_folder / program, *arguments]
    good = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert good.returncode == 0, good.stderr
    write_tree(tmp_path, leaderboard(leaf("exp-z")))
    bad = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert bad.returncode == 1
    assert 'leaderboard.yaml:5:28: error: values[0].experiment_id: experiment "exp-z"' in bad.stdout


def test_the_documentation_names_this_release_of_the_schemas_and_of_the_hook(
    hook: dict[str, object],
) -> None:
    page = (REPOSITORY / "docs" / "reference" / "files.md").read_text("utf-8")
    assert schema_line("leaderboard") in page
    assert f"    rev: v{__version__}\n    hooks:\n      - id: {hook['id']}\n" in page
