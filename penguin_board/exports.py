"""A board as data files: JSON, CSV and Markdown, with the same numbers as its page."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict

from penguin_board import __version__, display
from penguin_board.boards import Board, Entry
from penguin_board.json_model import (
    JsonAuthor,
    JsonEntry,
    JsonGenerator,
    JsonLeaderboard,
    JsonLink,
    JsonSaturation,
    JsonTask,
    JsonWarning,
)

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_MARKDOWN_SPECIAL = frozenset("\\`*_{}[]<>#|~!&$:")


def board_files(board: Board, *, show_email: bool = False) -> dict[str, bytes]:
    """The data files that stand beside a board's page, by name."""
    return {
        "leaderboard.json": leaderboard_json(board, show_email=show_email).encode("utf-8"),
        "leaderboard.csv": leaderboard_csv(board).encode("utf-8"),
        "leaderboard.md": leaderboard_markdown(board).encode("utf-8"),
    }


def leaderboard_json(board: Board, *, show_email: bool = False) -> str:
    """The board as JSON text: sorted keys, full precision, null for unknown."""
    model = asdict(json_leaderboard(board, show_email=show_email))
    return json.dumps(model, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n"


def json_leaderboard(board: Board, *, show_email: bool = False) -> JsonLeaderboard:
    """The board in the shape of ``leaderboard.json``."""
    record = board.leaderboard
    saturation = board.grid.saturation
    return JsonLeaderboard(
        schema_version=1,
        leaderboard_id=record.leaderboard_id,
        title=record.title,
        title_zh=record.title_zh,
        status=record.status,
        author=JsonAuthor(
            name=record.author.name,
            homepage=record.author.homepage,
            email=record.author.email if show_email else None,
        ),
        description=record.description,
        description_zh=record.description_zh,
        links=[JsonLink(title=link.title, url=link.url) for link in record.links],
        order=record.order,
        score_max=board.bar_full,
        generator=JsonGenerator(name="penguin-board", version=__version__),
        warnings=[
            JsonWarning(
                path=problem.path,
                line=problem.line,
                column=problem.column,
                key=problem.key,
                code=problem.code,
                message=problem.message,
            )
            for problem in board.warnings
        ],
        entries=[_json_entry(entry) for entry in board.entries],
        saturation=JsonSaturation(
            total=saturation.total,
            solved_by_all=saturation.solved_by_all,
            solved_by_none=saturation.solved_by_none,
            discriminating=saturation.discriminating,
        ),
        tasks=[
            JsonTask(benchmark=benchmark.name, source=task.source, solved_by=task.solved_by)
            for benchmark in board.grid.benchmarks
            for task in benchmark.tasks
        ],
    )


def _json_entry(entry: Entry) -> JsonEntry:
    evaluated = entry.evaluated
    return JsonEntry(
        rank=entry.rank,
        entry_id=entry.entry_id,
        label=entry.label,
        harness_name=evaluated.harness_name,
        model_name=evaluated.model_name,
        algorithm=evaluated.algorithm,
        phase=evaluated.phase,
        experiment_ids=list(evaluated.experiment_ids),
        note=evaluated.expression.note,
        url=evaluated.expression.url,
        score=entry.score,
        score_std=entry.std,
        std_method=evaluated.estimate.std_method,
        n_attempt=evaluated.n_attempt,
        n_tasks=evaluated.n_tasks,
        categories={run.benchmark: run.summary.score_mean for run in evaluated.runs},
        cost=entry.total.cost,
        duration_ms=_whole(entry.total.duration_ms),
        tokens=_whole(entry.total.tokens),
        on_frontier=list(entry.on_frontier),
        on_frontier_per_attempt=list(entry.on_frontier_per_attempt),
    )


def _whole(value: float | None) -> float | None:
    """The same number, an int where it is whole, so that 1200 is not written 1200.0."""
    return int(value) if value is not None and value == int(value) else value


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
    ("cost_usd", lambda entry: entry.total.cost),
    ("duration_ms", lambda entry: _whole(entry.total.duration_ms)),
    ("tokens", lambda entry: _whole(entry.total.tokens)),
    ("n_attempt", lambda entry: entry.evaluated.n_attempt),
    ("n_tasks", lambda entry: entry.evaluated.n_tasks),
    ("entry_id", lambda entry: entry.entry_id),
)


def leaderboard_csv(board: Board) -> str:
    """The board as CSV (RFC 4180): full precision, an empty cell for unknown."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([name for name, _ in _CSV_COLUMNS])
    for entry in board.entries:
        writer.writerow([_csv_cell(of_entry(entry)) for _, of_entry in _CSV_COLUMNS])
    return text.getvalue()


def _csv_cell(value: str | float | None) -> str:
    """A cell's text; one that a spreadsheet would run as a formula is made inert."""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA_STARTS) else value
    return "" if value is None else repr(value)


def leaderboard_markdown(board: Board) -> str:
    """The board as a Markdown table with the texts of its page."""
    unit = f" ({board.format.unit})" if board.format.unit else ""
    direction = ", lower is better" if board.ascending else ""
    header = [
        "Rank", "Entry", "Harness", "Model", "Algorithm", "Phase",
        f"Score{unit}{direction} ± std", "Cost", "Duration", "Tokens", "Attempts", "Tasks",
    ]  # fmt: skip
    rows = [_markdown_row(board, entry) for entry in board.entries]
    right = {0, 6, 7, 8, 9, 10, 11}
    rule = ["---:" if index in right else "---" for index in range(len(header))]
    lines = [f"# {markdown_text(board.leaderboard.title)}", ""]
    lines += [_markdown_line(cells) for cells in (header, rule, *rows)]
    lines += ["", "± is the sample standard deviation over attempts, not an interval."]
    return "\n".join(lines) + "\n"


def _markdown_row(board: Board, entry: Entry) -> list[str]:
    evaluated = entry.evaluated
    return [
        str(entry.rank),
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
        markdown_text(display.cost(entry.total.cost)),
        display.duration(entry.total.duration_ms),
        display.tokens(entry.total.tokens),
        attempts_text(entry),
        display.UNDEFINED if evaluated.n_tasks is None else str(evaluated.n_tasks),
    ]


def attempts_text(entry: Entry) -> str:
    """``3``, or ``1–3`` where experiments differ."""
    low, high = entry.evaluated.n_attempt, entry.evaluated.n_attempt_max
    return str(low) if low == high else f"{low}–{high}"


def _markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_text(text: str) -> str:
    """Text that Markdown shows as it is, inside a table cell too."""
    escaped = "".join(f"\\{char}" if char in _MARKDOWN_SPECIAL else char for char in text)
    return " ".join(escaped.split())
