"""From the text of a scalar to a value of a type: the only place where types are given.

A number is an unquoted JSON number; text is whatever was written. Each function raises
:class:`ScalarError` with a code, what was found and expected, and how to mend it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from urllib.parse import urlsplit

from penguin_board.dates import iso_date
from penguin_board.located_yaml import Mapping, Node, Scalar, kind
from penguin_board.number_hints import number_hint

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LEADERBOARD_ID = re.compile(r"[A-Za-z0-9-]+")
_WINDOWS_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_MAX_ID_LENGTH = 200
# Far beyond anything measured, and near enough that squares and quotients stay finite.
_LARGEST, _SMALLEST = 1e100, 1e-100

# Characters that reorder or hide text; joiners and direction marks stay, real names need them.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class ScalarError(ValueError):
    """A value is not of its type; ``code``, ``message`` and ``hint`` make a problem of it."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


def is_null(node: Node) -> bool:
    """Whether the node is an unquoted null, ``~`` or nothing."""
    return isinstance(node, Scalar) and node.is_null


def read_text(node: Node) -> str:
    """The text as written, quoted or not; not null, not empty, no control characters."""
    if not isinstance(node, Scalar):
        raise ScalarError("type", f"expected text, found {kind(node)}")
    if node.is_null or not node.text.strip():
        raise ScalarError("empty", "is empty, expected text")
    if node.text.isprintable() and node.text.isascii():
        return node.text
    for char in node.text:
        if (unicodedata.category(char) == "Cc" and char != "\n") or char in _BIDI_CONTROLS:
            raise ScalarError(
                "control-character", f"has a control character (U+{ord(char):04X})", "remove it"
            )
    return node.text


def read_name(node: Node) -> str:
    """Text on one line that neither begins nor ends with a space."""
    text = read_text(node)
    if text != text.strip():
        raise ScalarError("space", "begins or ends with a space", f'write "{text.strip()}"')
    if "\n" in text:
        raise ScalarError("control-character", "has a line break (U+000A)", "write it on one line")
    return text


def read_segment(node: Node) -> str:
    """An id or phase: one path segment, safe on every file system."""
    return _checked_segment(read_name(node))


@lru_cache(maxsize=4096)  # a leaderboard names each several times
def _checked_segment(text: str) -> str:
    if not _SEGMENT.fullmatch(text):
        raise ScalarError(
            "bad-id",
            f'"{text}" has characters that are not allowed{_code_points(text, "._-")}',
            "use A-Z a-z 0-9 . _ - and begin with a letter or digit",
        )
    _refuse_unportable(text)
    if text.endswith("."):
        raise ScalarError("bad-id", f'"{text}" ends with a dot', "Windows drops such a dot")
    return text


def read_leaderboard_id(node: Node) -> str:
    """A leaderboard's id: letters, digits and ``-`` (RFC-0005)."""
    text = read_name(node)
    if not _LEADERBOARD_ID.fullmatch(text):
        points = _code_points(text, "-")
        raise ScalarError(
            "bad-id",
            f'"{text}" has a character that is not allowed{points}',
            "use A-Z a-z 0-9 -",
        )
    _refuse_unportable(text)
    return text


def _refuse_unportable(text: str) -> None:
    if _WINDOWS_DEVICE.fullmatch(text):
        raise ScalarError(
            "reserved-name", f'"{text}" is a reserved name on Windows', "choose another name"
        )
    if len(text) > _MAX_ID_LENGTH:
        raise ScalarError(
            "bad-id", f"is {len(text)} characters long, at most {_MAX_ID_LENGTH} are allowed"
        )


def _code_points(text: str, also: str) -> str:
    odd = sorted({c for c in text if not (c.isascii() and (c.isalnum() or c in also))})
    return f" ({', '.join(f'U+{ord(char):04X}' for char in odd)})" if odd else ""


def read_number(node: Node) -> float:
    """A JSON number whose size is 0 or within 1e-100 to 1e100."""
    if not isinstance(node, Scalar):
        raise ScalarError("type", f"expected a number, found {kind(node)}")
    text = node.text
    if node.plain and _NUMBER.fullmatch(text):
        value = float(text)
        if value and not _SMALLEST <= abs(value) <= _LARGEST:
            size = "large" if abs(value) > 1 else "small"
            raise ScalarError("not-finite", f"{text[:40]} is too {size} for a number")
        return value + 0.0  # -0.0 becomes 0.0
    raise _not_a_number(node)


