"""A board as data files: JSON, CSV and Markdown, with the same numbers as its page."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from penguin_board import display
from penguin_board.boards import Board, Entry
from penguin_board.json_export import leaderboard_json, whole
from penguin_board.stats import Settings
from penguin_board.stats.settings import level_text

_MARKDOWN_SPECIAL = frozenset("\\`*_{}[]<>#|~!&$:")


def board_files(board: Board, *, show_email: bool = False) -> dict[str, bytes]:
    """The data files that stand beside a board's page, by name."""
    return {
        "leaderboard.json": leaderboard_json(board, show_email=show_email).encode("utf-8"),
        "leaderboard.csv": leaderboard_csv(board).encode("utf-8"),
        "leaderboard.md": leaderboard_markdown(board).encode("utf-8"),
    }


_CSV_COLUMNS: tuple[tuple[str, Callable[[Entry], str | float | None]], ...] = (
    ("rank", lambda entry: entry.rank),
    ("entry", lambda entry: entry.label),
    ("harness", lambda entry: entry.evaluated.harness_name),
    ("model", lambda entry: entry.evaluated.model_name),
    ("algorithm", lambda entry: entry.evaluated.algorithm),
    ("phase", lambda entry: entry.evaluated.phase),
    ("score", lambda entry: entry.score),
    ("score_std", lambda entry: entry.std),
    ("std_method", lambda entry: entry.evaluated.estimate.std_method),
    ("ci95_low", lambda entry: _interval(entry)[0]),
    ("ci95_high", lambda entry: _interval(entry)[1]),
    ("win_rate", lambda entry: entry.statistics.win_rate),
    ("rank_low", lambda entry: _rank_range(entry)[0]),
    ("rank_high", lambda entry: _rank_range(entry)[1]),
    ("cost_usd", lambda entry: entry.total.cost),
    ("duration_ms", lambda entry: whole(entry.total.duration_ms)),
    ("tokens", lambda entry: whole(entry.total.tokens)),
    ("n_attempt", lambda entry: entry.evaluated.n_attempt),
    ("n_tasks", lambda entry: entry.evaluated.n_tasks),
    ("entry_id", lambda entry: entry.entry_id),
)


def _interval(entry: Entry) -> tuple[float | None, float | None]:
    found = entry.statistics.interval
    return found or (None, None)


def _rank_range(entry: Entry) -> tuple[int | None, int | None]:
    found = entry.statistics.rank_range
    return found or (None, None)


def leaderboard_csv(board: Board) -> str:
    """The board as CSV (RFC 4180): full precision, an empty cell for unknown."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([name for name, _ in _CSV_COLUMNS])
    for entry in board.entries:
        writer.writerow([_csv_cell(of_entry(entry)) for _, of_entry in _CSV_COLUMNS])
    return text.getvalue()


def _csv_cell(value: str | float | None) -> str:
    if isinstance(value, str):
        return display.inert_cell(value)
    return "" if value is None else repr(value)


def leaderboard_markdown(board: Board) -> str:
    """The board as a Markdown table with the texts of its page."""
    unit = f" ({board.format.unit})" if board.format.unit else ""
    direction = ", lower is better" if board.ascending else ""
    header = [
        "Rank", "Rank range", "Entry", "Harness", "Model", "Algorithm", "Phase",
        f"Score{unit}{direction} ± std", "95% CI", "Win rate",
        "Cost", "Duration", "Tokens", "Attempts", "Tasks",
    ]  # fmt: skip
    rows = [_markdown_row(board, entry) for entry in board.entries]
    texts = {"Entry", "Harness", "Model", "Algorithm", "Phase"}
    rule = ["---" if name in texts else "---:" for name in header]
    lines = [f"# {markdown_text(board.leaderboard.title)}", ""]
    lines += [_markdown_line(cells) for cells in (header, rule, *rows)]
    lines += ["", "± is the sample standard deviation over attempts, not an interval."]
    if board.statistics is not None:
        lines += ["", f"{statistics_text(board.statistics.settings)}"]
    return "\n".join(lines) + "\n"


def _markdown_row(board: Board, entry: Entry) -> list[str]:
    evaluated = entry.evaluated
    return [
        str(entry.rank),
        rank_range_text(entry),
        *(
            markdown_text(text)
            for text in (
                entry.label,
                evaluated.harness_name,
                evaluated.model_name,
                evaluated.algorithm,
                evaluated.phase,
            )
        ),
        board.format.plus_minus(entry.score, entry.std),
        interval_text(board, entry),
        display.percent(entry.statistics.win_rate),
        markdown_text(display.cost(entry.total.cost)),
        display.duration(entry.total.duration_ms),
        display.tokens(entry.total.tokens),
        display.count_range(evaluated.n_attempt, evaluated.n_attempt_max),
        display.UNDEFINED if evaluated.n_tasks is None else str(evaluated.n_tasks),
    ]


def statistics_text(settings: Settings) -> str:
    """How the intervals were made, in one sentence that lets a reader repeat them."""
    return (
        f"{level_text(settings.alpha)} intervals and rank ranges: {settings.method} bootstrap "
        f"over tasks within each benchmark, {settings.b} resamples, seed {settings.seed}, "
        f"adjustment for many comparisons: {settings.adjust}."
    )


def rank_range_text(entry: Entry) -> str:
    """``1–3``: the ranks that the comparisons leave open; ``1`` when they leave one."""
    low, high = _rank_range(entry)
    if low is None or high is None:
        return display.UNDEFINED
    return display.count_range(low, high)


def interval_text(board: Board, entry: Entry) -> str:
    """The interval of the score as the page shows it: ``66.5–76.6``, or ``[-1.0, 2.0]``."""
    low, high = _interval(entry)
    if low is None or high is None:
        return display.UNDEFINED
    return display.interval(board.format.text(low), board.format.text(high))


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, inside a table cell too."""
    escaped = "".join(f"\\{char}" if char in _MARKDOWN_SPECIAL else char for char in text)
    return " ".join(escaped.split())
