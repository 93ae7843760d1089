"""How to write a number that stands as people write it and JSON does not."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = r"-?[0-9]+(?:\.[0-9]+)?"
_GROUPS: Final = re.compile(r"-?[1-9][0-9]{0,2}(?:([,' ])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]+)?")
_COMMA: Final = re.compile(r"-?[0-9]+,[0-9]+")
_PERCENT: Final = re.compile(rf"({_DIGITS}) ?%")
_SHORTENED: Final = re.compile(rf"{_DIGITS} ?[kKmMbB]")
_UNIT: Final = re.compile(rf"(?:[$€£¥] ?{_DIGITS}|{_DIGITS} ?(?:[A-Za-z]+|[$€£¥]))")
_UNKNOWN: Final = frozenset(
    {"n/a", "n.a.", "na", "none", "null", "nil", "unknown", "missing", "tbd", "?", "-", "--", "–"}
)


def number_hint(text: str) -> str:
    """How to write ``text`` as a number; empty where it does not look like one."""
    text = text.strip()
    if text.lower() in _UNKNOWN:
        return "write null for an unknown value"
    if _GROUPS.fullmatch(text):
        return f"write {re.sub('[^-0-9.]', '', text)} without a separator"
    if _COMMA.fullmatch(text):
        return f"write {text.replace(',', '.')} with a point"
    if percent := _PERCENT.fullmatch(text):
        return (
            f"write a fraction of 1, or {percent[1]} where all scores of the board are percentages"
        )
    if _SHORTENED.fullmatch(text):
        return "write the number out, with all its digits"
    if _UNIT.fullmatch(text):
        return "write the number without a unit: a cost is in USD, a duration in milliseconds"
    return ""
