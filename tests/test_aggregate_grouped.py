"""``aggregate`` of records that an engine groups: what the same records as JSON lines give."""

from __future__ import annotations

import io
import json
import math
import sqlite3
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.aggregating import AggregateOptions, aggregate_files, aggregate_table
from penguin_board.cli import main
from penguin_board.eval_runs.grouped import columns_of_groups
from penguin_board.eval_runs.secrets import without_secrets
from penguin_board.problems import InvalidInput, one_line
from penguin_board.stats import Settings
from tests.parquet import RECORD_COLUMNS, write_query, write_records, write_rows
from tests.records import ONE, Record, as_lines, some_records

# Packages of others warn of each other's changes.
ignore_their_warnings = pytest.mark.filterwarnings("ignore")

CHOICES: list[dict[str, Any]] = [
    {},
    {"weighting": "task", "ties": "split"},
    {"clusters": "family", "method": "expanded"},
    {"clusters": "category", "missing": "zero"},
    {"missing": "common", "adjust": "bh", "ties": "pairwise"},
]


def in_sqlite(path: Path, records: Sequence[Record]) -> str:
    """The address of a database with the table ``runs`` of these records."""
    types_of = {"VARCHAR": "TEXT", "DOUBLE": "REAL", "INTEGER": "INTEGER"}
    declared = [column.split() for column in RECORD_COLUMNS.split(", ")]
    columns = ", ".join(f"{name} {types_of[kind]}" for name, kind in declared)
    with sqlite3.connect(path) as connection:
        connection.execute(f"CREATE TABLE runs ({columns})")
        rows = [[record.get(name) for name, _ in declared] for record in records]
        connection.executemany(f"INSERT INTO runs VALUES ({', '.join('?' * 8)})", rows)
    connection.close()
    return f"sqlite://{path}"


def options(**settings: Any) -> AggregateOptions:
    return AggregateOptions(settings=Settings(b=400, **settings), output="json")


def problems(*paths: str | Path, **settings: Any) -> list[str]:
    with pytest.raises(InvalidInput) as raised:
        aggregate_files(paths, options(**settings))
    return [one_line(problem) for problem in raised.value.problems]


def problems_of(folder: Path, records: Sequence[Record], **settings: Any) -> list[str]:
    path = write_records(folder / "runs.parquet", records)
    return [line.replace(str(folder), "") for line in problems(path, **settings)]


# --- the same results ----------------------------------------------------------------------


@pytest.mark.parametrize("settings", CHOICES, ids=lambda chosen: "-".join(chosen) or "default")
def test_parquet_gives_what_json_lines_give(tmp_path: Path, settings: dict[str, Any]) -> None:
    records = some_records()
    expected = aggregate_files([as_lines(tmp_path / "runs.jsonl", records)], options(**settings))
    parts = [
        write_records(tmp_path / f"runs-{number}.parquet", records[number::3])
        for number in range(3)
    ]
    assert aggregate_files(parts, options(**settings)) == expected
    assert aggregate_files(parts[::-1], options(**settings)) == expected


@ignore_their_warnings
@pytest.mark.parametrize("settings", CHOICES, ids=lambda chosen: "-".join(chosen) or "default")
def test_a_database_gives_what_json_lines_give(tmp_path: Path, settings: dict[str, Any]) -> None:
    pytest.importorskip("ibis")
    records = some_records()
    expected = aggregate_files([as_lines(tmp_path / "runs.jsonl", records)], options(**settings))
    address = in_sqlite(tmp_path / "runs.db", records)
    assert aggregate_table(address, "runs", options(**settings)) == expected


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_a_mean_is_correctly_rounded_in_whatever_order(scores: list[float]) -> None:
    scores = [score if score > 2**-10 else 0.0 for score in scores]  # places up to the 62nd
    exact = [math.floor(score * 2**26) for score in scores]
    rest = [
        math.floor((score * 2**26 - high) * 2**36)
        for score, high in zip(scores, exact, strict=True)
    ]
    n = len(scores)
    row = (
        "m",
        "t",
        "score",
        "general",
        "",
        n,
        n,
        n,
        min(scores),
        max(scores),
        sum(exact),
        sum(rest),
    )
    attempts_and_weights = (n, 1, n, 2**n - 1, None, 1.0, 1.0)
    columns, suspects = columns_of_groups([row + attempts_and_weights])
    assert columns.scores == [math.fsum(scores) / n]
    assert suspects == []


