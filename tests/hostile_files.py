"""Files of any size that are made to take long to read, and everything that reads a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from penguin_board.attempt_files import AttemptFiles
from penguin_board.attempts import read_attempt
from penguin_board.flat_yaml import flat_mapping
from penguin_board.folders import source_line
from penguin_board.located_yaml import Document, read_document
from penguin_board.problems import format_text, ordered
from penguin_board.records import read_record
from penguin_board.schema import Leaderboard, MetaInfo, Summary

_TASK = "- source: a\n  score: 1\n"
_RUNS = tuple(" \"'09-.e#:,/~|?[{}")
_PARTS = (
    "\n",
    " \n",
    "- ",
    ": ",
    "a ",
    " -",
    '" ',
    "0.",
    "1e",
    "9,",
    "null",
    "\\n",
    "- - ",
)
_LINES = (
    *("a: 1\n", "#\n", "results:\n", _TASK, "- {source: a, score: 1}\n", "- a\n", "  - a: b\n"),
    *('a: "b"\n', "score: 1\n", "- source: a\n", "results: []\n", "---\n", "? a\n", "- score: 1\n"),
)


def files(size: int) -> Iterator[tuple[str, str]]:
    """Each file about as long as ``size``, by a name that says what it is."""
    for part in (*_RUNS, *_PARTS):
        run = part * (size // len(part))
        yield f"run {part!r}", run
        for place in (
            "score: {}\n",
            '"{}"\n',
            "{}: 1\n",
            f"results:\n{_TASK}{{}}",
            f"results:\n{_TASK}- source: {{}}\n  score: 1\n",
            'results:\n- {{source: "a", score: 1}}\n- {{source: "{}, score: 1}}\n',
            "results:\n- source: {}",
            "results:\n- source: a\n  score: 1{}\n",
            "results:\n- {{source: a, score: 0.{}}}\n",
        ):
            yield f"{place!r} of {part!r}", place.format(run)
    for line in _LINES:
        for head in ("", "results:\n", f"results:\n{_TASK}", "attempt: 1\n"):
            yield f"lines {line!r} after {head!r}", head + line * (size // len(line))
    yield "different tasks", _different_tasks(size, "- source: a{0}\n  score: {0}\n")
    yield "different keys", "".join(f"key-{n}: {n}\n" for n in range(size // 16))
    yield "different quotes", _different_tasks(size, "- source: 'a{0}'\n  score: {0}\n")
    yield "a last one is other", _different_tasks(size, "- source: a{0}\n  score: 1\n") + "- b\n"


def _different_tasks(size: int, form: str) -> str:
    return "results:\n" + "".join(form.format(n) for n in range(size // len(form)))


def _records(document: Document) -> None:
    for record in (MetaInfo, Summary, Leaderboard):
        read_record(document, record, "")


def read(text: str, root: Path) -> None:
    """Everything that reads a file of a tree, and the text of its problems."""
    data = text.encode()
    attempt, problems = AttemptFiles().read(data, "a.yaml", 1)
    document = read_document(data, "a.yaml")
    if attempt is not None:
        read_attempt(document, 1)
    flat_mapping(text)
    _records(document)
    (root / "a.yaml").write_bytes(data)
    format_text(ordered(problems), source_line(root))
