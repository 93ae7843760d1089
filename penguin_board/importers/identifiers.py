"""Experiment ids: ``<benchmark>-<algorithm>-<model>-<yyyymmdd>``, safe as a folder's name."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from penguin_board import scalars
from penguin_board.importers.contract import ImportedExperiment
from penguin_board.located_yaml import Scalar

# Room below the 200 characters of an id for a harness or a hash.
_MAX_SLUG = 60
_MAX_ID = 180
_HASH_LENGTH = 8


def experiment_ids(experiments: Sequence[ImportedExperiment]) -> tuple[str, ...]:
    """An id for each experiment; two have the same only where they are equal in every respect.

    The harness is part of an id only where the ids would collide without it, a short hash of the
    whole experiment only where they still would.
    """
    ids = [_joined(experiment, with_harness=False) for experiment in experiments]
    counts = Counter(ids)
    ids = [
        _joined(experiment, with_harness=True) if counts[name] > 1 else name
        for name, experiment in zip(ids, experiments, strict=True)
    ]
    counts = Counter(ids)
    return tuple(
        f"{name}-{_digest(repr(experiment))}" if counts[name] > 1 else name
        for name, experiment in zip(ids, experiments, strict=True)
    )


def slug(text: str) -> str:
    """``text`` in lower case with ``-`` for what an id cannot hold; a hash when nothing is left."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kept = re.sub(r"[^a-z0-9._-]+", "-", "".join(c for c in plain if not unicodedata.combining(c)))
    kept = re.sub(r"-{2,}", "-", kept).strip("-._")
    if len(kept) > _MAX_SLUG:
        kept = f"{kept[:_MAX_SLUG].strip('-._')}-{_digest(text)}"
    return kept or f"x{_digest(text)}"


def _joined(experiment: ImportedExperiment, *, with_harness: bool) -> str:
    parts = [slug(experiment.benchmark_name), slug(experiment.algorithm)]
    if with_harness:
        parts.append(slug(experiment.harness_name))
    parts.append(slug(experiment.model_name))
    if experiment.date is not None:
        parts.append(slug(experiment.date.replace("-", "")))
    name = "-".join(parts)
    if len(name) > _MAX_ID:
        name = f"{name[:_MAX_ID].strip('-._')}-{_digest(name)}"
    return _portable(name)


def segment(text: str) -> str:
    """``text`` as one segment of a path, such as a phase."""
    return _portable(slug(text))


def _portable(name: str) -> str:
    try:
        return scalars.read_segment(Scalar(name, False, 1, 1))
    except scalars.ScalarError:  # all that is left is the name of a Windows device, ``con.x``
        return f"x-{name}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
