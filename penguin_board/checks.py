"""What is checked across the experiments of one leaderboard (``format.md``)."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from penguin_board.entries import Runs
from penguin_board.experiments import Run
from penguin_board.expression_trees import canonical, leaves
from penguin_board.located_yaml import Document
from penguin_board.problems import KeyPath, Problem
from penguin_board.schema import Leaderboard
from penguin_board.texts import sentence

_COST_WORDS = frozenset({"cost", "costs", "duration", "latency", "price", "token", "tokens"})
_SHOWN_SCORES = 3
_NAME_FIELDS = ("harness_name", "model_name", "algorithm", "benchmark_name")


def check_leaderboard(leaderboard: Leaderboard, document: Document, runs: Runs) -> list[Problem]:
    """Everything that concerns the leaderboard as a whole."""
    ordered = [runs[key] for key in sorted(runs)]
    return [
        *_repeated_expressions(leaderboard, document),
        *_cost_without_order(leaderboard, document, runs),
        *check_names(ordered),
        *check_scale(ordered, leaderboard.score_max),
    ]


def _repeated_expressions(leaderboard: Leaderboard, document: Document) -> Iterator[Problem]:
    first: dict[object, int] = {}
    for index, expression in enumerate(leaderboard.values):
        earlier = first.setdefault(canonical(expression), index)
        if earlier != index:
            line, _ = document.place(("values", earlier))
            message = f"is the same expression as values[{earlier}] (line {line})"
            yield document.problem(
                ("values", index), "repeated-entry", message, hint="remove one of the two"
            )


def _cost_without_order(
    leaderboard: Leaderboard, document: Document, runs: Runs
) -> Iterator[Problem]:
    if "order" in leaderboard.model_fields_set:
        return
    for index, expression in enumerate(leaderboard.values):
        for path, leaf in leaves(expression, ("values", index)):
            if not _is_cost(leaf.metric):
                continue
            run = runs.get((leaf.experiment_id, leaf.phase))
            if run is not None and leaf.metric in run.metrics:
                message = sentence(
                    '"{metric}" looks like a cost, but the highest value ranks first',
                    metric=leaf.metric,
                )
                yield document.problem(
                    (*path, "metric"),
                    "cost-without-order",
                    message,
                    hint="add order: ascending (or order: descending) to the leaderboard",
                    warning=True,
                )
                return


@lru_cache(maxsize=64)
def _is_cost(metric: str) -> bool:
    return not _COST_WORDS.isdisjoint(metric.lower().split("_"))


def check_names(runs: Sequence[Run]) -> Iterator[Problem]:
    """Names that differ only in case or Unicode form: two competitors, or a slip of the pen."""
    for field in _NAME_FIELDS:
        first: dict[str, Run] = {}
        seen: set[str] = set()
        for run in runs:
            name = getattr(run.meta, field)
            if name is None or name in seen:
                continue
            seen.add(name)
            other = first.setdefault(unicodedata.normalize("NFKC", name).casefold(), run)
            other_name = getattr(other.meta, field)
            if other_name != name:
                line, _ = other.meta_document.place((field,))
                place = f"{other.meta_document.path}:{line}"
                message = sentence(
                    '"{name}" differs from "{other}" ({place}) only in case or Unicode form; '
                    "they are shown as two",
                    name=name,
                    other=other_name,
                    place=place,
                )
                yield run.meta_document.problem(
                    (field,), "similar-name", message, hint="use one spelling", warning=True
                )


def inferred_scale(runs: Sequence[Run]) -> float:
    """1 when no raw score of the runs is above 1, else 100."""
    return 1.0 if all(max(_raw_scores(run)) <= 1 for run in runs) else 100.0


def check_scale(runs: Sequence[Run], declared: float | None) -> Iterator[Problem]:
    """Raw scores of one leaderboard stand on one scale, from 0 to its maximum."""
    scores = [_raw_scores(run) for run in runs]
    highest = max(map(max, scores), default=0.0)
    if declared is not None:
        limit, hint = declared, f"score_max of the leaderboard is {declared:g}"
    elif highest <= 1 or any(map(_has_fraction, scores)):
        limit, hint = (
            1.0,
            "a percentage among fractions? declare score_max if the scale is not 0..1",
        )
    else:
        limit, hint = 100.0, "declare score_max: the scale is inferred up to 100 only"
    for run, values in zip(runs, scores, strict=True):
        if min(values) < 0 or max(values) > limit:
            yield from _outside(run, limit, hint)


def _outside(run: Run, limit: float, hint: str) -> Iterator[Problem]:
    """The first scores off the scale of each file; the last of them counts the others."""
    found: dict[str, list[tuple[Document, KeyPath, float]]] = {}
    for document, path, value in _located_scores(run):
        if not 0 <= value <= limit:
            found.setdefault(document.path, []).append((document, path, value))
    for rows in found.values():
        for number, (document, path, value) in enumerate(rows[:_SHOWN_SCORES], start=1):
            message = f"{value:g} is below 0"
            if value > limit:
                question = " (is it a percentage?)" if limit == 1 and value <= 100 else ""
                message = f"{value:.12g} is outside 0..{limit:g}{question}"
            if number == _SHOWN_SCORES < len(rows):
                message += f", and {len(rows) - number} more of this file are off the scale"
            yield document.problem(path, "score-range", message, hint=hint if value > limit else "")


def _has_fraction(scores: Collection[float]) -> bool:
    """Whether an experiment lies within 0..1 and holds a value between the two ends."""
    return max(scores) <= 1 and any(0 < score < 1 for score in scores)


def _raw_scores(run: Run) -> set[float]:
    """The different scores that are written in a run's files."""
    written = [attempt.score for attempt in run.attempts if attempt.written_score is not None]
    scores = {run.summary.score_mean, *written}.union(*(each.scores for each in run.attempts))
    return {score for score in scores if score is not None}


def _located_scores(run: Run) -> Iterator[tuple[Document, KeyPath, float]]:
    """The same with their places."""
    yield run.summary_document, ("score_mean",), run.summary.score_mean
    for attempt in run.attempts:
        if attempt.score is not None and attempt.written_score is not None:
            yield attempt.document, ("score",), attempt.score
        for index, score in enumerate(attempt.scores):
            if score is not None:
                yield attempt.document, (*attempt.results_path, index, "score"), score
