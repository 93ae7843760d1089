"""Records as JSON, a list of objects, and as JSON Lines, an object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from penguin_board.eval_runs.gathering import Batch, Records

# An object is the tuple of its pairs, so that a key given twice can be seen.
_DECODER = json.JSONDecoder(object_pairs_hook=tuple)
_SPACE = re.compile(r"[ \t\r\n]*")


def read_json_lines(text: str, records: Records) -> None:
    """Add the record of each line; blank lines are passed over."""
    decode = _DECODER.raw_decode
    batch = Batch(records)
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip(" \t\r")
        if not stripped:
            continue
        try:
            value, end = decode(stripped)
        except (ValueError, RecursionError) as error:
            records.problem(number, "", code="syntax", message=_not_json(error))
            continue
        if end != len(stripped):
            message = "is not valid JSON: something follows the record"
            records.problem(number, "", code="syntax", message=message)
        elif _is_record(number, value, records):
            batch.add(number, dict(value))
    batch.flush()


def read_json(text: str, records: Records) -> None:
    """Add the records of a list; what follows a syntax error is not read."""
    place = _after_space(text, 0)
    if text[place : place + 1] != "[":
        message = "expected a list of records"
        hint = "one record a line is the format jsonl"
        records.problem(_line(text, place), "", code="type", message=message, hint=hint)
        return
    batch = Batch(records)
    line, counted = 1, 0
    try:
        for start, value in _items(text, place + 1):
            line, counted = line + text.count("\n", counted, start), start
            if _is_record(line, value, records):
                batch.add(line, dict(value))
    except json.JSONDecodeError as error:
        records.problem(_line(text, error.pos), "", code="syntax", message=_not_json(error))
    batch.flush()


def _items(text: str, place: int) -> Iterator[tuple[int, Any]]:
    """Each item of a list and where it begins; ``place`` is behind the opening bracket."""
    place = _after_space(text, place)
    closed = text[place : place + 1] == "]"
    while not closed:
        try:
            value, end = _DECODER.raw_decode(text, place)
        except json.JSONDecodeError:
            raise
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(_why(error), text, place) from None
        yield place, value
        place = _after_space(text, end)
        closed = text[place : place + 1] == "]"
        if not closed:
            if text[place : place + 1] != ",":
                raise json.JSONDecodeError("expected , or ] after a record", text, place)
            place = _after_space(text, place + 1)
    place = _after_space(text, place + 1)
    if place < len(text):
        raise json.JSONDecodeError("something follows the list", text, place)


def _is_record(line: int, value: Any, records: Records) -> bool:
    """Whether this is an object with every key once; it is reported if not."""
    if not isinstance(value, tuple):
        found = "a list" if isinstance(value, list) else json.dumps(value)[:60]
        message = f"expected a record {{model_id, task_id, score}}, found {found}"
        records.problem(line, "", code="type", message=message)
        return False
    if len(dict(value)) == len(value):
        return True
    names = sorted(name for name, _ in value)
    twice = next(name for name, following in pairwise(names) if name == following)
    records.problem(line, twice, code="duplicate-key", message="duplicate key")
    return False


def _not_json(error: Exception) -> str:
    return f"is not valid JSON: {_why(error)}"


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return error.msg[:1].lower() + error.msg[1:]
    return "nested too deeply" if isinstance(error, RecursionError) else "a number is too long"


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return match.end() if match else place


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
