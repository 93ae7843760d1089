"""``import`` and ``aggregate``: results that come from other tools."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from penguin_board.cli.shared import count, fail, print_problems, start_root, start_root_option

_F = TypeVar("_F", bound=Callable[..., Any])
_SHOWN_FILE = 2**20


@click.command("import")
@click.argument("arguments", nargs=-1, required=True, metavar="[FORMAT] PATH...")
@click.option("--leaderboard", required=True, help="The leaderboard that the results belong to.")
@start_root_option
@click.option("--harness", help="The harness, where the files do not name it or name it otherwise.")
@click.option("--model", help="The model, likewise.")
@click.option("--algorithm", help="The algorithm, likewise.")
@click.option("--benchmark", help="The benchmark, likewise.")
@click.option(
    "--metric",
    multiple=True,
    help="The metric that is the score, where a result has several; "
    "given more than once, the first that a result has.",
)
@click.option(
    "--n-tasks",
    type=click.IntRange(1, 100_000),
    help="How many tasks the benchmark has, where the files list only some of them.",
)
@click.option("--date", help="The date of the runs, as 2026-07-21.")
@click.option("--phase", help="The phase of the runs; test where the files name none.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--replace", is_flag=True, help="Replace experiments that exist and differ.")
def import_command(
    arguments: tuple[str, ...],
    leaderboard: str,
    root: Path | None,
    *,
    metric: tuple[str, ...],
    n_tasks: int | None,
    dry_run: bool,
    replace: bool,
    **names: str | None,
) -> None:
    """Turn the result files of another tool into experiments.

    FORMAT is aider, deepeval, every-eval-ever, gdpevo, hal, harbor, helm, inspect,
    lighteval, lm-eval, openai-evals, penguin-results, penguin-scoreboard, promptfoo,
    swe-bench or terminal-bench; without it, what the files look like. Folders are searched
    for files of the format.

    Example: penguin-board import inspect logs --leaderboard my-board --dry-run
    """
    from penguin_board.importers import ImportOptions
    from penguin_board.importers.contract import COMMAND_LINE
    from penguin_board.importing import import_results, report_text
    from penguin_board.problems import format_text

    format_name, paths = _format_and_paths(arguments)
    tree = start_root(root)
    report = import_results(
        format_name,
        paths,
        leaderboard,
        tree,
        ImportOptions(metric=metric, n_tasks=n_tasks, **names),
        dry_run=dry_run,
        replace=replace,
    )
    click.echo(format_text(report.problems, _source_line), nl=False, err=True)
    click.echo(report_text(report), nl=False)
    if report.failed:
        # Problems of the command line itself are the caller's, all others the data's.
        by_caller = all(problem.path == COMMAND_LINE for problem in report.problems)
        fail(f"{count(report.problems)}; nothing was written", code=2 if by_caller else 1)
    board = f"leaderboards/{leaderboard}/leaderboard.yaml"
    if report.rows and not (tree / board).is_file():
        click.echo(f"{board} is not there yet: penguin-board new {leaderboard}", err=True)


def _source_line(path: str, line: int) -> str | None:
    """The line of a problem; None of a large file, which is not read again for each problem."""
    from penguin_board.folders import source_line

    file = Path(path)
    small = file.is_file() and file.stat().st_size <= _SHOWN_FILE
    return source_line(Path())(path, line) if small else None


def _format_and_paths(arguments: tuple[str, ...]) -> tuple[str | None, list[Path]]:
    """The first argument is a format where it is the name of one, or is no path."""
    from penguin_board.importers import FORMATS

    first, *others = arguments
    is_format = first in FORMATS or (bool(others) and not Path(first).exists())
    paths = [Path(argument) for argument in (others if is_format else arguments)]
    if not paths:
        fail("name the files or folders to read after the format", code=2)
    for path in paths:
        if not path.exists():
            fail(f"{path}: does not exist", code=2)
    return first if is_format else None, paths


def _choice(name: str, choices: tuple[str, ...], help_text: str) -> Callable[[_F], _F]:
    """An option with a few choices, the first of which is the default."""
    return click.option(
        name, type=click.Choice(choices), default=choices[0], show_default=True, help=help_text
    )


@click.command()
@click.argument("runs", nargs=-1, metavar="RUNS...")
@click.option("--database", metavar="URL", help="Group the records of a database instead of RUNS.")
@click.option("--records", metavar="TABLE", help="The table of the database that holds them.")
@click.option(
    "--input",
    "input_format",
    type=click.Choice(("json", "jsonl", "csv", "parquet")),
    help="The format of RUNS; without it, what each looks like.",
)
@_choice("--output", ("markdown", "json", "csv"), "What is printed.")
@_choice("--table", ("models", "pairs"), "The table that CSV holds.")
@click.option("--no-pairs", is_flag=True, help="Leave out the pairwise comparisons.")
@click.option("--b", default=500, show_default=True, help="Resamples.")
@click.option("--alpha", default=0.05, show_default=True, help="1 minus the intervals' level.")
@click.option("--seed", default=0, show_default=True, help="Seed of the resamples.")
@_choice("--ties", ("all", "split", "pairwise"), "What a tied best model is credited with.")
@_choice("--weighting", ("ignore", "task"), "Whether the tasks' weights are used.")
@_choice("--missing", ("available", "common", "zero"), "How tasks without a score are treated.")
@_choice("--method", ("percentile", "expanded"), "The kind of interval.")
@_choice("--adjust", ("none", "holm", "bh", "simultaneous"), "Correction for many comparisons.")
@_choice("--clusters", ("none", "family", "category"), "What is resampled besides tasks.")
@click.option("--n-min", type=int, help="Fewest tasks of a pair for a verdict.")
def aggregate(
    runs: tuple[str, ...],
    *,
    database: str | None,
    records: str | None,
    input_format: Any,
    output: Any,
    table: Any,
    no_pairs: bool,
    **settings: Any,
) -> None:
    """Rank and compare the models of a file of task scores.

    RUNS are JSON, JSONL, CSV or Parquet files with model_id, task_id, score (0 to 1) and
    optionally metric_name, category, weight, attempt and family; - is standard input. A pattern
    in quotes stands for its files, and Parquet may lie at an address: 's3://bucket/*.parquet'.

    Example: penguin-board aggregate runs.jsonl --output markdown
    """
    from penguin_board.aggregating import (
        AggregateOptions,
        aggregate_files,
        aggregate_table,
        named_files,
    )
    from penguin_board.problems import InvalidInput
    from penguin_board.stats import Settings

    if bool(runs) == bool(database) or bool(database) != bool(records):
        fail("name RUNS, or a table by --database and --records", code=2)
    try:
        options = AggregateOptions(
            settings=Settings(**settings),
            input_format=input_format,
            output=output,
            table=table,
            pairs=not no_pairs,
        )
        if database and records:
            text = aggregate_table(database, records, options)
        else:
            text = aggregate_files(named_files(runs), options, sys.stdin.buffer)
    except InvalidInput as error:
        print_problems(Path(), error.problems, "text")
        fail(count(error.problems))
    except ValueError as error:
        fail(str(error), code=2)
    click.echo(text, nl=False)
