"""What differs between two sides of a tree, board by board and entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from penguin_board.boards import Board, Entry
from penguin_board.expression_trees import canonical
from penguin_board.ranking import rounded
from penguin_board.review.matching import EntryPair, match_entries

# The digest of each file that counts, by its path in the experiment's folder.
Digests = Mapping[str, str]
Kind = Literal["added", "removed", "changed"]
EntryKind = Literal["added", "removed", "changed", "moved"]

META_FILE = "meta_info.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a comparison: boards by id, and by the same id the files of each experiment."""

    boards: Mapping[str, Board]
    files: Mapping[str, Mapping[str, Digests]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentChange:
    """An experiment whose files differ, with the paths of those in its folder."""

    experiment_id: str
    kind: Kind
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def files_of(self, phase: str) -> tuple[str, ...]:
        """The files that differ and that an entry of ``phase`` rests on."""
        names = (*self.added, *self.changed, *self.removed)
        return tuple(name for name in names if name == META_FILE or name.startswith(f"{phase}/"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChange:
    """An entry that differs.

    ``changed`` is one whose score, std, expression or experiments differ, ``moved`` one whose
    rank, rank range, frontiers or name differ because of others. ``experiments`` are those behind
    it whose files differ; ``expression_changed`` says that it is written otherwise.
    """

    kind: EntryKind
    before: Entry | None
    after: Entry | None
    experiments: tuple[str, ...]
    expression_changed: bool

    @property
    def entry(self) -> Entry:
        """The entry as it is now, or as it last was."""
        entry = self.after or self.before
        assert entry is not None
        return entry


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewWarning:
    """What a reviewer has to look at: ``entry_ids`` are the entries it concerns."""

    kind: Literal["attempts-changed", "experiment-removed"]
    experiment_id: str
    entry_ids: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChange:
    """A board that differs; ``keys`` are those of its file that do, apart from its entries."""

    kind: Kind
    before: Board | None
    after: Board | None
    entries: tuple[EntryChange, ...]
    experiments: tuple[ExperimentChange, ...]
    keys: tuple[str, ...]
    warnings: tuple[ReviewWarning, ...]

    @property
    def board(self) -> Board:
        """The board as it is now, or as it last was."""
        board = self.after or self.before
        assert board is not None
        return board

    @property
    def n_unchanged(self) -> int:
        """Entries that are as they were."""
        present = sum(change.after is not None for change in self.entries)
        return len(self.after.entries) - present if self.after else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeChange:
    """All that differs; ``n_boards`` and ``n_entries`` count what there is now."""

    base: str
    boards: tuple[BoardChange, ...]
    n_boards: int
    n_entries: int


def differing_boards(base: Side, head: Side) -> list[str]:
    """The ids of the boards whose file or whose experiments' files differ, in order."""
    return [
        name
        for name in sorted({*base.boards, *head.boards})
        if name not in base.boards
        or name not in head.boards
        or base.boards[name].leaderboard != head.boards[name].leaderboard
        or base.files.get(name, {}) != head.files.get(name, {})
    ]


def tree_change(name: str, base: Side, head: Side) -> TreeChange:
    """What ``head`` changes of ``base``, which is called ``name``.

    Boards that differ have their statistics, else there are no rank ranges to compare.
    """
    return TreeChange(
        base=name,
        boards=tuple(_board_change(board, base, head) for board in differing_boards(base, head)),
        n_boards=len(head.boards),
        n_entries=sum(len(board.entries) for board in head.boards.values()),
    )


def _board_change(name: str, base: Side, head: Side) -> BoardChange:
    before, after = base.boards.get(name), head.boards.get(name)
    experiments = _experiment_changes(base.files.get(name, {}), head.files.get(name, {}))
    pairs = match_entries(before, after)
    changes = (_entry_change(pair, experiments) for pair in pairs)
    kind: Kind = "changed" if before and after else "added" if after else "removed"
    return BoardChange(
        kind=kind,
        before=before,
        after=after,
        entries=tuple(change for change in changes if change is not None),
        experiments=experiments,
        keys=_changed_keys(before, after) if before and after else (),
        warnings=_warnings(pairs, experiments),
    )


def _experiment_changes(
    before: Mapping[str, Digests], after: Mapping[str, Digests]
) -> tuple[ExperimentChange, ...]:
    changes = []
    for name in sorted({*before, *after}):
        old, new = before.get(name, {}), after.get(name, {})
        if old == new and (name in before) == (name in after):
            continue
        kind: Kind = (
            "added" if name not in before else "removed" if name not in after else "changed"
        )
        changes.append(
            ExperimentChange(
                experiment_id=name,
                kind=kind,
                added=tuple(sorted(new.keys() - old.keys())),
                changed=tuple(
                    sorted(key for key in old.keys() & new.keys() if old[key] != new[key])
                ),
                removed=tuple(sorted(old.keys() - new.keys())),
            )
        )
    return tuple(changes)


def _entry_change(pair: EntryPair, experiments: Iterable[ExperimentChange]) -> EntryChange | None:
    before, after = pair
    used = {
        (name, entry.evaluated.phase)
        for entry in pair
        if entry is not None
        for name in entry.evaluated.experiment_ids
    }
    causes = tuple(
        change.experiment_id
        for change in experiments
        if any(name == change.experiment_id and change.files_of(phase) for name, phase in used)
    )
    rewritten = False
    kind: EntryKind
    if before is None or after is None:
        kind = "added" if after else "removed"
    else:
        rewritten = _written(before) != _written(after)
        if rewritten or causes or _numbers(before) != _numbers(after):
            kind = "changed"
        elif _standing(before) != _standing(after):
            kind = "moved"
        else:
            return None
    return EntryChange(
        kind=kind, before=before, after=after, experiments=causes, expression_changed=rewritten
    )


def _written(entry: Entry) -> tuple[object, ...]:
    expression = entry.evaluated.expression
    return (canonical(expression), expression.label, expression.note, expression.url)


def _numbers(entry: Entry) -> tuple[float, float | None]:
    return (rounded(entry.score), None if entry.std is None else rounded(entry.std))


def _standing(entry: Entry) -> tuple[object, ...]:
    return (
        entry.entry_id,
        entry.label,
        entry.rank,
        entry.statistics.rank_range,
        entry.on_frontier,
        entry.on_frontier_per_attempt,
    )


def _changed_keys(before: Board, after: Board) -> tuple[str, ...]:
    old, new = before.leaderboard, after.leaderboard
    keys = type(new).model_fields.keys() - {"values"}
    return tuple(sorted(key for key in keys if getattr(old, key) != getattr(new, key)))


def _warnings(
    pairs: Iterable[EntryPair], experiments: Iterable[ExperimentChange]
) -> tuple[ReviewWarning, ...]:
    old = [before for before, _ in pairs if before is not None]
    kept = [before for before, after in pairs if before is not None and after is not None]
    warnings = []
    for change in experiments:
        name = change.experiment_id
        if change.kind == "removed":
            ids = tuple(e.entry_id for e in old if name in e.evaluated.experiment_ids)
            warnings.append(
                ReviewWarning(
                    kind="experiment-removed", experiment_id=name, entry_ids=ids, files=()
                )
            )
            continue
        files = {
            entry.entry_id: _attempt_files(change, entry.evaluated.phase)
            for entry in kept
            if name in entry.evaluated.experiment_ids
        }
        ids = tuple(entry_id for entry_id, names in files.items() if names)
        if ids:
            found = tuple(sorted({file for names in files.values() for file in names}))
            warnings.append(
                ReviewWarning(
                    kind="attempts-changed", experiment_id=name, entry_ids=ids, files=found
                )
            )
    return tuple(warnings)


def _attempt_files(change: ExperimentChange, phase: str) -> tuple[str, ...]:
    start = (f"{phase}/attempt-", f"{phase}/attempts.parquet")
    return tuple(name for name in change.files_of(phase) if name.startswith(start))
