"""Differences as Markdown fit for a comment on a pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board import display
from penguin_board.boards import Board, Entry
from penguin_board.review.code_spans import cell_code, code
from penguin_board.review.differences import (
    BoardChange,
    EntryChange,
    ExperimentChange,
    ReviewWarning,
    TreeChange,
)

# GitHub refuses a comment of more than 65,536 characters.
MAX_LENGTH = 60_000
_NOTE_LENGTH = 500
_MAX_NAMES = 3
_MAX_OPEN_WARNINGS = 5
_MAX_PLACES = 6
_DETAILS, _END_DETAILS = "<details>", "</details>"

_HEAD = (
    "| | Entry | Score ± std | Change | Rank | Rank range | Frontier | Because of |",
    "| --- | --- | ---: | ---: | ---: | ---: | --- | --- |",
)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the comment; ``what`` names what the reader misses when it is cut."""

    text: str
    what: Literal["", "board", "entry", "experiment", "warning"] = ""


def comment(change: TreeChange) -> str:
    """What changed: a summary, then a table a board, details folded, at most ``MAX_LENGTH``."""
    lines = [_Line(summary_line(change))]
    for board in change.boards:
        lines += _board_lines(board)
    return _cut(lines, change.base)


def _cut(lines: Iterable[_Line], base: str) -> str:
    """The lines as text; what does not fit is left out at a whole line, and counted.

    Length is counted in bytes, which no host's count of characters exceeds.
    """
    kept: list[str] = []
    missing: Counter[str] = Counter()
    is_open, length, is_cut = False, 0, False
    for line in lines:
        length += len(line.text.encode("utf-8")) + 1
        is_cut = is_cut or length > MAX_LENGTH - _NOTE_LENGTH
        if is_cut:
            missing[line.what] += 1
            continue
        kept.append(line.text)
        if line.text in (_DETAILS, _END_DETAILS):
            is_open = line.text == _DETAILS
    if is_cut:
        kept += ["", _END_DETAILS] if is_open else []
        kept += ["", _note(missing, base)]
    return "\n".join(kept) + "\n"


def _note(missing: Counter[str], base: str) -> str:
    nouns = (
        ("board", "boards"),
        ("entry", "entries"),
        ("warning", "warnings"),
        ("experiment", "experiments"),
    )
    counts = [_count(missing[one], one, many) for one, many in nouns if missing[one]]
    left_out = f"{', '.join(counts)} left out. " if counts else ""
    return (
        f"**Cut here**, a comment has room for no more: {left_out}"
        f"All is in {code(f'penguin-board diff {base} --format json')}."
    )


def summary_line(change: TreeChange) -> str:
    """The whole change in one line."""
    if not change.boards:
        boards = _count(change.n_boards, "board")
        entries = _count(change.n_entries, "entry", "entries")
        return f"**Nothing changes** against {code(change.base)}: {boards}, {entries}."
    boards = _kinds([board.kind for board in change.boards])
    entries = _kinds([entry.kind for board in change.boards for entry in board.entries])
    text = (
        f"**Boards: {boards}. Entries: {entries or 'none differs'}**, against {code(change.base)}."
    )
    n_warnings = sum(len(board.warnings) for board in change.boards)
    return f"{text} ⚠️ {_count(n_warnings, 'warning')}." if n_warnings else text


def _kinds(found: Sequence[str]) -> str:
    """``1 added, 2 changed``."""
    kinds = ("added", "removed", "changed", "moved")
    return ", ".join(f"{found.count(kind)} {kind}" for kind in kinds if kind in found)


def _board_lines(change: BoardChange) -> Iterator[_Line]:
    yield _Line("")
    yield _Line(f"### {code(change.board.leaderboard.title)}{_status(change)}", "board")
    if change.keys:
        names = ", ".join(code(key) for key in change.keys)
        yield from (_Line(""), _Line(f"Also changed in its leaderboard.yaml: {names}."))
    yield from _warning_lines(change.warnings)
    moved = [entry for entry in change.entries if entry.kind == "moved"]
    others = [entry for entry in change.entries if entry.kind != "moved"]
    if others:
        yield _Line("")
        yield from _table(change, others)
    if moved:
        title = f"{_count(len(moved), 'entry', 'entries')} moved because of others"
        yield from _folded(title, _table(change, moved))
    if change.experiments:
        title = f"{_count(len(change.experiments), 'experiment')} with files that differ"
        yield from _folded(title, map(_experiment, change.experiments))
    if change.n_unchanged and change.kind == "changed":
        n_unchanged = _count(change.n_unchanged, "entry", "entries")
        yield from (_Line(""), _Line(f"{n_unchanged} unchanged."))


def _warning_lines(warnings: Sequence[ReviewWarning]) -> Iterator[_Line]:
    lines = [_Line(f"- ⚠️ {_warning(warning)}", "warning") for warning in warnings]
    if len(lines) > _MAX_OPEN_WARNINGS:
        yield from _folded(f"⚠️ {len(lines)} warnings", lines)
    elif lines:
        yield from (_Line(""), *lines)


