"""What an importer takes and gives: files in memory in, experiments and problems out.

An importer is a pure function; only :mod:`penguin_board.importing` touches the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from penguin_board.importers.json_tokens import Data
from penguin_board.importers.shapes import Shape
from penguin_board.problems import Problem

COMMAND_LINE = "(command line)"
DEFAULT_PHASE = "test"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file of another tool; ``path`` is as the user gave it, with ``/``.

    ``data`` of a large file is the file mapped to memory, so that it is never held as a whole.
    ``whole_path`` is the same file from the root of the disk, however it was named.
    """

    path: str
    data: Data
    whole_path: str = ""

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return self.path.rpartition("/")[2]

    @property
    def shown(self) -> str:
        """The file's name and folder, without what only this machine has before them."""
        return "/".join((self.whole_path or self.path).split("/")[-2:])

    @property
    def folder(self) -> str:
        """The folder of the file; empty where the path has none."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedTask:
    """One task of an attempt; None is unknown, a None ``score`` a task that was not scored.

    ``cost`` is in USD, ``duration_ms`` in milliseconds, ``tokens`` a count.
    """

    source: str
    score: float | None
    cost: float | None = None
    duration_ms: float | None = None
    tokens: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedAttempt:
    """One attempt at all tasks; a None ``score`` stands for the mean of the scored tasks.

    A None total stands for the sum over the tasks, unknown where one of them is.
    """

    number: int
    tasks: tuple[ImportedTask, ...]
    score: float | None = None
    cost: float | None = None
    duration_ms: float | None = None
    tokens: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """An aggregate that a file states beside the rows that it is made of.

    ``value`` is on the scale of the written scores; ``digits`` is how many of its decimals the
    file prints, None for all.
    """

    name: str
    value: float
    digits: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedSummary:
    """What a file states of attempts whose rows it does not have."""

    n_attempt: int
    score_mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedExperiment:
    """One experiment; a None total stands for the sum over attempts, unknown where one is.

    Without attempts, ``summary`` says what is known. ``extra_meta`` holds further keys of
    meta_info.yaml, all text, ``metrics`` further numbers of summary.yaml. ``date`` is YYYY-MM-DD.
    ``stated`` is what the report compares the board's value with.
    """

    benchmark_name: str
    harness_name: str
    model_name: str
    algorithm: str
    attempts: tuple[ImportedAttempt, ...]
    phase: str = DEFAULT_PHASE
    date: str | None = None
    extra_meta: Mapping[str, str] = field(default_factory=dict)
    cost_total: float | None = None
    duration_ms_total: float | None = None
    tokens_total: float | None = None
    summary: ImportedSummary | None = None
    metrics: Mapping[str, float] = field(default_factory=dict)
    stated: Stated | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What the user says in place of the files, or where they are silent.

    ``metric`` lists metrics by preference: the score is the first that a result has. ``n_tasks`` is
    how many tasks the benchmark has, for files that list only some of them.
    """

    harness: str | None = None
    model: str | None = None
    algorithm: str | None = None
    benchmark: str | None = None
    date: str | None = None
    phase: str | None = None
    metric: tuple[str, ...] = ()
    n_tasks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something of the input that is in no experiment, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportResult:
    """What an importer made of its files; with an error among ``problems`` nothing is written."""

    experiments: tuple[ImportedExperiment, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """A format: its one-line description, which files it takes, and its reader.

    A file is taken by its path (``wants``) and then by its contents (``recognises``).
    """

    description: str
    wants: Callable[[str], bool]
    read: Callable[[Sequence[SourceFile], ImportOptions], ImportResult]
    recognises: Callable[[Shape], bool] = lambda _shape: True


def option_problem(option: str, code: str, message: str, hint: str = "") -> Problem:
    """A problem with what was, or was not, given as ``--option``."""
    return Problem(path=COMMAND_LINE, key=f"--{option}", code=code, message=message, hint=hint)
