"""A PyYAML without libyaml: the same checks and places, slower, and said in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.case_checks import CASES, read_board
from tests.command_line import Result, run_python, validate
from tests.trees import experiment, leaderboard, write_tree

_WITHOUT_LIBYAML = """\
import sys
import yaml
for name in [name for name in vars(yaml) if name.startswith("C") and name.endswith("Loader")]:
    delattr(yaml, name)
from penguin_board.cli import main
main(sys.argv[1:])
"""


def slow(*args: str | Path) -> Result:
    return run_python("-c", _WITHOUT_LIBYAML, *args)


def test_a_build_works_and_says_that_it_is_slow(tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", leaderboard() | experiment())
    result = slow("build", "--root", tmp_path / "tree", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.words
    assert sum("libyaml" in line for line in result.words.splitlines()) == 1
    assert read_board(tmp_path / "out")["entries"][0]["score"] == 0.5


@pytest.mark.parametrize("name", ["B07", "B13", "B24", "E09"])
def test_the_same_problems_are_found_at_the_same_places(name: str) -> None:
    tree = CASES / name / "repo"
    found = slow("validate", "--root", tree, "--format", "json").problems
    wanted = validate(tree).problems
    places = ("path", "line", "column", "key", "code")
    assert [[row[p] for p in places] for row in found] == [
        [row[p] for p in places] for row in wanted
    ]
