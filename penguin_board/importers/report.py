"""What an import did, and the same as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from penguin_board.importers.contract import LeftOut, Stated
from penguin_board.problems import Problem, printable

# So many paths that were left out for one reason are listed, the others are counted.
_SHOWN = 20

Status = Literal["created", "unchanged", "replaced"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRow:
    """One experiment of an import; ``status`` is what was done, or would be in a dry run."""

    experiment_id: str
    status: Status
    n_attempt: int
    n_tasks: int
    score_mean: float | None
    stated: Stated | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did; with an error among ``problems`` it wrote nothing."""

    rows: tuple[ImportedRow, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    problems: tuple[Problem, ...] = ()
    dry_run: bool = False

    @property
    def failed(self) -> bool:
        """Whether there was an error."""
        return has_error(self.problems)


def report_text(report: ImportReport) -> str:
    """The rows as a table, then what was left out by reason; problems are not part of it."""
    header: tuple[str, ...] = ("experiment", "status", "attempts", "tasks", "score_mean")
    cells = [_cells(row, report) for row in report.rows]
    if any(row.stated for row in report.rows):
        header = (*header, "stated", "difference")
        cells = [(*row, *_compared(of)) for row, of in zip(cells, report.rows, strict=True)]
    lines = _table(header, cells) if cells else []
    reasons: dict[str, list[str]] = {}
    for note in report.left_out:
        reasons.setdefault(note.reason, []).append(note.path)
    for reason, left_out in reasons.items():
        lines.append(f"left out: {reason}")
        lines += [f"  {path}" for path in left_out[:_SHOWN]]
        if len(left_out) > _SHOWN:
            lines.append(f"  and {len(left_out) - _SHOWN} more")
    counts = [
        f"{count} {_said(status, report)}"
        for status in ("created", "replaced", "unchanged")
        if (count := sum(row.status == status for row in report.rows))
    ]
    lines.append(f"experiments: {', '.join(counts) or 'none'}")
    if report.dry_run:
        lines.append("dry run: nothing was written")
    return "".join(f"{printable(line)}\n" for line in lines)


def _said(status: Status, report: ImportReport) -> str:
    """What was done, or would be without ``--dry-run``."""
    return f"would be {status}" if report.dry_run and status != "unchanged" else status


def _cells(row: ImportedRow, report: ImportReport) -> tuple[str, ...]:
    return (
        row.experiment_id,
        _said(row.status, report),
        str(row.n_attempt),
        str(row.n_tasks),
        "" if row.score_mean is None else f"{row.score_mean:.6f}",
    )


def _compared(row: ImportedRow) -> tuple[str, str]:
    """What the file itself states of the score, and how far the rows' score is from it."""
    if row.stated is None or row.score_mean is None:
        return "", ""
    digits = 6 if row.stated.digits is None else row.stated.digits
    shown = f"{row.stated.value:.{digits}f}"
    difference = row.score_mean - row.stated.value
    half_a_unit = 0.5 * 10.0**-digits
    return shown, "none" if abs(difference) <= half_a_unit * (1 + 1e-9) else f"{difference:+.6f}"


def _table(header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[index]) for row in (header, *rows)) for index in range(len(header))]
    return [
        "  ".join(
            cell.ljust(width) if index < 2 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (header, *rows)
    ]


def has_error(problems: Iterable[Problem]) -> bool:
    """Whether there is an error among ``problems``."""
    return any(problem.is_error for problem in problems)
