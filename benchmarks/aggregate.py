"""A million records from a file to a leaderboard, in each format that is text.

    python benchmarks/aggregate.py

Needs penguin_board to be importable.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from penguin_board.eval_runs import RunFile, RunFormat, read_runs
from penguin_board.stats import Settings, leaderboard


def records(models: int, tasks: int) -> Iterator[dict[str, Any]]:
    """Records with everything that the lesson's runner writes."""
    source = random.Random(0)
    for model in range(models):
        for task in range(tasks):
            yield {
                "model_id": f"model-{model}",
                "task_id": f"task-{task}",
                "metric_name": "accuracy",
                "score": round(source.random(), 3),
                "category": f"category-{task % 5}",
            }


def as_json_lines(models: int, tasks: int) -> bytes:
    """One record a line."""
    return "".join(f"{json.dumps(record)}\n" for record in records(models, tasks)).encode()


def as_json(models: int, tasks: int) -> bytes:
    """A list of records."""
    return json.dumps(list(records(models, tasks))).encode()


def as_csv(models: int, tasks: int) -> bytes:
    """A heading and a line a record."""
    lines = ["model_id,task_id,metric_name,score,category\n"]
    lines += [",".join(map(str, record.values())) + "\n" for record in records(models, tasks)]
    return "".join(lines).encode()


WRITERS: dict[RunFormat, Callable[[int, int], bytes]] = {
    "jsonl": as_json_lines,
    "json": as_json,
    "csv": as_csv,
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--tasks", type=int, default=10_000)
    given = parser.parse_args()
    settings = Settings()
    say = sys.stdout.write
    say(f"{given.models * given.tasks} records, B = {settings.b}\n")
    for name, write in WRITERS.items():
        data = write(given.models, given.tasks)
        start = time.perf_counter()
        columns = read_runs([RunFile(path=f"runs.{name}", data=data)], settings)
        read = time.perf_counter()
        leaderboard(columns, settings)
        done = time.perf_counter()
        say(f"{name:8} {read - start:5.1f} s to read, {done - read:5.1f} s to aggregate\n")
        del columns, data
    return 0


if __name__ == "__main__":
    sys.exit(main())
