"""The statistics of a board as bytes, and the key under which they can be used again."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from penguin_board.board_statistics import BoardStatistics, board_statistics
from penguin_board.statistics_record import (
    statistics_bytes,
    statistics_from_bytes,
    statistics_key,
)
from penguin_board.texts import Sentence
from tests.trees import Files, board_of, experiment, leaderboard, leaf

Rows = list[list[float | None]]


def drawn(seed: int, n: int) -> list[float | None]:
    source = random.Random(seed)
    return [source.randrange(17) / 16 for _ in range(n)]


def tree(entries: dict[str, Rows], **more: Any) -> Files:
    """Every entry is an experiment of one benchmark."""
    files = leaderboard(*map(leaf, entries), **more)
    for name, rows in entries.items():
        files |= experiment(name, rows, meta={"model_name": name, "benchmark_name": "bench"})
    return files


ENTRIES: dict[str, Rows] = {
    "plain": [drawn(1, 12), drawn(2, 12)],
    "other": [drawn(3, 12), drawn(4, 12)],
    "gaps": [[*drawn(5, 11), None]],
    "few": [drawn(7, 3)],
    "flat": [[0.5] * 12],
    "single": [[0.25]],
}
NO_TASKS = {name: text for name, text in experiment("bare").items() if "attempt" not in name}


@pytest.fixture(scope="module")
def statistics(tmp_path_factory: pytest.TempPathFactory) -> BoardStatistics:
    files = tree(ENTRIES) | NO_TASKS
    files |= leaderboard(*map(leaf, [*ENTRIES, "bare"]))
    return board_statistics(board_of(tmp_path_factory.mktemp("tree"), files))


class TestBytes:
    def test_every_digit_and_every_reason_comes_back(self, statistics: BoardStatistics) -> None:
        again = statistics_from_bytes(statistics_bytes(statistics))
        assert again == statistics
        assert list(again.entries) == list(statistics.entries)
        assert {pair.reason for pair in statistics.pairs} == {None, "no-tasks", "one-task"}
        assert {pair.remarks for pair in statistics.pairs} > {(), ("few-tasks", "shared-tasks")}

    def test_notes_can_still_be_translated(self, statistics: BoardStatistics) -> None:
        again = statistics_from_bytes(statistics_bytes(statistics))
        assert again is not None
        notes = [one.note for one in again.entries.values() if one.note]
        assert len(set(notes)) == 4
        assert all(isinstance(note, Sentence) for note in notes)
        few = next(note for note in notes if note.startswith("rests on"))
        assert isinstance(few, Sentence)
        assert (few.template, few.plural, few.values) == (
            "rests on {n} task only",
            "rests on {n} tasks only",
            {"n": 3},
        )

    def test_every_note_on_few_tasks(self, tmp_path: Path) -> None:
        few = {f"of-{n}": [drawn(n, n)] for n in range(2, 12)}
        made = board_statistics(board_of(tmp_path, tree(few)))
        assert statistics_from_bytes(statistics_bytes(made)) == made

    @pytest.mark.parametrize("metric", [{}, {"metric": "cost_mean"}])
    def test_a_board_of_one_entry_has_no_pairs(
        self, tmp_path: Path, metric: dict[str, str]
    ) -> None:
        files = experiment("exp-a", [drawn(1, 9)], summary={"cost_mean": 3.0})
        made = board_statistics(board_of(tmp_path, files | leaderboard(leaf(**metric))))
        assert made.pairs == ()
        assert statistics_from_bytes(statistics_bytes(made)) == made

    def test_the_same_statistics_are_the_same_bytes(self, statistics: BoardStatistics) -> None:
        again = statistics_from_bytes(statistics_bytes(statistics))
        assert again is not None
        assert statistics_bytes(again) == statistics_bytes(statistics)

    @settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_damaged_bytes_are_nothing(
        self, statistics: BoardStatistics, data: st.DataObject
    ) -> None:
        whole = statistics_bytes(statistics)
        begin = data.draw(st.integers(0, len(whole)))
        end = data.draw(st.integers(begin, min(len(whole), begin + 40)))
        damaged = whole[:begin] + data.draw(st.binary(max_size=40)) + whole[end:]
        assert statistics_from_bytes(damaged) == (statistics if damaged == whole else None)

    @given(data=st.binary())
    def test_foreign_bytes_are_nothing(self, data: bytes) -> None:
        assert statistics_from_bytes(data) is None

    @pytest.mark.parametrize(
        "change",
        [
            {"settings": {"b": 0}},
            {"settings": {"c": 1}},
            {"settings": None},
            {"entries": [[name, 0, None, None, None, None] for name in ("a", "b")]},
            {"entries": [["plain"]]},
            {"entries": [["plain", 99, None, None, None, None]]},
            {"entries": [[["list"], 0, None, None, None, None]]},
            {"entries": 3},
        ],
    )
    @pytest.mark.parametrize("kept", [0, -1, 1000])
    def test_whole_bytes_of_another_make_are_nothing(
        self, statistics: BoardStatistics, change: dict[str, Any], kept: int
    ) -> None:
        whole = statistics_bytes(statistics)
        magic, rest = whole.split(b"\n", 1)
        line, columns = rest[32:].split(b"\n", 1)
        head = json.dumps(json.loads(line) | change).encode()
        for text in (head, b"[" * 100_000, b"\xff", line[:-1]):
            content = text + b"\n" + columns[:kept]
            forged = magic + b"\n" + hashlib.sha256(content).digest() + content
            assert statistics_from_bytes(forged) is None


def two(first: Rows | None = None, second: Rows | None = None, **more: Any) -> Files:
    return tree({"exp-a": first or [drawn(1, 9)], "exp-b": second or [drawn(2, 9)]}, **more)


def weighted(weights: list[float]) -> Files:
    files = experiment("exp-a", [drawn(1, 9)]) | experiment("exp-b", [drawn(2, 9)])
    args = [leaf("exp-a"), leaf("exp-b")]
    return files | leaderboard({"op": "weighted_mean", "args": args, "weights": weights})


def renamed(files: Files, old: str, new: str) -> Files:
    return {path.replace(old, new): text.replace(old, new) for path, text in files.items()}


def key(root: Path, files: Files) -> str:
    return statistics_key(board_of(root, files))


class TestKey:
    @pytest.mark.parametrize(
        ("files", "other"),
        [
            (two(), two(second=[[0.3125, *drawn(2, 9)[1:]]])),
            (two(), two(second=[[*drawn(2, 8), None]])),
            (two(), two(second=[drawn(2, 9), drawn(3, 9)])),
            (two(), renamed(two(), "source: t1,", "source: t10,")),
            (two(), renamed(two(), "exp-b", "exp-c")),
            (two(), renamed(two(), '"bench"', '"bench-2"')),
            (two(), two(order="ascending")),
            (two(), two() | leaderboard(leaf("exp-a"))),
            (weighted([1, 2]), weighted([2, 1])),
        ],
        ids=[
            "a score",
            "a missing score",
            "another attempt",
            "a task's name",
            "an entry's id",
            "a benchmark's name",
            "what is better",
            "fewer entries",
            "weights",
        ],
    )
    def test_it_changes_with_what_the_statistics_rest_on(
        self, tmp_path: Path, files: Files, other: Files
    ) -> None:
        assert files != other
        assert key(tmp_path / "one", files) != key(tmp_path / "two", other)

    def test_it_does_not_change_with_words(self, tmp_path: Path) -> None:
        words = two(title="Other words", description="And more of them")
        assert key(tmp_path / "one", two()) == key(tmp_path / "two", words)

    def test_it_does_not_depend_on_the_order_of_tasks(self, tmp_path: Path) -> None:
        files = two()
        turned = {}
        for path, text in files.items():
            lines = text.splitlines(keepends=True)
            begin = next((n for n, line in enumerate(lines) if line.startswith("  -")), len(lines))
            turned[path] = "".join(lines[:begin] + lines[begin:][::-1])
        assert turned != files
        assert key(tmp_path / "one", files) == key(tmp_path / "two", turned)

    def test_it_is_the_same_in_every_process(self, tmp_path: Path) -> None:
        expected = key(tmp_path, two())
        script = (
            "import sys; from pathlib import Path\n"
            "from penguin_board.tree import load_tree\n"
            "from penguin_board.statistics_record import statistics_key\n"
            "print(statistics_key(load_tree(Path(sys.argv[1])).boards[0]))"
        )
        for seed in ("0", "1"):
            done = subprocess.run(
                [sys.executable, "-c", script, str(tmp_path)],
                capture_output=True,
                text=True,
                check=True,
                env=os.environ | {"PYTHONHASHSEED": seed},
            )
            assert done.stdout.split() == [expected]


def test_no_number_of_threads_changes_a_number(tmp_path: Path) -> None:
    made = board_of(tmp_path, tree(ENTRIES))
    assert board_statistics(made, threads=1) == board_statistics(made, threads=3)
    assert board_statistics(made) == board_statistics(replace(made), threads=2)
