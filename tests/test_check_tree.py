"""Checking a tree finds what reading it whole finds, and needs less for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from penguin_board.tree import check_tree, load_tree
from tests.case_checks import case_names
from tests.command_line import REPOSITORY, run_python
from tests.trees import experiment, leaderboard, leaf, write_tree

TREES = [REPOSITORY, *(REPOSITORY / "tests/cases" / name / "repo" for name in case_names())]
NOT_NEEDED = ("babel", "duckdb", "jinja2", "numpy", "plotly")


@pytest.mark.parametrize("root", TREES, ids=lambda root: root.parent.name)
def test_the_problems_are_those_of_the_whole_tree(root: Path) -> None:
    tree = load_tree(root, list_unreferenced=True)
    assert check_tree(root) == (tree.problems, tree.n_leaderboards)


def test_what_nothing_refers_to_is_listed(tmp_path: Path) -> None:
    files = leaderboard(leaf("exp-a")) | {"leaderboards/broken/leaderboard.yaml": "title: Broken\n"}
    for folder in ("demo", "broken", "lost"):
        for name in ("exp-a", "exp-b"):
            files |= experiment(name, folder=folder)
    root = write_tree(tmp_path, files)
    problems, n_leaderboards = check_tree(root)
    assert problems == load_tree(root, list_unreferenced=True).problems
    assert n_leaderboards == 2
    assert [problem.path for problem in problems if problem.code == "unreferenced"] == [
        "experiments/demo/exp-b",
        "experiments/lost",
    ]


def test_validate_loads_nothing_that_only_pages_need() -> None:
    code = (
        "import json, sys\n"
        "from penguin_board.cli import main\n"
        "main(['validate', '--root', sys.argv[1]], standalone_mode=False)\n"
        f"print(json.dumps([name for name in {NOT_NEEDED} if name in sys.modules]))\n"
    )
    result = run_python("-c", code, REPOSITORY)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[-1]) == []
