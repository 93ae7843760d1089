"""Imports results of other tools from disk into ``experiments/<leaderboard-id>/``.

Nothing is written when anything is wrong. An experiment appears as a whole or not at all: its
files are staged in a folder beside it, which is then renamed.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from penguin_board import scalars
from penguin_board.dates import iso_date
from penguin_board.importers import FORMATS
from penguin_board.importers.clean_names import cleaned
from penguin_board.importers.contract import (
    COMMAND_LINE,
    ImportedExperiment,
    ImportOptions,
    LeftOut,
    SourceFile,
    option_problem,
)
from penguin_board.importers.detection import detected, may_be_results, sorted_out
from penguin_board.importers.experiment_files import experiment_files, score_mean
from penguin_board.importers.identifiers import experiment_ids
from penguin_board.importers.report import (
    ImportedRow,
    ImportReport,
    Status,
    has_error,
    report_text,
)
from penguin_board.importers.source_files import read_source_files
from penguin_board.located_yaml import Node, Scalar
from penguin_board.problems import Problem, ordered
from penguin_board.spelling import did_you_mean

__all__ = ["ImportReport", "import_results", "report_text"]

_EXISTS = "exists"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """An experiment with its files, and what is to be done with them."""

    experiment_id: str
    experiment: ImportedExperiment
    files: Mapping[str, str]
    status: Status


def import_results(
    format_name: str | None,
    paths: Sequence[Path],
    leaderboard_id: str,
    root: Path,
    options: ImportOptions | None = None,
    *,
    dry_run: bool = False,
    replace: bool = False,
) -> ImportReport:
    """Read ``paths`` (files, or folders and all below them) and write their experiments.

    Args:
        format_name: A key of ``FORMATS``; None to find out from the files.
        paths: What to read. Symbolic links within a folder are not followed.
        leaderboard_id: The folder below ``root/experiments`` to write to.
        root: The root of the tree of leaderboards and experiments.
        options: Names that take the place of those in the files.
        dry_run: Say what would be done, and write nothing.
        replace: Whether an experiment that exists and differs is replaced; else it is an error.

    Returns:
        What was done, what was left out, and every problem found.
    """
    options = options or ImportOptions()
    problems = _option_problems(format_name, leaderboard_id, options)
    if problems:
        return ImportReport(problems=ordered(problems), dry_run=dry_run)
    format_name, files, left_out, problems = _read(format_name, paths)
    if format_name is None:
        return ImportReport(problems=ordered(problems), dry_run=dry_run)
    result = FORMATS[format_name].read(files, options)
    problems += result.problems
    if not result.experiments and not has_error(problems):
        message = f"no results of the format {format_name} were found"
        hint = f"expected {FORMATS[format_name].description}"
        problems.append(_argument_problem("PATH", "nothing-found", message, hint))
    planned: list[_Planned] = []
    if not has_error(problems):
        planned, found = _plan(Path("experiments", leaderboard_id), root, result.experiments)
        problems += found if not replace else [p for p in found if p.code != _EXISTS]
    if not dry_run and not has_error(problems):
        problems += _write(root / "experiments" / leaderboard_id, root, planned)
    return ImportReport(
        rows=() if has_error(problems) else tuple(_row(one) for one in planned),
        left_out=(*left_out, *result.left_out),
        problems=ordered(problems),
        dry_run=dry_run,
    )


def _read(
    format_name: str | None, paths: Sequence[Path]
) -> tuple[str | None, list[SourceFile], list[LeftOut], list[Problem]]:
    """The format and its files; the format is None, with problems, where it cannot be told."""
    wants = may_be_results if format_name is None else FORMATS[format_name].wants
    files, left_out, problems = read_source_files(paths, wants)
    if format_name is None:
        format_name, found = detected(files, FORMATS)
        problems += found
        if format_name is None:
            return None, [], left_out, problems
        files = [file for file in files if FORMATS[format_name].wants(file.path)]
    named = frozenset(path.as_posix() for path in paths)
    files, not_of_it, found = sorted_out(files, FORMATS[format_name], named, FORMATS)
    return format_name, files, [*left_out, *not_of_it], [*problems, *found]


def _row(planned: _Planned) -> ImportedRow:
    attempts = planned.experiment.attempts
    return ImportedRow(
        experiment_id=planned.experiment_id,
        status=planned.status,
        n_attempt=len(attempts) or getattr(planned.experiment.summary, "n_attempt", 0),
        n_tasks=max((len(attempt.tasks) for attempt in attempts), default=0),
        score_mean=score_mean(planned.experiment),
        stated=planned.experiment.stated,
    )


def _option_problems(
    format_name: str | None, leaderboard_id: str, options: ImportOptions
) -> list[Problem]:
    problems: list[Problem] = []
    if format_name is not None and format_name not in FORMATS:
        hint = did_you_mean(format_name, FORMATS) or f"one of {', '.join(sorted(FORMATS))}"
        message = f'"{format_name}" is no known format'
        problems.append(_argument_problem("FORMAT", "unknown-format", message, hint))
    readers: dict[str, Callable[[Node], str]] = {"phase": scalars.read_segment, "date": _read_date}
    readers["leaderboard"] = scalars.read_leaderboard_id
    given: list[tuple[str, str | None]] = [("leaderboard", leaderboard_id)]
    given += [item for item in asdict(options).items() if item[0] not in ("metric", "n_tasks")]
    given += [("metric", text) for text in options.metric]
    for name, text in given:
        if text is None:
            continue
        try:
            readers.get(name, _read_argument)(Scalar(text, False, 1, 1))
        except scalars.ScalarError as error:
            problems.append(option_problem(name, error.code, error.message, error.hint))
    return problems


def _argument_problem(argument: str, code: str, message: str, hint: str) -> Problem:
    return Problem(path=COMMAND_LINE, key=argument, code=code, message=message, hint=hint)


def _read_date(node: Node) -> str:
    text = scalars.read_name(node)
    if iso_date(text) == text:
        return text
    raise scalars.ScalarError(
        code="date", message=f'"{text}" is not a date', hint="write it as 2026-07-21"
    )


def _read_argument(node: Node) -> str:
    """A name; bytes of an argument that are not UTF-8 reach Python as lone surrogates."""
    text = scalars.read_name(node)
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise scalars.ScalarError(code="not-utf-8", message="is not UTF-8")
    return text


def _plan(
    board: Path, root: Path, imported: Sequence[ImportedExperiment]
) -> tuple[list[_Planned], list[Problem]]:
    """What is to be done with each experiment, and what stands in the way."""
    experiments = [cleaned(experiment) for experiment in imported]
    problems = [
        _not_a_folder(folder) for folder in (board.parent, board) if _is_occupied(root / folder)
    ]
    planned: list[_Planned] = []
    ids = experiment_ids(experiments)
    for experiment_id in (name for name, count in Counter(ids).items() if count > 1):
        message = "the same experiment is in the input more than once"
        problems.append(_problem_at(board / experiment_id, "duplicate-experiment", message))
    for experiment_id, experiment in zip(ids, experiments, strict=True):
        files = experiment_files(experiment_id, experiment)
        folder = board / experiment_id
        problems += _score_problems(folder, experiment)
        status: Status = "created"
        if _is_occupied(root / folder):
            problems.append(_not_a_folder(folder))
        elif (root / folder).exists():
            status = "unchanged" if _holds(root / folder, files) else "replaced"
        if status == "replaced":
            message = "exists already with other contents"
            hint = "give --replace to replace it, or import both together to have both"
            problems.append(_problem_at(folder, _EXISTS, message, hint))
        planned.append(
            _Planned(experiment_id=experiment_id, experiment=experiment, files=files, status=status)
        )
    return planned, problems


def _score_problems(folder: Path, experiment: ImportedExperiment) -> list[Problem]:
    """What no board can show: nothing scored, a score below 0, a task with two results."""
    problems: list[Problem] = []
    if score_mean(experiment) is None:
        problems.append(_problem_at(folder, "no-score", "an attempt has no task that was scored"))
    tasks = (task for attempt in experiment.attempts for task in attempt.tasks)
    least = min((task.score for task in tasks if task.score is not None), default=0.0)
    least = min(least, score_mean(experiment) or 0.0)
    if least < 0:
        message = f"has the score {least:g}, below 0, which no board can show"
        problems.append(_problem_at(folder, "score-range", message))
    for attempt in experiment.attempts:
        counts = Counter(task.source for task in attempt.tasks)
        for source in (source for source, count in counts.items() if count > 1):
            message = f'attempt {attempt.number} has more than one result of "{source}"'
            problems.append(_problem_at(folder, "duplicate-task", message))
    return problems


def _is_occupied(folder: Path) -> bool:
    """Whether something stands there that must not be written through or over."""
    return folder.is_symlink() or (folder.exists() and not folder.is_dir())


def _not_a_folder(path: Path) -> Problem:
    return _problem_at(path, "not-a-folder", "is a symbolic link or a file, expected a folder")


def _holds(folder: Path, files: Mapping[str, str]) -> bool:
    """Whether the folder holds exactly these files."""
    found = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }
    return found.keys() == files.keys() and all(
        not found[name].is_symlink() and found[name].read_bytes() == text.encode()
        for name, text in files.items()
    )


def _write(board: Path, root: Path, planned: Iterable[_Planned]) -> list[Problem]:
    changed = [one for one in planned if one.status != "unchanged"]
    if not changed:
        return []
    try:
        board.mkdir(parents=True, exist_ok=True)
        # No id begins with a dot: a staging folder left by a power cut is no experiment.
        with tempfile.TemporaryDirectory(prefix=".import-", dir=board) as staging:
            for one in changed:
                _stage(Path(staging, one.experiment_id), one.files)
            for one in changed:
                _put_in_place(Path(staging), board, one)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        return [_problem_at(board.relative_to(root), "cannot-write", message)]
    return []


def _stage(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def _put_in_place(staging: Path, board: Path, planned: _Planned) -> None:
    folder = board / planned.experiment_id
    old = staging / f"{planned.experiment_id}.old"
    if planned.status == "replaced":
        folder.rename(old)
    try:
        (staging / planned.experiment_id).rename(folder)
    except BaseException:
        if old.exists():
            old.rename(folder)
        raise


def _problem_at(path: Path, code: str, message: str, hint: str = "") -> Problem:
    return Problem(path=path.as_posix(), code=code, message=message, hint=hint)
