"""The keys of an attempt file beside its results, where all of them are scalars without a problem.

A file whose head is not surely so is left to the strict reader, with :class:`OtherShape`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from typing import Final

from penguin_board.attempts import numbers_of
from penguin_board.event_columns import NULLS
from penguin_board.experiments import known_sum
from penguin_board.flat_yaml import KEY, flat_mapping
from penguin_board.schema import AttemptHead
from penguin_board.spelling import near_miss
from penguin_board.task_columns import NUMBER
from penguin_board.yaml_nodes import Mapping as MappingNode
from penguin_board.yaml_nodes import Scalar

_KNOWN: Final = frozenset(AttemptHead.model_fields)
_HEAD_KEYS: Final = (*AttemptHead.model_fields, "results")
_TOTALS: Final = frozenset({"cost", "duration_ms", "tokens"})
_LONGEST_HEAD: Final = 10_000  # no tool writes as much, and every key is compared with the known
_NUMBER_LINE: Final = re.compile(rf"^({KEY}): ({NUMBER}|null)\n", re.MULTILINE)

Texts = Mapping[str, Sequence[str]]


class OtherShape(ValueError):
    """The file is for the strict reader."""


def head_of_text(text: str) -> Head:
    """The head in the lines of a file that are not its results; raises OtherShape."""
    if len(text) > _LONGEST_HEAD:
        raise OtherShape
    parts = _NUMBER_LINE.split(text)  # what is between two lines, a key, its value, and so on
    if not any(parts[::3]):
        written = dict(zip(parts[1::3], parts[2::3], strict=True))
        if len(written) < len(parts) // 3:
            raise OtherShape
        numbers = {key: float(value) + 0.0 for key, value in written.items() if value != "null"}
        return Head(written, written.keys() - numbers, numbers)
    root = flat_mapping(text)
    if root is None:
        raise OtherShape
    return head_of_mapping(root)


def head_of_mapping(root: MappingNode) -> Head:
    """The head in a mapping of scalars; raises OtherShape."""
    nodes = {key: node for key, node in root.items.items() if isinstance(node, Scalar)}
    written = {key: node.text for key, node in nodes.items()}
    return Head(written, {key for key, node in nodes.items() if node.is_null}, numbers_of(root))


class Head:
    """The keys by name: all texts that are ``written``, which are ``nulls``, which ``numbers``."""

    def __init__(
        self, written: Mapping[str, str], nulls: Set[str], numbers: Mapping[str, float]
    ) -> None:
        """Raises OtherShape for a key that the strict reader has something to say about."""
        self._written = written
        self._nulls = nulls
        self.numbers = numbers
        self.score = self._number("score")
        self.written_score = written.get("score")
        self.unknown_totals = _unknown_totals(tuple(written))

    def refuse_other_number(self, number: int) -> None:
        """Raise OtherShape when this is not said to be the attempt ``number``."""
        if self._number("attempt") is not None and self._written["attempt"] != str(number):
            raise OtherShape

    def total(self, name: str, texts: Texts) -> float | None:
        """A total of the attempt: as it is written, or the sum over the tasks."""
        value = self._amount(name)
        return _sum(texts.get(name)) if value is None and name in self.unknown_totals else value

    def tokens(self, texts: Texts) -> float | None:
        """Likewise the tokens, which have two names."""
        value, other = self._amount("tokens"), self._amount("token")
        if value is not None or other is not None or "tokens" not in self.unknown_totals:
            return other if value is None else value
        return _sum(texts.get("tokens", texts.get("token")))

    def _number(self, name: str) -> float | None:
        if name in self.numbers:
            return self.numbers[name]
        if name in self._written and name not in self._nulls:
            raise OtherShape
        return None

    def _amount(self, name: str) -> float | None:
        value = self._number(name)
        if value is not None and value < 0:
            raise OtherShape
        return value


@lru_cache(maxsize=64)
def _unknown_totals(keys: tuple[str, ...]) -> frozenset[str]:
    """The totals that are not among the keys of a head; raises OtherShape where one is odd."""
    if any(key == "results" or near_miss(key, _HEAD_KEYS) for key in keys if key not in _KNOWN):
        raise OtherShape
    unknown = _TOTALS.difference(keys)
    return unknown | {"token"} if "tokens" in unknown else unknown


def _sum(texts: Sequence[str] | None) -> float | None:
    if texts is None or not NULLS.isdisjoint(texts):
        return None
    return known_sum(map(float, texts))
