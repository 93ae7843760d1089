"""The commonest YAML without a YAML reader: a flat mapping, one short key and value a line.

A text is taken only when every character of it is of a shape that YAML reads in one way; any other
text is left to :mod:`penguin_board.yaml_reader`, whose word alone counts. The same values at the
same places come out of both: a test compares them on texts with one thing changed.
"""

from __future__ import annotations

import re
from typing import Final

from penguin_board.yaml_nodes import Mapping, Node, Scalar

KEY: Final = r"[A-Za-z_][A-Za-z0-9_.-]{0,99}"
# No escape, no line break of any kind, nothing invisible.
QUOTED: Final = '"[ !#-\\[\\]-~\u00a1-\u1fff\u3001-\ud7ff]*+"'
# Without the characters that mean something to YAML in any place: , : # [ ] { } & * ! | > ' " % @ `
_IN_WORD: Final = "[A-Za-z0-9_.+/-]"
PLAIN: Final = rf"-?[A-Za-z0-9_.]{_IN_WORD}*+(?: {_IN_WORD}++)*+"

_FLAT: Final = re.compile(rf"(?:#[ -~]*+\n|{KEY}: (?:{QUOTED}|{PLAIN})\n)++")
_PAIRS: Final = re.compile(rf"^({KEY}): ({QUOTED}|{PLAIN})\n", re.MULTILINE)


def flat_texts(text: str) -> dict[str, str] | None:
    """The values of ``text`` by their keys, as they are written.

    None when it is not surely a flat mapping of distinct keys.
    """
    if _FLAT.fullmatch(text) is None:
        return None
    pairs = _PAIRS.findall(text)
    texts = dict(pairs)
    return texts if 0 < len(texts) == len(pairs) else None


def flat_mapping(text: str) -> Mapping | None:
    """The root of ``text``; None likewise."""
    if _FLAT.fullmatch(text) is None:
        return None
    items: dict[str, Node] = {}
    places: dict[str, tuple[int, int]] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if line[:1] in ("", "#"):
            continue
        key, _, value = line.partition(": ")
        if key in items:
            return None
        items[key] = written(value, number, len(key) + 3)
        places[key] = (number, 1)
    if not places:
        return None
    return Mapping(items, places, *next(iter(places.values())))


def written(value: str, line: int, column: int) -> Scalar:
    """The scalar of a value that is of the form QUOTED or PLAIN."""
    if value[0] == '"':
        return Scalar(value[1:-1], False, line, column)
    return Scalar(value, True, line, column)
