"""Records as CSV: a heading, then a line a record."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from penguin_board.eval_runs.gathering import REQUIRED, Batch, Records
from penguin_board.spelling import did_you_mean

_NUMBER = re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"-?[0-9]{1,18}")


def read_csv(text: str, records: Records) -> None:
    """Add the record of each line; an empty cell is a value that is not there."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        heading = next(reader, [])
        if not _check_heading(heading, records):
            return
        end = reader.line_num
        batch = Batch(records)
        for cells in reader:
            line, end = end + 1, reader.line_num
            if not cells:
                continue
            record = _record(line, heading, cells, records)
            if record is not None:
                batch.add(line, record)
        batch.flush()
    except csv.Error as error:
        message = f"is not valid CSV: {error}"
        records.problem(max(1, reader.line_num), "", code="syntax", message=message)


def _check_heading(heading: Sequence[str], records: Records) -> bool:
    """Whether the columns that are required are there, each once."""
    twice = {name for name in heading if heading.count(name) > 1}
    for name in sorted(twice):
        records.problem(1, name, code="duplicate-key", message="two columns of one name")
    missing = [name for name in REQUIRED if name not in heading]
    for name in missing:
        hint = did_you_mean(name, set(heading).difference(REQUIRED))
        message = "the heading has no such column"
        records.problem(1, name, code="missing-key", message=message, hint=hint)
    return not twice and not missing


def _record(
    line: int, heading: Sequence[str], cells: Sequence[str], records: Records
) -> dict[str, Any] | None:
    """The cells under the heading, numbers as numbers; None when that cannot be."""
    if len(cells) != len(heading):
        message = f"has {len(cells)} cells, the heading has {len(heading)}"
        records.problem(line, "", code="csv-cells", message=message)
        return None
    record: dict[str, Any] = dict(zip(heading, cells, strict=True))
    usable = True
    for name, read in _CONVERTED.items():
        if record.get(name):
            try:
                record[name] = read(record[name])
            except ValueError as error:
                records.problem(line, name, code="type", message=str(error))
                usable = False
    if not usable:
        return None
    return {name: None if value == "" else value for name, value in record.items()}


def _number(cell: str) -> float:
    if not _NUMBER.fullmatch(cell.strip()):
        raise ValueError(f'expected a number, found "{cell[:60]}"')
    return float(cell)


def _whole(cell: str) -> int:
    if not _WHOLE.fullmatch(cell.strip()):
        raise ValueError(f'expected a whole number, found "{cell[:60]}"')
    return int(cell)


_CONVERTED: Final[dict[str, Callable[[str], Any]]] = {
    "score": _number,
    "weight": _number,
    "attempt": _whole,
}
