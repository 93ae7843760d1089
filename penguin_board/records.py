"""From a located document to a typed record, or to all that is wrong with it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from penguin_board import schema, schema_types
from penguin_board.located_yaml import Document, Mapping, Node, Sequence, kind
from penguin_board.problems import MAX_PROBLEMS, TOO_MANY, KeyPath, Problem, key_text
from penguin_board.spelling import did_you_mean, near_miss, nearest

Record = TypeVar("Record", bound=BaseModel)

_EXPRESSION_RECORDS: dict[str, type[BaseModel]] = {
    "leaf": schema.EntryLeaf,
    "combine": schema.EntryCombine,
    "pair": schema.EntryPair,
    "weighted_mean": schema.EntryWeightedMean,
}
_OTHER_NAMES: dict[str, frozenset[str]] = {
    name: frozenset(names)
    for names in (
        schema.COST_NAMES,
        schema.DURATION_NAMES,
        schema.TOKENS_NAMES,
        schema.BENCHMARK_NAMES,
    )
    for name in names
}


def read_record(
    document: Document, record: type[Record], expected: str, *, skip: frozenset[str] = frozenset()
) -> tuple[Record | None, list[Problem]]:
    """``document`` as a ``record`` (None when it is not one) and the problems of its content.

    ``expected`` names the keys of the file for the message about an empty one; ``skip`` keys are
    read elsewhere. Problems at places that the reader already reported are left out.
    """
    if document.root is None:
        if document.problems:
            return None, []
        return None, [document.problem((), "empty", f"is empty, expected {expected}")]
    if not isinstance(document.root, Mapping):
        found = kind(document.root)
        if found == "null":
            return None, [document.problem((), "empty", f"is empty, expected {expected}")]
        return None, [document.problem((), "type", f"expected a mapping, found {found}")]
    try:
        # What a tool wrote beside its own keys is kept as it stands.
        known = record.model_fields if issubclass(record, schema.ToolRecord) else None
        data = _data(document.root, skip, known)
        valid: Record | None = record.model_validate(data)
        problems: list[Problem] = []
    except ValidationError as error:
        valid = None
        problems = list(islice(_problems(document, record, error), MAX_PROBLEMS))
        if len(problems) == MAX_PROBLEMS:
            problems.append(document.problem((), "too-many", TOO_MANY))
    return valid, problems


def _data(
    node: Node, skip: frozenset[str] = frozenset(), known: Container[str] | None = None
) -> Any:
    if isinstance(node, Mapping):
        mapping = schema_types.MappingData(
            (key, _data(value) if known is None or key in known else value)
            for key, value in node.items.items()
            if key not in skip
        )
        mapping.node = node
        return mapping
    if isinstance(node, Sequence):
        sequence = schema_types.SequenceData(_data(item) for item in node.items)
        sequence.node = node
        return sequence
    return node


def _problems(
    document: Document, record: type[BaseModel], error: ValidationError
) -> Iterator[Problem]:
    errors = error.errors(include_url=False, include_input=False)
    for row in errors:
        loc = tuple(row["loc"])
        path = _without_tags(loc)
        if document.is_suspect(path):
            continue
        kind_of_error = row["type"]
        context: dict[str, Any] = row.get("ctx", {})
        if kind_of_error == "problem":
            yield _stated(document, record, path, context)
        elif kind_of_error == "missing":
            yield _missing(document, record, path)
        elif kind_of_error == "extra_forbidden":
            known = _fields_at(record, loc[:-1])
            code, hint = "unknown-key", did_you_mean(str(path[-1]), known)
            if path[-1] == "weights":
                code, hint = "weights", "weights belong to weighted_mean only"
            elif str(path[-1]) in known:
                hint = f"{path[-1]} stands beside the entry's top-level expression only"
            yield document.problem(path, code, "unknown key", hint=hint, at_key=True)
        elif kind_of_error in ("too_short", "too_long"):
            # Of args, expression_checks says more.
            if path == ("values",) and not getattr(document.node(path), "items", None):
                yield document.problem(path, "no-entries", "at least one entry is needed")
        elif kind_of_error == "union_tag_invalid":
            yield document.problem(
                (*path, "op"),
                "unknown-op",
                f'unknown op "{context["tag"]}", expected one of {", ".join(schema.OPS)}',
                hint=did_you_mean(str(context["tag"]), schema.OPS),
            )
        else:
            yield _wrong_kind(document, path)


def _without_tags(loc: tuple[int | str, ...]) -> KeyPath:
    """Pydantic's location without the names of union members, which are not in the file."""
    return tuple(
        part
        for index, part in enumerate(loc)
        if not (part in schema.EXPRESSION_TAGS and index and isinstance(loc[index - 1], int))
    )


