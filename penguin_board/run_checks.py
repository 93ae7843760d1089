"""Whether the files of one run agree with each other (``format.md``; statistics.md E11)."""

from __future__ import annotations

import math

from penguin_board.dates import iso_date
from penguin_board.experiments import Attempt, Run, known_sum, mean
from penguin_board.expressions import sample_std
from penguin_board.located_yaml import Scalar
from penguin_board.problems import KeyPath, Problem
from penguin_board.records import summary_hint, unknown_key_problems
from penguin_board.scalars import decimals
from penguin_board.schema import COST_NAMES, DURATION_NAMES, TOKENS_NAMES, MetaInfo, Summary
from penguin_board.texts import Number, sentence

_TOLERANCE = 1e-6
_ROUNDED_FROM = 2  # a value with this many decimals is taken as rounded to them
_SHOWN_TASKS = 3
_SHOWN_FILES = 3
_TOTALS = (
    ("cost", COST_NAMES),
    ("duration_ms", DURATION_NAMES),
    ("tokens", TOKENS_NAMES),
)


def check_run(run: Run) -> list[Problem]:
    """Every disagreement within one run: ids, attempts, tasks, means, spreads, totals."""
    problems = _check_meta(run)
    if run.summary.model_extra:
        problems += unknown_key_problems(run.summary_document, (), Summary.model_fields)
    problems += _check_single_attempt(run)
    for attempt in run.attempts:
        problems += _check_attempt_score(attempt)
    if not run.attempts:
        return problems
    counted = _check_number_of_attempts(run)
    tasks = _check_same_tasks(run)
    problems += counted + tasks
    if not counted and not tasks:
        problems += _check_score_mean(run) + _check_score_std(run) + _check_totals(run)
    return problems


def _check_meta(run: Run) -> list[Problem]:
    problems: list[Problem] = []
    if run.meta.model_extra:
        problems += unknown_key_problems(run.meta_document, (), MetaInfo.model_fields)
    if run.meta.experiment_id not in (None, run.experiment_id):
        message = f'is "{run.meta.experiment_id}" in the folder {run.experiment_id}'
        hint = "the id and the folder are equal"
        problems.append(
            run.meta_document.problem(("experiment_id",), "id-folder", message, hint=hint)
        )
    if run.meta.date is not None and iso_date(run.meta.date) is None:
        message = sentence(
            '"{date}" is no day as {example}, so the index does not count it',
            date=run.meta.date,
            example="2026-11-30",
        )
        problems.append(run.meta_document.problem(("date",), "date", message, warning=True))
    return problems


def _check_single_attempt(run: Run) -> list[Problem]:
    if run.summary.n_attempt > 1 or not run.summary.score_std:
        return []
    message = f"is {run.summary.score_std:g} but a single attempt has no spread"
    return [
        run.summary_document.problem(
            ("score_std",), "score-std", message, hint="write null, or 0, or leave it out"
        )
    ]


def _check_number_of_attempts(run: Run) -> list[Problem]:
    numbers = [attempt.number for attempt in run.attempts]
    problems = []
    for attempt, expected in zip(run.attempts, range(1, len(numbers) + 1), strict=True):
        if attempt.number != expected:
            message = f"attempt-{expected}.yaml is missing, attempts are numbered from 1"
            problems.append(attempt.document.problem((), "attempt-gap", message))
            break
    if run.summary.n_attempt != len(numbers):
        names = ", ".join(attempt.place for attempt in run.attempts[:_SHOWN_FILES])
        if len(numbers) > _SHOWN_FILES:
            names += f" and {len(numbers) - _SHOWN_FILES} more"
        what = "attempt file" if run.attempts[0].has_own_file else "attempt"
        plural = f"{what}s exist" if len(numbers) > 1 else f"{what} exists"
        message = f"is {run.summary.n_attempt} but {len(numbers)} {plural} ({names})"
        problems.append(run.summary_document.problem(("n_attempt",), "n-attempt", message))
    return problems


