"""Attempt files: most are read a short way, by their shape or by their events.

The short ways give an attempt only where the strict reader gives the same one, and the same
warnings of tasks that were not scored; it reads every other file. A test compares them on thousands
of files with one thing changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from penguin_board import scalars
from penguin_board.attempt_heads import Head, OtherShape, Texts, head_of_mapping, head_of_text
from penguin_board.attempts import NOT_SCORED, OTHER_WORDS, read_attempt
from penguin_board.event_columns import NULLS, EventColumns, event_columns
from penguin_board.experiments import Attempt, mean
from penguin_board.located_yaml import DeferredDocument, Scalar, is_too_large, read_document
from penguin_board.problems import Problem, key_text
from penguin_board.schema import TaskResult
from penguin_board.spelling import near_miss
from penguin_board.task_columns import (
    CELLS,
    SCORES,
    TaskShape,
    begins_in,
    score_places,
    task_columns,
    task_shape,
)

_RESULTS: Final = "\nresults:\n"
_WORDS: Final = frozenset(word for words in OTHER_WORDS.values() for word in words)
# A column as a text, a value a line.
_CELLS: Final = {key: re.compile(rf"(?:(?:{cell}|~|)\n)*+") for key, cell in CELLS.items()}

Read = tuple[Attempt, list[Problem]]


class AttemptFiles:
    """Reads the attempt files of a leaderboard; attempts at one benchmark share their task ids."""

    def __init__(self) -> None:
        self._shape: TaskShape | None = None
        self._numbers = _Numbers()
        self._sources: dict[str, tuple[str, ...]] = {}

    def read(self, data: bytes, path: str, number: int) -> tuple[Attempt | None, list[Problem]]:
        """The attempt in ``data``, None when it is not usable, and every problem of the file."""
        short = self.read_shaped(data, path, number) or self.read_events(data, path, number)
        if short is not None:
            return short
        document = read_document(data, path)
        attempt, problems = read_attempt(document, number)
        return None if document.problems else attempt, [*document.problems, *problems]

    def read_shaped(self, data: bytes, path: str, number: int) -> Read | None:
        """The attempt and its warnings; None for a file that is not of one shape."""
        try:
            return self._shaped(data, path, number)
        except ValueError:  # of another shape, not UTF-8, or a value that is not of its type
            return None

    def read_events(self, data: bytes, path: str, number: int) -> Read | None:
        """Likewise from YAML of any style; None for one whose tasks differ in their keys."""
        try:
            return self._from_events(data, path, number)
        except ValueError:
            return None

    def _shaped(self, data: bytes, path: str, number: int) -> Read:
        if is_too_large(data):
            raise OtherShape
        text = f"\n{data.decode('utf-8')}"
        start, end = text.index(_RESULTS), _end_of_tasks(text)
        tasks = text[start + len(_RESULTS) : end]
        shape = self._shape = _shape_of(tasks, self._shape)
        head = head_of_text(text[1 : start + 1] + text[end:])
        head.refuse_other_number(number)
        wanted = SCORES | head.unknown_totals
        texts = task_columns(tasks, shape, wanted)
        if texts is None:
            shape = self._shape = shape.with_any_numbers()
            texts = task_columns(tasks, shape, wanted)
        if texts is None:
            raise OtherShape
        attempt = self._attempt(head, texts, DeferredDocument(path, data), number)
        if "null" not in texts["score"]:
            return attempt, []
        unscored = [task for task, score in enumerate(attempt.scores) if score is None]
        above = text.count("\n", 1, start + len(_RESULTS))
        places = score_places(tasks, shape, frozenset(unscored))
        return attempt, [
            _not_scored(path, task, line + above, column)
            for task, (line, column) in zip(unscored, places, strict=True)
        ]

    def _from_events(self, data: bytes, path: str, number: int) -> Read:
        if is_too_large(data):
            raise OtherShape
        found = event_columns(data.decode("utf-8-sig"))
        if found is None:
            raise OtherShape
        _refuse_odd_columns(found)
        head = head_of_mapping(found.head)
        head.refuse_other_number(number)
        document = DeferredDocument(path, data)
        attempt = self._attempt(head, found.columns, document, number)
        return attempt, [
            document.problem(("results", task, "score"), "not-scored", NOT_SCORED, warning=True)
            for task, score in enumerate(attempt.scores)
            if score is None
        ]

    def _attempt(
        self, head: Head, texts: Texts, document: DeferredDocument, number: int
    ) -> Attempt:
        scores = tuple(map(self._numbers.__getitem__, texts["score"]))
        return Attempt(
            number=number,
            document=document,
            score=mean(scores) if head.score is None else head.score,
            written_score=head.written_score,
            cost=head.total("cost", texts),
            duration_ms=head.total("duration_ms", texts),
            tokens=head.tokens(texts),
            metrics=head.numbers,
            sources=self._task_ids(texts["source"]),
            scores=scores,
        )

    def _task_ids(self, texts: Sequence[str]) -> tuple[str, ...]:
        """The sources, checked once for all files that have the same ones."""
        key = "\n".join(texts)
        known = self._sources.get(key)
        if known is None:
            if not NULLS.isdisjoint(texts):  # without quotes it is no name
                raise OtherShape
            known = tuple(scalars.read_name(Scalar(text, False, 1, 1)) for text in texts)
            if len(set(known)) < len(known):
                raise OtherShape
            self._sources[key] = known
        if len(known) != len(texts):  # one of these holds a line break
            raise OtherShape
        return known


def _shape_of(tasks: str, known: TaskShape | None) -> TaskShape:
    """How the first of the tasks is written: most often as that of the file before."""
    if known is not None and begins_in(tasks, known):
        return known
    shape = task_shape(tasks)
    if shape is None or not begins_in(tasks, shape):
        raise OtherShape
    return shape


def _end_of_tasks(text: str) -> int:
    """Where the lines of the list end; further keys of the file may follow it."""
    end = len(text)
    while True:
        line = text.rfind("\n", 0, end - 1) + 1
        if line == 0 or text[line] in " -":
            return end
        end = line


def _refuse_odd_columns(found: EventColumns) -> None:
    """Raise OtherShape for tasks that the strict reader has something to say about."""
    keys = found.columns.keys()
    is_task = keys >= SCORES and not keys >= {"tokens", "token"} and found.quoted <= {"source"}
    if not is_task or any(
        key in _WORDS or near_miss(key, TaskResult.model_fields) for key in found.other_keys
    ):
        raise OtherShape
    for key, cells in _CELLS.items():
        if key in keys and not _is_column(cells, found.columns[key]):
            raise OtherShape


def _is_column(cells: re.Pattern[str], texts: Sequence[str]) -> bool:
    """Whether each text is one of the cells."""
    column = "\n".join(texts) + "\n"
    return column.count("\n") == len(texts) and cells.fullmatch(column) is not None


def _not_scored(path: str, task: int, line: int, column: int) -> Problem:
    return Problem(
        path=path,
        line=line,
        column=column,
        key=key_text(("results", task, "score")),
        code="not-scored",
        message=NOT_SCORED,
        severity="warning",
    )


class _Numbers(dict[str, float | None]):
    """Numbers by their text; task scores are few different ones."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(NULLS))

    def __missing__(self, text: str) -> float:
        value = self[text] = float(text) + 0.0  # -0.0 becomes 0.0
        return value