def _status(change: BoardChange) -> str:
    old = change.before.leaderboard.status if change.before else None
    new = change.after.leaderboard.status if change.after else None
    if old is None or new is None:
        return f" ({change.kind}, {new or old})"
    return f" ({new})" if old == new else f" ({old} → {new})"


def _folded(title: str, inside: Iterable[_Line]) -> Iterator[_Line]:
    head = (_Line(""), _Line(_DETAILS), _Line(f"<summary>{title}</summary>"), _Line(""))
    yield from (*head, *inside, _Line(""), _Line(_END_DETAILS))


def _table(change: BoardChange, entries: Sequence[EntryChange]) -> Iterator[_Line]:
    yield from map(_Line, _HEAD)
    for entry in entries:
        yield _Line(f"| {' | '.join(_cells(change, entry))} |", "entry")


def _cells(board: BoardChange, change: EntryChange) -> tuple[str, ...]:
    before, after = change.before, change.after
    name = cell_code(change.entry.label)
    if before and after and before.label != after.label:
        name = f"{cell_code(before.label)} → {name}"
    return (
        change.kind,
        name,
        _then_now(_score(board.before, before), _score(board.after, after)),
        _delta(board, change),
        _rank(before, after),
        _then_now(_rank_range(before), _rank_range(after)),
        _frontiers(before, after),
        _because(change) if board.kind == "changed" else "",
    )


def _then_now(then: str | None, now: str | None) -> str:
    """``70.0 → 71.0``; one text where both are equal or one side has none."""
    if then is None or now is None or then == now:
        return now if now is not None else then or ""
    return f"{then} → {now}"


def _score(board: Board | None, entry: Entry | None) -> str | None:
    if board is None or entry is None:
        return None
    return f"{board.format.plus_minus(entry.score, entry.std)} {board.format.unit}".strip()


def _delta(board: BoardChange, change: EntryChange) -> str:
    """The difference of the scores, with as many decimals as it takes to see it."""
    if not (board.before and board.after and change.before and change.after):
        return ""
    form = board.after.format
    difference = change.after.score - change.before.score
    if board.before.format.factor != form.factor or round(difference, 12) == 0:
        return ""
    places = form.places
    text = display.signed(difference * form.factor, places)
    while places < _MAX_PLACES and not text.strip("+-0."):
        places += 1
        text = display.signed(difference * form.factor, places)
    return text


def _rank(before: Entry | None, after: Entry | None) -> str:
    then, now = (None if entry is None else entry.rank for entry in (before, after))
    if then is None or now is None or then == now:
        return str(now or then)
    return f"{then} → {now} {'↑' if now < then else '↓'}"


def _rank_range(entry: Entry | None) -> str | None:
    if entry is None:
        return None
    found = entry.statistics.rank_range
    return display.count_range(*found) if found else display.UNDEFINED


def _frontiers(before: Entry | None, after: Entry | None) -> str:
    """The axes of the frontiers by totals, and those by attempt where they differ."""
    total = _then_now(
        *(None if entry is None else _axes(entry.on_frontier) for entry in (before, after))
    )
    if not (before and after):
        return total
    then, now = before.on_frontier_per_attempt, after.on_frontier_per_attempt
    return total if then == now else f"{total}; per attempt: {_axes(then)} → {_axes(now)}"


def _axes(axes: Sequence[str]) -> str:
    return ", ".join(axes) or display.UNDEFINED


def _because(change: EntryChange) -> str:
    causes = [code(name) for name in change.experiments[:_MAX_NAMES]]
    if len(change.experiments) > _MAX_NAMES:
        causes.append(f"{len(change.experiments) - _MAX_NAMES} more")
    if change.expression_changed:
        causes.append("its lines in leaderboard.yaml")
    return ", ".join(causes)


def _warning(warning: ReviewWarning) -> str:
    experiment = code(warning.experiment_id)
    n_entries = _count(len(warning.entry_ids), "entry", "entries")
    if warning.kind == "experiment-removed":
        behind = f"; it stood behind {n_entries}" if warning.entry_ids else ""
        return f"Experiment {experiment} is gone{behind}."
    files = ", ".join(code(name) for name in warning.files[:_MAX_NAMES])
    more = len(warning.files) - _MAX_NAMES
    files += f" and {more} more" if more > 0 else ""
    return f"Attempts of {experiment} differ, behind {n_entries} that existed: {files}."


def _experiment(change: ExperimentChange) -> _Line:
    found = [
        _count(len(names), f"file {word}", f"files {word}")
        for word, names in (
            ("added", change.added),
            ("changed", change.changed),
            ("removed", change.removed),
        )
        if names
    ]
    return _Line(f"- {code(change.experiment_id)} {change.kind}: {', '.join(found)}", "experiment")


def _count(n: int, singular: str, plural: str = "") -> str:
    return f"{n} {singular if n == 1 else plural or singular + 's'}"
