"""What is checked of a leaderboard whose files are read; ``validate`` makes no board of it."""

from __future__ import annotations

from penguin_board.checks import check_leaderboard
from penguin_board.entries import EvaluatedEntry, Runs, evaluate_entry
from penguin_board.entry_checks import check_entries
from penguin_board.located_yaml import Document
from penguin_board.problems import Problem
from penguin_board.schema import Leaderboard


def check_board(
    leaderboard: Leaderboard, document: Document, runs: Runs
) -> tuple[list[EvaluatedEntry], list[Problem]]:
    """The entries that can be evaluated over ``runs``, and every problem of the leaderboard."""
    problems = check_leaderboard(leaderboard, document, runs)
    evaluated: list[EvaluatedEntry] = []
    for index, expression in enumerate(leaderboard.values):
        entry, found = evaluate_entry(document, index, expression, runs)
        problems += found
        if entry is not None:
            evaluated.append(entry)
    problems += check_entries(document, evaluated)
    return evaluated, problems
