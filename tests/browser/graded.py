"""Writes a tree of entries, each a little better than the one before."""

from __future__ import annotations

import json
import math
from pathlib import Path

N_ENTRIES = 7


def write_graded(tree: Path, order: str) -> None:
    """Two benchmarks of 12 tasks, scores in hundredths with some noise that repeats."""
    values = []
    for entry in range(N_ENTRIES):
        leaves = []
        for benchmark in ("first", "second"):
            name = f"{benchmark}-{entry}"
            scores = [
                (20 + 5 * entry + 4 * ((task * 7 + entry * 3 * len(benchmark)) % 11)) / 100
                for task in range(12)
            ]
            mean = math.fsum(scores) / len(scores)
            results = [{"source": f"t{task}", "score": score} for task, score in enumerate(scores)]
            folder = tree / "experiments" / "demo" / name
            write_yaml(
                folder / "meta_info.yaml",
                {
                    "experiment_id": name,
                    "benchmark_name": benchmark,
                    "harness_name": "harness-x",
                    "model_name": f"model-{entry}",
                    "algorithm": "baseline",
                },
            )
            write_yaml(folder / "test" / "summary.yaml", {"n_attempt": 1, "score_mean": mean})
            write_yaml(
                folder / "test" / "attempt-1.yaml",
                {"attempt": 1, "score": mean, "results": results},
            )
            leaves.append({"experiment_id": name, "phase": "test", "metric": "score_mean"})
        values.append({"op": "mean", "args": leaves})
    record = {
        "leaderboard_id": "demo",
        "status": "draft",
        "title": "Graded",
        "title_zh": "分级",
        "author": {"name": "Example Team", "email": "team@example.org"},
        "order": order,
        "values": values,
    }
    write_yaml(tree / "leaderboards" / "demo" / "leaderboard.yaml", record)


def write_yaml(path: Path, value: object) -> None:
    """JSON is YAML."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
