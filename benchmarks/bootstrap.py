"""Intervals of 100 models and all their pairs: this library, the lesson's loop, and scipy.

    python benchmarks/bootstrap.py

The loop and scipy run on a few models and pairs, and their times are scaled to all of them; all
three run in this process, so the ratios hold on any machine. scipy is optional:
``pip install scipy``. Needs penguin_board to be importable.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from penguin_board.stats import EvalRun, Settings, leaderboard

Floats = npt.NDArray[np.float64]

LOOP_GOAL, SCIPY_GOAL, MEMORY_GOAL = 200, 100, 600


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
    from scipy.stats import bootstrap  # noqa: PLC0415

    result = bootstrap(
        (values,), np.mean, n_resamples=b, batch=1000, method="percentile", rng=seed
    ).confidence_interval
    return float(result.low), float(result.high)


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peak_mebibytes() -> float:
    """The most memory that this process has held so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def scaled(
    interval: Callable[[Floats, int, int], object], scores: Floats, b: int, sample: int
) -> float:
    """Seconds for all models and pairs, from ``sample`` pairs (each is one interval)."""
    models = len(scores)
    taken = seconds(
        lambda: [interval(scores[k] - scores[k + 1], b, k) for k in range(min(sample, models - 1))]
    )
    return taken / min(sample, models - 1) * (models + models * (models - 1) / 2)


def main() -> int:
    """Measure, print and compare with the goals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--models", type=int, default=100)
    parser.add_argument("--b", type=int, default=10_000)
    parser.add_argument("--sample", type=int, default=3, help="pairs for the loop and scipy")
    given = parser.parse_args()
    scores = np.random.default_rng(0).random((given.models, given.tasks))
    runs = [
        EvalRun(f"m{m:03}", f"t{t:05}", "score", score)
        for m, row in enumerate(scores.tolist())
        for t, score in enumerate(row)
    ]
    settings = Settings(b=given.b)
    before = peak_mebibytes()
    ours = min(seconds(lambda: leaderboard(runs, settings)) for _ in range(3))
    peak = peak_mebibytes()
    pairs = given.models * (given.models - 1) // 2
    say = sys.stdout.write
    say(f"{given.tasks} tasks, {given.models} models, {pairs} pairs, B = {given.b}\n")
    say(f"penguin_board.stats  {ours:9.2f} s, from records to rows and pairs\n")
    say(f"peak memory          {peak:9.0f} MiB ({before:.0f} before), goal {MEMORY_GOAL}\n")
    loop = scaled(lesson_interval, scores, given.b, given.sample)
    say(f"the lesson's loop    {loop:9.2f} s, ratio {loop / ours:.0f}, goal {LOOP_GOAL}\n")
    reached = loop / ours >= LOOP_GOAL and peak <= MEMORY_GOAL
    try:
        other = scaled(scipy_interval, scores, given.b, given.sample)
    except ImportError:
        say("scipy.stats.bootstrap is left out: scipy is not installed (pip install scipy)\n")
    else:
        say(f"scipy                {other:9.2f} s, ratio {other / ours:.0f}, goal {SCIPY_GOAL}\n")
        reached = reached and other / ours >= SCIPY_GOAL
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
