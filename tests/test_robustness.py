"""Whatever people write into the files: problems or a site, never a traceback."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penguin_board.boards import Board
from penguin_board.build import site_plan
from penguin_board.build_options import BuildOptions
from penguin_board.problems import format_github, format_json, format_text
from penguin_board.render import drawn
from penguin_board.tree import load_tree
from tests.trees import Files, attempt, experiment, leaderboard, leaf, write_tree

NASTY = [
    "", "null", "0", "-1", "1e308", "-1e308", "1e-320", "0.1", "66.3", ".nan", "'0.5'", "yes", "[]",
    "{}", "[[]]", "{a: {b: c}}", "x", "\u202e", "\U0001f427", "'</script>'", "a/b", "..", "con",
    "&a", "*a", "!!int 1", "{<<: 1}", "'", "\t", "1: 2", "- 1", "? x", "score_mean", "exp-b",
    "test",
]  # fmt: skip
SPREAD = {"n_attempt": 2, "score_mean": 0.5, "score_std": 0.0, "cost_total": 3, "tokens": 10}


def site_files(root: Path, boards: Sequence[Board], options: BuildOptions) -> dict[str, bytes]:
    return {path: drawn(file) for path, file in site_plan(root, boards, options)}


def base() -> Files:
    values = [
        leaf("exp-a"),
        leaf("exp-b", label="ours"),
        {"op": "mean", "args": [leaf("exp-a"), leaf("exp-c")]},
        {"op": "weighted_mean", "args": [leaf("exp-a"), leaf("exp-c")], "weights": [1, 2]},
        {"op": "div", "args": [leaf("exp-a"), leaf("exp-c")]},
    ]
    files = leaderboard(*values, score_max=1, order="descending")
    files |= experiment("exp-a", [[1, 0], [0, 1]], summary=SPREAD)
    files |= experiment("exp-b", [[1, None]], meta={"model_name": "other", "date": "2026-07-01"})
    files |= experiment("exp-c", [[0.5, 0.5]], meta={"benchmark_name": "b"})
    files["experiments/demo/exp-c/test/attempt-1.yaml"] = attempt([0.5, 0.5], cost=1, score=0.5)
    return {
        name: text.replace(", {", ",\n  {").replace(', "', ',\n  "') for name, text in files.items()
    }


BASE = base()
_edits = st.tuples(
    st.sampled_from(sorted(BASE)),
    st.integers(0, 40),
    st.sampled_from(["value", "delete", "repeat", "key", "cut", "insert", "remove file"]),
    st.sampled_from(NASTY),
)


def edited(files: dict[str, str], edit: tuple[str, int, str, str]) -> None:
    name, position, kind, nasty = edit
    if kind == "remove file":
        files.pop(name, None)
        return
    lines = files.get(name, "").splitlines(keepends=True)
    if not lines:
        return
    at = position % len(lines)
    line = lines[at]
    key, colon, _ = line.rpartition(": ")
    match kind:
        case "value" if colon:
            lines[at] = f"{key}: {nasty}{',' if line.rstrip().endswith(',') else ''}\n"
        case "key" if colon:
            lines[at] = line.replace(key.strip("{[ \"'"), nasty, 1)
        case "repeat":
            lines.insert(at, line)
        case "insert":
            lines.insert(at, f"{nasty}\n")
        case "cut":
            lines = [*lines[:at], line[: position % (len(line) + 1)]]
        case _:
            del lines[at]
    files[name] = "".join(lines)


def test_the_tree_itself_builds() -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert load_tree(write_tree(Path(folder), BASE)).is_valid


@settings(max_examples=150)
@given(st.lists(_edits, min_size=1, max_size=3))
def test_edited_files_give_problems_or_a_site(edits: list[Any]) -> None:
    files = dict(BASE)
    for edit in edits:
        edited(files, edit)
    with tempfile.TemporaryDirectory() as folder:
        root = write_tree(Path(folder), files)
        tree = load_tree(root, list_unreferenced=True)
        for problem in tree.problems:
            assert problem.code
            assert problem.message
            assert problem.path.startswith(("leaderboards", "experiments"))
            known = files.get(problem.path)
            n_lines = len((known or "").splitlines()) + 1
            assert 1 <= problem.line <= n_lines
        assert format_text(tree.problems, lambda *_: "source") or not tree.problems
        assert format_github(tree.problems) or not tree.problems
        assert len(json.loads(format_json(tree.problems))["problems"]) == len(tree.problems)
        if tree.is_valid:
            site = site_files(root, tree.boards, BuildOptions(drafts=True))
            assert b"NaN" not in site.get("demo/leaderboard.json", b"")


@pytest.mark.parametrize("number", ["1e308", "1e300", "1e100", "1e18", "1e15", "1e-300", "5e-324"])
@pytest.mark.parametrize("key", ["score_mean", "cost", "tokens", "weights", "score_max"])
def test_numbers_of_any_size_give_problems_or_a_site(tmp_path: Path, key: str, number: str) -> None:
    weighted = {"op": "weighted_mean", "args": [leaf("exp-a"), leaf("exp-b")], "weights": [1, 1]}
    total = {"op": "sum", "args": [leaf("exp-a"), leaf("exp-b")]}
    quotient = {"op": "div", "args": [leaf("exp-a"), leaf("exp-b")]}
    more = {"score_max": 1.5e308} if key == "score_mean" else {"score_max": 1}
    files = leaderboard(leaf("exp-a"), weighted, total, quotient, **more)
    for name in ("exp-a", "exp-b"):
        summary = {"n_attempt": 2, "score_mean": 0.5, "score_std": 0.1, "cost": 1, "tokens": 1}
        files |= experiment(name, (), summary=summary)
    board, old, new = {
        "weights": (True, '"weights": [1, 1]', f'"weights": [{number}, {number}]'),
        "score_max": (True, "score_max: 1\n", f"score_max: {number}\n"),
        "score_mean": (False, "score_mean: 0.5\n", f"score_mean: {number}\n"),
    }.get(key, (False, f"{key}: 1\n", f"{key}: {number}\n"))
    for path in files:
        if path.endswith("leaderboard.yaml" if board else "summary.yaml"):
            files[path] = files[path].replace(old, new)
    assert number in "".join(files.values())
    tree = load_tree(write_tree(tmp_path, files))
    if tree.is_valid:
        site = site_files(tmp_path, tree.boards, BuildOptions())
        json.loads(site["demo/leaderboard.json"], parse_constant=pytest.fail)
