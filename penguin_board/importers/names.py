"""What a run is called: as the user says, else as the file says, else an error."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from penguin_board.importers.contract import (
    DEFAULT_PHASE,
    ImportedExperiment,
    ImportOptions,
    ImportResult,
    LeftOut,
    option_problem,
)
from penguin_board.importers.fields import Fields
from penguin_board.problems import Problem

_LOCAL_PATH = re.compile(r"[/~.\\]|[A-Za-z]:[/\\]")


def published(name: str | None) -> str | None:
    """The model's name as it is published; None for a path on somebody's disk, which is none."""
    return None if name is None or _LOCAL_PATH.match(name) else name


class Names:
    """Names of one import; ``problems`` has each missing option once."""

    def __init__(self, options: ImportOptions) -> None:
        self.options = options
        self._problems: dict[str, Problem] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What neither the files nor the options say."""
        return tuple(self._problems.values())

    @property
    def phase(self) -> str:
        """The phase of the runs, which no file names."""
        return self.options.phase or DEFAULT_PHASE

    def harness(self, found: str | None, path: str) -> str:
        """The harness; ``found`` is what the file at ``path`` says."""
        if not (self.options.harness or found):
            hint = "say which harness ran the model, as --harness NAME"
            message = f"{path} names no harness"
            self._problems.setdefault(
                "harness", option_problem("harness", "missing-harness", message, hint)
            )
        return self.options.harness or found or ""

    def model(self, found: str | None, path: str) -> str:
        """The model; ``found`` is what the file at ``path`` says."""
        if not (self.options.model or found):
            hint = "say which model was run, as --model NAME"
            message = f"{path} names no model"
            self._problems.setdefault(
                "model", option_problem("model", "missing-model", message, hint)
            )
        return self.options.model or found or ""

    def benchmark(self, found: str | None, path: str) -> str:
        """The benchmark; ``found`` is what the file at ``path`` says."""
        if not (self.options.benchmark or found):
            hint = "say which benchmark was run, as --benchmark NAME"
            message = f"{path} names no benchmark"
            self._problems.setdefault(
                "benchmark", option_problem("benchmark", "missing-benchmark", message, hint)
            )
        return self.options.benchmark or found or ""

    def algorithm(self, found: str | None, path: str) -> str:
        """The algorithm; ``found`` is what the file at ``path`` says."""
        if not (self.options.algorithm or found):
            hint = "say how the agent was prepared, as --algorithm baseline"
            message = f"{path} names no algorithm"
            self._problems.setdefault(
                "algorithm", option_problem("algorithm", "missing-algorithm", message, hint)
            )
        return self.options.algorithm or found or ""

    def date(self, found: str | None) -> str | None:
        """The date, unknown where nothing says it."""
        return self.options.date or found

    def metric(self, metrics: tuple[str, ...], path: str, task: str) -> str | None:
        """The one of ``metrics`` that is the score.

        It is the first of ``--metric`` that is there, by its full name or by what stands before
        its comma where that is one metric only; without the option, the only one there is.
        """
        for wanted in self.options.metric:
            if wanted in metrics:
                return wanted
            alike = [name for name in metrics if name.partition(",")[0] == wanted]
            if len(alike) == 1:
                return alike[0]
            if alike:
                break
        if len(metrics) == 1 and not self.options.metric:
            return metrics[0]
        hint = "say which is the score, as --metric NAME; the first that a task has is taken"
        message = f"{path}: {task} has the metrics {', '.join(metrics[:20])}"
        self._problems.setdefault(
            f"metric {sorted(metrics)}", option_problem("metric", "missing-metric", message, hint)
        )
        return None


def import_result(
    experiments: Iterable[ImportedExperiment],
    names: Names,
    read: Iterable[Fields],
    left_out: Sequence[LeftOut] = (),
) -> ImportResult:
    """What an importer made, with the problems of the names and of every file read."""
    return ImportResult(
        experiments=tuple(experiments),
        problems=(*names.problems, *(problem for fields in read for problem in fields.problems)),
        left_out=tuple(left_out),
    )
