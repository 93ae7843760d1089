"""What is wrong with a tree, said to people and to tools.

A :class:`Problem` has the place (path, line, column), the key, a stable code, a message and
often a hint. All problems of a run are collected; nothing is raised at the first one.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "information"]
KeyPath = tuple[str | int, ...]
SourceLine = Callable[[str, int], str | None]

_SHOWN_COLUMNS = 200
# A file with more than these is not one that somebody mends problem by problem.
MAX_PROBLEMS = 1000
TOO_MANY = f"only the first {MAX_PROBLEMS} problems of this file are listed"
_SEVERITY_ORDER: dict[Severity, int] = {"error": 0, "warning": 1, "information": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong, or worth knowing, at one place of a tree.

    ``path`` is relative to the root with ``/``; ``line`` and ``column`` count from 1; ``key`` is
    dotted with list positions in brackets (``values[0].args[2].experiment_id``), empty for a
    whole file. ``column`` counts code points.
    """

    path: str
    line: int = 1
    column: int = 1
    key: str = ""
    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    @property
    def is_error(self) -> bool:
        """Whether this problem makes the tree invalid."""
        return self.severity == "error"

    def sort_key(self) -> tuple[str, int, int, int, str, str, str]:
        """Order by place, errors before warnings at one place."""
        return (
            self.path,
            self.line,
            self.column,
            _SEVERITY_ORDER[self.severity],
            self.code,
            self.message,
            self.key,
        )


class InvalidInput(Exception):
    """The input is at fault; ``problems`` holds everything that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = ordered(problems)
        super().__init__("\n".join(one_line(problem) for problem in self.problems))


def ordered(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The distinct problems in the order of their places."""
    return tuple(sorted(set(problems), key=Problem.sort_key))


def key_text(path: KeyPath) -> str:
    """``("values", 0, "args", 2)`` as ``values[0].args[2]``."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def printable(text: str) -> str:
    """``text`` with control, format and line-separating characters escaped.

    Messages quote untrusted files; a terminal must never act on what they hold.
    """
    return "".join(
        char
        if char == " " or unicodedata.category(char)[0] not in "CZ"
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def one_line(problem: Problem) -> str:
    """``path:line:column: severity: key: message [code]``."""
    key = problem.key or "(file)"
    return printable(
        f"{problem.path}:{problem.line}:{problem.column}: {problem.severity}: "
        f"{key}: {problem.message} [{problem.code}]"
    )


def format_text(problems: Sequence[Problem], source_line: SourceLine) -> str:
    """For a terminal: a line a problem, the source line below it, a caret with the hint."""
    return "".join(_text_block(problem, source_line) for problem in problems)


def _text_block(problem: Problem, source_line: SourceLine) -> str:
    lines = [one_line(problem)]
    source = source_line(problem.path, problem.line)
    gutter = " " * len(str(problem.line))
    if source and not source.isspace():
        # Of a long line the beginning, and no more is looked at: a line may have many problems.
        start = source[:_SHOWN_COLUMNS].replace("\t", " ")
        before = printable(start[: problem.column - 1])
        lines.append(f"  {problem.line} | {printable(start.rstrip())[:_SHOWN_COLUMNS]}")
        if len(before) < _SHOWN_COLUMNS:
            caret = f"  {gutter} | {' ' * len(before)}^"
            lines.append(f"{caret} {printable(problem.hint)}" if problem.hint else caret)
        elif problem.hint:
            lines.append(f"  {gutter} = {printable(problem.hint)}")
    elif problem.hint:
        lines.append(f"  {gutter} = {printable(problem.hint)}")
    return "\n".join(lines) + "\n"


def format_json(problems: Sequence[Problem]) -> str:
    """``{"problems": [{severity, path, line, column, key, code, message, hint}]}``."""
    rows = [
        {
            "severity": problem.severity,
            "path": problem.path,
            "line": problem.line,
            "column": problem.column,
            "key": problem.key,
            "code": problem.code,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps({"problems": rows}, ensure_ascii=True, indent=1) + "\n"


_GITHUB_COMMANDS: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "information": "notice",
}


def format_github(problems: Sequence[Problem]) -> str:
    """Workflow commands that put each problem on its line of a pull request."""
    return "".join(
        f"::{_GITHUB_COMMANDS[problem.severity]} file={_github_property(problem.path)},"
        f"line={problem.line},col={problem.column},title={_github_property(problem.code)}::"
        f"{_github_data(_github_message(problem))}\n"
        for problem in problems
    )


def _github_message(problem: Problem) -> str:
    text = f"{problem.key or '(file)'}: {problem.message}"
    return printable(f"{text} ({problem.hint})" if problem.hint else text)


def _github_data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _github_property(text: str) -> str:
    return _github_data(printable(text)).replace(":", "%3A").replace(",", "%2C")


def count_text(problems: Sequence[Problem]) -> str:
    """``2 errors and 1 warning``; ``no problems`` when there are none."""
    parts: list[str] = []
    for severity, singular, plural in (
        ("error", "error", "errors"),
        ("warning", "warning", "warnings"),
    ):
        count = sum(problem.severity == severity for problem in problems)
        if count:
            parts.append(f"{count} {singular if count == 1 else plural}")
    return " and ".join(parts) or "no problems"
