"""Names of other tools made fit for a page and a file, with what they were kept beside them."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace

from penguin_board.importers.contract import ImportedAttempt, ImportedExperiment

MAX_NAME = 200
MAX_TEXT = 1000
_NAMES = ("benchmark_name", "harness_name", "model_name", "algorithm")
# Controls, halves of pairs, breaks of lines and paragraphs; and what reorders text. Joiners and
# direction marks stay, real names need them.
_UNFIT = ("Cc", "Cs", "Zl", "Zp")
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(text: str, limit: int = MAX_NAME) -> str:
    """``text`` on one line of at most ``limit`` characters, without any that cannot be seen."""
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if _is_unfit(char) else char for char in text)
    kept = " ".join(text.split())
    if len(kept) > limit:
        kept = f"{kept[: limit - 9].rstrip()}~{_digest(kept)}"
    return kept or "unnamed"


def _is_unfit(char: str) -> bool:
    return char in _REORDERING or unicodedata.category(char) in _UNFIT


def cleaned(experiment: ImportedExperiment) -> ImportedExperiment:
    """The experiment with clean names; what a name was is in ``extra_meta``."""
    originals: dict[str, str] = {}
    names: dict[str, str] = {}
    for key in _NAMES:
        text = getattr(experiment, key)
        names[key] = clean_name(text)
        if names[key] != text:
            originals[f"original_{key}"] = json.dumps(text[:MAX_TEXT])[1:-1]
    meta = {
        clean_name(key): clean_name(text, MAX_TEXT) for key, text in experiment.extra_meta.items()
    }
    sources = _distinct({task.source for a in experiment.attempts for task in a.tasks})
    return replace(
        experiment,
        benchmark_name=names["benchmark_name"],
        harness_name=names["harness_name"],
        model_name=names["model_name"],
        algorithm=names["algorithm"],
        extra_meta={**meta, **originals},
        metrics={clean_name(key): value for key, value in experiment.metrics.items()},
        attempts=tuple(_attempt(attempt, sources.__getitem__) for attempt in experiment.attempts),
    )


def _distinct(sources: set[str]) -> dict[str, str]:
    """A clean name for each source, no two alike."""
    clean = {source: clean_name(source) for source in sources}
    taken: set[str] = set()
    for source in sorted(sources, key=lambda source: (clean[source] != source, source)):
        if clean[source] in taken:
            clean[source] = clean_name(f"{clean[source][: MAX_NAME - 20]} ~{_digest(source)}")
        taken.add(clean[source])
    return clean


def _attempt(attempt: ImportedAttempt, name: Callable[[str], str]) -> ImportedAttempt:
    tasks = tuple(replace(task, source=name(task.source)) for task in attempt.tasks)
    return replace(attempt, tasks=tasks)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
