"""DeepEval: test runs (``test_run_*.json``, ``.latest_test_run.json``).

The score of a run is the metric of ``--metric``; the means of its other metrics are further
numbers. Scores are fractions, as they are in the file. A task is a test case, or a span of its
trace where the metric was measured there. A null score is an error of the metric: a task
without a score, in no mean, as in the file's own ``metricsScores``. ``evaluationModel`` and
``evaluationCost`` are the judge's: neither is the model, nor its cost.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

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
    read_any_text,
    read_day,
    read_flag,
    read_measure,
    read_moment,
    read_spent,
)
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.names import Names
from penguin_board.importers.repeated import Identity, RepeatedRun, experiments_of
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath

_HARNESS: Final = "DeepEval"
_INNER: Final = "testRunData"
_CASES: Final = ("testCases", "conversationalTestCases")
_SPANS: Final = ("baseSpans", "agentSpans", "llmSpans", "retrieverSpans", "toolSpans")
_WANTED: Final = Wanted(
    skip=frozenset(
        (
            "actualOutput",
            "context",
            "expectedOutput",
            "input",
            "output",
            "reason",
            "retrievalContext",
            "tokenIntervals",
            "turns",
            "verboseLogs",
        )
    ),
    any_number=True,
)


class _Score(NamedTuple):
    """What a metric gave a task; ``case`` is where the task's test case stands."""

    metric: str
    source: str
    case: KeyPath
    score: float | None
    lower_is_better: bool | None


def wants(path: str) -> bool:
    """Whether the file may be a test run."""
    return path.endswith(".json")


def recognises(shape: Shape) -> bool:
    """Whether the file is a test run, alone or beside the link to it."""
    return (shape.has("testCases") and bool(shape.keys() & {"metricsScores", "testPassed"})) or (
        shape.is_list(_INNER, "testCases")
    )


