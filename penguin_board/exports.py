"""A board as data files: JSON, CSV, Markdown and LaTeX, with the same numbers as its page."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable

from penguin_board import display
from penguin_board.boards import Board, Entry
from penguin_board.json_export import leaderboard_json, whole
from penguin_board.stats import Settings
from penguin_board.stats.settings import level_text

_MARKDOWN = str.maketrans({char: f"\\{char}" for char in "\\`*_{}[]<>#|~!&$:"})
# The signs that would mean something to LaTeX, or that its first fonts lack; a run of hyphens
# would become a dash.
_TEX_SPECIAL = re.compile(r"-(?=-)|[\\{}$&#%_^~<>|±–—]")
_TEX = {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "-": "-{}",
    "±": r"$\pm$", "–": "--", "—": "---",
}  # fmt: skip


def board_files(board: Board, *, show_email: bool = False) -> dict[str, bytes]:
    """The data files that stand beside a board's page, by name."""
    return {
        "leaderboard.json": leaderboard_json(board, show_email=show_email).encode("utf-8"),
        "leaderboard.csv": leaderboard_csv(board).encode("utf-8"),
        "leaderboard.md": leaderboard_markdown(board).encode("utf-8"),
        "leaderboard.tex": leaderboard_tex(board).encode("utf-8"),
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


_NAMES = frozenset(("Entry", "Harness", "Model", "Algorithm", "Phase"))


def leaderboard_markdown(board: Board) -> str:
    """The board as a Markdown table with the texts of its page."""
    header, *rows = _text_table(board)
    rule = ["---" if name in _NAMES else "---:" for name in header]
    lines = [f"# {markdown_text(board.leaderboard.title)}", ""]
    lines += [
        _markdown_line(header),
        _markdown_line(rule),
        *(_markdown_line(map(markdown_text, row)) for row in rows),
    ]
    for note in _coverage_notes(board):
        lines += ["", markdown_text(note)]
    lines += ["", "± is the sample standard deviation over attempts, not an interval."]
    if board.statistics is not None:
        lines += ["", f"{statistics_text(board.statistics.settings)}"]
    return "\n".join(lines) + "\n"


def _coverage_notes(board: Board) -> list[str]:
    """A sentence an entry that covers only some of the benchmarks."""
    labels = {f"values[{entry.evaluated.index}]": entry.label for entry in board.entries}
    return [
        f"{labels[warning.key]} {warning.message}."
        for warning in board.warnings
        if warning.code == "other-benchmarks"
    ]


def leaderboard_tex(board: Board) -> str:
    """The board as a LaTeX ``tabular`` to be included in a document; it needs no package."""
    header, *rows = _text_table(board)
    columns = "".join("l" if name in _NAMES else "r" for name in header)
    lines = [f"% {' '.join(board.leaderboard.title.split())}"]
    if board.statistics is not None:
        lines.append(f"% {statistics_text(board.statistics.settings)}")
    lines += [
        f"\\begin{{tabular}}{{{columns}}}",
        "\\hline",
        _tex_line(header),
        "\\hline",
        *map(_tex_line, rows),
        "\\hline",
        "\\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def _text_table(board: Board) -> list[list[str]]:
    """The heading, then a line an entry, as texts that are not escaped yet."""
    unit = f" ({board.format.unit})" if board.format.unit else ""
    direction = ", lower is better" if board.ascending else ""
    header = [
        "Rank", "Rank range", "Entry", "Harness", "Model", "Algorithm", "Phase",
        f"Score{unit}{direction} ± std", "95% CI", "Win rate",
        "Cost", "Duration", "Tokens", "Attempts", "Tasks",
    ]  # fmt: skip
    return [header, *(_text_row(board, entry) for entry in board.entries)]


def _text_row(board: Board, entry: Entry) -> list[str]:
    evaluated = entry.evaluated
    return [
        str(entry.rank),
        rank_range_text(entry),
        entry.label,
        evaluated.harness_name,
        evaluated.model_name,
        evaluated.algorithm,
        evaluated.phase,
        board.format.plus_minus(entry.score, entry.std),
        interval_text(board, entry),
        display.percent(entry.statistics.win_rate),
        display.cost(entry.total.cost),
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


def _markdown_line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, inside a table cell too."""
    return " ".join(text.translate(_MARKDOWN).split())


def _tex_line(cells: Iterable[str]) -> str:
    return rf"{' & '.join(map(tex_text, cells))} \\"


def tex_text(text: str) -> str:
    """Text that LaTeX sets as it is, with any of its engines."""
    escaped = _TEX_SPECIAL.sub(lambda found: _TEX.get(found[0], f"\\{found[0]}"), text)
    return " ".join(escaped.split())
