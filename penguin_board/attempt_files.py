"""Attempt files: one that a tool wrote by its shape, any other by the strict reader.

The short way gives an attempt only where the strict reader gives the same one and no problem; a
test compares the two on thousands of files with one thing changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penguin_board import scalars
from penguin_board.attempts import numbers_of, read_attempt
from penguin_board.experiments import Attempt, known_sum, mean
from penguin_board.flat_yaml import KEY, flat_mapping
from penguin_board.located_yaml import MAX_BYTES, DeferredDocument, Scalar, read_document
from penguin_board.problems import Problem
from penguin_board.schema import AttemptHead
from penguin_board.spelling import near_miss
from penguin_board.task_columns import NUMBER, TaskShape, task_columns, task_shape

_HEAD_KEYS: Final = (*AttemptHead.model_fields, "results")
_RESULTS: Final = "\nresults:\n"
_TASK: Final = frozenset({"source", "score"})
_TOTALS: Final = frozenset({"cost", "duration_ms", "tokens"})
_LONGEST_HEAD: Final = 10_000  # no tool writes as much, and every key is compared with the known
_NUMBER_LINE: Final = re.compile(rf"^({KEY}): ({NUMBER}|null)\n", re.MULTILINE)

Texts = Mapping[str, tuple[str, ...]]


class _OtherShape(ValueError):
    """The file is for the strict reader."""


class AttemptFiles:
    """Reads the attempt files of a leaderboard; attempts at one benchmark share their task ids."""

    def __init__(self) -> None:
        self._shape: TaskShape | None = None
        self._numbers = _Numbers()
        self._sources: dict[tuple[bool, str], tuple[str, ...]] = {}

    def read(self, data: bytes, path: str, number: int) -> tuple[Attempt | None, list[Problem]]:
        """The attempt in ``data``, None when it is not usable, and every problem of the file."""
        shaped = self.read_shaped(data, path, number)
        if shaped is not None:
            return shaped, []
        document = read_document(data, path)
        attempt, problems = read_attempt(document, number)
        return None if document.problems else attempt, [*document.problems, *problems]

    def read_shaped(self, data: bytes, path: str, number: int) -> Attempt | None:
        """The attempt in ``data``; None when the file is not of one shape or has a problem."""
        try:
            return self._shaped(data, path, number)
        except ValueError:  # of another shape, not UTF-8, or a value that is not of its type
            return None

    def _shaped(self, data: bytes, path: str, number: int) -> Attempt:
        if len(data) > MAX_BYTES:
            raise _OtherShape
        text = f"\n{data.decode('utf-8')}"
        start, end = text.index(_RESULTS), _end_of_tasks(text)
        head = _Head(text[1 : start + 1] + text[end:], number)
        texts = self._tasks(text[start + len(_RESULTS) : end], head.unknown_totals)
        scores = tuple([self._numbers[score] for score in texts["score"]])
        return Attempt(
            number=number,
            document=DeferredDocument(path, data),
            score=mean(scores) if head.score is None else head.score,
            written_score=head.written_score,
            cost=head.total("cost", texts),
            duration_ms=head.total("duration_ms", texts),
            tokens=head.tokens(texts),
            metrics=head.numbers,
            sources=self._task_ids(texts["source"]),
            scores=scores,
        )

    def _tasks(self, text: str, totals: frozenset[str]) -> Texts:
        """The columns of the list; most often its shape is that of the file before."""
        wanted = _TASK | totals
        found = task_columns(text, self._shape, wanted) if self._shape else None
        if found is None:
            self._shape = task_shape(text)
            found = task_columns(text, self._shape, wanted) if self._shape else None
        if found is None:
            raise _OtherShape
        return found

    def _task_ids(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """The sources, checked once for all files that have the same ones."""
        plain = self._shape is not None and not self._shape.quoted
        key = (plain, "\n".join(texts))
        known = self._sources.get(key)
        if known is None:
            known = tuple(scalars.read_name(Scalar(text, plain, 1, 1)) for text in texts)
            if len(set(known)) < len(known):
                raise _OtherShape
            self._sources[key] = known
        return known


def _end_of_tasks(text: str) -> int:
    """Where the lines of the list end; further keys of the file may follow it."""
    end = len(text)
    while True:
        line = text.rfind("\n", 0, end - 1) + 1
        if line == 0 or text[line] in " -":
            return end
        end = line


class _Numbers(dict[str, float]):
    """Numbers by their text; task scores are few different ones."""

    def __missing__(self, text: str) -> float:
        value = self[text] = float(text) + 0.0  # -0.0 becomes 0.0
        return value


class _Head:
    """The keys of an attempt file beside its results."""

    def __init__(self, text: str, number: int) -> None:
        if len(text) > _LONGEST_HEAD:
            raise _OtherShape
        lines = _NUMBER_LINE.findall(text)
        if len(lines) == text.count("\n") and text[-1:] in ("", "\n"):
            self._written = dict(lines)
            if len(self._written) < len(lines):
                raise _OtherShape
            self._nulls = {key for key, value in lines if value == "null"}
            self.numbers = {key: float(value) + 0.0 for key, value in lines if value != "null"}
        else:
            root = flat_mapping(text)
            if root is None:
                raise _OtherShape
            nodes = {key: node for key, node in root.items.items() if isinstance(node, Scalar)}
            self._written = {key: node.text for key, node in nodes.items()}
            self._nulls = {key for key, node in nodes.items() if node.is_null}
            self.numbers = numbers_of(root)
        self._refuse_problems(number)
        self.score = self._number("score")
        self.written_score = self._written.get("score")
        self.unknown_totals = frozenset(_TOTALS - self._written.keys())
        if "tokens" in self.unknown_totals:
            self.unknown_totals |= {"token"}

    def _refuse_problems(self, number: int) -> None:
        unknown = self._written.keys() - AttemptHead.model_fields.keys()
        if any(key == "results" or near_miss(key, _HEAD_KEYS) for key in unknown):
            raise _OtherShape
        if self._number("attempt") is not None and self._written["attempt"] != str(number):
            raise _OtherShape

    def total(self, name: str, texts: Texts) -> float | None:
        """A total of the attempt: as it is written, or the sum over the tasks."""
        value = self._amount(name)
        return _sum(texts.get(name)) if value is None and name in self.unknown_totals else value

    def tokens(self, texts: Texts) -> float | None:
        """Likewise the tokens, which have two names."""
        value, other = self._amount("tokens"), self._amount("token")
        if value is not None or other is not None or "tokens" not in self.unknown_totals:
            return other if value is None else value
        return _sum(texts.get("tokens", texts.get("token")))

    def _number(self, name: str) -> float | None:
        if name in self._nulls or name not in self._written:
            return None
        if name not in self.numbers:
            raise _OtherShape
        return self.numbers[name]

    def _amount(self, name: str) -> float | None:
        value = self._number(name)
        if value is not None and value < 0:
            raise _OtherShape
        return value


def _sum(texts: tuple[str, ...] | None) -> float | None:
    if texts is None or "null" in texts:
        return None
    return known_sum(map(float, texts))
