"""The shape of the expressions in a leaderboard file: numbers of args and weights (E2, E3).

Checked on the file's nodes and not on records, so that an arg that is wrong in itself does not
hide that there is one too many.
"""

from __future__ import annotations

from collections.abc import Iterator

from penguin_board import scalars
from penguin_board.located_yaml import Document, Mapping, Node, Scalar, Sequence
from penguin_board.problems import KeyPath, Problem
from penguin_board.schema import OPS

_PAIRS = ("sub", "div")


def check_expressions(document: Document) -> list[Problem]:
    """What is wrong with the args and weights of every node under ``values``."""
    values = document.node(("values",))
    return list(_problems(document, values, ("values",))) if values is not None else []


def _problems(document: Document, node: Node, path: KeyPath) -> Iterator[Problem]:
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _problems(document, item, (*path, index))
    elif isinstance(node, Mapping):
        op = node.items.get("op")
        args = node.items.get("args")
        if isinstance(args, Sequence):
            if isinstance(op, Scalar) and op.text in OPS:
                yield from _check_arity(document, op.text, len(args.items), (*path, "args"))
                if op.text == "weighted_mean":
                    yield from _check_weights(document, node, len(args.items), path)
            yield from _problems(document, args, (*path, "args"))


def _check_arity(document: Document, op: str, found: int, path: KeyPath) -> Iterator[Problem]:
    wrong = found != 2 if op in _PAIRS else found == 0
    if wrong:
        expected = "exactly two args" if op in _PAIRS else "at least one arg"
        hint = "nest further sub or div expressions" if op in _PAIRS and found > 2 else ""
        message = f"{op} takes {expected}, found {found}"
        yield document.problem(path, "arity", message, hint=hint)


def _check_weights(
    document: Document, node: Mapping, n_args: int, path: KeyPath
) -> Iterator[Problem]:
    weights = node.items.get("weights")
    if not isinstance(weights, Sequence):
        return
    path = (*path, "weights")
    if len(weights.items) != n_args:
        message = f"has {len(weights.items)} weights for {n_args} args"
        yield document.problem(path, "weights", message, hint="write one weight an arg")
    values: list[float] = []
    for index, item in enumerate(weights.items):
        try:
            value = scalars.read_number(item)
        except scalars.ScalarError:  # the record's check reports it
            continue
        values.append(value)
        if value < 0:
            hint = "use 0 or more"
            yield document.problem((*path, index), "weights", "the weight is negative", hint=hint)
    if values and len(values) == len(weights.items) and not any(values):
        message = "all weights are 0, at least one must be above"
        yield document.problem(path, "weights", message)
