"""HELM: runs of one scenario and model (``run_spec.json``, ``stats.json``, ``per_instance_stats``).

One experiment for each split of a run, the split as its phase. The score is the metric of
``--metric``, which no run names, without perturbations; every other statistic with a mean is a
further number. A statistic without a mean (of count 0) is missing and left out. Instances
become task results, train trials attempts, where their mean is the statistic's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

from penguin_board.importers.agreement import agreeing, same_tasks
from penguin_board.importers.contract import (
    ImportedAttempt,
    ImportedExperiment,
    ImportedSummary,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    Stated,
)
from penguin_board.importers.fields import (
    Fields,
    read_label,
)
from penguin_board.importers.identifiers import segment
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_HARNESS: Final = "HELM"
_RUN, _STATS, _INSTANCES = "run_spec.json", "stats.json", "per_instance_stats.json"
_WANTED: Final = Wanted(any_number=True)
_OUTPUT: Final = ("num_output_tokens", "num_completion_tokens")


class _Run(NamedTuple):
    """The files of a run's folder."""

    spec: Fields
    stats: Fields
    instances: Fields | None


def wants(path: str) -> bool:
    """Whether the file is one of the three of a run, by its name."""
    return path.rpartition("/")[2] in (_RUN, _STATS, _INSTANCES)


def recognises(shape: Shape) -> bool:
    """Whether the file is one of the three of a run."""
    name = shape.path.rpartition("/")[2]
    if name == _RUN:
        return shape.has("name", "adapter_spec")
    return shape.keys(0) >= ({"instance_id", "stats"} if name == _INSTANCES else {"name", "count"})


def read_runs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each run and split."""
    names = Names(options)
    left_out: list[LeftOut] = []
    folders: dict[str, dict[str, Fields]] = defaultdict(dict)
    for file in files:
        fields = Fields(read_document(file.data, file.path, _WANTED))
        folders[file.folder][file.name] = fields
    experiments: list[ImportedExperiment] = []
    for folder, found in folders.items():
        if _RUN not in found or _STATS not in found:
            absent = _STATS if _RUN in found else _RUN
            left_out.append(LeftOut(path=folder or ".", reason=f"has no {absent}"))
        elif all(fields.document.root is not None for fields in found.values()):
            run = _Run(found[_RUN], found[_STATS], found.get(_INSTANCES))
            experiments += _experiments(run, names, left_out)
    problems = [
        p for found in folders.values() for fields in found.values() for p in fields.problems
    ]
    return ImportResult(
        experiments=tuple(experiments),
        problems=(*names.problems, *problems),
        left_out=tuple(left_out),
    )


def _experiments(run: _Run, names: Names, left_out: list[LeftOut]) -> list[ImportedExperiment]:
    path = run.spec.document.path
    splits = _means(run.stats)
    found: list[ImportedExperiment] = []
    for split, means in splits.items():
        metric = names.metric(tuple(means), path, f"the split {split}") if means else None
        if metric is None:
            continue
        stated = Stated(name=metric, value=means[metric])
        attempts = _attempts(run, split, stated, left_out)
        n_rows = sum(len(attempt.tasks) for attempt in attempts)
        others = {name: value for name, value in means.items() if name != metric}
        found.append(
            ImportedExperiment(
                benchmark_name=names.benchmark(_benchmark(run.spec), path),
                harness_name=names.harness(_HARNESS, path),
                model_name=names.model(run.spec.text(("adapter_spec", "model")), path),
                algorithm=names.algorithm(None, path),
                attempts=attempts,
                summary=None if attempts else ImportedSummary(n_attempt=1, score_mean=stated.value),
                phase=names.options.phase or segment(split),
                date=names.date(None),
                extra_meta=_meta(run.spec, metric, split),
                metrics=others | ({"n_samples": float(n_rows)} if n_rows else {}),
                stated=stated if attempts else None,
            )
        )
    return found


def _meta(spec: Fields, metric: str, split: str) -> dict[str, str]:
    run = spec.text(("name",))
    return {"metric": metric, "split": split} | ({"run": run} if run else {})


def _benchmark(spec: Fields) -> str | None:
    """The run's name without its model: ``mmlu:subject=philosophy,method=…``."""
    name = spec.text(("name",))
    if name is None:
        return None
    scenario, colon, arguments = name.partition(":")
    kept = [part for part in arguments.split(",") if not part.startswith("model")]
    return f"{scenario}{colon}{','.join(kept)}" if kept and colon else scenario


def _means(stats: Fields) -> dict[str, dict[str, float]]:
    """The mean of each statistic by split, without those of perturbed instances."""
    splits: dict[str, dict[str, float]] = defaultdict(dict)
    for index in range(stats.length(())):
        mean = _mean(stats, (index,))
        if mean is not None:
            name, split, value = mean
            splits[split].setdefault(name, value)
    return splits


def _mean(fields: Fields, path: KeyPath) -> tuple[str, str, float] | None:
    """Name, split and mean of a statistic; None for one of perturbations or without a mean."""
    name = fields.text((*path, "name", "name"))
    split = fields.text((*path, "name", "split"))
    perturbed = fields.keys((*path, "name", "perturbation"))
    mean = fields.number((*path, "mean"))
    if name is None or split is None or perturbed or mean is None:
        return None
    return name, split, mean


def _attempts(
    run: _Run, split: str, stated: Stated, left_out: list[LeftOut]
) -> tuple[ImportedAttempt, ...]:
    """The instances of a split by train trial."""
    fields = run.instances
    if fields is None:
        return ()
    trials: dict[int, dict[str, ImportedTask]] = defaultdict(dict)
    for index in range(fields.length(())):
        path: KeyPath = (index,)
        source = fields.required((*path, "instance_id"), read_label)
        if source is None or fields.keys((*path, "perturbation")):
            continue
        means: dict[str, float] = {}
        for position in range(fields.length((*path, "stats"))):
            found = _mean(fields, (*path, "stats", position))
            if found is not None and found[1] == split:
                means.setdefault(found[0], found[2])
        if means:
            trial = round(fields.number((*path, "train_trial_index")) or 0)
            trials[trial][source] = _task(source, means, stated.name)
    attempts = same_tasks(trials[number] for number in sorted(trials))
    return agreeing(attempts, stated, fields.document.path, left_out)


def _task(source: str, means: dict[str, float], metric: str) -> ImportedTask:
    seconds = means.get("inference_runtime")
    prompt = means.get("num_prompt_tokens")
    output = next((means[name] for name in _OUTPUT if name in means), None)
    return ImportedTask(
        source=source,
        score=means.get(metric),
        duration_ms=None if seconds is None or seconds < 0 else seconds * 1000,
        tokens=None if prompt is None or output is None else max(0.0, prompt + output),
    )


IMPORTER = Importer(
    description="HELM runs (run_spec.json, stats.json, per_instance_stats.json)",
    wants=wants,
    read=read_runs,
    recognises=recognises,
)
