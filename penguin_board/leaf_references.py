"""What the leaves of a leaderboard refer to, and whether the folders are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penguin_board import scalars
from penguin_board.folders import NO_LINKS, Folder
from penguin_board.located_yaml import Document, Mapping, Node, Sequence
from penguin_board.problems import KeyPath, Problem
from penguin_board.spelling import did_you_mean


@dataclass(frozen=True, slots=True)
class Reference:
    """A leaf as it stands in the file, valid or not, with ids that are safe to make paths from."""

    path: KeyPath
    experiment_id: str
    phase: str


def references(document: Document) -> list[Reference]:
    """Every leaf under ``values``, also of a file that is not valid, in reading order.

    Leaves whose ids are not safe are left out: the record's check has reported them.
    """
    found: list[Reference] = []
    values = document.node(("values",))
    if values is not None:
        for path, leaf in _leaves(values, ("values",)):
            try:
                experiment_id = scalars.read_segment(leaf.items["experiment_id"])
                phase = scalars.read_segment(leaf.items["phase"])
            except scalars.ScalarError:
                continue
            found.append(Reference(path, experiment_id, phase))
    return found


def _leaves(node: Node, path: KeyPath) -> Iterator[tuple[KeyPath, Mapping]]:
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _leaves(item, (*path, index))
    elif isinstance(node, Mapping):
        if {"experiment_id", "phase"} <= node.items.keys():
            yield path, node
        elif "args" in node.items:
            yield from _leaves(node.items["args"], (*path, "args"))


def find_phase(
    document: Document, reference: Reference, folder: Folder, phase: str
) -> Problem | None:
    """What is wrong with the phase of a leaf, if anything, in the folder of its experiment."""
    at_phase = (*reference.path, "phase")
    where = f"{folder.shown}/{phase}"
    if phase not in folder.names():
        message = f'phase "{phase}" not found (expected {where})'
        hint = did_you_mean(phase, folder.folders())
        return document.problem(at_phase, "missing-phase", message, hint=hint)
    wrong = unusable_folder(document, at_phase, folder, phase)
    if wrong is not None:
        return wrong
    if "summary.yaml" not in folder.child(phase).names():
        message = f"{where}/summary.yaml not found"
        hint = f"penguin-board summarize {where} takes it from the attempts"
        return document.problem(at_phase, "missing-file", message, hint=hint)
    return None


def missing_experiment_hint(boards: Folder, folder: Folder, name: str) -> str:
    """Where the experiment ``name`` may be instead of ``folder``, of all folders of ``boards``."""
    elsewhere = [board for board in boards.folders() if name in boards.child(board).names()]
    if elsewhere:
        return f"it is in {boards.shown}/{elsewhere[0]}, the folder of another leaderboard"
    return did_you_mean(name, folder.folders(), cutoff=0.8)


def unusable_folder(document: Document, path: KeyPath, folder: Folder, name: str) -> Problem | None:
    """Why ``name``, which is in the folder, is no folder to read in; None when it is one."""
    if not folder.has_folder(name):
        where = f"{folder.shown}/{name}"
        if folder.is_link(name):
            return document.problem(path, "link", f"{where} {NO_LINKS}")
        return document.problem(path, "not-a-folder", f"{where} is not a folder")
    other = folder.only_case_differs(name)
    if other is None:
        return None
    message = f'"{name}" and "{other}" differ only in case'
    hint = "rename one: some file systems cannot tell them apart"
    return document.problem(path, "case-collision", message, hint=hint)
