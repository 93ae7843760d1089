"""Reading a tree: ``validate`` against a process that runs PyYAML's CSafeLoader on every file.

    python benchmarks/reading.py [--scale medium|small] [--rounds N] [--json FILE]

Three trees of the same results: ``block`` as tools write them, ``flow`` with a task a line, and
``odd`` with single quotes and comments, so that no file is of a shape that is read the short way.
Figures are processor seconds of whole processes; the processes of a round take turns.

Needs penguin_board to be importable.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

SCALES = {"small": (4, 10, 4, 3, 50), "medium": (20, 20, 6, 3, 50)}
FORMS = ("block", "flow", "odd")
GOALS = {"block": 0.12, "flow": 0.12, "odd": 0.50}

_WALK = """
import os, sys, yaml
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        with open(os.path.join(folder, name), "rb") as file:
            {each}
"""
READ = _WALK.format(each="file.read()").replace(", yaml", "")
LOAD = _WALK.format(each="yaml.load(file.read(), yaml.CSafeLoader)")

RECORDS = {
    "block": "- source: {}\n  score: {}\n  cost: {}\n  duration_ms: {}\n  tokens: {}\n",
    "flow": '  - {{ source: "{}", score: {}, cost: {}, duration_ms: {}, tokens: {} }}\n',
    "odd": "- source: '{}'\n  score: {}\n  cost: {}\n  duration_ms: {}\n  tokens: {} # a task\n",
}


def make_tree(root: Path, form: str, scale: tuple[int, int, int, int, int]) -> None:
    """Boards x entries x benchmarks x attempts x tasks of made-up results under ``root``."""
    boards, entries, benchmarks, _, _ = scale
    for board in range(boards):
        name = f"board-{board + 1:03d}"
        values = []
        for entry in range(entries):
            ids = [f"bench-{b + 1}-model-{entry + 1:03d}" for b in range(benchmarks)]
            for benchmark, experiment_id in enumerate(ids):
                folder = root / "experiments" / name / experiment_id
                write_experiment(folder, form, f"bench-{benchmark + 1}", entry, scale)
            leaves = "".join(f"      - {{ experiment_id: {i}, phase: test }}\n" for i in ids)
            values.append(f"  - op: mean\n    args:\n{leaves}")
        head = f"leaderboard_id: {name}\nstatus: published\ntitle: Made up {board + 1}\n"
        text = f"{head}author: {{ name: Nobody }}\nvalues:\n{''.join(values)}"
        write(root / "leaderboards" / name / "leaderboard.yaml", text)


def write_experiment(
    folder: Path, form: str, benchmark: str, entry: int, scale: tuple[int, ...]
) -> None:
    """One experiment; the totals of its files agree."""
    rng = random.Random(str(folder.relative_to(folder.parents[2])))
    *_, attempts, tasks = scale
    totals = [
        write_attempt(folder / f"test/attempt-{n}.yaml", n, form, rng, benchmark, tasks)
        for n in range(1, attempts + 1)
    ]
    scores, costs, times, tokens = zip(*totals, strict=True)
    mark, comment = ("'", " # counted") if form == "odd" else ('"', "")
    names = {"benchmark_name": benchmark, "harness_name": "harness"}
    names |= {"model_name": f"model-{entry + 1:03d}", "algorithm": "plain", "date": "2026-11-30"}
    meta = "".join(f"{key}: {mark}{name}{mark}\n" for key, name in names.items())
    write(folder / "meta_info.yaml", meta)
    write(
        folder / "test/summary.yaml",
        f"n_attempt: {attempts}{comment}\nscore_mean: {math.fsum(scores) / attempts!r}\n"
        f"score_std: {statistics.stdev(scores)!r}\ncost_total: {sum(costs)!r}\n"
        f"duration_ms_total: {sum(times)}\ntokens_total: {sum(tokens)}\n",
    )


def write_attempt(
    path: Path, number: int, form: str, rng: random.Random, benchmark: str, tasks: int
) -> tuple[float, float, int, int]:
    """One attempt; its score, cost, duration and tokens."""
    # Sixteenths and sixty-fourths are exact, so that every way to sum them up gives the same.
    rows = [
        (
            rng.randrange(17) / 16,
            rng.randrange(1, 256) / 64,
            rng.randrange(9000),
            rng.randrange(999),
        )
        for _ in range(tasks)
    ]
    scores, costs, times, tokens = zip(*rows, strict=True)
    total = (math.fsum(scores) / tasks, sum(costs), sum(times), sum(tokens))
    lines = [
        RECORDS[form].format(f"{benchmark}/task-{task + 1:05d}", *row)
        for task, row in enumerate(rows)
    ]
    keys = ("score", "cost", "duration_ms", "tokens")
    head = "".join(f"{key}: {value!r}\n" for key, value in zip(keys, total, strict=True))
    write(path, f"attempt: {number}\n{head}results:\n{''.join(lines)}")
    return total


def write(path: Path, text: str) -> None:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def seconds(*arguments: str | Path) -> float:
    """Processor seconds of a Python process, which must succeed."""
    quiet = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, *map(str, arguments)]
    process = os.posix_spawn(sys.executable, command, os.environ, file_actions=quiet)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"failed: {arguments}")
    return usage.ru_utime + usage.ru_stime


def measure(root: Path, rounds: int) -> dict[str, float]:
    """The median seconds of each process, which take turns."""
    processes: dict[str, Callable[[], float]] = {
        "R": lambda: seconds("-c", READ, root),
        "C": lambda: seconds("-c", LOAD, root),
        "validate": lambda: seconds("-m", "penguin_board", "validate", "--root", root),
    }
    taken: dict[str, list[float]] = {name: [] for name in processes}
    for _ in range(rounds):
        for name, run in processes.items():
            taken[name].append(run())
    return {name: statistics.median(values) for name, values in taken.items()}


def main() -> None:
    """Print a row a form of the files; with ``--json`` write the figures as well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", choices=SCALES, default="medium")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    rows = []
    sys.stdout.write(f"{'files':8}{'R s':>8}{'C s':>8}{'validate s':>12}{'of C':>8}{'goal':>8}\n")
    for form in FORMS:
        with tempfile.TemporaryDirectory() as folder:
            make_tree(Path(folder), form, SCALES[options.scale])
            found = measure(Path(folder), options.rounds)
        row = {"files": form, **found, "of_C": found["validate"] / found["C"], "goal": GOALS[form]}
        rows.append(row)
        sys.stdout.write(
            f"{form:8}{found['R']:8.2f}{found['C']:8.2f}{found['validate']:12.2f}"
            f"{row['of_C']:8.3f}{GOALS[form]:8.2f}\n"
        )
        sys.stdout.flush()
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
