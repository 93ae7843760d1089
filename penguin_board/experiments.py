"""What an experiment recorded: one phase of it as a run, its attempts as columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from penguin_board.located_yaml import Document
from penguin_board.problems import KeyPath
from penguin_board.schema import COST_NAMES, DURATION_NAMES, TOKENS_NAMES, MetaInfo, Summary

ATTEMPTS_FILE: Final = "attempts.parquet"  # all attempts of a phase in one file


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One attempt at all tasks of a benchmark; tasks are columns of equal length.

    ``score`` is the attempt's total S_j, ``cost`` in USD, ``duration_ms`` in milliseconds,
    ``tokens`` a count; None is unknown, in the columns too. ``metrics`` has the further numeric
    keys of the file. ``written_score`` is the text of ``score`` in the file, None where it is
    absent; ``results_path`` is where the results stand, ``()`` when they are the file as a whole.
    """

    number: int
    document: Document
    score: float | None
    written_score: str | None
    cost: float | None
    duration_ms: float | None
    tokens: float | None
    metrics: Mapping[str, float]
    sources: tuple[str, ...]
    scores: tuple[float | None, ...]
    results_path: KeyPath = ("results",)

    @property
    def has_own_file(self) -> bool:
        """Whether its file holds no other attempt."""
        return not self.document.path.endswith(f"/{ATTEMPTS_FILE}")

    @property
    def place(self) -> str:
        """What messages call it: its file, or its number where one file holds all attempts."""
        name = self.document.path.rpartition("/")[2]
        return name if self.has_own_file else f"attempt {self.number}"

    def metric(self, base: str) -> float | None:
        """The value of this attempt that ``<base>_mean`` is the mean of."""
        if base in ("score", "cost", "duration_ms", "tokens"):
            value: float | None = getattr(self, base)
            return value
        return self.tokens if base == "token" else self.metrics.get(base)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One phase of one experiment: its meta_info, its summary, its attempts in order.

    ``metrics`` has every numeric top-level key of the summary.
    """

    experiment_id: str
    phase: str
    meta: MetaInfo
    meta_document: Document
    summary: Summary
    summary_document: Document
    metrics: Mapping[str, float]
    attempts: tuple[Attempt, ...]

    @property
    def benchmark(self) -> str:
        """The benchmark's name; the experiment id when meta_info names none."""
        return self.meta.benchmark_name or self.meta.benchmark_id or self.experiment_id

    @property
    def n_tasks(self) -> int | None:
        """How many tasks an attempt covers; None when there are no task results."""
        return (len(self.attempts[0].sources) or None) if self.attempts else None

    @property
    def cost(self) -> float | None:
        """Total cost over all attempts in USD, None when unknown."""
        return self._total(COST_NAMES, lambda attempt: attempt.cost)

    @property
    def duration_ms(self) -> float | None:
        """Total duration over all attempts in milliseconds, None when unknown."""
        return self._total(DURATION_NAMES, lambda attempt: attempt.duration_ms)

    @property
    def tokens(self) -> float | None:
        """Total tokens over all attempts, None when unknown."""
        return self._total(TOKENS_NAMES, lambda attempt: attempt.tokens)

    def _total(
        self, names: tuple[str, ...], of_attempt: Callable[[Attempt], float | None]
    ) -> float | None:
        """The summary's word; the sum over attempts only where the summary has no such key."""
        for name in names:
            if name in self.summary.model_fields_set:
                value: float | None = getattr(self.summary, name)
                return value
        return known_sum(of_attempt(attempt) for attempt in self.attempts)


def known_sum(values: Iterable[float | None]) -> float | None:
    """The sum of ``values``; None when one of them is unknown or there are none."""
    known: list[float] = []
    for value in values:
        if value is None:
            return None
        known.append(value)
    return math.fsum(known) if known else None


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known ``values``; None when none is known."""
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else None
