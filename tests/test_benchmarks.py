"""What the benchmarks measure on and compare with is what they say; no time is asserted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.bootstrap import as_records, matrix_intervals
from benchmarks.builds import Grown
from benchmarks.fast_path import share
from benchmarks.processes import Failed, python, run
from benchmarks.rows import Row, table
from benchmarks.trees import Form, Scale, make_tree
from penguin_board.stats import pairwise_diffs
from penguin_board.tree import load_tree
from tests.command_line import run_python

SCALE = Scale(boards=2, entries=5, benchmarks=3, attempts=2, tasks=12)
ROW = Row(
    number="1", what="validate", tree="medium", unit="C", goal=0.5, measured=0.4, basis="processor"
)


def files_of(root: Path) -> dict[str, bytes]:
    paths = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.parametrize(("form", "on_the_short_way"), [("block", 1), ("flow", 1), ("odd", 0)])
def test_a_made_tree_is_valid_and_read_the_way_it_is_for(
    tmp_path: Path, form: Form, on_the_short_way: float
) -> None:
    make_tree(tmp_path, SCALE, form)
    tree = load_tree(tmp_path)
    assert tree.problems == ()
    assert [len(board.entries) for board in tree.boards] == [5, 5]
    assert share(tmp_path) == on_the_short_way


def test_all_forms_hold_the_same_results(tmp_path: Path) -> None:
    forms: tuple[Form, ...] = ("block", "flow", "odd")
    found = []
    for form in forms:
        make_tree(tmp_path / form, SCALE, form)
        boards = load_tree(tmp_path / form).boards
        found.append([entry.evaluated.estimate for board in boards for entry in board.entries])
    assert found[0] == found[1] == found[2]
    assert len({estimate.value for estimate in found[0]}) > 1


def test_the_same_arguments_make_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        make_tree(tmp_path / name, SCALE)
    assert files_of(tmp_path / "a") == files_of(tmp_path / "b")


def test_a_tree_without_attempts_is_valid(tmp_path: Path) -> None:
    make_tree(tmp_path, Scale(1, 3, 2, 0, 0))
    tree = load_tree(tmp_path)
    assert tree.problems == ()
    assert len(tree.boards[0].entries) == 3


def test_a_changed_attempt_differs_in_one_file_and_keeps_its_totals(tmp_path: Path) -> None:
    grown = Grown(tmp_path, "small", SCALE)
    before = files_of(grown.tree)
    grown.change_an_attempt(1)
    after = files_of(grown.tree)
    changed = [path for path, data in after.items() if data != before[path]]
    assert after.keys() == before.keys()
    assert [Path(path).name for path in changed] == ["attempt-1.yaml"]
    assert load_tree(grown.tree).problems == ()


def test_a_fresh_checkout_is_other_files_with_the_same_bytes(tmp_path: Path) -> None:
    grown = Grown(tmp_path, "small", Scale(1, 2, 1, 1, 3))
    before = files_of(grown.tree)
    inodes = {path.stat().st_ino for path in grown.tree.rglob("*.yaml")}
    grown.check_out_afresh()
    assert files_of(grown.tree) == before
    assert not inodes & {path.stat().st_ino for path in grown.tree.rglob("*.yaml")}


def test_the_matrices_give_the_intervals_of_the_statistics() -> None:
    scores = np.random.default_rng(1).integers(0, 17, (4, 300)) / 16
    ends = matrix_intervals(scores, 4000, 0)
    pairs = {
        (pair.model_a, pair.model_b): pair for pair in pairwise_diffs(as_records(scores), 4000)
    }
    places = np.argwhere(np.triu(np.ones((4, 4)), 1))
    assert len(places) == len(pairs) == len(ends)
    for (first, second), (low, high) in zip(places, ends, strict=True):
        names = (f"m{first:03d}", f"m{second:03d}")
        if names in pairs:
            wanted = (pairs[names].ci_lo, pairs[names].ci_hi)
        else:
            wanted = (-pairs[names[::-1]].ci_hi, -pairs[names[::-1]].ci_lo)
        assert (low, high) == pytest.approx(wanted, abs=0.005)


def test_a_goal_is_met_at_most_or_at_least() -> None:
    assert ROW.met is True
    assert replace(ROW, measured=0.6).met is False
    assert replace(ROW, at_least=True).met is False
    assert replace(ROW, at_least=True, measured=0.6).met is True


def test_what_could_not_be_measured_has_no_answer() -> None:
    assert replace(ROW, measured=None).met is None
    assert replace(ROW, by_two=True, is_free=False).met is None
    assert replace(ROW, by_two=True, is_free=True).met is True
    assert replace(ROW, by_two=False, is_free=False).met is True


def test_the_table_says_measure_goal_and_answer() -> None:
    lines = table([ROW, replace(ROW, number="17", measured=None, remark="not measured")])
    heading, first, second = (line.split() for line in lines.splitlines())
    assert heading[:2] == ["goal", "what"]
    assert first == ["1", "validate", "medium", "0.4", "C", "<=", "0.5", "C", "yes", "processor"]
    assert second[-4:] == ["-", "processor", "not", "measured"]


def test_a_run_counts_the_processes_that_it_started() -> None:
    large = "b'x' * 200_000_000"
    code = f'import subprocess, sys; subprocess.run([sys.executable, "-c", {large!r}])'
    assert run(python("-c", code)).peak > 200_000_000
    with pytest.raises(Failed, match="no such thing"):
        run(python("-c", "raise SystemExit('no such thing')"))


def test_the_command_says_what_it_can_do() -> None:
    result = run_python("-m", "benchmarks", "--help")
    assert result.exit_code == 0
    assert "--large" in result.stdout
