"""Aggregates more records than fit in memory: makes them as Parquet, then runs the command.

``python benchmarks/records.py`` makes 50 million records in a temporary folder (about 200 MB) and
reports the time and the peak memory of ``penguin-board aggregate`` in a process of its own. Needs
``pip install "penguin-board[parquet]"``; ``--json`` prints the figures for a tool.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

LIMIT_GIB = 4.0

# Models differ in strength, tasks in difficulty. The rows stand in no order, so that a group is
# spread over all files; the factor is a prime.
_RECORDS = """
COPY (
  WITH numbers AS (
    SELECT (i * 15485863) % {records} AS i FROM range({first}, {last}) AS rows(i)
  ), keys AS (
    SELECT i, i % {models} AS model, (i // {models}) % {tasks} AS task,
      i // ({models} * {tasks}) + 1 AS attempt
    FROM numbers
  )
  SELECT
    'model-' || lpad(CAST(model AS VARCHAR), 4, '0') AS model_id,
    'task-' || lpad(CAST(task AS VARCHAR), 6, '0') AS task_id,
    CAST(attempt AS INTEGER) AS attempt,
    (hash(i) % 701 + model % 150 + task % 150) / 1000.0 AS score,
    'group-' || CAST(task % 7 AS VARCHAR) AS category
  FROM keys
) TO '{path}' (FORMAT parquet)
"""


def make_records(folder: Path, records: int, models: int, tasks: int, files: int) -> None:
    """Write the records in so many Parquet files."""
    connection = duckdb.connect(config={"temp_directory": str(folder / "spill")})
    connection.execute("SET enable_progress_bar = false")
    for number in range(files):
        query = _RECORDS.format(
            records=records,
            models=models,
            tasks=tasks,
            first=records * number // files,
            last=records * (number + 1) // files,
            path=folder / f"records-{number:03}.parquet",
        )
        connection.execute(query)


def aggregate(folder: Path) -> dict[str, float]:
    """Seconds, processor seconds and peak memory of the command over all files."""
    pattern = str(folder / "*.parquet")
    command = [sys.executable, "-m", "penguin_board", "aggregate", pattern, "--output", "csv"]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines = process.stdout.read().splitlines()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode:
        sys.exit(process.returncode)
    return {
        "models": len(lines) - 1,
        "seconds": seconds,
        "processor_seconds": used.ru_utime + used.ru_stime,
        "peak_gib": used.ru_maxrss / 2**20,  # kilobytes on Linux
    }


def main() -> None:
    """Make, aggregate, report; exit code 1 where the memory was over the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=50_000_000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--tasks", type=int, default=10_000)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="penguin-board-records-") as name:
        folder = Path(name)
        size = (options.records, options.models, options.tasks, options.files)
        start = time.perf_counter()
        # In another process: the peak of a child begins with the memory of its parent.
        maker = multiprocessing.get_context("spawn").Process(
            target=make_records, args=(folder, *size)
        )
        maker.start()
        maker.join()
        figures: dict[str, float] = {
            "records": options.records,
            "bytes": sum(path.stat().st_size for path in folder.glob("*.parquet")),
            "making_seconds": time.perf_counter() - start,
            **aggregate(folder),
        }
    sys.stdout.write(json.dumps(figures, indent=1) + "\n" if options.json else text_of(figures))
    sys.exit(figures["peak_gib"] > LIMIT_GIB)


def text_of(figures: dict[str, float]) -> str:
    """The figures for people."""
    return (
        f"{figures['records']:,} records of {figures['models']} models, "
        f"{figures['bytes'] / 1e6:,.0f} MB, made in {figures['making_seconds']:.1f} s\n"
        f"aggregated in {figures['seconds']:.1f} s, {figures['processor_seconds']:.1f} processor "
        f"seconds, peak memory {figures['peak_gib']:.2f} GiB (limit {LIMIT_GIB:g})\n"
    )


if __name__ == "__main__":
    main()
