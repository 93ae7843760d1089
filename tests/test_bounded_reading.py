"""The time to read a file grows with its size and no faster, whatever is in it."""

from __future__ import annotations

import time
from pathlib import Path

from penguin_board.tree import check_tree
from tests.hostile_files import files, read
from tests.trees import experiment, leaderboard, write_tree

_SIZE, _TIMES = 2000, 8
# Of the time for a file of one size that one of eight times the size may take: thrice what is
# proportional, where the square would be eight times that. Less than this many seconds is noise.
_MOST, _NOISE = 3 * _TIMES, 0.02


def seconds(text: str, root: Path) -> float:
    """The processor time of reading a file."""
    begin = time.process_time()
    read(text, root)
    return time.process_time() - begin


def test_time_grows_with_the_size_of_a_file_and_no_faster(tmp_path: Path) -> None:
    small = {name: seconds(text, tmp_path) for name, text in files(_SIZE)}
    for name, text in files(_TIMES * _SIZE):
        assert seconds(text, tmp_path) < _MOST * max(small[name], _NOISE), name


def test_time_grows_with_the_number_of_tasks_and_no_faster(tmp_path: Path) -> None:
    taken = []
    for size in (_SIZE, _TIMES * _SIZE):
        tree = leaderboard() | experiment(scores=[[1] * size])
        first = "experiments/demo/exp-a/test/attempt-1.yaml"
        tree[first.replace("-1", "-2")] = tree[first].replace("source: t", "source: other")
        root = write_tree(tmp_path / str(size), tree)
        begin = time.process_time()
        problems, _ = check_tree(root)
        taken.append(time.process_time() - begin)
        assert [problem.code for problem in problems].count("missing-task") == 2
    assert taken[1] < _MOST * max(taken[0], _NOISE)