def test_text_and_parquet_together(tmp_path: Path) -> None:
    records = some_records()
    expected = aggregate_files([as_lines(tmp_path / "all.jsonl", records)], options())
    lines = as_lines(tmp_path / "some.jsonl", records[:200])
    parquet = write_records(tmp_path / "others.parquet", records[200:])
    assert aggregate_files([lines, parquet], options()) == expected
    assert problems(lines, write_records(tmp_path / "same.parquet", records[:1])) == [
        f"{(tmp_path / 'same.parquet').as_posix()}:1:1: error: task_id: 2 records of model "
        f'"{records[0]["model_id"]}" on task "{records[0]["task_id"]}", '
        f"attempt {records[0]['attempt']}, expected one [duplicate-run]"
    ]


def test_parquet_on_standard_input(tmp_path: Path) -> None:
    path = write_records(tmp_path / "runs.parquet", some_records())
    expected = aggregate_files([path], options())
    assert aggregate_files(["-"], options(), io.BytesIO(path.read_bytes())) == expected


@pytest.mark.parametrize("last", [28, 29, 30, 31, 120])
def test_many_attempts_are_told_apart(tmp_path: Path, last: int) -> None:
    records: list[Record] = [
        {"model_id": model, "task_id": "t", "score": (number % 7) / 7, "attempt": number}
        for model in "ab"
        for number in range(-50, last)
    ]
    expected = aggregate_files([as_lines(tmp_path / "runs.jsonl", records)], options())
    path = write_records(tmp_path / "runs.parquet", records)
    assert aggregate_files([path], options()) == expected
    again = [*records, {**records[7], "score": 0.5}]
    (found,) = problems_of(tmp_path, again)
    assert '2 records of model "a" on task "t", attempt -43, expected one' in found


@pytest.mark.parametrize(
    "columns",
    [
        "model_id::BLOB AS model_id, task_id::BLOB AS task_id, score::DECIMAL(3, 2) AS score",
        "model_id::ENUM('a', 'b') AS model_id, task_id, score::FLOAT AS score, NULL AS weight",
        "model_id, task_id, score, 1::UTINYINT AS attempt, [1] AS others",
    ],
)
def test_types_as_tools_write_them(tmp_path: Path, columns: str) -> None:
    rows = "(VALUES ('a', 't', 0.5), ('b', 't', 0.25)) v(model_id, task_id, score)"
    path = write_query(tmp_path / "runs.parquet", f"SELECT {columns} FROM {rows}")
    board = json.loads(aggregate_files([path], options()))
    assert [row["mean_score"] for row in board["rows"]] == [0.5, 0.25]


def test_files_may_have_different_columns(tmp_path: Path) -> None:
    one = write_rows(
        tmp_path / "1.parquet",
        "score DOUBLE, model_id VARCHAR, task_id VARCHAR",
        [(1.0, "a", "t")],
    )
    two = write_records(
        tmp_path / "2.parquet",
        [{"model_id": "b", "task_id": "t", "score": 0.5, "category": "general"}],
    )
    board = json.loads(aggregate_files([one, two], options()))
    assert [row["model_id"] for row in board["rows"]] == ["a", "b"]
    assert [row["categories"] for row in board["rows"]] == [{"general": 1.0}, {"general": 0.5}]


# --- what is wrong with records ------------------------------------------------------------


