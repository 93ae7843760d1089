"""Records that are grouped by model and task where they are: by DuckDB, or by a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from penguin_board.eval_runs.grouped import (
    Source,
    column_problems,
    columns_of_groups,
    group_problems,
)
from penguin_board.eval_runs.grouping_sql import GROUPED, REPEATED
from penguin_board.problems import InvalidInput
from penguin_board.stats import RunColumns, Settings


class Engine(Protocol):
    """Something that holds records and answers queries."""

    source: Source

    def kinds(self) -> dict[str, str]:
        """The columns with the kind of their values: text, number, whole number, nothing, ..."""
        ...

    def rows(self, query: str) -> Iterator[Sequence[Any]]:
        """The rows of a query over the relation ``records``."""
        ...


def grouped_runs(engine: Engine, settings: Settings) -> RunColumns:
    """The records of an engine, one for each model and task, attempts averaged.

    Args:
        engine: Where the records are.
        settings: Says which fields take part: weights and clusters are checked only if used.

    Raises:
        InvalidInput: Records that cannot be used.
    """
    problems = column_problems(engine.source, engine.kinds())
    if problems:
        raise InvalidInput(problems)
    columns, suspects = columns_of_groups(engine.rows(GROUPED))
    # This query groups by attempt, too, which takes far more memory: only where it may find some.
    is_certain = all(group.has_attempts_once for group in suspects)
    repeated = () if is_certain else list(engine.rows(REPEATED))
    problems = group_problems(engine.source, columns, suspects, repeated, settings)
    if problems:
        raise InvalidInput(problems)
    return columns
