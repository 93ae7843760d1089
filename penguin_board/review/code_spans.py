"""Names of contributors' files in Markdown, as code: nothing in them is markup.

A backslash keeps markup from being read, but not a mention (``@team``), a reference (``#1``) or
a bare address, which hosts link in the finished page. They pass over code.
"""

from __future__ import annotations

import re

from penguin_board.problems import printable

_MAX_LENGTH = 120
_PIPE = re.compile(r"(\\*)\|")


def code(text: str) -> str:
    """``text`` as a code span; cut when very long."""
    shown = " ".join(printable(text).split())
    if len(shown) > _MAX_LENGTH:
        shown = f"{shown[: _MAX_LENGTH - 1]}…"
    fence = "`"
    while fence in shown:
        fence += "`"
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"


def cell_code(text: str) -> str:
    """``text`` as a code span in the cell of a table."""
    return _PIPE.sub(_escaped_pipe, code(text))


def _escaped_pipe(match: re.Match[str]) -> str:
    r"""``|`` as ``\|``; behind an odd number of backslashes a table has no way to write it."""
    backslashes = match[1]
    return backslashes + (r"\|" if len(backslashes) % 2 == 0 else "¦")
