"""``export``: a board for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from penguin_board.cli.shared import (
    count,
    fail,
    plural,
    print_problems,
    root_option,
    say_when_slow,
    tree_root,
)

_RELATIONSHIPS = ("first_party", "third_party", "collaborative", "other")


def _day(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    from penguin_board.dates import iso_date

    if value is not None and iso_date(value) != value:
        raise click.BadParameter(f"{value} is not a date as 2026-11-30")
    return value


@click.command()
@click.argument("form", metavar="FORMAT", type=click.Choice(("every-eval-ever",)))
@root_option
@click.option("--leaderboard", required=True, help="The leaderboard; a draft too.")
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that the records are written below.",
)
@click.option(
    "--date",
    callback=_day,
    help="The day of the records. Default: the newest date of the experiments.",
)
@click.option(
    "--relationship",
    type=click.Choice(_RELATIONSHIPS),
    default="other",
    show_default=True,
    help="What the board's authors are to the makers of its models.",
)
def export(form: str, root: Path | None, leaderboard: str, out: Path, **options: Any) -> None:
    """Write a board's entries in the schema of another project.

    FORMAT is every-eval-ever: a JSON record for each entry, checked with the package
    every_eval_ever where that is installed.

    Example: penguin-board export every-eval-ever --leaderboard demo --out eee
    """
    from penguin_board.exporting import export_every_eval
    from penguin_board.new_files import CannotStart
    from penguin_board.problems import InvalidInput

    tree = tree_root(root)
    say_when_slow()
    try:
        report = export_every_eval(tree, leaderboard, out, options["date"], options["relationship"])
    except InvalidInput as error:
        print_problems(tree, error.problems, "text")
        fail(f"{count(error.problems)}; nothing was written")
    except CannotStart as error:
        fail(str(error), code=2)
    written = plural(len(report.paths), "record")
    checked = "valid" if report.checked else "not checked: every_eval_ever is not installed"
    click.echo(f"{written} of {form}: {out} ({checked})", err=True)
