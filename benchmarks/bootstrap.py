"""Goals 10 and 11: all pairs of 100 models on 1000 tasks, against a loop and against matrices.

    python -m benchmarks.bootstrap [--b 1000] [--of records|entries] [--scipy] [--json]

Everything runs in this process, in turns, in processor seconds. The loop (the lesson's own) and
scipy (an option: ``pip install scipy``) take a few pairs, and their times are scaled to all.
"""

from __future__ import annotations

import argparse
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from penguin_board.board_statistics import SETTINGS
from penguin_board.stats import (
    CompositeEntry,
    RunColumns,
    Settings,
    compare_composites,
    leaderboard,
)

Floats = npt.NDArray[np.float64]

_TAILS: Final = (0.025, 0.975)
_BLOCK: Final = 128  # resamples that are drawn at once
_CHUNK: Final = 200_000  # differences at once: they stay in the processor's cache


def lesson_interval(values: Floats, b: int, seed: int) -> tuple[float, float]:
    """The lesson's own way: one resample after the other."""
    generator = np.random.default_rng(seed)
    means = np.empty(b)
    for index in range(b):
        means[index] = values[generator.integers(0, len(values), len(values))].mean()
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def scipy_interval(values: Floats, b: int, seed: int) -> tuple[float, float]:
    """The same by scipy.stats.bootstrap, vectorised in batches of 1000."""
    scipy: Any = importlib.import_module("scipy.stats")
    result = scipy.bootstrap(
        (values,), np.mean, n_resamples=b, batch=1000, method="percentile", rng=seed
    ).confidence_interval
    return float(result.low), float(result.high)


def matrix_intervals(scores: Floats, b: int, seed: int) -> Floats:
    """The ends of all pairs: counts of draws, one product, the neighbours of the quantiles."""
    n_models, n_tasks = scores.shape
    generator = np.random.default_rng(seed)
    counts = np.empty((b, n_tasks))
    for start in range(0, b, _BLOCK):
        rows = min(_BLOCK, b - start)
        draws = generator.integers(0, n_tasks, (rows, n_tasks))
        draws += n_tasks * np.arange(rows)[:, None]
        counted = np.bincount(draws.ravel(), minlength=rows * n_tasks)
        counts[start : start + rows] = counted.reshape(rows, n_tasks)
    means = scores @ counts.T / n_tasks
    places = [tail * (b - 1) for tail in _TAILS]
    neighbours = [near for place in places for near in (int(place), min(int(place) + 1, b - 1))]
    first, second = np.triu_indices(n_models, 1)
    ends = np.empty((len(first), 2))
    step = max(1, _CHUNK // b)
    for start in range(0, len(first), step):
        some = slice(start, start + step)
        differences = means[first[some]] - means[second[some]]
        differences.partition(neighbours, axis=1)
        for side, place in enumerate(places):
            below, above = differences[:, neighbours[2 * side : 2 * side + 2]].T
            ends[some, side] = below + (place - int(place)) * (above - below)
    return ends


def as_records(scores: Floats) -> RunColumns:
    """A record a model and task, as ``aggregate`` reads them."""
    columns = RunColumns()
    tasks = [f"t{task:05d}" for task in range(scores.shape[1])]
    for model, row in enumerate(scores.tolist()):
        columns.model_ids += [f"m{model:03d}"] * len(tasks)
        columns.task_ids += tasks
        columns.scores += row
    size = len(columns.scores)
    columns.metric_names = ["score"] * size
    columns.categories, columns.weights = ["general"] * size, [1.0] * size
    columns.attempts, columns.families = [None] * size, [None] * size
    return columns


def as_entries(scores: Floats) -> list[CompositeEntry]:
    """An entry a model, as a leaderboard has them."""
    tasks = [f"t{task:05d}" for task in range(scores.shape[1])]
    return [
        CompositeEntry(
            entry_id=f"m{model:03d}",
            coefficients={"benchmark": 1.0},
            scores={"benchmark": dict(zip(tasks, row, strict=True))},
        )
        for model, row in enumerate(scores.tolist())
    ]


def ours(of: str, scores: Floats, b: int) -> Callable[[], object]:
    """What is measured, its input made ready."""
    if of == "records":
        columns = as_records(scores)
        return lambda: leaderboard(columns, Settings(b=b))
    entries = as_entries(scores)
    return lambda: compare_composites(entries, replace(SETTINGS, b=b))


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds, of all threads."""
    start = time.process_time()
    work()
    return time.process_time() - start


def peak_memory() -> int:
    """The most bytes that this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def memory() -> int:
    """The bytes that this process holds now, where the system says so."""
    table = Path("/proc/self/statm")
    if not table.exists():
        return peak_memory()
    return int(table.read_text().split()[1]) * resource.getpagesize()


def measure(given: argparse.Namespace) -> Mapping[str, float]:
    """Median seconds of each way, and the memory of ours beyond its input."""
    scores = np.random.default_rng(0).integers(0, 17, (given.models, given.tasks)) / 16
    work = ours(given.of, scores, given.b)
    before = memory()
    work()
    found: dict[str, float] = {"extra_memory": peak_memory() - before}

    def some_pairs(interval: Callable[[Floats, int, int], object]) -> Callable[[], object]:
        differences = [scores[k] - scores[k + 1] for k in range(given.sample)]
        return lambda: [interval(values, given.b, k) for k, values in enumerate(differences)]

    ways = {
        "ours": work,
        "matrices": lambda: matrix_intervals(scores, given.b, 0),
        "loop": some_pairs(lesson_interval),
    }
    if given.scipy:
        ways["scipy"] = some_pairs(scipy_interval)
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(given.rounds):
        for name, way in ways.items():
            taken[name].append(seconds(way))
    scale = given.models * (given.models - 1) / 2 / given.sample
    for name, values in taken.items():
        found[name] = median(values) * (scale if name in ("loop", "scipy") else 1)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--b", type=int, default=1000)
    parser.add_argument("--of", choices=("records", "entries"), default="records")
    parser.add_argument("--sample", type=int, default=10, help="pairs for the loop and scipy")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scipy", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = measure(given)
    if given.json:
        sys.stdout.write(json.dumps(found))
        return
    sys.stdout.write(f"{given.models} models, {given.tasks} tasks, B = {given.b}, {given.of}\n")
    sys.stdout.write(f"extra memory  {found['extra_memory'] / 1e6:9.1f} MB\n")
    for name in found.keys() - {"extra_memory"}:
        ratio = found[name] / found["ours"]
        sys.stdout.write(f"{name:12}  {found[name]:9.3f} s, {ratio:8.2f} of ours\n")


if __name__ == "__main__":
    main()
