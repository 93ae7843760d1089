"""The rule of review: what is published does not change without a word.

A score that moves or an entry that goes needs a new line in the leaderboard's ``changes``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from penguin_board.boards import Board, Entry
from penguin_board.located_yaml import Document
from penguin_board.problems import Problem
from penguin_board.ranking import rounded
from penguin_board.review.matching import EntryPair, match_entries
from penguin_board.schema import Change
from penguin_board.spelling import did_you_mean

# In the units that scores are recorded in.
TOLERANCE = 0.001

_LINE = "add a line to changes: {{date: .., entry: {entry}, reason: ..}}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedBoard:
    """A board of the base that is published, and what became of it.

    ``document`` is its file as it is now; ``after`` and ``document`` are None where it is gone.
    """

    path: str
    before: Board
    after: Board | None
    document: Document | None


def published_problems(board: PublishedBoard) -> list[Problem]:
    """Scores that moved and entries that went without a new line, and lines that fit nothing."""
    if board.after is None or board.document is None:
        n_entries = len(board.before.entries)
        message = f"the published leaderboard is gone, with its entries: {n_entries}"
        hint = "keep it as a draft with a line in changes: for each entry, remove it later"
        return [Problem(path=board.path, code="published-board", message=message, hint=hint)]
    lines = _new_lines(board.before, board.after)
    pairs = match_entries(board.before, board.after)
    problems = [*_entry_problems(board.after, board.document, pairs, lines)]
    problems += _unknown_entries(board.document, pairs, lines)
    problems += _lost_lines(board.before, board.after, board.document)
    return problems


def _new_lines(before: Board, after: Board) -> dict[int, Change]:
    """The lines of ``changes`` that were not there before, by their place in the list."""
    old = Counter(before.leaderboard.changes)
    new = {}
    for index, line in enumerate(after.leaderboard.changes):
        if old[line]:
            old[line] -= 1
        else:
            new[index] = line
    return new


def _entry_problems(
    after: Board, document: Document, pairs: list[EntryPair], lines: Mapping[int, Change]
) -> Iterator[Problem]:
    named = {line.entry for line in lines.values()}
    for pair in pairs:
        old, new = pair
        if old is None or named & set(_names(pair)):
            continue
        hint = _LINE.format(entry=old.entry_id)
        if new is None or after.is_draft:
            how = "is not published any more" if new else "has vanished"
            place = "status" if new else "values"
            message = (
                f'the published entry "{old.label}" {how}, and no new line in changes says why'
            )
            yield document.problem((place,), "published-entry", message, hint=hint)
        elif rounded(abs(new.score - old.score)) > TOLERANCE:
            message = (
                f'the published score of "{old.label}" moves from {_number(old)} to '
                f"{_number(new)}, and no new line in changes says why"
            )
            path = ("values", new.evaluated.index)
            yield document.problem(path, "published-score", message, hint=hint)


def _names(pair: EntryPair) -> Iterator[str]:
    for entry in pair:
        if entry is not None:
            yield from (entry.entry_id, entry.label)


def _number(entry: Entry) -> str:
    return f"{entry.score:.12g}"


def _unknown_entries(
    document: Document, pairs: list[EntryPair], lines: Mapping[int, Change]
) -> Iterator[Problem]:
    known = {name for pair in pairs for name in _names(pair)}
    for index, line in lines.items():
        if line.entry not in known:
            message = f'"{line.entry}" is neither the id nor the label of an entry, now or before'
            hint = did_you_mean(line.entry, known)
            path = ("changes", index, "entry")
            yield document.problem(path, "unknown-entry", message, hint=hint, warning=True)


def _lost_lines(before: Board, after: Board, document: Document) -> Iterator[Problem]:
    lost = Counter(before.leaderboard.changes) - Counter(after.leaderboard.changes)
    for line in lost:
        message = f'the line of {line.date} on "{line.entry}" is gone or written otherwise'
        hint = "the history of a published leaderboard grows only"
        yield document.problem(("changes",), "lost-change", message, hint=hint, warning=True)
