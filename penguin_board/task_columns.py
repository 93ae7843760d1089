"""The list of tasks of an attempt file that a tool wrote, every task in the shape of the first.

The first task gives the order of the keys, the indentation, the quotes and the style; an expression
compiled from it reads all tasks at once into columns of texts. Tasks of another shape are left to
the strict reader, so is every value that would be a problem there.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from penguin_board.flat_yaml import PLAIN, QUOTED

SCORES: Final = frozenset({"source", "score"})
AMOUNTS: Final = ("cost", "duration_ms", "tokens", "token")

# A JSON number that is 0 or, by its number of digits, surely within 1e-100 to 1e100; CELLS has what
# the values of a task are made of, but for its source. Each is matched in one way or not at all, so
# that the time for a file grows with its size and no faster.
_INTEGER: Final = "(?:[1-9][0-9]{0,16}+|0)"
_DECIMAL: Final = rf"{_INTEGER}\.[0-9]{{1,25}}+"
_AMOUNT: Final = rf"{_INTEGER}(?:\.[0-9]{{1,25}}+|)(?:e[+-]?[0-6]?[0-9]|)"
NUMBER: Final = f"-?{_AMOUNT}"
CELLS: Final = {
    "score": f"(?:{NUMBER}|null)",
    **dict.fromkeys(AMOUNTS, f"(?:{_AMOUNT}|null)"),
}

# The values are of no interest here: all tasks, this one too, are read by what is made of its keys.
_KEYS: Final = f"source|{'|'.join(CELLS)}"
_FIRST_TASK: Final = re.compile(
    rf"(?P<indent> {{0,8}})- (?:"
    rf"(?P<block>(?:{_KEYS}): [^\n]+(?:\n(?P=indent)  (?:{_KEYS}): [^\n]+)*)|"
    r"\{(?P<open> ?)(?P<flow>[^\n]*[^ \n])(?P<close> ?)\}"
    r")\n"
)
_BLOCK_PAIR: Final = re.compile(rf"^ *({_KEYS}): (.+)", re.MULTILINE)
_FLOW_PAIR: Final = re.compile(rf"(?:^|, )({_KEYS}): ([^,]+)")


@dataclass(frozen=True, slots=True, eq=False)
class TaskShape:
    """How a task is written: its keys, expressions for their values, and what is around these.

    There is one object a shape, so that what is compiled for it is found at once.
    """

    keys: tuple[str, ...]
    cells: tuple[str, ...]
    before: str
    between: str
    after: str

    def with_any_numbers(self) -> TaskShape:
        """The same, but that no number needs to be written as in the first task."""
        numbers = zip(self.keys, self.cells, strict=True)
        cells = tuple(CELLS.get(key, cell) for key, cell in numbers)
        return _shape(self.keys, cells, self.before, self.between, self.after)


_shape: Final = lru_cache(maxsize=64)(TaskShape)


def task_shape(text: str) -> TaskShape | None:
    """The shape of the first task of ``text``, a list in YAML; None when it is not a common one.

    Numbers of it are those of the first task's form: integers, decimals, or any.
    """
    first = _FIRST_TASK.match(text)
    if first is None:
        return None
    indent = first["indent"]
    if first["block"] is not None:
        before, between, after = f"{indent}- ", f"\n{indent}  ", "\n"
        pairs = _BLOCK_PAIR.findall(first["block"])
    else:
        before, between = f"{indent}- {{{first['open']}", ", "
        after = f"{first['close']}}}\n"
        pairs = _FLOW_PAIR.findall(first["flow"])
    keys = tuple(key for key, _ in pairs)
    if len(set(keys)) < len(keys) or not set(keys) >= SCORES:
        return None
    if {"tokens", "token"} <= set(keys):
        return None
    return _shape(keys, tuple(_cell(*pair) for pair in pairs), before, between, after)


def _cell(key: str, value: str) -> str:
    """The expression for values like this one."""
    if key == "source":
        return QUOTED if value[0] == '"' else PLAIN
    forms = (form for form in (_INTEGER, _DECIMAL) if re.fullmatch(form, value))
    return next(forms, CELLS[key])


def begins_in(text: str, shape: TaskShape) -> bool:
    """Whether the first task of ``text`` is of a shape."""
    return _compiled(shape, SCORES).match(text) is not None


def task_columns(
    text: str, shape: TaskShape, wanted: frozenset[str]
) -> Mapping[str, list[str]] | None:
    """The texts of all tasks, the first of which is of the shape, by each of the ``wanted`` keys.

    The shape has two or more of these. All of the text is checked; None when a task is of another
    shape.
    """
    keys = [key for key in shape.keys if key in wanted]
    # What is between two tasks, then the values of a task: a column is one slice of the parts.
    parts = _compiled(shape, wanted).split(text)
    width = len(keys) + 1
    if any(parts[::width]):
        return None
    return {key: parts[number::width] for number, key in enumerate(keys, start=1)}


def score_places(text: str, shape: TaskShape, tasks: Container[int]) -> list[tuple[int, int]]:
    """Line and column, from 1, of the key ``score`` of some ``tasks`` of ``text``, all of shape."""
    is_block = "\n" in shape.between
    lines, below = (len(shape.keys), shape.keys.index("score")) if is_block else (1, 0)
    places: list[tuple[int, int]] = []
    for task, match in enumerate(_compiled(shape, frozenset({"score"})).finditer(text)):
        if task in tasks:
            start = match.start(1) - len("score: ")
            places.append((task * lines + below + 1, start - text.rfind("\n", 0, start)))
    return places


@lru_cache(maxsize=64)
def _compiled(shape: TaskShape, wanted: frozenset[str]) -> re.Pattern[str]:
    cells = []
    for key, cell in zip(shape.keys, shape.cells, strict=True):
        if key not in wanted:
            cells.append(f"{key}: {cell}")
        elif cell is QUOTED:
            cells.append(f'{key}: "({QUOTED[1:-1]})"')
        else:
            cells.append(f"{key}: ({cell})")
    before, between, after = map(re.escape, (shape.before, shape.between, shape.after))
    return re.compile(f"^{before}{between.join(cells)}{after}", re.MULTILINE)
