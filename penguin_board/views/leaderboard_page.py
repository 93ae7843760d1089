"""The page of a leaderboard: its head and its views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from penguin_board import display
from penguin_board.board_texts import board_description, board_title
from penguin_board.boards import Board
from penguin_board.problems import Problem
from penguin_board.views.comparison import CompareView, compare_view
from penguin_board.views.entry_names import EntryName, WebLink, web_link
from penguin_board.views.history import HistoryItem, history
from penguin_board.views.pareto import ParetoView, pareto_view
from penguin_board.views.score_table import TableView, table_view
from penguin_board.views.waffle import WaffleView, waffle_view
from penguin_board.views.waffle_data import waffle_data


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardPage:
    """Everything that stands on a leaderboard's page."""

    leaderboard_id: str
    title: str
    description: str | None
    is_draft: bool
    author_name: str
    author_link: WebLink | None
    links: tuple[WebLink, ...]
    newest_date: str | None
    n_entries: int
    n_experiments: int
    n_tasks: int
    attempts: str
    table: TableView
    pareto: ParetoView
    waffle: WaffleView
    waffle_data: Mapping[str, Any]
    compare: CompareView | None
    history: tuple[HistoryItem, ...]
    warnings: tuple[Problem, ...]


def leaderboard_page(board: Board, names: Mapping[str, EntryName]) -> LeaderboardPage:
    """The page of ``board``."""
    record = board.leaderboard
    links = (web_link(link.title, link.url) for link in record.links)
    waffle = waffle_view(board, names)
    return LeaderboardPage(
        leaderboard_id=board.leaderboard_id,
        title=board_title(board),
        description=board_description(board),
        is_draft=board.is_draft,
        author_name=record.author.name,
        author_link=web_link(record.author.name, record.author.homepage),
        links=tuple(link for link in links if link is not None),
        newest_date=board.newest_date,
        n_entries=len(board.entries),
        n_experiments=n_experiments(board),
        n_tasks=waffle.n_tasks,
        attempts=_attempts(board),
        table=table_view(board, names),
        pareto=pareto_view(board, names),
        waffle=waffle,
        waffle_data=waffle_data(board),
        compare=compare_view(board, names),
        history=history(board, names),
        warnings=board.warnings,
    )


def n_experiments(board: Board) -> int:
    """How many distinct experiments the board's entries refer to."""
    return len({run.experiment_id for run in board.runs})


def _attempts(board: Board) -> str:
    counts = [run.summary.n_attempt for run in board.runs]
    return display.count_range(min(counts), max(counts))