@pytest.mark.parametrize(
    ("records", "settings", "expected"),
    [
        ([{**ONE, "score": 66.3}], {},
         ['score: score of model "a" on task "t" is 66.3, expected a number from 0 to 1 '
          "(is it a percentage?) [score-range]"]),
        ([{**ONE, "score": -0.5}], {},
         ['score: score of model "a" on task "t" is -0.5, expected a number from 0 to 1 '
          "[score-range]"]),
        ([{**ONE, "score": float("nan")}], {},
         ['score: score of model "a" on task "t" is nan, expected a number from 0 to 1 '
          "[score-range]"]),
        ([{**ONE, "score": float("inf")}], {},
         ['score: score of model "a" on task "t" is inf, expected a number from 0 to 1 '
          "[score-range]"]),
        ([{**ONE, "score": None}], {},
         ['score: is missing in a record of model "a" on task "t" [missing-key]']),
        ([{**ONE, "model_id": None}], {},
         ['model_id: model_id of model none on task "t" is none, expected a text that is not '
          "empty [empty]"]),
        ([{**ONE, "task_id": " "}], {},
         ['task_id: task_id of model "a" on task " " is " ", expected a text that is not empty '
          "[empty]"]),
        ([ONE, {**ONE, "score": 1.0}], {},
         ['task_id: 2 records of model "a" on task "t", expected one [duplicate-run]']),
        ([{**ONE, "attempt": 1}, {**ONE, "attempt": 1}, {**ONE, "attempt": 2}], {},
         ['task_id: 2 records of model "a" on task "t", attempt 1, expected one '
          "[duplicate-run]"]),
        ([{**ONE, "attempt": 1}, {**ONE, "attempt": None}], {},
         ['attempt: model "a" on task "t" has records with and without an attempt number '
          "[task-conflict]"]),
        ([{**ONE, "category": "x", "attempt": 1}, {**ONE, "category": "y", "attempt": 2}], {},
         ['category: category of model "a" on task "t" is "y", but "x" in an earlier record of '
          "the task [task-conflict]"]),
        ([{**ONE, "metric_name": "x"}, {**ONE, "metric_name": "y", "model_id": "b"}], {},
         ['metric_name: metric_name of model "b" on task "t" is "y", but "x" in an earlier '
          "record of the task [task-conflict]"]),
        ([{**ONE, "weight": -1.0}], {}, []),
        ([{**ONE, "weight": -1.0}], {"weighting": "task"},
         ['weight: weight of model "a" on task "t" is -1.0, expected a finite number from 0 '
          "[type]"]),
        ([{**ONE, "weight": 1.0, "attempt": 1}, {**ONE, "weight": 2.0, "attempt": 2}],
         {"weighting": "task"},
         ['weight: weight of model "a" on task "t" is 1.0 and 2.0 in different records '
          "[task-conflict]"]),
        ([ONE], {"clusters": "family"},
         ['family: model "a" on task "t" has no family, which is what is to be resampled '
          "[missing-cluster]"]),
    ],
)  # fmt: skip
def test_records_that_cannot_be_used(
    tmp_path: Path, records: list[Record], settings: dict[str, Any], expected: list[str]
) -> None:
    if not expected:
        path = write_records(tmp_path / "runs.parquet", records)
        assert json.loads(aggregate_files([path], options(**settings)))["rows"]
        return
    found = problems_of(tmp_path, records, **settings)
    assert found == [f"/runs.parquet:1:1: error: {line}" for line in expected]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("'a' AS model_id, 1.0 AS score", "task_id: there is no such column, found model_id, s"),
        ("'a' AS model, 't' AS task_id, 1.0 AS score", "model_id: there is no such column, fou"),
        ("'a' AS model_id, 't' AS task_id, '1' AS score", "score: the column is text, expected"),
        ("1 AS model_id, 't' AS task_id, 1.0 AS score", "model_id: the column is whole number"),
        ("'a' AS model_id, 't' AS task_id, true AS score", "score: the column is BOOLEAN, exp"),
        ("'a' AS model_id, 't' AS task_id, 1 AS score, 2 AS wieght", "wieght: unknown column"),
    ],
)
def test_columns_that_cannot_be_used(tmp_path: Path, columns: str, expected: str) -> None:
    path = write_query(tmp_path / "runs.parquet", f"SELECT {columns}")
    (found,) = problems(path)
    assert found.startswith(f"{path.as_posix()}:1:1: error: {expected}")


def test_many_problems_are_summed_up(tmp_path: Path) -> None:
    records = [{**ONE, "task_id": f"t{number}", "score": 2.0} for number in range(250)]
    found = problems_of(tmp_path, records)
    assert len(found) == 101
    assert any("and 150 more problems like these" in line for line in found)


def test_a_file_that_is_none_or_empty(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 and then nothing")
    (found,) = problems(tmp_path / "bad.parquet")
    assert "bad.parquet:1:1: error: (file): cannot be read as Parquet: " in found
    empty = write_records(tmp_path / "empty.parquet", [ONE])
    write_query(empty, "SELECT 'a' AS model_id, 't' AS task_id, 1.0 AS score WHERE false")
    assert problems(empty)[0].endswith("(file): has no records [no-records]")


# --- names, addresses, packages ------------------------------------------------------------


def call(*arguments: str | Path) -> Any:
    return CliRunner().invoke(main, ["aggregate", *map(str, arguments), "--output", "json"])


def test_a_pattern_stands_for_its_files_and_a_name_for_itself(tmp_path: Path) -> None:
    write_records(tmp_path / "runs" / "a.parquet", [ONE])
    write_records(tmp_path / "runs" / "b" / "b.parquet", [{**ONE, "model_id": "b"}])
    odd = write_records(tmp_path / "runs" / "[ab]*.parquet", [{**ONE, "model_id": "odd"}])

    def models(name: str | Path) -> list[str]:
        result = call(name)
        assert result.exit_code == 0, result.output
        return [row["model_id"] for row in json.loads(result.stdout)["rows"]]

    assert models(odd) == ["odd"]
    assert models(tmp_path / "runs" / "**" / "b.parquet") == ["b"]
    odd.unlink()
    assert models(tmp_path / "runs" / "[ab]*.parquet") == ["a"]
    assert models(tmp_path / "runs" / "**" / "*.parquet") == ["a", "b"]
    result = call(tmp_path / "runs" / "c*.parquet")
    assert result.exit_code == 2
    assert "no such file, and no file matches it" in result.stderr


def test_runs_or_a_table_and_not_both(tmp_path: Path) -> None:
    runs = as_lines(tmp_path / "runs.jsonl", [ONE])
    for arguments in ([], [runs, "--database", "sqlite://x", "--records", "t"],
                      ["--database", "sqlite://x"], [runs, "--records", "t"]):  # fmt: skip
        result = call(*arguments)
        assert result.exit_code == 2
        assert "name RUNS, or a table by --database and --records" in result.stderr


def test_without_duckdb_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_records(tmp_path / "runs.parquet", [ONE])
    monkeypatch.setitem(sys.modules, "duckdb", None)
    result = call(path)
    assert result.exit_code == 1
    assert "Parquet is read with DuckDB, which is not installed [no-parquet]" in result.stderr
    assert 'pip install "penguin-board[parquet]"' in result.stderr


def test_an_address_needs_httpfs(monkeypatch: pytest.MonkeyPatch) -> None:
    class RefusedError(Exception):
        pass

    class Connection:
        def execute(self, statement: str, *_: object) -> None:
            if "httpfs" in statement:
                raise RefusedError("IO Error: Failed to download extension\nhttp://example.org")

        def close(self) -> None:
            pass

    fake = types.SimpleNamespace(connect=lambda *_, **__: Connection(), Error=RefusedError)
    monkeypatch.setitem(sys.modules, "duckdb", fake)
    result = call("https://joe:secret@example.org/runs.parquet?X-Signature=alsosecret")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "https://example.org/runs.parquet:1:1: error: (file): needs the extension httpfs of "
        "DuckDB: IO Error: Failed to download extension [no-httpfs]\n"
    )
    assert "secret" not in result.output


