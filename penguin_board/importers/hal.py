"""HAL: what the harness uploads for a run (``<run>_UPLOAD.json``), unencrypted.

The score of a task is its reward. A task of ``failed_tasks`` without a reward has failed, one
of ``successful_tasks`` has not; a reward of null is missing, a task without a score. Tokens are
those of all models of the run together. Encrypted uploads are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from penguin_board.importers.agreement import same_tasks
from penguin_board.importers.contract import (
    ImportedExperiment,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    Stated,
)
from penguin_board.importers.experiment_files import known_sum
from penguin_board.importers.fields import (
    Fields,
    is_not_finite,
    read_day,
    read_label,
    read_measure,
    read_spent,
)
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names, import_result
from penguin_board.importers.shapes import Shape
from penguin_board.located_yaml import Mapping, Node
from penguin_board.problems import KeyPath

_WANTED: Final = Wanted(
    skip=frozenset(("git_info", "info", "inputs", "messages", "output", "taken_actions", "traj")),
    any_number=True,
)
_FLAGS: Final = {"true": 1.0, "false": 0.0}


def wants(path: str) -> bool:
    """Whether the file may be an upload."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file is an upload, encrypted or not."""
    return shape.has("results", "raw_eval_results") or shape.has("encrypted_data")


def read_uploads(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each upload."""
    names = Names(options)
    left_out: list[LeftOut] = []
    experiments: list[ImportedExperiment] = []
    read: list[Fields] = []
    for file in files:
        fields = Fields(read_document(file.data, file.path, _WANTED))
        read.append(fields)
        if "encrypted_data" in fields.keys(()):
            reason = "encrypted: decrypt it with hal-decrypt first"
            left_out.append(LeftOut(path=file.path, reason=reason))
        elif fields.document.root is not None:
            experiment = _experiment(file, fields, names, left_out)
            experiments += [] if experiment is None else [experiment]
    return import_result(experiments, names, read, left_out)


def _experiment(
    file: SourceFile, fields: Fields, names: Names, left_out: list[LeftOut]
) -> ImportedExperiment | None:
    sources = set(fields.keys(("raw_eval_results",)))
    verdicts: dict[str, float] = {}
    for key, score in (("failed_tasks", 0.0), ("successful_tasks", 1.0)):
        for index in range(fields.length(("results", key))):
            source = fields.required(("results", key, index), read_label)
            if source is not None:
                verdicts[source] = score
    sources |= set(verdicts)
    tasks = {source: _task(fields, source, verdicts) for source in sources}
    if all(task.score is None for task in tasks.values()):
        left_out.append(LeftOut(path=file.path, reason="no task was scored"))
        return None
    accuracy = fields.number(("results", "accuracy"))
    costed = all(task.cost is not None for task in tasks.values())
    run_id = fields.text(("config", "run_id")) or fields.text(("metadata", "run_id"))
    return ImportedExperiment(
        benchmark_name=names.benchmark(fields.text(("config", "benchmark_name")), file.path),
        harness_name=names.harness(fields.text(("config", "agent_name")), file.path),
        model_name=names.model(_model(fields), file.path),
        algorithm=names.algorithm(None, file.path),
        attempts=same_tasks([tasks]),
        phase=names.phase,
        date=names.date(fields.optional(("config", "date"), read_day)),
        extra_meta={"source_file": file.shown} | ({"run_id": run_id} if run_id else {}),
        cost_total=None if costed else fields.optional(("results", "total_cost"), read_spent),
        tokens_total=_tokens(fields),
        stated=None if accuracy is None else Stated(name="accuracy", value=accuracy),
    )


def _task(fields: Fields, source: str, verdicts: dict[str, float]) -> ImportedTask:
    path: KeyPath = ("raw_eval_results", source)
    node = fields.document.node(path)
    place: KeyPath = (*path, "reward") if isinstance(node, Mapping) else path
    reward = fields.document.node(place)
    score = None
    if reward is not None and not is_not_finite(reward):
        score = fields.optional(place, _read_reward)
    seconds = fields.optional(("results", "latencies", source), _read_seconds)
    cost = fields.optional(("results", "costs", source), read_spent)
    return ImportedTask(
        source=source,
        score=verdicts.get(source) if reward is None else score,
        cost=cost if cost is not None else fields.optional((*path, "cost"), read_spent),
        duration_ms=None if seconds is None else seconds * 1000,
    )


def _read_reward(node: Node) -> float:
    text = getattr(node, "text", "")
    return _FLAGS[text] if text in _FLAGS else read_measure(node)


def _read_seconds(node: Node) -> float | None:
    """Seconds, alone or as the ``total_time`` of several."""
    if isinstance(node, Mapping):
        total = node.items.get("total_time")
        return None if total is None else read_spent(total)
    return read_spent(node)


def _model(fields: Fields) -> str | None:
    """The model that the agent was given, else the only one that was used."""
    for place in (("config", "agent_args", "model_name"), ("metadata", "agent_args", "model_name")):
        found = fields.text(place)
        if found is not None:
            return found
    used = set(fields.keys(("total_usage",)))
    for index in range(fields.length(("raw_logging_results",))):
        used |= set(fields.keys(("raw_logging_results", index, "summary", "usage")))
    return used.pop() if len(used) == 1 else None


def _tokens(fields: Fields) -> float | None:
    models = fields.keys(("total_usage",))
    counts = [
        fields.optional(("total_usage", model, f"{kind}_tokens"), read_spent)
        for model in models
        for kind in ("prompt", "completion")
    ]
    return known_sum(counts)


IMPORTER = Importer(
    description="uploads of HAL (<run>_UPLOAD.json)",
    wants=wants,
    read=read_uploads,
    recognises=recognises,
)
