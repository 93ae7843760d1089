"""Writes the summary of a phase from its attempts."""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from penguin_board.attempts import numeric_values, read_attempt
from penguin_board.experiments import ATTEMPTS_FILE, Attempt, known_sum, mean
from penguin_board.expressions import sample_std
from penguin_board.folders import Folder
from penguin_board.located_yaml import Document, Mapping
from penguin_board.parquet_attempts import ParquetAttempts
from penguin_board.problems import InvalidInput, Problem
from penguin_board.scalars import is_null
from penguin_board.schema import Summary
from penguin_board.schema_links import schema_line

_SUMMARY_FILE: Final = "summary.yaml"
_ATTEMPT_FILE: Final = re.compile(r"attempt-([1-9][0-9]*)\.yaml")
# A billionth of a dollar: below that is only what float addition left.
_COST_PLACES: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarized:
    """What became of the summary of one phase."""

    path: Path
    status: Literal["written", "unchanged"]
    n_attempt: int
    score_mean: float


def summarize(phase: Path, *, replace: bool = False) -> Summarized:
    """Write ``summary.yaml`` of the phase's folder from its attempt files.

    A summary that is missing, or that is still to be filled in, is written; one that states other
    numbers only with ``replace``. Raises InvalidInput with every problem of the attempts.
    """
    folder = Folder(phase, phase.as_posix())
    attempts = _read_attempts(folder)
    scores = [attempt.score for attempt in attempts if attempt.score is not None]
    values = _values(attempts, scores)
    path = phase / _SUMMARY_FILE
    status: Literal["written", "unchanged"] = "written"
    if _SUMMARY_FILE in folder.names():
        document = folder.read(_SUMMARY_FILE)
        if folder.is_link(_SUMMARY_FILE):
            raise InvalidInput(document.problems)
        if _says(document, values):
            status = "unchanged"
        elif not (replace or _is_to_be_filled_in(document)):
            raise InvalidInput([_exists(document)])
    if status == "written":
        lines = [f"{key}: {_number(value)}\n" for key, value in values.items()]
        _write_whole(path, f"{schema_line('summary')}\n{''.join(lines)}")
    return Summarized(
        path=path, status=status, n_attempt=len(attempts), score_mean=mean(scores) or 0.0
    )


def _read_attempts(folder: Folder) -> list[Attempt]:
    """The attempts by number, each with a score."""
    matches = [match for name in folder.names() if (match := _ATTEMPT_FILE.fullmatch(name))]
    attempts: list[Attempt] = []
    problems: list[Problem] = []
    if ATTEMPTS_FILE in folder.names():
        table, problems = ParquetAttempts().read(folder, [match[0] for match in matches])
        attempts += table or ()
    else:
        for match in sorted(matches, key=lambda match: int(match[1])):
            document = folder.read(match[0])
            attempt, found = read_attempt(document, int(match[1]))
            problems += (*document.problems, *found)
            attempts += () if attempt is None else (attempt,)
    for attempt in attempts:
        if attempt.score is None:
            message = "has no task with a score, so there is no mean to write"
            place = () if attempt.has_own_file else attempt.results_path
            problems.append(attempt.document.problem(place, "no-score", message))
    if not attempts and not problems:
        message = "holds no attempt-<n>.yaml"
        hint = "name the folder of a phase, as experiments/<leaderboard-id>/<experiment-id>/test"
        problems.append(Problem(path=folder.shown, code="missing-file", message=message, hint=hint))
    if any(problem.is_error for problem in problems):
        raise InvalidInput(problem for problem in problems if problem.is_error)
    return attempts


def _values(attempts: Sequence[Attempt], scores: list[float]) -> dict[str, float | None]:
    cost = known_sum(attempt.cost for attempt in attempts)
    return {
        "n_attempt": len(attempts),
        "score_mean": mean(scores),
        "score_std": sample_std(scores) if len(scores) > 1 else None,
        "cost_total": None if cost is None else round(cost, _COST_PLACES),
        "duration_ms_total": known_sum(attempt.duration_ms for attempt in attempts),
        "tokens_total": known_sum(attempt.tokens for attempt in attempts),
    }


def _number(value: float | None) -> str:
    if value is None:
        return "null"
    return str(int(value)) if value == int(value) else repr(value)


def _says(document: Document, values: dict[str, float | None]) -> bool:
    """Whether the file states these numbers, up to the noise of float addition."""
    stated = numeric_values(document)
    return all(
        key not in stated
        if value is None
        else key in stated and math.isclose(stated[key], value, rel_tol=1e-9, abs_tol=1e-12)
        for key, value in values.items()
    )


def _is_to_be_filled_in(document: Document) -> bool:
    """Whether the file states no score yet, nor anything else that is not made from attempts."""
    root = document.root
    if not isinstance(root, Mapping) or not root.items.keys() <= Summary.model_fields.keys():
        return False
    score = root.items.get("score_mean")
    return score is None or is_null(score)


def _exists(document: Document) -> Problem:
    message = "states other numbers than its attempts give, or further ones"
    return document.problem((), "exists", message, hint="give --replace to write it anew")


def _write_whole(path: Path, text: str) -> None:
    """Replace a file at once, so that an interruption leaves the old one."""
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, delete=False) as file:
        file.write(text.encode())
    staged = Path(file.name)
    try:
        staged.chmod(0o644)
        staged.replace(path)
    except BaseException:
        staged.unlink(missing_ok=True)
        raise
