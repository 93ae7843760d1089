"""A log of Inspect AI, ``.json`` or ``.eval``: its head, and its samples one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from penguin_board.importers.archives import Archive
from penguin_board.importers.contract import SourceFile
from penguin_board.importers.fields import Fields
from penguin_board.importers.located_json import Wanted, read_document
from penguin_board.importers.shapes import Shape
from penguin_board.problems import KeyPath, Problem

HEADER: Final = "header.json"
_SUMMARIES: Final = "summaries.json"
_SAMPLE = re.compile(r"samples/[^/\\]+\.json")
# What the model read and wrote is most of a log, and nothing of it is a result.
_WANTED: Final = Wanted(
    skip=frozenset(
        (
            "answer",
            "attachments",
            "choices",
            "error_retries",
            "events",
            "explanation",
            "history",
            "input",
            "messages",
            "metadata",
            "output",
            "plan",
            "reductions",
            "sandbox",
            "store",
            "target",
            "transcript",
        )
    ),
    any_number=True,
)


class Sample(NamedTuple):
    """Where a sample stands."""

    fields: Fields
    path: KeyPath


class InspectLog(NamedTuple):
    """A log as read; ``fields`` is None where a run did not end, or the file cannot be read."""

    fields: Fields | None
    samples: tuple[Sample, ...]
    problems: tuple[Problem, ...]


def wants(path: str) -> bool:
    """Whether the file may be a log, by its name."""
    return path.endswith((".json", ".eval"))


def recognises(shape: Shape) -> bool:
    """Whether the file is a log: JSON with its keys, or an archive with its members."""
    if shape.members:
        return HEADER in shape.members or any(n.startswith("_journal/") for n in shape.members)
    return shape.has("eval", "status") and shape.keys("eval") >= {"task", "model"}


def read_log(file: SourceFile) -> InspectLog:
    """Read a log; all its problems are with it."""
    if file.data[:2] != b"PK":
        fields = Fields(read_document(file.data, file.path, _WANTED))
        samples = tuple(_list(fields, ("samples",)))
        return InspectLog(fields, samples, tuple(fields.problems))
    archive = Archive(file.data, file.path)
    header = _member(archive, HEADER)
    samples = tuple(_archived(archive)) if header else ()
    read = {id(sample.fields): sample.fields for sample in samples}
    problems = [problem for fields in read.values() for problem in fields.problems]
    return InspectLog(
        header, samples, (*archive.problems, *(header.problems if header else ()), *problems)
    )


def _archived(archive: Archive) -> Iterator[Sample]:
    """The samples of an archive: of the list of all, else each of its own member."""
    summaries = _member(archive, _SUMMARIES)
    if summaries is not None:
        yield from _list(summaries, ())
        return
    for name in archive.names():
        if _SAMPLE.fullmatch(name):
            fields = _member(archive, name)
            if fields is not None:
                yield Sample(fields, ())


def _list(fields: Fields, path: KeyPath) -> Iterator[Sample]:
    return (Sample(fields, (*path, index)) for index in range(fields.length(path)))


def _member(archive: Archive, name: str) -> Fields | None:
    data = archive.member(name)
    if data is None:
        return None
    return Fields(read_document(data, f"{archive.path}/{name}", _WANTED))
