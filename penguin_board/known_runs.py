"""Runs of an earlier reading, each good until a file of it changes: rebuilds read only the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from penguin_board.experiments import Run
from penguin_board.folders import Stamp
from penguin_board.problems import Problem

RunKey = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class _Known:
    stamp: Stamp
    run: Run | None
    problems: tuple[Problem, ...]


class KnownRuns:
    """What was read of each run, by leaderboard, experiment and phase."""

    def __init__(self) -> None:
        self._known: dict[RunKey, _Known] = {}

    def run(
        self,
        key: RunKey,
        stamp: Stamp,
        read: Callable[[], Run | None],
        problems: list[Problem],
    ) -> Run | None:
        """The run at ``key``: as it is known, or from ``read`` where ``stamp`` is another.

        ``problems`` is the list that ``read`` adds to; known problems are added again.
        """
        known = self._known.get(key)
        if known is not None and known.stamp == stamp:
            problems += known.problems
            return known.run
        before = len(problems)
        run = read()
        self._known[key] = _Known(stamp, run, tuple(problems[before:]))
        return run
