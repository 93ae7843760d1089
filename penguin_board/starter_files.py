"""What a new repository of leaderboards begins with: settings, pages, and a made-up example."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Template
from typing import Final

from penguin_board import __version__
from penguin_board.drafting import DraftHead, DraftRun, draft_leaderboard
from penguin_board.importers.contract import ImportedAttempt, ImportedExperiment, ImportedTask
from penguin_board.importers.experiment_files import experiment_files
from penguin_board.importers.identifiers import experiment_ids
from penguin_board.schema_links import REPOSITORY, schema_line
from penguin_board.yaml_text import yaml_quoted

_HIDDEN = "dot-"
_EXAMPLE = "example"
_NOTE = "# A made-up example by penguin-board init: delete it when you have results of your own.\n"


class _StarterTemplate(Template):
    """Workflows are full of ``$``, so names to be filled in begin with ``@@``."""

    delimiter = "@@"


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExampleRun:
    """One made-up model and algorithm on one benchmark: a row of task scores an attempt."""

    benchmark: str
    model: str
    algorithm: str
    scores: tuple[tuple[float, ...], ...]
    cost: float
    duration_ms: int
    tokens: int


_RUNS: Final = (
    _ExampleRun(
        benchmark="riddles", model="Example Small", algorithm="baseline",
        scores=((1, 0, 0.5, 0), (0, 0, 0.5, 0)), cost=0.002, duration_ms=4000, tokens=900,
    ),
    _ExampleRun(
        benchmark="sums", model="Example Small", algorithm="baseline",
        scores=((1, 1, 0, 0), (1, 0, 0, 0)), cost=0.001, duration_ms=2500, tokens=600,
    ),
    _ExampleRun(
        benchmark="riddles", model="Example Small", algorithm="reflect",
        scores=((1, 0, 1, 0), (1, 0.5, 0.5, 0)), cost=0.005, duration_ms=9000, tokens=2300,
    ),
    _ExampleRun(
        benchmark="sums", model="Example Small", algorithm="reflect",
        scores=((1, 1, 1, 0), (1, 1, 0, 0)), cost=0.003, duration_ms=6000, tokens=1500,
    ),
    _ExampleRun(
        benchmark="riddles", model="Example Large", algorithm="baseline",
        scores=((1, 1, 0.5, 0), (1, 0.5, 1, 1)), cost=0.02, duration_ms=7000, tokens=1100,
    ),
    _ExampleRun(
        benchmark="sums", model="Example Large", algorithm="baseline",
        scores=((1, 1, 1, 0), (1, 1, 1, 1)), cost=0.01, duration_ms=5000, tokens=700,
    ),
)  # fmt: skip


def starter_files(title: str) -> dict[str, str]:
    """The text of each file of a new repository by its path."""
    names = {
        "title": title,
        "quoted_title": yaml_quoted(title),
        "repository": REPOSITORY,
        "version": __version__,
    }
    found = {
        _shown(path): _StarterTemplate(text).substitute(names)
        for path, text in _shipped(files("penguin_board") / "starter", "")
    }
    return found | _example_files()


def _shipped(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_dir():
            yield from _shipped(child, f"{prefix}{child.name}/")
        else:
            yield f"{prefix}{child.name}", child.read_text("utf-8")


def _shown(path: str) -> str:
    """Hidden files are shipped under names that git and the build do not act on."""
    parts = (
        f".{part.removeprefix(_HIDDEN)}" if part.startswith(_HIDDEN) else part
        for part in path.split("/")
    )
    return "/".join(parts)


def _example_files() -> dict[str, str]:
    experiments = [_experiment(run) for run in _RUNS]
    ids = experiment_ids(experiments)
    head = DraftHead(
        leaderboard_id=_EXAMPLE,
        title="Example",
        author="Example team",
        description="Made-up results that show what a board looks like. Delete this board, and its "
        "experiments, when you have results of your own.",
        status="published",
    )
    found = {
        f"leaderboards/{_EXAMPLE}/leaderboard.yaml": draft_leaderboard(head, _drafts(ids)).text
    }
    for experiment_id, experiment in zip(ids, experiments, strict=True):
        for name, text in experiment_files(experiment_id, experiment).items():
            kind = name.rpartition("/")[2].removesuffix(".yaml").partition("-")[0]
            folder = f"experiments/{_EXAMPLE}/{experiment_id}"
            found[f"{folder}/{name}"] = f"{schema_line(kind)}\n{_NOTE}{text}"
    return found


def _experiment(run: _ExampleRun) -> ImportedExperiment:
    attempts = tuple(
        ImportedAttempt(
            number=number,
            tasks=tuple(
                ImportedTask(
                    source=f"{run.benchmark}-{index}",
                    score=score,
                    cost=run.cost,
                    duration_ms=run.duration_ms,
                    tokens=run.tokens,
                )
                for index, score in enumerate(row, start=1)
            ),
        )
        for number, row in enumerate(run.scores, start=1)
    )
    return ImportedExperiment(
        benchmark_name=run.benchmark,
        harness_name="Example Harness",
        model_name=run.model,
        algorithm=run.algorithm,
        date="2026-01-15",
        attempts=attempts,
    )


def _drafts(ids: tuple[str, ...]) -> Iterator[DraftRun]:
    for experiment_id, run in zip(ids, _RUNS, strict=True):
        yield DraftRun(
            experiment_id=experiment_id,
            phase="test",
            benchmark=run.benchmark,
            harness="Example Harness",
            model=run.model,
            algorithm=run.algorithm,
        )
