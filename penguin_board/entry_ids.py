"""What an entry is called: a stable id for addresses, a short label for people."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from penguin_board.entries import EvaluatedEntry
from penguin_board.expression_trees import canonical, expression_text

_MAX_SLUG = 100
_HASH_DIGITS = 8
_SEPARATOR = " · "


def entry_ids(entries: Sequence[EvaluatedEntry]) -> list[str]:
    """An id an entry, made of ``a-z 0-9 . -``, unique on the board.

    It is the slug of harness, model, algorithm and phase. Where slugs are equal, cut or empty, a
    hash of the identity and the expression follows, so an id never depends on the order of
    entries.
    """
    slugs = [slug(" ".join(entry.identity)) for entry in entries]
    counts = Counter(slugs)
    return [
        base if counts[base] == 1 and len(base) <= _MAX_SLUG and base else _hashed(base, entry)
        for base, entry in zip(slugs, entries, strict=True)
    ]


def slug(text: str) -> str:
    """``text`` in lower-case ASCII letters, digits and dots, words joined by ``-``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9.]+", "-", plain.lower()).strip("-.")


def _hashed(base: str, entry: EvaluatedEntry) -> str:
    text = repr((entry.identity, canonical(entry.expression)))
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()[:_HASH_DIGITS]
    return f"{base[:_MAX_SLUG].rstrip('-.') or 'entry'}-{digest}"


def labels(entries: Sequence[EvaluatedEntry]) -> list[str]:
    """A label an entry: its own where the file gives one, else the parts that tell entries apart.

    The model always stands first; harness, algorithm and phase follow where they vary on the
    board. Entries of one identity are told apart by the experiments that only one of them has,
    and by their expressions where the experiments are the same.
    """
    varying = [
        index for index in (0, 2, 3) if len({entry.identity[index] for entry in entries}) > 1
    ]
    same = Counter(entry.identity for entry in entries)
    names = []
    for entry in entries:
        parts = [entry.model_name, *(entry.identity[index] for index in varying)]
        if same[entry.identity] > 1:
            parts.append(_own_experiments(entry, entries))
        names.append(entry.expression.label or _SEPARATOR.join(parts))
    taken = Counter(names)
    return [
        name
        if taken[name] == 1 or entry.expression.label
        else f"{name}{_SEPARATOR}{expression_text(entry.expression)}"
        for name, entry in zip(names, entries, strict=True)
    ]


def _own_experiments(entry: EvaluatedEntry, entries: Sequence[EvaluatedEntry]) -> str:
    others = [
        set(other.experiment_ids)
        for other in entries
        if other is not entry and other.identity == entry.identity
    ]
    own = [name for name in entry.experiment_ids if not any(name in other for other in others)]
    shown = own or list(entry.experiment_ids)
    return shown[0] if len(shown) == 1 else f"{shown[0]} +{len(shown) - 1}"
