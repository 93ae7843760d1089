"""``build`` and ``validate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from penguin_board.cli.review import checked_against
from penguin_board.cli.shared import (
    FORMATS,
    count,
    fail,
    languages_option,
    plural,
    print_problems,
    root_option,
    say_when_slow,
    tree_root,
)

if TYPE_CHECKING:
    from penguin_board.build import BuildReport


@click.command()
@root_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("site"),
    show_default=True,
    help="The folder that the site is written into.",
)
@click.option("--drafts", is_flag=True, help="Build draft leaderboards too, marked as drafts.")
@click.option("--title", show_default="Leaderboards", help="The site's title.")
@click.option(
    "--base-url", help="Where the site will stand; with it a sitemap and a feed are written."
)
@languages_option
@click.option("--docs", "with_docs", is_flag=True, help="Link to docs/, which another step builds.")
@click.option("--show-email", is_flag=True, help="Show authors' e-mail addresses.")
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
def build(root: Path | None, out: Path, **options: Any) -> None:
    """Build the site of a tree.

    Nothing is written when anything is wrong: every problem is listed and the previous site
    stays as it was.

    Example: penguin-board build --root . --out site --drafts
    """
    from penguin_board.build import BuildOptions, build_site
    from penguin_board.output import OutputError
    from penguin_board.problems import InvalidInput

    tree = tree_root(root)
    _check_base_url(options["base_url"])
    say_when_slow()
    try:
        chosen = {name: value for name, value in options.items() if value is not None}
        report = build_site(tree, out, BuildOptions(**chosen))
    except InvalidInput as error:
        print_problems(tree, error.problems, "text")
        fail(f"{count(error.problems)}; nothing was written")
    except OutputError as error:
        fail(str(error), code=2)
    except OSError as error:
        fail(f"{error.filename or out}: {error.strerror}")
    print_problems(tree, report.warnings, "text")
    click.echo(_build_summary(report, out), err=True)


def _build_summary(report: BuildReport, out: Path) -> str:
    entries = sum(len(board.entries) for board in report.boards)
    left_out = plural(report.n_drafts_left_out, "draft")
    return (
        f"{plural(len(report.boards), 'leaderboard')}, {plural(entries, 'entry', 'entries')}"
        f"{f', {left_out} left out (see --drafts)' if report.n_drafts_left_out else ''}: {out} "
        f"({report.output.written} written, {report.output.unchanged} unchanged, "
        f"{report.output.removed} removed)"
    )


def _check_base_url(base_url: str | None) -> None:
    if base_url is not None and not base_url.startswith(("https://", "http://")):
        fail(f"--base-url {base_url}: only http:// and https:// addresses are allowed", code=2)


@click.command()
@root_option
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="text for people, json for tools, github for annotations on a pull request.",
)
@click.option(
    "--against",
    metavar="BASE",
    help="A git revision or a folder: its published entries may not change in silence.",
)
def validate(root: Path | None, form: str, against: str | None) -> None:
    """Check a tree, drafts included, and write nothing.

    Example: penguin-board validate --format github
    """
    from penguin_board.tree import load_tree

    place = tree_root(root)
    say_when_slow()
    tree = checked_against(place, load_tree(place, list_unreferenced=True), against)
    print_problems(place, tree.problems, form, to_stdout=True)
    checked = plural(tree.n_leaderboards, "leaderboard")
    if not tree.is_valid:
        fail(f"{count(tree.problems)} in {checked}")
    click.echo(f"{checked}: {count(tree.problems)}", err=True)