def _check_same_tasks(run: Run) -> list[Problem]:
    if all(attempt.sources == run.attempts[0].sources for attempt in run.attempts):
        return []
    first_with: dict[str, Attempt] = {}
    for attempt in run.attempts:
        for source in attempt.sources:
            first_with.setdefault(source, attempt)
    problems = []
    for attempt in run.attempts:
        if len(attempt.sources) == len(first_with):
            continue
        there = set(attempt.sources)
        missing = [source for source in first_with if source not in there]
        shown = ", ".join(f'"{source}"' for source in missing[:_SHOWN_TASKS])
        more = f" and {len(missing) - _SHOWN_TASKS} more" if len(missing) > _SHOWN_TASKS else ""
        other = first_with[missing[0]].place
        word, verb = ("task", "is") if len(missing) == 1 else ("tasks", "are")
        message = f"{word} {shown}{more} {verb} in {other} but not here"
        hint = "write a task that was not scored with score: null"
        problems.append(
            attempt.document.problem(attempt.results_path, "missing-task", message, hint=hint)
        )
    return problems


def _check_attempt_score(attempt: Attempt) -> list[Problem]:
    text = attempt.written_score
    if attempt.score is None or text is None:
        return []
    scores = [score for score in attempt.scores if score is not None]
    if not scores:
        return []
    total = math.fsum(scores)
    average = total / len(scores)
    if _is_close(attempt.score, average):
        return []
    place: KeyPath = ("score",)
    if any(_agrees(text, attempt.score, value) for value in (average, total)):
        return []
    message = sentence(
        "is {score}, neither the mean {mean} nor the sum {sum} of its results",
        score=Number(f"{attempt.score:g}"),
        mean=Number(f"{average:.6g}"),
        sum=Number(f"{total:.6g}"),
    )
    return [attempt.document.problem(place, "attempt-score", message, warning=True)]


def _check_score_mean(run: Run) -> list[Problem]:
    scores = [attempt.score for attempt in run.attempts]
    average = mean(scores)
    if average is None or None in scores:
        return []
    return _compare(run, "score_mean", run.summary.score_mean, average, len(scores), "summary-mean")


def _check_score_std(run: Run) -> list[Problem]:
    scores = [attempt.score for attempt in run.attempts if attempt.score is not None]
    std = run.summary.score_std
    if std is None or len(scores) < max(2, len(run.attempts)):
        return []
    expected = sample_std(scores)
    problems = _compare(run, "score_std", std, expected, len(scores), "summary-std")
    population = expected * math.sqrt((len(scores) - 1) / len(scores))
    if problems and _agrees(_summary_text(run, "score_std"), std, population):
        message = (
            f"is {std:.12g} but the {len(scores)} attempts give {expected:.8g} "
            f"(n - 1 in the divisor; with n it would be {population:.6f})"
        )
        again = summary_hint(run.summary_document, "--replace")
        hint = f"score_std is the sample standard deviation; {again}"
        return [run.summary_document.problem(("score_std",), "population-std", message, hint=hint)]
    return problems


def _check_totals(run: Run) -> list[Problem]:
    problems: list[Problem] = []
    for field, names in _TOTALS:
        for name in names:
            written: float | None = getattr(run.summary, name)
            if written is None:
                continue
            total = known_sum([getattr(attempt, field) for attempt in run.attempts])
            if total is not None:
                problems += _compare(run, name, written, total, len(run.attempts), "summary-total")
    return problems


def _compare(
    run: Run, name: str, written: float, expected: float, n_attempt: int, code: str
) -> list[Problem]:
    if _is_close(written, expected) or _agrees(_summary_text(run, name), written, expected):
        return []
    give = "attempt gives" if n_attempt == 1 else "attempts give"
    message = f"is {written:.12g} but the {n_attempt} {give} {expected:.8g}"
    hint = f"correct the attempts, or {summary_hint(run.summary_document, '--replace')}"
    return [run.summary_document.problem((name,), code, message, hint=hint)]


def _summary_text(run: Run, name: str) -> str:
    """The value of a key of the summary as it is written."""
    node = run.summary_document.node((name,))
    return node.text if isinstance(node, Scalar) else ""


def _is_close(written: float, expected: float) -> bool:
    """Whether nothing but the last bits of a float sum differs, which are nobody's error."""
    return abs(written - expected) <= _noise(expected)


def _agrees(text: str, written: float, expected: float) -> bool:
    """Whether a value that is written as ``text`` is ``expected`` to that precision."""
    places = decimals(text)
    tolerance = 0.5 * 10.0**-places if places >= _ROUNDED_FROM else _TOLERANCE
    return abs(written - expected) <= tolerance + _noise(expected)


def _noise(expected: float) -> float:
    return 1e-12 * max(1.0, abs(expected))
