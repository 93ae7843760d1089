"""``aggregate --database`` on engines that not every machine has: ``make test-cluster``."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb
import pytest

from penguin_board.aggregating import AggregateOptions, aggregate_files, aggregate_table
from penguin_board.problems import InvalidInput, one_line
from penguin_board.stats import Settings
from tests.parquet import RECORD_COLUMNS, write_records
from tests.records import ONE, Record, as_lines, some_records

pytestmark = pytest.mark.filterwarnings("ignore")  # packages of others warn of each other's changes

Load = Callable[[Sequence[Record]], str]


@pytest.fixture(scope="module")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A Spark of one thread in a Java of its own."""
    if importlib.util.find_spec("pyspark") is None:
        pytest.skip("pyspark is not installed: make test-cluster")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    sql: Any = importlib.import_module("pyspark.sql")
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    warehouse = str(tmp_path_factory.mktemp("warehouse"))
    builder = builder.config("spark.sql.warehouse.dir", warehouse)
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(params=["pyspark", "duckdb"])
def load(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    """A function that makes a table ``runs`` of records and gives the database's address."""
    if request.param == "pyspark":
        session = request.getfixturevalue("spark")

        def into_spark(records: Sequence[Record]) -> str:
            columns = RECORD_COLUMNS.replace("VARCHAR", "STRING")
            rows = [[record.get(c.split()[0]) for c in columns.split(", ")] for record in records]
            session.createDataFrame(rows, columns).createOrReplaceTempView("runs")
            return "pyspark://"

        return into_spark
    pytest.importorskip("ibis")
    if not hasattr(duckdb.DuckDBPyConnection, "fetch_arrow_table"):
        pytest.skip("Ibis does not know this DuckDB yet: make test-cluster")

    def into_duckdb(records: Sequence[Record]) -> str:
        parquet = write_records(tmp_path / "runs.parquet", records)
        with duckdb.connect(str(tmp_path / "runs.duckdb")) as connection:
            connection.execute(f"CREATE OR REPLACE TABLE runs AS FROM '{parquet}'")
        return f"duckdb://{tmp_path / 'runs.duckdb'}"

    return into_duckdb


@pytest.mark.parametrize(
    "settings",
    [{}, {"weighting": "task", "clusters": "family"}, {"missing": "zero", "ties": "split"}],
    ids=["default", "weights", "zero"],
)
def test_a_cluster_gives_what_json_lines_give(
    tmp_path: Path, load: Load, settings: dict[str, Any]
) -> None:
    records = some_records()
    options = AggregateOptions(settings=Settings(b=100, **settings), output="json")
    expected = aggregate_files([as_lines(tmp_path / "runs.jsonl", records)], options)
    assert aggregate_table(load(records), "runs", options) == expected


def test_what_is_wrong_is_found_there(load: Load) -> None:
    records: list[Record] = [
        {**ONE, "attempt": 1},
        {**ONE, "attempt": 1},
        {**ONE, "attempt": 1000, "category": "other"},
        {**ONE, "model_id": "b", "score": float("inf")},
        {**ONE, "model_id": "c", "score": float("nan")},
        {**ONE, "model_id": "d", "score": None},
        {**ONE, "model_id": "e", "score": 66.3},
        {**ONE, "model_id": "f", "weight": float("nan")},
    ]
    weighted = AggregateOptions(settings=Settings(weighting="task"))
    with pytest.raises(InvalidInput) as raised:
        aggregate_table(load(records), "runs", weighted)
    lines = [one_line(problem).partition(": error: ")[2] for problem in raised.value.problems]
    assert sorted(lines) == [
        'category: category of model "a" on task "t" is "other", but "general" in an earlier '
        "record of the task [task-conflict]",
        'score: is missing in a record of model "d" on task "t" [missing-key]',
        'score: score of model "b" on task "t" is inf, expected a number from 0 to 1 [score-range]',
        'score: score of model "c" on task "t" is nan, expected a number from 0 to 1 [score-range]',
        'score: score of model "e" on task "t" is 66.3, expected a number from 0 to 1 '
        "(is it a percentage?) [score-range]",
        'task_id: 2 records of model "a" on task "t", attempt 1, expected one [duplicate-run]',
        'weight: weight of model "f" on task "t" is nan, expected a finite number from 0 [type]',
    ]


def test_a_table_that_is_not_there(load: Load) -> None:
    with pytest.raises(InvalidInput, match="the table cannot be read"):
        aggregate_table(load([ONE]), "rums", AggregateOptions())
