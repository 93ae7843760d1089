"""``attempts.parquet``: the same board as from attempt files, and messages for people."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

from penguin_board import parquet_attempts
from penguin_board.cli import main
from penguin_board.duckdb_engine import only_folder, open_engine
from penguin_board.problems import one_line
from penguin_board.tree import load_tree
from tests.command_line import build, run_python, snapshot
from tests.parquet import write_attempts, write_query
from tests.repositories import commit, repository
from tests.trees import Files, experiment, leaderboard, leaf, write_tree, yaml_text

GOOD = "1 AS attempt, 'x' AS source, 1.0 AS score"
TOP = "experiments/demo/exp-a/test"
FILE = f"{TOP}/attempts.parquet"

Row = tuple[int, str, float | None, float | None, int | None, int | None]

# Two attempts; a task that was not scored, an unknown cost, and ids that need quotes in YAML.
ROWS: list[Row] = [
    (1, "t1", 1.0, 0.25, 1000, 10),
    (1, "t: 2", 0.5, 0.125, 500, 0),
    (1, "企鹅 3", None, 0.0, 0, 7),
    (2, "t1", 0.0, None, 250, 30),
    (2, "t: 2", 0.1, 0.5, 250, 40),
    (2, "企鹅 3", 0.2, 0.5, 125, 50),
]


def tree(rows: Sequence[Row] = ROWS, **summary: Any) -> Files:
    """A board of one experiment without its attempts."""
    numbers = sorted({row[0] for row in rows})
    scores = [[row[2] for row in rows if row[0] == number] for number in numbers]
    files = leaderboard() | experiment(scores=scores, summary=summary)
    return {path: text for path, text in files.items() if "attempt-" not in path}


def in_yaml(rows: Sequence[Row]) -> Files:
    """The rows as attempt files."""
    files: Files = {}
    for number, source, score, cost, duration, tokens in rows:
        keys = ("source", "score", "cost", "duration_ms", "tokens")
        row = dict(zip(keys, (source, score, cost, duration, tokens), strict=True))
        name = f"{TOP}/attempt-{number}.yaml"
        text = yaml_text(row).replace("\n", "\n    ").rstrip()
        files[name] = files.get(name, "results:\n") + f"  - {text}\n"
    return files


def problems(root: Path) -> list[str]:
    return [one_line(problem) for problem in load_tree(root).problems]


def with_rows(root: Path, rows: Sequence[Sequence[Any]], **summary: Any) -> Path:
    write_tree(root, tree(**summary))
    write_attempts(root / TOP, rows)
    return root


def with_query(root: Path, query: str) -> Path:
    write_tree(root, tree())
    write_query(root / FILE, query)
    return root


def test_the_site_is_the_one_of_attempt_files(tmp_path: Path) -> None:
    rows = [row for row in ROWS if row[2] is not None]  # the warning of it names another place
    rows.append((1, "企鹅 3", 0.75, 0.0, 0, 7))
    files = tree(rows)
    write_tree(tmp_path / "yaml", files | in_yaml(rows))
    write_tree(tmp_path / "parquet", files)
    write_attempts(tmp_path / "parquet" / TOP, rows)
    sites = []
    for name in ("yaml", "parquet"):
        result = build(tmp_path / name, tmp_path / f"{name}-site", "--languages", "en")
        assert result.exit_code == 0, result.words
        sites.append(snapshot(tmp_path / f"{name}-site"))
    of_yaml, of_parquet = sites
    for number in (1, 2):
        file = f"attempt-{number}.yaml".encode()
        of_yaml = {path: text.replace(file, b"attempts.parquet") for path, text in of_yaml.items()}
    assert b"attempts.parquet" in b"".join(of_parquet.values())
    manifest = "penguin-board-manifest.json"
    assert of_yaml.pop(manifest) != of_parquet.pop(manifest)
    assert of_yaml == of_parquet


def test_the_attempts_are_those_of_attempt_files(tmp_path: Path) -> None:
    write_tree(tmp_path / "yaml", tree() | in_yaml(ROWS))
    with_rows(tmp_path / "parquet", ROWS)
    found = []
    for name in ("yaml", "parquet"):
        (board,) = load_tree(tmp_path / name).boards
        (run,) = board.entries[0].evaluated.runs
        found.append([{key: getattr(one, key) for key in SAME} for one in run.attempts])
    assert found[0] == found[1]


SAME = (
    *("number", "score", "written_score", "cost", "duration_ms", "tokens", "metrics"),
    *("sources", "scores"),
)


@pytest.mark.parametrize(
    "columns",
    [
        "attempt::TINYINT AS attempt, source, score::FLOAT AS score",
        "attempt::UBIGINT AS attempt, source::BLOB AS source, score::DECIMAL(4, 2) AS score",
        "attempt, source::ENUM('t1', 't2') AS source, score::BIGINT AS score, 'x' AS note",
        "attempt, source, score, NULL AS cost, 3::HUGEINT AS tokens",
    ],
)
def test_types_as_tools_write_them(tmp_path: Path, columns: str) -> None:
    rows = (
        "(VALUES (1, 't1', 1), (1, 't2', 0), (2, 't1', 0), (2, 't2', 0)) v(attempt, source, score)"
    )
    write_tree(tmp_path, leaderboard() | experiment(scores=[[1, 0], [0, 0]]))
    for file in (tmp_path / TOP).glob("attempt-*"):
        file.unlink()
    write_query(tmp_path / FILE, f"SELECT {columns} FROM {rows}")
    assert problems(tmp_path) == []
    (board,) = load_tree(tmp_path).boards
    (run,) = board.entries[0].evaluated.runs
    assert [attempt.scores for attempt in run.attempts] == [(1.0, 0.0), (0.0, 0.0)]
    assert [attempt.sources for attempt in run.attempts] == [("t1", "t2"), ("t1", "t2")]
    assert run.tokens == (12 if "tokens" in columns else None)


def test_rows_may_stand_in_any_order(tmp_path: Path) -> None:
    with_rows(tmp_path, [ROWS[place] for place in (3, 0, 4, 1, 2, 5)])
    (board,) = load_tree(tmp_path).boards
    (run,) = board.entries[0].evaluated.runs
    assert [attempt.number for attempt in run.attempts] == [1, 2]
    assert [attempt.sources for attempt in run.attempts] == [("t1", "t: 2", "企鹅 3")] * 2
    assert [attempt.score for attempt in run.attempts] == [0.75, pytest.approx(0.1)]
    assert [attempt.cost for attempt in run.attempts] == [0.375, None]
    assert [attempt.duration_ms for attempt in run.attempts] == [1500, 625]


def test_a_score_off_the_scale_is_placed(tmp_path: Path) -> None:
    rows: list[Row] = [(1, "t1", 0.5, 0, 0, 0), (1, "t2", -0.5, 0, 0, 0)]
    write_tree(tmp_path, tree(rows))
    write_attempts(tmp_path / TOP, rows)
    (found,) = problems(tmp_path)
    assert found == f'{FILE}:1:1: error: attempt 1, "t2", score: -0.5 is below 0 [score-range]'


def test_a_task_without_a_score_is_a_warning_at_its_attempt(tmp_path: Path) -> None:
    assert problems(with_rows(tmp_path, ROWS)) == [
        f'{FILE}:1:1: warning: attempt 1, "企鹅 3", score: the task was not scored; '
        "it is shown as such and left out of means [not-scored]"
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({0: (None, "t1", 1, 0, 0, 0)}, "row 1, attempt: is null, expected 1, 2, 3 ..."),
        ({0: (0, "t1", 1, 0, 0, 0)}, "row 1, attempt: is 0, expected 1, 2, 3 ..."),
        ({1: (1, None, 1, 0, 0, 0)}, "row 2, source: is null, expected the task's id [empty]"),
        ({1: (1, "", 1, 0, 0, 0)}, "row 2, source: is empty, expected text [empty]"),
        ({1: (1, " t", 1, 0, 0, 0)}, "row 2, source: begins or ends with a space [space]"),
        ({1: (1, "t\n", 1, 0, 0, 0)}, "row 2, source: begins or ends with a space [space]"),
        ({1: (1, "a\x07", 1, 0, 0, 0)}, "row 2, source: has a control character (U+0007)"),
        ({1: (1, "t1", 1, 0, 0, 0)}, 'source: "t1" of attempt 1 is already in row 1 [duplicate-'),
        ({2: (1, "x", float("nan"), 0, 0, 0)}, "row 3, score: nan is not a finite number"),
        ({2: (1, "x", float("-inf"), 0, 0, 0)}, "row 3, score: -inf is not a finite number"),
        ({2: (1, "x", 1e200, 0, 0, 0)}, "row 3, score: 1e+200 is too large for a number"),
        ({2: (1, "x", 1, -0.5, 0, 0)}, "row 3, cost: -0.5 is negative, expected 0 or more"),
        ({2: (1, "x", 1, 0, -1, 0)}, "row 3, duration_ms: -1.0 is negative"),
        ({2: (1, "x", 1, 0, 0, -1)}, "row 3, tokens: -1.0 is negative"),
        ({2: (1, "x", 1, 0, 0, 0)}, 'attempt 1: task "企鹅 3" is in attempt 2 but not here'),
        ({5: (3, "t1", 1, 0, 0, 0)}, 'attempt 2: task "企鹅 3" is in attempt 1 but not here'),
        ({0: (3, "t1", 1, 0, 0, 0), 1: (3, "t2", 1, 0, 0, 0), 2: (3, "t3", 1, 0, 0, 0)},
         "(file): attempt 1 is missing, attempts are numbered from 1 [attempt-gap]"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be_used(
    tmp_path: Path, change: dict[int, tuple[Any, ...]], expected: str
) -> None:
    rows: list[tuple[Any, ...]] = [change.get(place, row) for place, row in enumerate(ROWS)]
    found = [line for line in problems(with_rows(tmp_path, rows)) if ": error: " in line]
    assert any(line.startswith(f"{FILE}:1:1: error: ") and expected in line for line in found), (
        found
    )


def test_many_bad_rows_are_summed_up(tmp_path: Path) -> None:
    rows = [(1, f"t{number}", float("inf"), None, None, None) for number in range(50)]
    found = problems(with_rows(tmp_path, rows))
    assert len(found) == 21
    assert f"{FILE}:1:1: error: (file): 30 more problems like these [not-finite]" in found


NO_SCORE = "score: there is no such column, found attempt, source"


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("1 AS attempt, 'x' AS source", f"{NO_SCORE} [missing-key]"),
        ("1 AS attempt, 'x' AS source, 1.0 AS scor", f"{NO_SCORE}, scor [missing-key]"),
        (f"{GOOD}, 1 AS token", "tokens: there is no such column, found attempt, source, score, "),
        ("1.5 AS attempt, 'x' AS source, 1 AS score", "attempt: the column is number, expected wh"),
        ("1 AS attempt, 7 AS source, 1 AS score", "source: the column is whole number, expected "),
        ("1 AS attempt, 'x' AS source, true AS score", "score: the column is BOOLEAN, expected n"),
        ("1 AS attempt, 'x' AS source, '1' AS score", "score: the column is text, expected num"),
        ("1 AS attempt, 'x' AS source, [1.5] AS score", "score: the column is DECIMAL(2,1)[], exp"),
        (f"{GOOD} WHERE false", "(file): has no rows [empty]"),
        ("1::UBIGINT << 63 AS attempt, 'x' AS source, 1 AS score", "row 1, attempt: is 92233720"),
    ],
)
def test_columns_that_cannot_be_used(tmp_path: Path, columns: str, expected: str) -> None:
    (found, *_) = problems(with_query(tmp_path, f"SELECT {columns}"))
    assert found.startswith(f"{FILE}:1:1: error: {expected}")


def test_the_summary_is_checked_against_the_rows(tmp_path: Path) -> None:
    found = problems(with_rows(tmp_path, ROWS, n_attempt=3))
    place = f"{TOP}/summary.yaml:1:12: error: n_attempt"
    assert f"{place}: is 3 but 2 attempts exist (attempt 1, attempt 2) [n-attempt]" in found
    found = problems(with_rows(tmp_path, ROWS, score_mean=0.75, duration_ms_total=7))
    assert [line.rsplit(" ", 1)[1] for line in found if "error" in line] == [
        "[summary-mean]",
        "[summary-total]",
    ]


def corrupt(file: Path) -> None:
    file.write_bytes(b"PAR1" + bytes(100) + b"PAR1")


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def damaged(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[4:60] = bytes(byte ^ 0xFF for byte in data[4:60])
    file.write_bytes(data)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def linked(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))
    file.symlink_to("elsewhere")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def misnamed(file: Path) -> None:
    shutil.copy(file, file.with_name("attempt-1.parquet"))


def beside(file: Path) -> None:
    file.with_name("attempt-1.yaml").write_text("score: 1\n", "utf-8")


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        (corrupt, "attempts.parquet:1:1: error: (file): is not valid Parquet: "),
        (cut, "attempts.parquet:1:1: error: (file): is not valid Parquet: "),
        (damaged, "attempts.parquet:1:1: error: (file): is not valid Parquet: "),
        (emptied, "attempts.parquet:1:1: error: (file): is not valid Parquet: "),
        (linked, "attempts.parquet:1:1: error: (file): is a symbolic link, links are not followed"),
        (a_folder, "attempts.parquet:1:1: error: (file): is not a file [not-a-file]"),
        (misnamed, "attempt-1.parquet:1:1: error: (file): is not named attempts.parquet"),
        (beside, "attempts.parquet:1:1: error: (file): stands beside attempt-1.yaml"),
    ],
)
def test_files_that_cannot_be_used(
    tmp_path: Path, harm: Callable[[Path], None], expected: str
) -> None:
    harm(with_rows(tmp_path, ROWS) / FILE)
    (found,) = [line for line in problems(tmp_path) if ": error: " in line]
    assert found.startswith(f"{TOP}/{expected}")
    assert "/tmp" not in found


def test_a_message_shows_no_bytes_of_the_file(tmp_path: Path) -> None:
    with_rows(tmp_path, ROWS, n_attempt=2)
    corrupt(tmp_path / FILE)
    result = CliRunner().invoke(main, ["validate", "--root", str(tmp_path)])
    assert result.exit_code == 1
    assert "is not valid Parquet" in result.output
    assert "PAR1\\x00" not in result.output


@pytest.mark.parametrize(
    ("limit", "value", "expected"),
    [
        ("MAX_ROWS", 5, "has 6 rows, at most 5 are read"),
        ("MAX_BYTES", 100, "is over 100 bytes"),
        ("MAX_TEXT", 10, "bytes together, at most 10 are read"),
    ],
)
def test_size_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, expected: str
) -> None:
    monkeypatch.setattr(parquet_attempts, limit, value)
    (found,) = problems(with_rows(tmp_path, ROWS))
    assert expected in found
    assert found.endswith("[too-large]")


def test_a_billion_rows_in_a_small_file_are_refused_unread(tmp_path: Path) -> None:
    query = "SELECT 1 AS attempt, 'x' AS source, 1.0 AS score FROM range(20_000_000)"
    assert (with_query(tmp_path, query) / FILE).stat().st_size < 2**20
    (found,) = problems(tmp_path)
    assert "has 20000000 rows, at most 2000000 are read [too-large]" in found


def test_without_duckdb_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with_rows(tmp_path, ROWS)
    (problem,) = load_tree(tmp_path).problems
    assert problem.code == "no-parquet"
    assert problem.message == "Parquet is read with DuckDB, which is not installed"
    assert problem.hint == 'pip install "penguin-board[parquet]"'


def test_duckdb_is_imported_only_for_such_a_file(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from penguin_board.tree import load_tree\n"
        "assert load_tree(Path(sys.argv[1])).is_valid\n"
        "print('duckdb' in sys.modules)\n"
    )
    write_tree(tmp_path / "yaml", tree() | in_yaml(ROWS))
    with_rows(tmp_path / "parquet", ROWS)
    assert run_python("-c", code, tmp_path / "yaml").stdout == "False\n"
    assert run_python("-c", code, tmp_path / "parquet").stdout == "True\n"


@pytest.mark.parametrize("name", ["a*b", "a[1]", "a?", "it's", 'say "x"', "{a,b}"])
def test_names_that_are_patterns_are_names(tmp_path: Path, name: str) -> None:
    other = with_rows(tmp_path / "aXb", [(1, "other", 1, 0, 0, 0)])
    with_rows(tmp_path / name, ROWS)
    assert len(problems(tmp_path / name)) == 1  # the warning of a task without a score
    assert problems(other) != []


def test_the_engine_opens_files_of_its_folder_and_nothing_else(tmp_path: Path) -> None:
    mine = write_query(tmp_path / "own" / "mine.parquet", "SELECT 1 AS x")
    other = write_query(tmp_path / "other.parquet", "SELECT 2 AS x")
    connection = open_engine(duckdb, threads=1, memory="256MB")
    only_folder(connection, str(mine.parent))
    read = "SELECT * FROM read_parquet(?)"
    assert connection.execute(read, [str(mine)]).fetchall() == [(1,)]
    for statement, parameters in (
        (read, [str(other)]),
        (read, [f"{mine.parent}/../{other.name}"]),
        (read, [str(tmp_path / "*.parquet")]),
        ("SELECT * FROM read_text(?)", ["/etc/passwd"]),
        (f"COPY (SELECT 1) TO '{tmp_path / 'new.parquet'}'", []),
        ("SET enable_external_access = true", []),
        ("SET memory_limit = '100GB'", []),
        ("INSTALL httpfs", []),
        ("LOAD httpfs", []),
    ):
        with pytest.raises(duckdb.Error):
            connection.execute(statement, parameters)
    assert not (tmp_path / "new.parquet").exists()


def test_summarize_writes_the_summary_of_the_rows(tmp_path: Path) -> None:
    write_attempts(tmp_path / "test", [row for row in ROWS if row[1] != "企鹅 3"])
    result = CliRunner().invoke(main, ["summarize", str(tmp_path / "test")])
    assert result.exit_code == 0, result.output
    lines = (tmp_path / "test/summary.yaml").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        "n_attempt: 2",
        "score_mean: 0.4",
        "score_std: 0.4949747468305833",
        "cost_total: null",
        "duration_ms_total: 2000",
        "tokens_total: 80",
    ]
    (tmp_path / "test/attempt-1.yaml").write_text("score: 1\n", "utf-8")
    again = CliRunner().invoke(main, ["summarize", str(tmp_path / "test"), "--replace"])
    assert again.exit_code == 1
    assert "stands beside attempt-1.yaml" in again.output


def test_diff_sees_the_rows_of_both_sides(tmp_path: Path) -> None:
    files = tree() | experiment("exp-b") | leaderboard(leaf("exp-a"), leaf("exp-b", label="B"))
    root = write_tree(tmp_path / "repo", files)
    write_attempts(root / TOP, ROWS)
    repository(root, {})
    rows = [(1, "t1", 0.5, 0.25, 1000, 10), (1, "t: 2", 1.0, 0.125, 500, 0), *ROWS[2:]]
    write_attempts(root / TOP, rows)
    commit(root)
    result = CliRunner().invoke(main, ["diff", "--root", str(root), "--", "main~1"])
    assert result.exit_code == 0, result.output
    assert "test/attempts.parquet" in result.output


def test_damaged_files_are_problems_and_never_faults(tmp_path: Path) -> None:
    file = with_rows(tmp_path, ROWS) / FILE
    whole = file.read_bytes()
    source = random.Random(7)
    outcomes = set()
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(source.choice([1, 1, 3])):
            place = source.randrange(len(data))
            data[place : place + source.randrange(2)] = source.randbytes(source.randrange(3))
        file.write_bytes(data)
        found = [problem for problem in load_tree(tmp_path).problems if problem.is_error]
        outcomes.add(found[0].code if found else "usable")
        assert all(problem.path.startswith(TOP) for problem in found)
    assert {"usable", "syntax"} <= outcomes
