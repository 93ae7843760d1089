"""Any bytes and any structure in place of a file: problems or a board, in bounds."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz.reader import READ, TREE, reader, seeds
from tests.command_line import REPOSITORY, validate
from tests.file_mutants import mutants
from tests.trees import write_tree

Read = Callable[[int, bytes], None]
SEEDS = tuple(seeds(REPOSITORY / "tests" / "cases").values())
_KEYS = [
    *("leaderboard_id", "status", "title", "author", "name", "email", "homepage", "values", "op"),
    *("args", "weights", "experiment_id", "phase", "metric", "label", "note", "url", "links"),
    *("order", "score_max", "changes", "date", "entry", "reason", "harness_name", "model_name"),
    *("algorithm", "benchmark_name", "n_attempt", "score_mean", "score_std", "cost", "tokens"),
    *("attempt", "score", "results", "source", "duration_ms", "input", "output", "x-note", "<<"),
]
_WORDS = [
    *("demo", "exp-a", "exp-b", "test", "mean", "sum", "sub", "div", "weighted_mean", "score_mean"),
    *(
        "draft",
        "published",
        "descending",
        "2026-11-30",
        "https://example.org",
        "t1",
        "",
        "con",
        ".",
    ),
]
_scalars = st.one_of(
    *(st.none(), st.booleans(), st.integers(-3, 5), st.sampled_from(_WORDS), st.text(max_size=8)),
    st.floats(allow_nan=False, allow_infinity=False),
)
_keys = st.one_of(st.sampled_from(_KEYS), st.text(max_size=6))
_structures = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_keys, inner, max_size=5),
    max_leaves=25,
)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return reader(tmp_path_factory.mktemp("tree"))


@given(which=st.integers(0, len(READ) - 1), data=st.binary(max_size=300))
def test_any_bytes(read: Read, which: int, data: bytes) -> None:
    read(which, data)


@given(which=st.integers(0, len(READ) - 1), text=st.text(max_size=300))
def test_any_text(read: Read, which: int, text: str) -> None:
    read(which, text.encode("utf-8", "surrogatepass"))


@given(which=st.integers(0, len(READ) - 1), value=_structures)
def test_any_structure(read: Read, which: int, value: Any) -> None:
    read(which, json.dumps(value).encode())


@given(which=st.integers(0, len(READ) - 1), extra=st.dictionaries(_keys, _structures, max_size=4))
def test_any_further_keys(read: Read, which: int, extra: dict[str, Any]) -> None:
    lines = "".join(f"{json.dumps(key)}: {json.dumps(value)}\n" for key, value in extra.items())
    read(which, f"{TREE[READ[which]]}{lines}".encode())


def test_files_of_the_hard_cases_with_something_changed(read: Read) -> None:
    for data in mutants(SEEDS, 400, seed=5):
        read(data[0] if data else 0, data[1:])


def test_the_command_has_no_traceback_for_any_bytes(tmp_path: Path) -> None:
    """All at once, a board a mutant."""
    files: dict[str, str | bytes] = {}
    for number, data in enumerate(mutants(SEEDS, 150, seed=6)):
        name = READ[data[0] % len(READ) if data else 0]
        for path, text in TREE.items():
            moved = path.replace("/demo/", f"/d{number}/")
            files[moved] = text.replace("leaderboard_id: demo", f"leaderboard_id: d{number}")
        files[name.replace("/demo/", f"/d{number}/")] = data[1:]
    result = validate(write_tree(tmp_path, files))
    assert result.exit_code == 1
    assert result.problems
    assert "Traceback" not in result.words


# How much of a file is of one kind; with the head it is just below the limit of 64 MiB.
SIZE = 64 * 2**20 - 200
HEAD = b"harness_name: harness\nmodel_name: model\nalgorithm: plain\n"
FLOODS: dict[str, tuple[bytes, bytes, bytes]] = {
    "one scalar": (HEAD + b"x: ", b"a", b"\n"),
    "one quoted scalar": (HEAD + b'x: "', b"a", b'"\n'),
    "a list between brackets": (HEAD + b"x: [", b"1,", b"1]\n"),
    "a list of lines": (HEAD + b"x:\n", b"- 1\n", b""),
    "empty mappings": (HEAD + b"x: [", b"{},", b"{}]\n"),
    "the same key": (HEAD, b"a: 1\n", b""),
    "anchors": (HEAD + b"x: [", b"&a b,", b"c]\n"),
    "tags": (HEAD + b"x: [", b"!a b,", b"c]\n"),
    "brackets that are never closed": (b"", b"[", b""),
    "quotes": (b"", b'"', b""),
    "dashes": (b"", b"- ", b""),
    "question marks": (b"", b"? ", b""),
    "colons": (b"", b": ", b""),
    "tabs": (b"", b"\t", b""),
    "line breaks": (b"", b"\n", b""),
    "comments": (b"", b"# x\n", b""),
    "one comment": (b"", b"#", b""),
    "documents": (b"", b"---\n", b""),
    "lines that are no YAML": (b"", b"a: b: c\n", b""),
    "bytes that are no UTF-8": (b"", b"a", b"\xff"),
    "a control character at the end": (HEAD, b"a: 1\n", b"\0\n"),
    "escapes": (HEAD + b'x: "', b"\\u0041", b'"\n'),
}
MEMORY = 3 * 2**30


def bounded() -> None:
    """In the child: no more memory than this, and an hour is never needed."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def validate_in_bounds(tree: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "penguin_board", "validate", "--root", tree]
    result = subprocess.run(
        command,
        cwd=REPOSITORY,
        preexec_fn=bounded,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert "Traceback" not in result.stderr, result.stderr[-2000:]
    return result.returncode, result.stdout


def flooded(tree: Path, kind: str, name: str, n_bytes: int) -> Path:
    start, flood, end = FLOODS[kind]
    count = (n_bytes - len(start) - len(end)) // len(flood)
    return write_tree(tree, {**TREE, name: start + flood * count + end})


@pytest.mark.parametrize("kind", FLOODS)
def test_a_file_as_large_as_may_be_is_read_in_bounds(tmp_path: Path, kind: str) -> None:
    name = "experiments/demo/exp-a/meta_info.yaml"
    code, words = validate_in_bounds(flooded(tmp_path, kind, name, SIZE))
    assert code == (0 if kind in ("one scalar", "one quoted scalar", "escapes") else 1), words
    assert len(words) < 1_000_000
    if code:
        assert name in words


@pytest.mark.slow
@pytest.mark.parametrize("row", ["{}", "{a: 1}", "{source: a}", "[]", "0", "{source: t, score: x}"])
def test_very_many_rows_that_are_no_tasks_are_read_in_bounds(tmp_path: Path, row: str) -> None:
    """As many values as a file may have."""
    count = 3_900_000 // (1 + row.count(","))
    name = "experiments/demo/exp-a/test/attempt-1.yaml"
    text = "results: [" + ",".join([row] * count) + "]\n"
    code, words = validate_in_bounds(write_tree(tmp_path, {**TREE, name: text}))
    assert code == 1
    assert "[too-many]" in words


@pytest.mark.slow
@pytest.mark.parametrize("line", ["k{}: 1", "  - {{experiment_id: e{}, phase: test}}"])
def test_very_many_keys_and_entries_are_read_in_bounds(tmp_path: Path, line: str) -> None:
    name = "leaderboards/demo/leaderboard.yaml"
    lines = [line.format(number) for number in range(1_000_000)]
    code, words = validate_in_bounds(
        write_tree(tmp_path, {**TREE, name: TREE[name] + "\n".join(lines) + "\n"})
    )
    assert code == 1
    assert "[too-many]" in words


def test_of_very_many_problems_the_first_are_listed(tmp_path: Path) -> None:
    rng = random.Random(7)
    rows = [f"  - {{source: t{n}, score: {rng.choice('xyz')}}}\n" for n in range(5000)]
    name = "experiments/demo/exp-a/test/attempt-1.yaml"
    problems = validate(write_tree(tmp_path, {**TREE, name: f"results:\n{''.join(rows)}"})).problems
    assert len(problems) == 1001
    assert [row["code"] for row in problems].count("too-many") == 1
    assert problems[0]["line"] == 2
