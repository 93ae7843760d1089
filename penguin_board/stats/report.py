"""A leaderboard as Markdown, JSON and CSV; every number is formatted by ``display`` (F1 to F5)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from penguin_board import display
from penguin_board.stats.rows import LeaderboardRow, PairwiseDiff
from penguin_board.stats.runs import DEFAULT_CATEGORY
from penguin_board.stats.settings import Settings, level_text, listed
from penguin_board.stats.verdicts import Verdict

_MARKDOWN_SPECIAL = frozenset("\\|`*[]<>~")
# An interval that is no wider has no width: it is not shown as certainty.
_NO_WIDTH = 1e-9
_VERDICT_WORDS: dict[Verdict, str] = {
    "better": "better",
    "worse": "worse",
    "tie": "not distinguishable",
    "insufficient": "too few tasks",
}


def render_markdown(
    rows: Sequence[LeaderboardRow],
    pairs: Sequence[PairwiseDiff] | None = None,
    settings: Settings | None = None,
    notes: Iterable[str] = (),
) -> str:
    """A table of the models, one of the pairs, the notes, and how to reproduce both (F2).

    An interval of no width is an em dash: one task, or scores that do not vary, say nothing
    about other tasks.

    Args:
        rows: Best first.
        pairs: None for no pairwise table.
        settings: Those of the rows; given, the rank ranges are shown too. None for the
            defaults.
        notes: Sentences for below the tables.

    Returns:
        Markdown in which every name is text: nothing in it is markup.
    """
    level = level_text((settings or Settings()).alpha)
    parts = [_models_table(rows, level, with_ranges=settings is not None)]
    if pairs is not None:
        parts.append(_pairs_table(pairs, level))
    remarks = [*notes, *_without_interval(rows)]
    if remarks:
        parts.append("".join(f"- {_escaped(remark)}\n" for remark in remarks))
    if settings is not None and rows:
        parts.append(f"{settings_text(settings)}\n")
    return "\n".join(parts)


def settings_text(settings: Settings) -> str:
    """Every setting in one line, so that a reader can reproduce the numbers (section g).

    Args:
        settings: Those of the leaderboard.

    Returns:
        A sentence.
    """
    unit = {"none": "tasks", "family": "families", "category": "categories"}[settings.clusters]
    return (
        f"{level_text(settings.alpha)} {settings.method} intervals from {settings.b} resamples "
        f"of {unit}, seed {settings.seed}; ties: {settings.ties}, weighting: "
        f"{settings.weighting}, missing: {settings.missing}, adjust: {settings.adjust}, "
        f"verdicts from {settings.enough} {unit}."
    )


def _models_table(rows: Sequence[LeaderboardRow], level: str, *, with_ranges: bool) -> str:
    with_coverage = any(row.coverage < 1 for row in rows)
    categories = sorted({category for row in rows for category in row.categories})
    if categories == [DEFAULT_CATEGORY]:
        categories = []
    header = ["Rank", "Model", "Mean", f"{level} CI", "Win rate", "Tasks"]
    header += ["Rank range"] * with_ranges + ["Coverage"] * with_coverage
    header += [_escaped(category) for category in categories]
    lines: list[list[str]] = []
    names = [_escaped(name) for name in display.short_ids([row.model_id for row in rows])]
    for row, name in zip(rows, names, strict=True):
        cells = [
            display.UNDEFINED if row.rank is None else str(row.rank),
            name,
            display.fixed(row.mean_score, 2),
            _mean_interval(row),
            display.fixed(row.win_rate, 2),
            str(row.tasks_completed),
        ]
        if with_ranges:
            cells.append(f"{row.rank_lo}-{row.rank_hi}")
        if with_coverage:
            cells.append(display.percent(row.coverage))
        cells += [display.fixed(row.categories.get(category), 2) for category in categories]
        lines.append(cells)
    return _table(header, lines)


def _mean_interval(row: LeaderboardRow) -> str:
    low, high = row.mean_ci_lo, row.mean_ci_hi
    if low is None or high is None or high - low <= _NO_WIDTH:
        return display.UNDEFINED
    return display.ci_dash(low, high)


def _without_interval(rows: Sequence[LeaderboardRow]) -> list[str]:
    names = [row.model_id for row in rows if _mean_interval(row) == display.UNDEFINED]
    if not names:
        return []
    return [f"No interval where there is one task, or no variation: {listed(names)}."]


def _pairs_table(pairs: Sequence[PairwiseDiff], level: str) -> str:
    adjusted = any(pair.p_adjusted is not None for pair in pairs)
    header = ["Model A", "Model B", "Difference", f"{level} CI", "p", "Verdict on A", "Tasks"]
    if adjusted:
        header.insert(5, "Adjusted p")
    ids = sorted({name for pair in pairs for name in (pair.model_a, pair.model_b)})
    short = dict(zip(ids, map(_escaped, display.short_ids(ids)), strict=True))
    lines: list[list[str]] = []
    for pair in pairs:
        cells = [
            short[pair.model_a],
            short[pair.model_b],
            display.signed(pair.diff_mean, 2),
            _difference_interval(pair),
            display.p_value(pair.p),
            _VERDICT_WORDS[pair.verdict],
            str(pair.n_tasks),
        ]
        if adjusted:
            cells.insert(5, display.p_value(pair.p_adjusted))
        lines.append(cells)
    return _table(header, lines)


def _difference_interval(pair: PairwiseDiff) -> str:
    if pair.ci_lo is None or pair.ci_hi is None:
        return display.UNDEFINED
    excludes_zero = pair.ci_lo > 0 or pair.ci_hi < 0
    return display.ci_bracket(pair.ci_lo, pair.ci_hi, significant=excludes_zero)


def _table(header: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    text = f"| {' | '.join(header)} |\n"
    text += f"|{'|'.join('-' * (len(cell) + 2) for cell in header)}|\n"
    return text + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _escaped(text: str) -> str:
    """Text that stays text, on one line, inside a Markdown table."""
    return "".join(
        f"\\{char}" if char in _MARKDOWN_SPECIAL else char if char.isprintable() else " "
        for char in text
    )


def render_json(
    rows: Sequence[LeaderboardRow],
    pairs: Sequence[PairwiseDiff] | None = None,
    settings: Settings | None = None,
    notes: Iterable[str] | None = None,
) -> str:
    """Full precision, null for what is undefined, never NaN (G1, G4).

    Args:
        rows: Best first.
        pairs: None for none.
        settings: Those of the rows; None to leave them out.
        notes: Sentences; None to leave them out.

    Returns:
        A list of rows; with any of the other arguments an object ``{rows, pairs, settings,
        notes}`` of those that were given.
    """
    content: Any = [_record(row) for row in rows]
    if not (pairs is None and settings is None and notes is None):
        content = {"rows": content}
        if pairs is not None:
            content["pairs"] = [_record(pair) for pair in pairs]
        if settings is not None:
            content["settings"] = {**_record(settings), "n_min": settings.enough}
        if notes is not None:
            content["notes"] = list(notes)
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _record(row: LeaderboardRow | PairwiseDiff | Settings) -> dict[str, Any]:
    record = {field.name: getattr(row, field.name) for field in fields(row)}
    if "categories" in record:
        record["categories"] = dict(record["categories"])
    return record


def render_rows_csv(rows: Sequence[LeaderboardRow]) -> str:
    """One line a model at full precision, an empty cell for what is undefined.

    Args:
        rows: Best first.

    Returns:
        CSV with a header: the fields of a row, then a column ``category:NAME`` a category. A text
        that a spreadsheet would take for a formula has an apostrophe before it.
    """
    categories = sorted({category for row in rows for category in row.categories})
    names = [field.name for field in fields(LeaderboardRow) if field.name != "categories"]
    lines = [
        [getattr(row, name) for name in names]
        + [row.categories.get(category) for category in categories]
        for row in rows
    ]
    return _csv([*names, *(f"category:{category}" for category in categories)], lines)


def render_pairs_csv(pairs: Sequence[PairwiseDiff]) -> str:
    """One line a pair at full precision, an empty cell for what is undefined.

    Args:
        pairs: In the order of the leaderboard.

    Returns:
        CSV with a header: the fields of a pair.
    """
    names = [field.name for field in fields(PairwiseDiff)]
    return _csv(names, [[getattr(pair, name) for name in names] for pair in pairs])


def _csv(header: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([_cell(name) for name in header])
    writer.writerows([_cell(value) for value in line] for line in lines)
    return text.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return display.inert_cell(value)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else repr(value)