def test_ibis_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ibis", None)
    result = call("--database", "trino://joe:secret@host/hive", "--records", "runs")
    assert result.exit_code == 1
    assert "databases are read through Ibis, which is not installed [no-ibis]" in result.stderr
    assert 'pip install "penguin-board[cluster]"' in result.stderr
    assert "secret" not in result.output


@ignore_their_warnings
@pytest.mark.parametrize(
    ("address", "table", "expected"),
    [
        ("sqlite://{db}", "rums", "the table cannot be read: "),
        ("sqlite://{db}", "rums", "did you mean runs?"),
        ("sqlite://{db}", "other", "model_id: there is no such column, found x, y [missing-key]"),
        ("sqlite://{db}.d/none.db?token=secret", "runs", "cannot be connected to: "),
        ("nothing://joe:secret@host/x?token=secret", "runs", "cannot be connected to: "),
        ("no address at all", "runs", "cannot be connected to: "),
        ("trino://joe:secret@host/hive", "runs", "trino needs a package that is not installed"),
    ],
)
def test_databases_that_cannot_be_used(
    tmp_path: Path, address: str, table: str, expected: str
) -> None:
    pytest.importorskip("ibis")
    in_sqlite(tmp_path / "runs.db", [ONE])
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        connection.execute("CREATE TABLE other (x TEXT, y REAL)")
    connection.close()
    result = call("--database", address.format(db=tmp_path / "runs.db"), "--records", table)
    assert result.exit_code == 1
    assert expected in result.stderr
    assert "secret" not in result.output
    assert "Traceback" not in result.output


@ignore_their_warnings
def test_a_failing_query_is_a_message(tmp_path: Path) -> None:
    pytest.importorskip("ibis")
    address = in_sqlite(tmp_path / "runs.db", [ONE])
    with sqlite3.connect(tmp_path / "runs.db") as connection:
        connection.execute("CREATE VIEW broken AS SELECT model_id, task_id, score FROM runs")
        connection.execute("ALTER TABLE runs RENAME TO moved")
        connection.execute("DROP TABLE moved")
    connection.close()
    result = call("--database", address, "--records", "broken")
    assert result.exit_code == 1
    assert "[database]" in result.stderr
    assert not isinstance(result.exception, sqlite3.Error)


@pytest.mark.parametrize(
    ("text", "address", "expected"),
    [
        ("at s3://bucket/a.parquet", "", "at s3://bucket/a.parquet"),
        ("GET https://u:p@h/x?sig=abc: 403", "", "GET https://h/x 403"),
        ("password hunter2 refused", "trino://joe:hunter2@h/x", "password ... refused"),
        ("p@ss refused", "trino://joe:p%40ss@h/x", "... refused"),
        ("key abcdef", "bigquery://p/d?key=abcdef", "key ..."),
    ],
)
def test_secrets_are_left_out(text: str, address: str, expected: str) -> None:
    assert without_secrets(text, address) == expected


def test_a_text_that_no_table_holds_is_a_message(tmp_path: Path) -> None:
    lines = as_lines(tmp_path / "runs.jsonl", [{**ONE, "attempt": 10**30}])
    (found,) = problems(lines, write_records(tmp_path / "runs.parquet", [ONE]))
    assert "cannot be read as Parquet: Conversion Error" in found
