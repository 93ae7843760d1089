"""Which entry of a board's new state is which of its old one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from penguin_board.boards import Board, Entry
from penguin_board.expression_trees import canonical


class EntryPair(NamedTuple):
    """An entry before and after; None on the side where there is none."""

    before: Entry | None
    after: Entry | None


def match_entries(before: Board | None, after: Board | None) -> list[EntryPair]:
    """Every entry of both sides once: those of ``after`` in its order, then those that are gone.

    Entries match by id; those left over by harness, model, algorithm and phase, since an id gets
    longer when a second entry of the same identity appears. Of several such entries those of the
    same expression match first, then those with the most experiments in common.
    """
    old = {entry.entry_id: entry for entry in before.entries} if before else {}
    new = {entry.entry_id: entry for entry in after.entries} if after else {}
    former = {entry_id: old[entry_id] for entry_id in new if entry_id in old}
    left_old = [entry for entry_id, entry in old.items() if entry_id not in new]
    left_new = [entry for entry_id, entry in new.items() if entry_id not in old]
    former |= _by_identity(left_old, left_new)
    used = {entry.entry_id for entry in former.values()}
    pairs = [EntryPair(former.get(entry_id), entry) for entry_id, entry in new.items()]
    return pairs + [EntryPair(entry, None) for entry in old.values() if entry.entry_id not in used]


def _by_identity(old: Sequence[Entry], new: Sequence[Entry]) -> Mapping[str, Entry]:
    """The old entry of each new one's id, nearest first."""
    candidates = [
        (_distance(one, other), place, one, other)
        for place, (one, other) in enumerate((one, other) for one in old for other in new)
        if one.evaluated.identity == other.evaluated.identity
    ]
    candidates.sort(key=lambda candidate: candidate[:2])
    found: dict[str, Entry] = {}
    taken: set[str] = set()
    for _, _, one, other in candidates:
        if other.entry_id not in found and one.entry_id not in taken:
            found[other.entry_id] = one
            taken.add(one.entry_id)
    return found


def _distance(one: Entry, other: Entry) -> tuple[bool, int]:
    first, second = one.evaluated, other.evaluated
    shared = set(first.experiment_ids) & set(second.experiment_ids)
    return (canonical(first.expression) != canonical(second.expression), -len(shared))
