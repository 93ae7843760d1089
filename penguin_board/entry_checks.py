"""What is checked across the entries of a leaderboard: all of it warnings."""

from __future__ import annotations

from collections.abc import Sequence

from penguin_board.entries import EvaluatedEntry
from penguin_board.located_yaml import Document
from penguin_board.problems import Problem
from penguin_board.texts import sentence

_SHOWN_BENCHMARKS = 3


def check_entries(document: Document, evaluated: Sequence[EvaluatedEntry]) -> list[Problem]:
    """Entries of one identity, on one benchmark twice, or on fewer benchmarks than others."""
    return [
        *_same_identity(document, evaluated),
        *_same_benchmark(document, evaluated),
        *_other_benchmarks(document, evaluated),
    ]


def _other_benchmarks(document: Document, evaluated: Sequence[EvaluatedEntry]) -> list[Problem]:
    """Entries that lack a benchmark of the leaderboard, where each experiment names its own."""
    runs = [run for entry in evaluated for run in entry.runs]
    if not all(run.meta.benchmark_name or run.meta.benchmark_id for run in runs):
        return []
    benchmarks = dict.fromkeys(run.benchmark for run in runs)
    problems = []
    for entry in evaluated:
        covered = {run.benchmark for run in entry.runs}
        lacking = [benchmark for benchmark in benchmarks if benchmark not in covered]
        if lacking:
            more = len(lacking) - _SHOWN_BENCHMARKS
            names = ", ".join(lacking[:_SHOWN_BENCHMARKS])
            message = sentence(
                "covers {n} of the {total} benchmarks of the leaderboard, not {benchmarks}",
                n=len(benchmarks) - len(lacking),
                total=len(benchmarks),
                benchmarks=f"{names}, ..." if more > 0 else names,
            )
            hint = "scores over other benchmarks do not compare"
            problems.append(
                document.problem(
                    ("values", entry.index), "other-benchmarks", message, hint=hint, warning=True
                )
            )
    return problems


def _same_benchmark(document: Document, evaluated: Sequence[EvaluatedEntry]) -> list[Problem]:
    """Entries that combine experiments on one benchmark: only the benchmark may differ."""
    problems = []
    for entry in evaluated:
        names = [run.benchmark for run in entry.runs]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            message = sentence(
                'combines several experiments on the benchmark "{benchmark}"', benchmark=twice
            )
            hint = "experiments of one entry differ in their benchmark"
            problems.append(
                document.problem(
                    ("values", entry.index), "same-benchmark", message, hint=hint, warning=True
                )
            )
    return problems


def _same_identity(document: Document, evaluated: Sequence[EvaluatedEntry]) -> list[Problem]:
    first: dict[tuple[str, ...], EvaluatedEntry] = {}
    problems = []
    for entry in evaluated:
        earlier = first.setdefault(entry.identity, entry)
        if earlier is not entry:
            other = f"values[{earlier.index}]"
            message = sentence(
                "has the harness, model, algorithm and phase of {other}; both are shown, "
                "told apart by their experiments",
                other=other,
            )
            problems.append(
                document.problem(("values", entry.index), "same-identity", message, warning=True)
            )
    return problems
