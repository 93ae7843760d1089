"""Records of models on tasks, and files of them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]

ONE: Record = {"model_id": "a", "task_id": "t", "score": 0.5}


def some_records(seed: int = 0, attempts: int = 3) -> list[Record]:
    """Models with different tasks and numbers of attempts, in no order; scores of any float."""
    source = random.Random(seed)
    records = []
    for model in range(5):
        for task in range(40):
            if model == 4 and task % 3 == 0:
                continue
            for attempt in range(1, attempts + 1 - (model + task) % 2):
                record: Record = {
                    "model_id": f"model {model}",
                    "task_id": f"任务 {task}",
                    "metric_name": "accuracy",
                    "score": source.choice([0.0, 1.0, 0.1, source.uniform(0.001, 1)]),
                    "category": f"category {task % 4}",
                    "weight": 1.0 + task % 3,
                    "attempt": attempt,
                    "family": f"family {task % 12}",
                }
                records.append(record)
    source.shuffle(records)
    return records


def as_lines(path: Path, records: Sequence[Record]) -> Path:
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")
    return path
