"""The list of tasks of an attempt file that a tool wrote, every task in the shape of the first.

The first task gives the order of the keys, the indentation, the quotes and the style; an expression
compiled from it reads all tasks at once into columns of texts. Tasks of another shape are left to
the strict reader, so is every value that would be a problem there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from penguin_board.flat_yaml import PLAIN, QUOTED

AMOUNTS: Final = ("cost", "duration_ms", "tokens", "token")

# A JSON number that is 0 or, by its number of digits, surely within 1e-100 to 1e100.
_AMOUNT: Final = r"(?:0|[1-9][0-9]{0,16})(?:\.[0-9]{1,25})?(?:e[+-]?[0-6]?[0-9])?"
_CELLS: Final = {"score": f"-?{_AMOUNT}", **dict.fromkeys(AMOUNTS, f"(?:{_AMOUNT}|null)")}

_PAIR: Final = rf"(?:source|{'|'.join(_CELLS)}): (?:{QUOTED}|{PLAIN})"
_FIRST_TASK: Final = re.compile(
    rf"(?P<indent> {{0,8}})- (?:"
    rf"(?P<block>{_PAIR}(?:\n(?P=indent)  {_PAIR})*)|"
    rf"\{{(?P<open> ?)(?P<flow>{_PAIR}(?:, {_PAIR})*)(?P<close> ?)\}}"
    rf")\n"
)


@dataclass(frozen=True, slots=True)
class TaskColumns:
    """The texts of all tasks by key; ``quoted`` says whether the sources stand in quotes."""

    texts: Mapping[str, tuple[str, ...]]
    quoted: bool


@dataclass(frozen=True, slots=True)
class _Shape:
    keys: tuple[str, ...]
    quoted: bool
    before: str
    between: str
    after: str


def task_columns(text: str) -> TaskColumns | None:
    """The tasks of ``text``, a list in YAML; None when they are not surely of one shape."""
    shape = _shape(text)
    if shape is None:
        return None
    tasks, fixed = _compiled(shape)
    rows = tasks.findall(text)
    columns = tuple(zip(*rows, strict=True))
    # Matches never overlap, so they cover the text when their lengths add up to its length.
    covered = fixed * len(rows) + sum(len("".join(column)) for column in columns)
    if covered != len(text):
        return None
    return TaskColumns(dict(zip(shape.keys, columns, strict=True)), shape.quoted)


def _shape(text: str) -> _Shape | None:
    first = _FIRST_TASK.match(text)
    if first is None:
        return None
    indent = first["indent"]
    if first["block"] is not None:
        before, between, after = f"{indent}- ", f"\n{indent}  ", "\n"
    else:
        before, between = f"{indent}- {{{first['open']}", ", "
        after = f"{first['close']}}}\n"
    pairs = [pair.partition(": ") for pair in _pairs(first)]
    keys = tuple(key for key, _, _ in pairs)
    if len(set(keys)) < len(keys) or not {"source", "score"} <= set(keys):
        return None
    if {"tokens", "token"} <= set(keys):
        return None
    quoted = next(value[0] == '"' for key, _, value in pairs if key == "source")
    return _Shape(keys, quoted, before, between, after)


def _pairs(first: re.Match[str]) -> list[str]:
    return re.findall(_PAIR, first["block"] or first["flow"])


@lru_cache(maxsize=64)
def _compiled(shape: _Shape) -> tuple[re.Pattern[str], int]:
    """The expression of a task, and how many characters of it are the same in every task."""
    source = f'"({QUOTED[1:-1]})"' if shape.quoted else f"({PLAIN})"
    cells = [f"{key}: {source if key == 'source' else f'({_CELLS[key]})'}" for key in shape.keys]
    pattern = re.compile(
        re.escape(shape.before) + re.escape(shape.between).join(cells) + re.escape(shape.after)
    )
    fixed = len(shape.before) + len(shape.after) + len(shape.between) * (len(cells) - 1)
    fixed += sum(len(f"{key}: ") for key in shape.keys) + 2 * shape.quoted
    return pattern, fixed