def _not_a_number(node: Scalar) -> ScalarError:
    text = node.text
    if not node.plain:
        hint = "remove the quotes" if _NUMBER.fullmatch(text.strip()) else number_hint(text)
        return ScalarError("type", f"expected a number, found {kind(node)}", hint)
    if node.is_null:
        return ScalarError("empty", "is empty, expected a number")
    lower = text.lower()
    if lower.lstrip("+-").lstrip(".") in ("nan", "inf", "infinity"):
        return ScalarError(
            "not-finite", f"{text} is not a finite number", "write null for an unknown value"
        )
    if lower in ("true", "false", "yes", "no", "on", "off"):
        return ScalarError("type", f"expected a number, found the boolean {text}", "write 1 or 0")
    if re.fullmatch(r"-?0[0-9_]+(?:\.[0-9]*)?", text):
        return ScalarError(
            "leading-zero",
            f"{text} has a leading zero",
            f"write {text.lstrip('-0').replace('_', '') or '0'}",
        )
    if re.fullmatch(r"[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?", text) and "_" in text:
        return ScalarError(
            "type", f"{text} has underscores, expected a number", f"write {text.replace('_', '')}"
        )
    if re.fullmatch(r"[-+]?0[xXoObB][0-9a-fA-F_]+", text):
        return ScalarError("type", f"{text} is not a decimal number", "write it in decimal")
    if re.fullmatch(r"[-+]?[0-9]+(?::[0-9]+)+(?:\.[0-9]*)?", text):
        return ScalarError("type", f"{text} is a time, expected a number", "write one number")
    if re.fullmatch(r"\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", text):
        return ScalarError(
            "type", f"{text} is not a JSON number", "write it as 0.5, 1 or 1e-05, without +"
        )
    return ScalarError("type", f"expected a number, found the text {kind(node)}", number_hint(text))


def read_count(node: Node) -> int:
    """A positive whole number."""
    value = read_number(node)
    if not (isinstance(node, Scalar) and _INTEGER.fullmatch(node.text)) or value < 1:
        raise ScalarError("type", f"expected a positive whole number, found {kind(node)}")
    return int(value)


def read_amount(node: Node) -> float:
    """A number that is not negative: a cost, a duration, a token count, a standard deviation."""
    value = read_number(node)
    if value < 0:
        raise ScalarError("negative", f"{kind(node)} is negative, expected 0 or more")
    return value


def read_tokens(node: Node) -> float:
    """A token count, or ``{input, output}`` and their sum (``cached`` is part of ``input``)."""
    if not isinstance(node, Mapping):
        return read_amount(node)
    total = 0.0
    for part in ("input", "output"):
        if part not in node.items:
            raise ScalarError("missing-key", f"{part} is missing", "write {input: .., output: ..}")
        total += read_amount(node.items[part])
    return total


def read_url(node: Node) -> str:
    """An http or https address."""
    text = read_name(node)
    try:
        parts = urlsplit(text)
        valid = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError:
        valid = False
    if not valid or any(char.isspace() or char in '<>"\\^`{|}' for char in text):
        raise ScalarError("url", "only http:// and https:// addresses are allowed")
    return text


def read_email(node: Node) -> str:
    """An e-mail address: one ``@``, no spaces."""
    text = read_name(node)
    if not _EMAIL.fullmatch(text):
        raise ScalarError("email", "is not an e-mail address (one @, no spaces)")
    return text


def read_day(node: Node) -> str:
    """A day of the calendar, written ``YYYY-MM-DD``."""
    text = read_name(node)
    if iso_date(text) != text:
        raise ScalarError("date", f"{text} is not a date", "write it as 2026-11-30")
    return text


def decimals(text: str) -> int:
    """How many decimals a number is written with (``1.50`` 2, ``1.5e-05`` 6, ``12`` 0)."""
    mantissa, _, exponent = text.lower().partition("e")
    # Of very many digits Python makes no number; then the number itself is 0, or these are zeros.
    power = int(exponent.lstrip("+-").lstrip("0")[:9] or 0)
    if not exponent.startswith("-"):
        power = -power
    return max(0, len(mantissa.partition(".")[2]) + power)
