"""meta_info.yaml and summary.yaml as records; as tools write them, they are read a short way.

A flat file with no keys but those of the format needs neither nodes nor pydantic's walk through
them: each value is read by the function that pydantic would call. The short way gives a record only
where pydantic gives the same one; every other file is read as any YAML is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Generic, TypeVar, cast

from pydantic import BeforeValidator
from pydantic.fields import FieldInfo

from penguin_board.attempts import numeric_values
from penguin_board.flat_yaml import flat_texts, written
from penguin_board.folders import Folder
from penguin_board.located_yaml import DeferredDocument, Document, Node, is_too_large
from penguin_board.problems import Problem
from penguin_board.records import read_record
from penguin_board.schema import Summary, ToolRecord

Record = TypeVar("Record", bound=ToolRecord)

_KNOWN_TEXTS: Final = 1000  # the files of a leaderboard have many names in common


@dataclass(frozen=True, slots=True)
class RecordFile(Generic[Record]):
    """A file as read; ``record`` is None when anything is wrong with it.

    ``values`` has those of the record in the order of the file where it was read the short way.
    """

    document: Document
    record: Record | None
    problems: tuple[Problem, ...] = ()
    values: Mapping[str, Any] | None = None


def read_record_file(
    folder: Folder, name: str, record: type[Record], expected: str
) -> RecordFile[Record]:
    """The file ``name``, which exists; ``expected`` says its keys where it is empty."""
    data = folder.data(name)
    if isinstance(data, bytes):
        short = _flat_record(data, f"{folder.shown}/{name}", record)
        if short is not None:
            return short
    document = folder.document(name, data)
    found, problems = read_record(document, record, expected)
    usable = None if document.problems else found
    return RecordFile(document, usable, (*document.problems, *problems))


def metrics_of(summary: RecordFile[Summary]) -> Mapping[str, float]:
    """Every key of a summary whose value is a number, in the order of the file."""
    if summary.values is None:
        return numeric_values(summary.document)
    return {key: float(value) for key, value in summary.values.items() if value is not None}


def _flat_record(data: bytes, path: str, record: type[Record]) -> RecordFile[Record] | None:
    """A file without a problem and without a key of the tool's own; None for any other."""
    readers, absent = _fields(record)
    try:
        texts = None if is_too_large(data) else flat_texts(data.decode("utf-8"))
        if texts is None or not texts.keys() <= readers.keys():
            return None
        values = {key: readers[key](text) for key, text in texts.items()}
    except ValueError:  # not UTF-8, or a value that is not of its type
        return None
    if len(fields := absent | values) < len(readers):
        return None  # something required is missing
    found = cast(Record, record.model_construct(set(values), **fields))
    return RecordFile(DeferredDocument(path, data), found, values=values)


@cache
def _fields(record: type[ToolRecord]) -> tuple[dict[str, Callable[[str], Any]], dict[str, Any]]:
    """What reads the text of each field, and the values of those that may be absent."""
    fields = record.model_fields
    absent = {name: field.default for name, field in fields.items() if not field.is_required()}
    return {name: _reader(field) for name, field in fields.items()}, absent


def _reader(field: FieldInfo) -> Callable[[str], Any]:
    """The function that pydantic reads a field with, for values as they are written."""
    (validator,) = (part for part in field.metadata if isinstance(part, BeforeValidator))
    validate = cast("Callable[[Node], Any]", validator.func)
    return lru_cache(_KNOWN_TEXTS)(lambda text: validate(written(text, 1, 1)))
