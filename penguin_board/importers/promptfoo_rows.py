"""The results of a promptfoo output, by provider and prompt, whatever the version."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from penguin_board import scalars
from penguin_board.importers.contract import ImportedTask
from penguin_board.importers.fields import Fields, read_flag, read_measure, read_spent
from penguin_board.importers.located_json import Wanted
from penguin_board.located_yaml import Mapping, Node, Scalar, Sequence
from penguin_board.problems import KeyPath

WANTED: Final = Wanted(
    skip=frozenset(
        ("assert", "componentResults", "env", "output", "reason", "table", "tests", "traces")
    ),
    any_number=True,
)
# Providers that are a program or an address, which say nothing of the model behind them.
_NO_MODEL = re.compile(r"(?:exec|file|golang|https?|package|python|ruby|wss?)(?::.*)?|custom-.*")
_ERROR: Final = "2"  # of ``failureReason``: the test ended before it was graded


class Group(NamedTuple):
    """The results of one provider and prompt.

    ``number`` counts the file's prompts; ``metrics`` is where the tool's own counts stand, empty
    without them.
    """

    label: str
    number: int
    provider: str
    model: str | None
    rows: list[KeyPath]
    metrics: KeyPath


def groups(fields: Fields) -> list[Group]:
    """The results in the order of prompts, those of a group in the order of their tests."""
    inner = fields.length(("results", "results"))
    root: KeyPath = ("results", "results") if inner else ("results",)
    rows = [(*root, index) for index in range(fields.length(root))]
    prompts = _prompts(fields)
    indexed: list[list[KeyPath]] = [[] for _ in prompts]
    others: dict[tuple[str, str], list[KeyPath]] = {}
    for row in sorted(rows, key=lambda row: _index(fields, row, "testIdx")):
        index = _index(fields, row, "promptIdx")
        if 0 <= index < len(prompts):
            indexed[index].append(row)
        else:
            key = (_label(fields, (*row, "prompt")), _provider(fields, row))
            others.setdefault(key, []).append(row)
    numbers: dict[str, int] = {}
    found: list[Group] = []
    for prompt, of_prompt in zip(prompts, indexed, strict=True):
        label, provider = _label(fields, prompt), fields.text((*prompt, "provider")) or ""
        number = numbers.setdefault(label, len(numbers) + 1)
        model = _model(fields, provider, of_prompt)
        found.append(Group(label, number, provider, model, of_prompt, (*prompt, "metrics")))
    for (label, provider), of_prompt in others.items():
        number = numbers.setdefault(label, len(numbers) + 1)
        model = _model(fields, provider, of_prompt)
        found.append(Group(label, number, provider, model, of_prompt, ()))
    return found


def _prompts(fields: Fields) -> list[KeyPath]:
    root: KeyPath = ("prompts",) if fields.length(("prompts",)) else ("results", "prompts")
    return [(*root, index) for index in range(fields.length(root))]


def _index(fields: Fields, row: KeyPath, key: str) -> int:
    number = fields.number((*row, key))
    return -1 if number is None else int(number)


def _label(fields: Fields, prompt: KeyPath) -> str:
    keys = ("label", "display", "raw")
    return next(filter(None, (fields.text((*prompt, key)) for key in keys)), "")


def _provider(fields: Fields, row: KeyPath) -> str:
    named = fields.text((*row, "provider", "id")) or fields.text((*row, "provider"))
    return named or _only_provider(fields) or ""


def _only_provider(fields: Fields) -> str | None:
    place: KeyPath = ("config", "providers")
    if fields.length(place) != 1:
        return fields.text(place)
    return fields.text((*place, 0)) or fields.text((*place, 0, "id"))


def _model(fields: Fields, provider: str, rows: list[KeyPath]) -> str | None:
    """The provider's name; its label where it is a program or an address."""
    if provider and not _NO_MODEL.fullmatch(provider):
        return provider
    return fields.text((*rows[0], "provider", "label")) if rows else None


def read_task(fields: Fields, row: KeyPath, number: int) -> ImportedTask:
    """The result at ``row``, the ``number``-th of its group."""
    cached = fields.optional((*row, "response", "cached"), read_flag)
    cost = fields.optional((*row, "cost"), read_spent)
    return ImportedTask(
        source=_name(fields, row) or f"test {number}",
        score=_score(fields, row),
        cost=cost or fields.optional((*row, "response", "cost"), read_spent),
        duration_ms=None if cached else fields.optional((*row, "latencyMs"), read_spent),
        tokens=_tokens(fields, (*row, "response", "tokenUsage")),
    )


def _score(fields: Fields, row: KeyPath) -> float | None:
    """The score, of version 1 the verdict; None for an error before the answer was graded."""
    success = fields.required((*row, "success"), read_flag)
    failed = fields.text((*row, "failureReason"))
    answered = isinstance(fields.document.node((*row, "response")), Mapping)
    if failed == _ERROR or (failed is None and not answered and fields.text((*row, "error"))):
        return None
    if "score" in fields.keys(row):
        return fields.required((*row, "score"), read_measure)
    return None if success is None else float(success)


def _tokens(fields: Fields, usage: KeyPath) -> float | None:
    """All tokens of the answer; those of the first call where it came from the cache."""
    for key in ("total", "cached"):
        count = fields.optional((*usage, key), read_spent)
        if count is not None:
            return count
    return None


def _name(fields: Fields, row: KeyPath) -> str:
    """The test's description, else its variables."""
    described = fields.text((*row, "testCase", "description")) or fields.text((*row, "description"))
    node = fields.document.node((*row, "vars"))
    return described or (_flat(node)[1:-1] if isinstance(node, Mapping) else "")


def _flat(node: Node) -> str:
    """A value on one line: ``{a: 1, b: [x, y]}``."""
    if isinstance(node, Scalar):
        return "null" if scalars.is_null(node) else node.text
    if isinstance(node, Sequence):
        return f"[{', '.join(map(_flat, node.items))}]"
    return f"{{{', '.join(f'{key}: {_flat(value)}' for key, value in node.items.items())}}}"
