"""Made-up trees to measure on; the same arguments give the same bytes.

``block`` is YAML as tools write it, ``flow`` has a task a line, and ``odd`` has single quotes and
comments, so that no file is of a shape that is read the short way. Totals agree exactly with what
they sum up: sixteenths and sixty-fourths are exact, and every way to add them gives the same.
"""

from __future__ import annotations

import math
import random
import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

Form = Literal["block", "flow", "odd"]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of everything a tree holds; without attempts its experiments are summaries."""

    boards: int
    entries: int
    benchmarks: int
    attempts: int
    tasks: int

    @property
    def n_attempts(self) -> int:
        """All attempts of the tree."""
        return self.boards * self.entries * self.benchmarks * self.attempts

    def __str__(self) -> str:
        return " x ".join(
            f"{count} {name}"
            for count, name in (
                (self.boards, "boards"),
                (self.entries, "entries"),
                (self.benchmarks, "benchmarks"),
                (self.attempts, "attempts"),
                (self.tasks, "tasks"),
            )
        )


SMALL: Final = Scale(4, 10, 6, 3, 50)
MEDIUM: Final = Scale(20, 20, 6, 3, 50)
DOUBLE: Final = Scale(20, 40, 6, 3, 50)
LARGE: Final = Scale(50, 40, 6, 3, 100)

_RECORDS: Final[dict[Form, str]] = {
    "block": "- source: {}\n  score: {}\n  cost: {}\n  duration_ms: {}\n  tokens: {}\n",
    "flow": '  - {{ source: "{}", score: {}, cost: {}, duration_ms: {}, tokens: {} }}\n',
    "odd": "- source: '{}'\n  score: {}\n  cost: {}\n  duration_ms: {}\n  tokens: {} # a task\n",
}
_ALGORITHMS: Final = ("plain", "plan-first", "reflect", "vote")
_HARNESSES: Final = 3
_KEYS: Final = ("score", "cost", "duration_ms", "tokens")

Totals = tuple[float, float, int, int]


def make_tree(root: Path, scale: Scale, form: Form = "block") -> None:
    """Write the files of a tree of made-up results under ``root``."""
    for number in range(1, scale.boards + 1):
        board = f"board-{number:03d}"
        benchmarks = [
            _Benchmark(f"{board}-bench-{place + 1:02d}", scale.tasks)
            for place in range(scale.benchmarks)
        ]
        values = []
        for entry in range(scale.entries):
            ids = [
                _write_experiment(root / "experiments" / board, form, benchmark, entry, scale)
                for benchmark in benchmarks
            ]
            leaves = "".join(f"      - {{ experiment_id: {id_}, phase: test }}\n" for id_ in ids)
            values.append(f"  - op: mean\n    args:\n{leaves}")
        _write(
            root / "leaderboards" / board / "leaderboard.yaml",
            f"leaderboard_id: {board}\nstatus: published\ntitle: Made up {number}\n"
            f"author: {{ name: Nobody }}\nvalues:\n{''.join(values)}",
        )


class _Benchmark:
    """What all entries of a benchmark share."""

    def __init__(self, name: str, tasks: int) -> None:
        self.name = name
        self.sources = [f"{name[-8:]}/task-{task + 1:05d}" for task in range(tasks)]
        self.hardness = random.Random(name).randbytes(tasks)


def _write_experiment(
    folder: Path, form: Form, benchmark: _Benchmark, entry: int, scale: Scale
) -> str:
    """One experiment, whose totals agree; its id."""
    model, algorithm = divmod(entry, len(_ALGORITHMS))
    names = {
        "experiment_id": f"{benchmark.name}-entry-{entry + 1:03d}",
        "benchmark_name": benchmark.name,
        "harness_name": f"harness-{model % _HARNESSES + 1}",
        "model_name": f"model-{model + 1:03d}",
        "algorithm": _ALGORITHMS[algorithm],
        "date": f"2026-11-{entry % 28 + 1:02d}",
    }
    experiment = folder / names["experiment_id"]
    mark, comment = ("'", " # counted") if form == "odd" else ('"', "")
    _write(
        experiment / "meta_info.yaml",
        "".join(f"{key}: {mark}{name}{mark}\n" for key, name in names.items()),
    )
    rng = random.Random(names["experiment_id"])
    ability = random.Random(f"entry {entry}").randrange(64, 192) + rng.randrange(32)
    totals = [
        _write_attempt(experiment / f"test/attempt-{n}.yaml", n, form, benchmark, ability, rng)
        for n in range(1, scale.attempts + 1)
    ]
    _write(experiment / "test/summary.yaml", _summary(totals, ability, comment))
    return names["experiment_id"]


def _summary(totals: list[Totals], ability: int, comment: str) -> str:
    """The summary of attempts, or one without any attempt."""
    if not totals:
        return f"n_attempt: 1\nscore_mean: {ability / 256!r}\n"
    scores, costs, times, tokens = zip(*totals, strict=True)
    std = repr(statistics.stdev(scores)) if len(totals) > 1 else "null"
    return (
        f"n_attempt: {len(totals)}{comment}\nscore_mean: {math.fsum(scores) / len(totals)!r}\n"
        f"score_std: {std}\ncost_total: {sum(costs)!r}\n"
        f"duration_ms_total: {sum(times)}\ntokens_total: {sum(tokens)}\n"
    )


def _write_attempt(
    path: Path, number: int, form: Form, benchmark: _Benchmark, ability: int, rng: random.Random
) -> Totals:
    """One attempt; its score, cost, duration and tokens."""
    record = _RECORDS[form].format
    luck = rng.randbytes(3 * len(benchmark.sources))
    sixteenths = sixty_fourths = times = tokens = 0
    lines = []
    for task, source in enumerate(benchmark.sources):
        chance, size, speed = luck[3 * task : 3 * task + 3]
        score = min(16, max(0, 8 + (ability + chance - benchmark.hardness[task] - 128) // 8))
        cost, duration, count = 1 + size, 900 + 31 * speed + 7 * size, 400 + 97 * size + speed
        sixteenths += score
        sixty_fourths += cost
        times += duration
        tokens += count
        lines.append(record(source, score / 16, cost / 64, duration, count))
    totals = (sixteenths / 16 / len(benchmark.sources), sixty_fourths / 64, times, tokens)
    head = "".join(f"{key}: {value!r}\n" for key, value in zip(_KEYS, totals, strict=True))
    _write(path, f"attempt: {number}\n{head}results:\n{''.join(lines)}")
    return totals


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def size_of(root: Path) -> tuple[int, int]:
    """Files under a folder and their bytes."""
    sizes = [path.stat().st_size for path in root.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes)
