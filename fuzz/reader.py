"""What bytes in place of any file of a tree must give: a board or problems, no exception."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from penguin_board.exports import board_files
from penguin_board.problems import format_github, format_json, format_text
from penguin_board.tree import load_tree

TREE = {
    "leaderboards/demo/leaderboard.yaml": """\
leaderboard_id: demo
status: draft
title: Demo
author: {name: Team, email: team@example.org, homepage: "https://example.org"}
links: [{title: Paper, url: "https://example.org/paper"}]
values:
  - {experiment_id: exp-a, phase: test, label: ours}
  - {op: div, args: [{experiment_id: exp-a, phase: test}, {experiment_id: exp-b, phase: test}]}
""",
    "experiments/demo/exp-a/meta_info.yaml": """\
harness_name: harness
model_name: model
algorithm: plain
date: 2026-11-30
""",
    "experiments/demo/exp-a/test/summary.yaml": "n_attempt: 1\nscore_mean: 0.5\ncost: 1.5\n",
    "experiments/demo/exp-a/test/attempt-1.yaml": """\
attempt: 1
score: 0.5
results:
  - {source: t1, score: 1, cost: 1, tokens: {input: 1, output: 2}}
  - {source: t2, score: 0, cost: 0.5, tokens: 3}
""",
    "experiments/demo/exp-b/meta_info.yaml": (
        "harness_name: harness\nmodel_name: model\nalgorithm: plain\n"
    ),
    "experiments/demo/exp-b/test/summary.yaml": "n_attempt: 1\nscore_mean: 0.25\n",
}
# One of each kind: what is made up takes the place of one of them.
READ = tuple(TREE)[:4]
_NAMES = {"leaderboard": 0, "meta_info": 1, "summary": 2}


def reader(root: Path) -> Callable[[int, bytes], None]:
    """A function that reads the tree at ``root`` with ``data`` in place of one of its files.

    Whatever it holds, there is a board, or an error that has a place and words.
    """
    for name, text in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")

    def read(which: int, data: bytes) -> None:
        name = READ[which % len(READ)]
        (root / name).write_bytes(data)
        tree = load_tree(root, list_unreferenced=True)
        (root / name).write_text(TREE[name], encoding="utf-8")
        assert tree.is_valid == bool(tree.boards)
        for problem in tree.problems:
            assert problem.message
            assert problem.line >= 1
            assert problem.column >= 1
        assert len(format_text(tree.problems, lambda *_: "source").splitlines()) >= len(
            tree.problems
        )
        format_github(tree.problems)
        json.loads(format_json(tree.problems))
        for board in tree.boards:
            json.loads(board_files(board)["leaderboard.json"], parse_constant=_refuse)

    return read


def _refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def seeds(cases: Path) -> dict[str, bytes]:
    """What to begin with by name: the small files of the hard cases, each with its kind before."""
    found = {
        f"tree-{which}": bytes([which]) + TREE[name].encode() for which, name in enumerate(READ)
    }
    for number, path in enumerate(sorted(cases.rglob("*.yaml"))):
        if path.is_file() and path.stat().st_size < 4096:
            which = _NAMES.get(path.stem, 3)
            found[f"case-{number}"] = bytes([which]) + path.read_bytes()
    return found