def _fields_at(record: type[BaseModel], loc: tuple[int | str, ...]) -> Iterable[str]:
    for part in reversed(loc):
        if part in _EXPRESSION_RECORDS:
            return _EXPRESSION_RECORDS[str(part)].model_fields
        if part == "author":
            return schema.Author.model_fields
        if part == "links":
            return schema.Link.model_fields
        if part == "changes":
            return schema.Change.model_fields
    return record.model_fields


def _stated(
    document: Document, record: type[BaseModel], path: KeyPath, context: dict[str, Any]
) -> Problem:
    """What a field's own check has to say."""
    if context["at"]:
        path = (*path, context["at"])
    hint = context["hint"]
    if record is schema.Summary and context["code"] == "empty":
        hint = f"write it, or {summary_hint(document)}"
    return document.problem(path, context["code"], context["message"], hint=hint)


def _missing(document: Document, record: type[BaseModel], path: KeyPath) -> Problem:
    """A required key is missing: in a tool's file its misspelling may be there."""
    misspelt = _misspelling(document, record, path) if issubclass(record, schema.ToolRecord) else ""
    if not misspelt:
        hint = _missing_hint(path)
        if record is schema.Summary:
            hint = f"{hint}, or {summary_hint(document)}"
        return document.problem(path, "missing-key", "is missing", hint=hint)
    found = document.problem(
        (*path[:-1], misspelt),
        "missing-key",
        f'is missing, "{misspelt}" is not a key of this file',
        hint=f'did you mean "{path[-1]}"?',
        at_key=True,
    )
    return replace(found, key=key_text(path))


def _misspelling(document: Document, record: type[BaseModel], path: KeyPath) -> str:
    """The unknown key beside which ``path`` is missing and that is most like it."""
    node = document.node(path[:-1])
    unknown = set(node.items) - set(record.model_fields) if isinstance(node, Mapping) else set()
    wanted = str(path[-1])
    slips = (key for key in sorted(unknown) if near_miss(key, (wanted,)))
    return next(slips, "") or nearest(wanted, unknown, cutoff=0.8) or ""


def summary_hint(document: Document, *options: str) -> str:
    """The command that writes a summary from the attempts beside it."""
    folder = document.path.rpartition("/")[0] or "."
    return f"{' '.join(('penguin-board summarize', folder, *options))} takes it from the attempts"


def _missing_hint(path: KeyPath) -> str:
    if path[-1] == "weights":
        return "write one weight an arg"
    return f"add {path[-1]}: to {key_text(path[:-1]) or 'the file'}"


def _wrong_kind(document: Document, path: KeyPath) -> Problem:
    node = document.node(path)
    found = kind(node) if node is not None else "nothing"
    last = path[-1] if path else ""
    if last == "values" and found == "null":
        return document.problem(path, "no-entries", "at least one entry is needed")
    if last in ("values", "args", "weights", "links", "changes", "results"):
        return document.problem(path, "type", f"expected a list, found {found}")
    if isinstance(last, int) and path[-2] in ("values", "args"):
        expected = "an expression ({experiment_id, phase, metric} or {op, args})"
        return document.problem(path, "type", f"expected {expected}, found {found}")
    return document.problem(path, "type", f"expected a mapping, found {found}")


def unknown_key_problems(document: Document, path: KeyPath, known: Iterable[str]) -> list[Problem]:
    """Unknown keys of a tool's mapping that are one slip away from a known key that it lacks."""
    node = document.node(path)
    names = dict.fromkeys(known)
    if not isinstance(node, Mapping) or node.items.keys() <= names.keys():
        return []
    lacking = [
        name
        for name in names
        if name not in node.items and not _OTHER_NAMES.get(name, frozenset()) & set(node.items)
    ]
    problems = []
    for key in node.items:
        if key in names:
            continue
        match = near_miss(key, lacking)
        if match:
            problems.append(
                document.problem(
                    (*path, key),
                    "unknown-key",
                    "unknown key",
                    hint=f'did you mean "{match}"?',
                    at_key=True,
                )
            )
    return problems
