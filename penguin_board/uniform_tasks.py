"""The tasks of an attempt column by column, where all of them have the same keys and no problem.

What is not surely free of problems is left to be read row by row, which says what is wrong where.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Final

from penguin_board.task_columns import AMOUNTS, CELLS
from penguin_board.yaml_nodes import Mapping, Node, Scalar

_NAMES: Final = re.compile(r"(?:(?!null\n)[A-Za-z0-9](?:[!-~]++| (?=[!-~]))*+\n)*+")
_NUMBERS: Final = {key: re.compile(rf"(?:{cell}\n)*+") for key, cell in CELLS.items()}


@dataclass(frozen=True, slots=True)
class UniformTasks:
    """Columns of equal length; an amount is by its first name, ``tokens`` for both of its."""

    sources: list[str]
    scores: list[float | None]
    amounts: dict[str, list[float | None]]


def uniform_tasks(rows: Sequence[Node]) -> UniformTasks | None:
    """The columns of ``rows``; None when they are not surely of one kind and without a problem."""
    first = rows[0] if rows else None
    if not isinstance(first, Mapping) or not _are_known(first.items.keys()):
        return None
    keys = first.items.keys()
    items = [row.items for row in rows if isinstance(row, Mapping) and row.items.keys() == keys]
    sources = _texts([row["source"] for row in items], plain=False)
    if len(sources) < len(rows) or not _is_column(_NAMES, sources):
        return None
    if len(set(sources)) < len(sources):
        return None
    values: dict[str, list[float | None]] = {}
    for key in keys - {"source"}:
        texts = _texts([row[key] for row in items], plain=True)
        if len(texts) < len(rows) or not _is_column(_NUMBERS[key], texts):
            return None
        values[key] = [_number(text) for text in texts]
    unknown: list[float | None] = [None] * len(rows)
    return UniformTasks(
        sources=sources,
        scores=values.pop("score"),
        amounts={
            "cost": values.get("cost", unknown),
            "duration_ms": values.get("duration_ms", unknown),
            "tokens": values.get("tokens", values.get("token", unknown)),
        },
    )


def _are_known(keys: Set[str]) -> bool:
    return {"source", "score"} <= keys <= {"source", "score", *AMOUNTS} and not {
        "tokens",
        "token",
    } <= keys


def _texts(nodes: Sequence[Node], *, plain: bool) -> list[str]:
    """The texts of the scalars, with ``plain`` of those without quotes only."""
    if plain:
        return [node.text for node in nodes if isinstance(node, Scalar) and node.plain]
    return [node.text for node in nodes if isinstance(node, Scalar)]


def _is_column(pattern: re.Pattern[str], texts: list[str]) -> bool:
    """Whether each text, none of which has a line break, is what the pattern repeats."""
    joined = "\n".join(texts) + "\n"
    return joined.count("\n") == len(texts) and pattern.fullmatch(joined) is not None


def _number(text: str) -> float | None:
    return None if text == "null" else float(text) + 0.0  # -0.0 becomes 0.0
