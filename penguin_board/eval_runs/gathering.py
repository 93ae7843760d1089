"""Records gathered into columns, each with its place, and all that is wrong with them."""

from __future__ import annotations

import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from penguin_board.problems import Problem
from penguin_board.spelling import near_miss, nearest
from penguin_board.stats import RunColumns
from penguin_board.stats.runs import DEFAULT_CATEGORY

REQUIRED: Final = ("model_id", "task_id", "score")
OPTIONAL: Final[dict[str, Any]] = {
    "metric_name": "score",
    "category": DEFAULT_CATEGORY,
    "weight": 1.0,
    "attempt": None,
    "family": None,
}
KNOWN: Final = frozenset((*REQUIRED, *OPTIONAL))


@dataclass(slots=True)
class Records:
    """Columns of all files, and where each record stands.

    A record that lacks what is required is reported and left out.
    """

    columns: RunColumns = field(default_factory=RunColumns)
    problems: list[Problem] = field(default_factory=list)
    _starts: list[int] = field(default_factory=list)
    _paths: list[str] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _keys_seen: set[tuple[str, ...]] = field(default_factory=set)

    def begin(self, path: str) -> None:
        """What follows is from the file ``path``."""
        self._starts.append(len(self.columns))
        self._paths.append(path)
        self._keys_seen.clear()

    def place(self, index: int) -> tuple[str, int]:
        """Path and line of a record."""
        return self._paths[bisect.bisect_right(self._starts, index) - 1], self._lines[index]

    def problem(self, line: int, key: str, code: str, message: str, hint: str = "") -> None:
        """Something is wrong at a line of the file."""
        self.problems.append(
            Problem(path=self._paths[-1], line=line, key=key, code=code, message=message, hint=hint)
        )

    def add(self, lines: Sequence[int], records: Sequence[Mapping[str, Any]]) -> None:
        """Add records that begin at these lines, as columns where all are complete."""
        for keys in set(map(tuple, records)):
            if not KNOWN.issuperset(keys):
                self._check_spelling(lines, records, keys)
        required = [[record.get(name) for record in records] for name in REQUIRED]
        if any(None in column for column in required):
            complete = [
                index for index, row in enumerate(zip(*required, strict=True)) if None not in row
            ]
            self._report_missing(lines, records)
            self.add([lines[index] for index in complete], [records[index] for index in complete])
            return
        columns = self.columns
        columns.model_ids += required[0]
        columns.task_ids += required[1]
        columns.scores += required[2]
        columns.metric_names += _optional(records, "metric_name")
        columns.categories += _optional(records, "category")
        columns.weights += _optional(records, "weight")
        columns.attempts += _optional(records, "attempt")
        columns.families += _optional(records, "family")
        self._lines += lines

    def _report_missing(self, lines: Sequence[int], records: Sequence[Mapping[str, Any]]) -> None:
        for line, record in zip(lines, records, strict=True):
            for name in REQUIRED:
                if record.get(name) is None:
                    other = nearest(name, record.keys() - KNOWN) if name not in record else None
                    hint = f'is it "{other}"?' if other else ""
                    self.problem(line, name, code="missing-key", message="is missing", hint=hint)

    def _check_spelling(
        self, lines: Sequence[int], records: Sequence[Mapping[str, Any]], keys: tuple[str, ...]
    ) -> None:
        """Report a key that is one slip away from a known one that is absent, once a file."""
        if keys in self._keys_seen:
            return
        self._keys_seen.add(keys)
        absent = sorted(KNOWN.difference(keys))
        for key in keys:
            meant = near_miss(key, absent) if key not in KNOWN else None
            if meant:
                line = next(
                    line
                    for line, record in zip(lines, records, strict=True)
                    if tuple(record) == keys
                )
                hint = f'did you mean "{meant}"?'
                self.problem(line, key, code="unknown-key", message="unknown key", hint=hint)


def _optional(records: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    values = [record.get(name) for record in records]
    default = OPTIONAL[name]
    if default is not None and None in values:
        values = [default if value is None else value for value in values]
    return values


class Batch:
    """Hands records over in batches, which is several times faster than one by one."""

    def __init__(self, records: Records, size: int = 10_000) -> None:
        self._records = records
        self._size = size
        self._lines: list[int] = []
        self._waiting: list[Mapping[str, Any]] = []

    def add(self, line: int, record: Mapping[str, Any]) -> None:
        """Take one record."""
        self._lines.append(line)
        self._waiting.append(record)
        if len(self._waiting) == self._size:
            self.flush()

    def flush(self) -> None:
        """Hand over what is waiting."""
        self._records.add(self._lines, self._waiting)
        self._lines, self._waiting = [], []
