"""Which format files have, by their names and contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from penguin_board.importers.contract import COMMAND_LINE, Importer, LeftOut, SourceFile
from penguin_board.importers.shapes import Shape, shape_of
from penguin_board.problems import Problem

_SHOWN = 8
_SUFFIXES = (".json", ".jsonl", ".eval", ".yaml", ".yml")


def may_be_results(path: str) -> bool:
    """Whether a file of this name may be of a known format."""
    return path.lower().endswith(_SUFFIXES)


def detected(
    files: Sequence[SourceFile], formats: Mapping[str, Importer]
) -> tuple[str | None, list[Problem]]:
    """The one format that some of the files have; None, with a problem, for none or several."""
    found: dict[str, list[str]] = defaultdict(list)
    broken: list[Problem] = []
    for file in files:
        shape = shape_of(file.path, file.data)
        if shape.broken:
            broken += shape.document.problems
        for name, importer in formats.items():
            if importer.wants(file.path) and not shape.broken and importer.recognises(shape):
                found[name].append(file.path)
    if len(found) == 1:
        return next(iter(found)), []
    known = ", ".join(sorted(formats))
    if not found:
        message = "no file has a format that is known"
        hint = f"name the format before the paths, one of {known}"
        unknown = Problem(
            path=COMMAND_LINE, key="FORMAT", code="unknown-format", message=message, hint=hint
        )
        return None, [*broken, unknown]
    parts = [f"{name} ({_some(paths)})" for name, paths in sorted(found.items())]
    message = f"the files may be of several formats: {', '.join(parts)}"
    hint = "name the format before the paths"
    ambiguous = Problem(
        path=COMMAND_LINE, key="FORMAT", code="ambiguous-format", message=message, hint=hint
    )
    return None, [ambiguous]


def sorted_out(
    files: Sequence[SourceFile],
    importer: Importer,
    named: frozenset[str],
    formats: Mapping[str, Importer],
) -> tuple[list[SourceFile], list[LeftOut], list[Problem]]:
    """The files that have the format, and those that have not.

    It is a problem where the user ``named`` such a file. One that cannot be read stays, so that
    its importer says why.
    """
    kept: list[SourceFile] = []
    left_out: list[LeftOut] = []
    problems: list[Problem] = []
    for file in files:
        shape = shape_of(file.path, file.data)
        if shape.broken or importer.recognises(shape):
            kept.append(file)
        elif file.path in named:
            message = f"is not a file of this format by its contents: it holds {_contents(shape)}"
            hint = f"expected {importer.description}{_looks_like(shape, formats)}"
            problems.append(Problem(path=file.path, code="not-wanted", message=message, hint=hint))
        else:
            left_out.append(LeftOut(path=file.path, reason="not of this format by its contents"))
    return kept, left_out, problems


def _contents(shape: Shape) -> str:
    """What a person sees on the first level of a file."""
    if shape.members:
        return _listed("an archive of", sorted(shape.members))
    if shape.is_list():
        return _listed("a list of mappings with the keys", sorted(shape.keys(0)))
    keys = sorted(shape.keys())
    return _listed("the keys", keys) if keys else "no keys"


def _listed(before: str, names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{before} {', '.join(names[:_SHOWN])}{more}"


def _looks_like(shape: Shape, formats: Mapping[str, Importer]) -> str:
    """The formats that the file has instead."""
    found = [
        name
        for name, importer in sorted(formats.items())
        if importer.wants(shape.path) and importer.recognises(shape)
    ]
    return f"; this one looks like {' or '.join(found)}" if found else ""


def _some(paths: Sequence[str]) -> str:
    return paths[0] if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1} more"
