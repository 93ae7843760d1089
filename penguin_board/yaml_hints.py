"""How to mend YAML that is not valid, from what libyaml says of it and from what stands there."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_MERGE_MARK = re.compile(r"(?:<<<<<<<|>>>>>>>)(?: |$)")
_NUMBER_BEFORE = re.compile(r"[-+]?[0-9]+")
_NUMBER_BEHIND = re.compile(r"[0-9][0-9.]*(?:[eE][+-]?[0-9]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxPlace:
    """Where YAML ends to be valid: line and column from 1, and the line where its part begins."""

    lines: Sequence[str]
    line: int
    column: int
    begin: int

    @property
    def text(self) -> str:
        """The line."""
        return self.lines[self.line - 1]

    @property
    def line_above(self) -> int:
        """The nearest line above that holds something; 0 when there is none."""
        above = range(self.line - 1, 0, -1)
        return next((n for n in above if self.lines[n - 1].split("#")[0].strip()), 0)

    @property
    def is_aligned(self) -> bool:
        """Whether the line is indented like the one where its part begins."""
        first = self.lines[self.begin - 1]
        return len(self.text) - len(self.text.lstrip()) == len(first) - len(first.lstrip())

    def begins_with_dash(self, line: int) -> bool:
        """Whether an item of a list stands on the line."""
        return self.lines[line - 1].lstrip().startswith("- ")


def merge_mark(lines: Sequence[str]) -> int:
    """The first line that is a mark of an unfinished merge; 0 when there is none."""
    return next((n for n, text in enumerate(lines, start=1) if _MERGE_MARK.match(text)), 0)


def syntax_hint(detail: str, place: SyntaxPlace) -> str:
    """How to mend what libyaml describes as ``detail``; empty where it says enough."""
    return next((hint(place) for words, hint in _HINTS if words in detail), "")


def is_cut_number(before: str, behind: str) -> bool:
    """Whether a comma between braces has made a value and a key of one number such as ``0,7``."""
    return bool(_NUMBER_BEFORE.fullmatch(before) and _NUMBER_BEHIND.fullmatch(behind))


def whole_number_hint(before: str, behind: str) -> str:
    """How to write a number that a comma has cut in two."""
    with_point, joined = f"{before}.{behind} with a point", f"{before}{behind} without a separator"
    if not behind.isdigit():
        return f"write {joined}"
    if len(behind) == 3 and before.strip("+-0"):
        return f"write {joined}, or {with_point}"
    return f"write {with_point}"


def _hint_of_a_colon(place: SyntaxPlace) -> str:
    if ": " in place.text[: place.column - 1]:
        return 'put a text that holds ": " in quotes'
    above = place.line_above
    text = place.lines[above - 1].strip() if above else ""
    if text and ":" not in text:
        return f"line {above} lacks a colon after its key"
    if text and not re.search(r":(?: |$)", text):
        return f"line {above} lacks a space after its colon"
    return f"indent it like line {above}" if above else ""


def _hint_of_a_key(place: SyntaxPlace) -> str:
    if place.text[: place.column - 1].strip():
        return "put the whole text in quotes"
    if place.is_aligned and place.begins_with_dash(place.line) != place.begins_with_dash(
        place.begin
    ):
        return f"a list and keys cannot stand side by side, see line {place.begin}"
    return "indent it like the line above that it belongs with"


def _hint_of_a_bracket(bracket: str) -> Callable[[SyntaxPlace], str]:
    def hint(place: SyntaxPlace) -> str:
        if place.line == place.begin:
            return "put a comma between two values, or quotes around a text"
        return f'close the bracket of line {place.begin} with "{bracket}"'

    return hint


def _hint_of_a_character(place: SyntaxPlace) -> str:
    character = place.text[place.column - 1 : place.column]
    return f"put a text that begins with {character} in quotes" if character else ""


_HINTS: tuple[tuple[str, Callable[[SyntaxPlace], str]], ...] = (
    ("mapping values are not allowed", _hint_of_a_colon),
    (
        "could not find expected ':'",
        lambda place: f"line {place.begin} lacks a colon after its key",
    ),
    ("did not find expected key", _hint_of_a_key),
    ("did not find expected '-' indicator", _hint_of_a_key),
    ("did not find expected ',' or '}'", _hint_of_a_bracket("}")),
    ("did not find expected ',' or ']'", _hint_of_a_bracket("]")),
    (
        "found unexpected end of stream",
        lambda place: f"close the quote that opens on line {place.begin}",
    ),
    ("cannot start any token", _hint_of_a_character),
    (
        "unknown escape character",
        lambda _: "use single quotes: a backslash means something between double quotes",
    ),
)
