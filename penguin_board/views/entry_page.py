"""The page of an entry: why its number is what it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from penguin_board.board_texts import board_title
from penguin_board.boards import Board, Entry
from penguin_board.views.entry_names import EntryName, WebLink, web_link
from penguin_board.views.expression_view import ExpressionViews, NodeView, StdView
from penguin_board.views.pair_texts import PairTable, pair_of, pair_table, score_texts
from penguin_board.views.quantities import (
    Quantity,
    ResourceText,
    attempts_text,
    quantity,
    recorded_score_format,
    resources,
)
from penguin_board.views.run_view import (
    AttemptTotal,
    RunView,
    RunViews,
    attempt_totals,
    common_extras,
)
from penguin_board.views.source_files import SourceFile, SourceUrl, source_file
from penguin_board.views.table_statistics import (
    StatisticsMethod,
    StatisticsText,
    statistics_method,
    statistics_text,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """Everything that stands on an entry's page.

    ``better`` and ``worse`` are the neighbours in the board's order; ``score_unit`` is the unit of
    recorded scores, ``unit`` that of the entry's own; ``against`` compares the entry with its
    neighbours, None where it has none or no statistics were taken.
    """

    leaderboard_id: str
    board_title: str
    is_draft: bool
    name: EntryName
    note: str | None
    link: WebLink | None
    n_entries: int
    n_ranked_equal: int
    better: EntryName | None
    worse: EntryName | None
    ascending: bool
    unit: str
    score_unit: str
    score: Quantity
    std: StdView
    statistics: StatisticsText
    method: StatisticsMethod | None
    against: PairTable | None
    attempts: str
    n_tasks: int | None
    n_experiments: int
    resources: tuple[ResourceText, ...]
    unequal_attempts: bool
    expression: NodeView
    attempt_totals: tuple[AttemptTotal, ...]
    runs: tuple[RunView, ...]
    extras: tuple[tuple[str, str], ...]
    leaderboard_file: SourceFile

    @property
    def runs_with_tasks(self) -> tuple[RunView, ...]:
        """The runs that have results of tasks."""
        return tuple(run for run in self.runs if run.tasks)

    @property
    def n_task_rows(self) -> int:
        """How many tasks they have together."""
        return sum(len(run.tasks) for run in self.runs)


class EntryPages:
    """The pages of a board's entries, with what they share made once."""

    def __init__(self, board: Board, names: Mapping[str, EntryName], source_url: SourceUrl) -> None:
        self._board = board
        self._names = names
        self._ordered = list(names.values())
        self._scores = score_texts(board)
        self._ranks = Counter(entry.rank for entry in board.entries)
        self._method = statistics_method(board)
        self._unequal_attempts = board.unequal_attempts
        self._score_unit = recorded_score_format(board).unit
        self._expressions = ExpressionViews(board)
        self._runs = RunViews(board, source_url)
        self._source_url = source_url

    def page(self, entry: Entry) -> EntryPage:
        """The page of ``entry``."""
        board, evaluated, ordered = self._board, entry.evaluated, self._ordered
        name, std = self._names[entry.entry_id], self._expressions.std(entry)
        extras = common_extras(entry.evaluated.runs)
        return EntryPage(
            leaderboard_id=board.leaderboard_id,
            board_title=board_title(board),
            is_draft=board.is_draft,
            name=name,
            note=evaluated.expression.note,
            link=web_link(evaluated.expression.url or "", evaluated.expression.url),
            n_entries=len(board.entries),
            n_ranked_equal=self._ranks[entry.rank] - 1,
            better=ordered[name.number - 2] if name.number > 1 else None,
            worse=ordered[name.number] if name.number < len(ordered) else None,
            ascending=board.ascending,
            unit=board.format.unit,
            score_unit=self._score_unit,
            score=quantity(entry.score, board.format.text),
            std=std,
            statistics=statistics_text(board, entry, {}),
            method=self._method,
            against=self._against(name),
            attempts=attempts_text(entry),
            n_tasks=evaluated.n_tasks,
            n_experiments=len(evaluated.experiment_ids),
            resources=resources(entry),
            unequal_attempts=self._unequal_attempts,
            expression=self._expressions.tree(entry),
            attempt_totals=attempt_totals(entry, std.composites),
            runs=self._runs.of(entry, extras),
            extras=extras,
            leaderboard_file=source_file(board.path, self._source_url),
        )

    def _against(self, name: EntryName) -> PairTable | None:
        board, count = self._board, len(self._names)
        if board.statistics is None or count < 2:
            return None
        here = name.number - 1
        pairs = [
            pair_of(board, here, other) for other in (here - 1, here + 1) if 0 <= other < count
        ]
        return pair_table(board, pairs, self._names, self._scores)
