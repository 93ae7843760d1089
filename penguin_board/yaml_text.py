"""Text as YAML: quoted so that every reader takes it for the same text, or as a comment."""

from __future__ import annotations

import json
import re
from typing import Final

from penguin_board.problems import printable

# What no reader of YAML 1.1 or 1.2 takes for a number, a date or anything but text.
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9._-]*")
_WORDS: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
# Valid in JSON but not in YAML 1.1, or a line break there.
_NOT_YAML: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def yaml_quoted(text: str) -> str:
    """``text`` in double quotes."""
    return _NOT_YAML.sub(
        lambda match: f"\\u{ord(match.group()):04x}", json.dumps(text, ensure_ascii=False)
    )


def yaml_id(text: str) -> str:
    """An id as it is where it reads as text everywhere, else in double quotes."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return yaml_quoted(text)


def yaml_comment(text: str) -> str:
    """``text`` as a comment on one line, whatever it holds."""
    return f"# {printable(text)}"