def read_runs(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each benchmark, model, algorithm, metric and set of tasks."""
    names = Names(options)
    left_out: list[LeftOut] = []
    read: list[Fields] = []
    # Runs of the same tasks by the same metric are attempts; nothing else says what was run.
    runs: dict[tuple[str, frozenset[str]], list[RepeatedRun]] = defaultdict(list)
    for file in files:
        fields = Fields(read_document(file.data, file.path, _WANTED))
        read.append(fields)
        if fields.document.root is not None:
            for run in _run(file, fields, names, left_out):
                runs[run.extra_meta["metric"], frozenset(run.attempts[0])].append(run)
    experiments: list[ImportedExperiment] = []
    problems = [*names.problems, *(problem for fields in read for problem in fields.problems)]
    for group in runs.values():
        made, found = experiments_of(group, names.phase)
        experiments += made
        problems += found
    return ImportResult(
        experiments=tuple(experiments), problems=tuple(problems), left_out=tuple(left_out)
    )


def _run(
    file: SourceFile, fields: Fields, names: Names, left_out: list[LeftOut]
) -> list[RepeatedRun]:
    root: KeyPath = (_INNER,) if _INNER in fields.keys(()) else ()
    cases: list[KeyPath] = [
        (*root, kind, index) for kind in _CASES for index in range(fields.length((*root, kind)))
    ]
    scores: dict[str, list[_Score]] = defaultdict(list)
    for case in cases:
        for score in _scores(fields, case):
            scores[score.metric].append(score)
    stated = _stated(fields, (*root, "metricsScores"))
    means = {metric: _mean([s.score for s in found]) for metric, found in scores.items()} | stated
    metrics = tuple(m for m in scores if any(s.score is not None for s in scores[m]))
    if not metrics:
        left_out.append(LeftOut(path=file.path, reason="no test case was scored"))
        return []
    metric = names.metric(metrics, file.path, "the run")
    if metric is None:
        return []
    for score in scores[metric]:
        if score.score is None:
            left_out.append(LeftOut(path=f"{file.path}: {score.source}", reason="not scored"))
    days = [fields.optional((*case, "trace", "startTime"), read_day) for case in cases]
    run = RepeatedRun(
        file=file,
        identity=Identity(
            benchmark=names.benchmark(None, file.path),
            harness=names.harness(_HARNESS, file.path),
            model=names.model(_model(fields, cases), file.path),
            algorithm=names.algorithm(None, file.path),
        ),
        attempts=[_tasks(fields, scores[metric])],
        date=names.date(max((day for day in days if day is not None), default=None)),
        stated=Stated(name=metric, value=stated[metric]) if metric in stated else None,
        extra_meta=_meta(metric, scores[metric]),
        metrics=_numbers(fields, root, cases)
        | {name: value for name, value in means.items() if name != metric and value is not None},
    )
    return [run]


def _scores(fields: Fields, case: KeyPath) -> Iterator[_Score]:
    """The scores of a test case and of the spans of its trace, each of a name of its own."""
    name = fields.required((*case, "name"), read_any_text) or "unnamed"
    places = [(name, case)]
    places += [
        (f"{name} / {fields.text((*span, 'name')) or 'span'}", span)
        for span in _spans(fields, case)
    ]
    seen: Counter[tuple[str, str]] = Counter()
    for source, place in places:
        for item in _items(fields, (*place, "metricsData")):
            metric = fields.required((*item, "name"), read_any_text)
            if metric is None:
                continue
            seen[metric, source] += 1
            count = seen[metric, source]
            score = fields.number((*item, "score"))
            yield _Score(
                metric=metric,
                source=source if count == 1 else f"{source} {count}",
                case=case,
                score=score,
                lower_is_better=_lower_is_better(fields, item, score),
            )


def _items(fields: Fields, path: KeyPath) -> list[KeyPath]:
    return [(*path, index) for index in range(fields.length(path))]


def _lower_is_better(fields: Fields, item: KeyPath, score: float | None) -> bool | None:
    """As the threshold and the verdict tell together; None where they do not."""
    threshold = fields.number((*item, "threshold"))
    success = fields.optional((*item, "success"), read_flag)
    if score is None or threshold is None or success is None or score == threshold:
        return None
    return (score < threshold) == success


def _mean(scores: Sequence[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return math.fsum(known) / len(known) if known else None


def _stated(fields: Fields, path: KeyPath) -> dict[str, float]:
    """The mean of each metric's scores as the file lists them beside the test cases."""
    found: dict[str, float] = {}
    for item in _items(fields, path):
        metric = fields.text((*item, "metric"))
        mean = _mean([fields.number(score) for score in _items(fields, (*item, "scores"))])
        if metric is not None and mean is not None:
            found[metric] = mean
    return found


def _model(fields: Fields, cases: Sequence[KeyPath]) -> str | None:
    """The one model that the traces call; of several, none is the model that was tested."""
    models = {
        fields.text((*span, "model"))
        for case in cases
        for span in _items(fields, (*case, "trace", "llmSpans"))
    }
    return next(iter(models)) if len(models) == 1 else None


def _tasks(fields: Fields, scores: Sequence[_Score]) -> Mapping[str, ImportedTask]:
    """The tasks by name; what a test case took is known of one that is a single task."""
    counts = Counter(score.case for score in scores)
    tasks: dict[str, ImportedTask] = {}
    for score in scores:
        alone = counts[score.case] == 1
        if score.source in tasks:
            message = f'a second test case "{score.source}"'
            fields.error((*score.case, "name"), "duplicate-task", message)
        tasks[score.source] = ImportedTask(
            source=score.source,
            score=score.score,
            duration_ms=_milliseconds(fields, (*score.case, "trace")) if alone else None,
            tokens=_tokens(fields, (*score.case, "trace", "llmSpans")) if alone else None,
        )
    return tasks


def _milliseconds(fields: Fields, trace: KeyPath) -> float | None:
    started = fields.optional((*trace, "startTime"), read_moment)
    ended = fields.optional((*trace, "endTime"), read_moment)
    if started is None or ended is None or ended < started:
        return None
    return (ended - started).total_seconds() * 1000


def _tokens(fields: Fields, path: KeyPath) -> float | None:
    """The tokens of all calls of a trace; None where one does not count them."""
    counts = [
        fields.optional((*span, f"{kind}TokenCount"), read_spent)
        for span in _items(fields, path)
        for kind in ("input", "output")
    ]
    return known_sum(counts)


def _meta(metric: str, scores: Sequence[_Score]) -> dict[str, str]:
    found = {s.lower_is_better for s in scores if s.lower_is_better is not None}
    direction = {"metric_direction": "lower" if True in found else "higher"}
    return {"metric": metric} | (direction if len(found) == 1 else {})


def _numbers(fields: Fields, root: KeyPath, cases: Sequence[KeyPath]) -> dict[str, float]:
    """How long the whole run took, and what its judge cost."""
    seconds = fields.number((*root, "runDuration"))
    cost = fields.optional((*root, "evaluationCost"), read_measure)
    if cost is None:
        places = [place for case in cases for place in (case, *_spans(fields, case))]
        costs = [
            fields.number((*item, "evaluationCost"))
            for place in places
            for item in _items(fields, (*place, "metricsData"))
        ]
        known = [value for value in costs if value is not None]
        cost = math.fsum(known) if known and len(known) == len(costs) else None
    found = {"run_seconds": seconds, "evaluation_cost": cost}
    return {name: value for name, value in found.items() if value is not None}


def _spans(fields: Fields, case: KeyPath) -> list[KeyPath]:
    return [span for kind in _SPANS for span in _items(fields, (*case, "trace", kind))]


IMPORTER = Importer(
    description="DeepEval test runs (test_run_*.json)",
    wants=wants,
    read=read_runs,
    recognises=recognises,
)
