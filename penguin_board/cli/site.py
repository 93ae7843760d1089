"""``build`` and ``validate``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from penguin_board.cli.progress import counter
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
    from penguin_board.build_keys import BuildKeys
    from penguin_board.build_options import BuildOptions, BuildReport
    from penguin_board.cache import Cache


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
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    show_default="one a core",
    help="How many processes build leaderboards.",
)
@click.option("--no-cache", is_flag=True, help="Neither use nor keep results of earlier builds.")
def build(root: Path | None, out: Path, jobs: int | None, no_cache: bool, **options: Any) -> None:
    """Build the site of a tree.

    Nothing is written when anything is wrong: every problem is listed and the previous site
    stays as it was. What did not change since an earlier build is taken over.

    Example: penguin-board build --root . --out site --drafts
    """
    from penguin_board.build_options import BuildOptions
    from penguin_board.cache import Cache, user_cache
    from penguin_board.output import OutputError
    from penguin_board.problems import printable

    tree = tree_root(root)
    _check_base_url(options["base_url"])
    for name in ("title", "base_url"):
        _check_characters(name, options[name])
    chosen = {name: value for name, value in options.items() if value is not None}
    folder = None if no_cache else user_cache()
    if folder is not None and folder.resolve().is_relative_to(out.resolve()):
        fail(f"{folder}: the cache lies in the site, choose another folder", code=2)
    try:
        report = _built(tree, out, BuildOptions(**chosen), Cache(folder), jobs)
    except OutputError as error:
        fail(str(error), code=2)
    except OSError as error:
        fail(f"{error.filename or out}: {error.strerror or error}")
    print_problems(tree, report.warnings, "text")
    click.echo(printable(_build_summary(report, out)), err=True)


def _built(
    tree: Path, out: Path, options: BuildOptions, cache: Cache, jobs: int | None
) -> BuildReport:
    """Build, unless nothing changed: to see that takes a fraction of loading what builds."""
    from penguin_board.build_keys import build_keys, unchanged_build
    from penguin_board.output import check_output
    from penguin_board.workers import WorkerLost

    check_output(out, tree, force=options.force)
    try:
        keys = build_keys(tree, options, cache)
        report = unchanged_build(out, keys, cache)
        return report or _built_anew(tree, out, options, cache, keys, jobs)
    except WorkerLost as error:
        fail(f"{error}; nothing was written")


def _built_anew(
    tree: Path,
    out: Path,
    options: BuildOptions,
    cache: Cache,
    keys: BuildKeys,
    jobs: int | None,
) -> BuildReport:
    # Arrays here are small, and each process of the build has a core of its own.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from penguin_board.build import build_site
    from penguin_board.problems import InvalidInput

    say_when_slow()
    with counter("leaderboards") as progress:
        try:
            return build_site(
                tree, out, options, cache=cache, keys=keys, jobs=jobs, progress=progress
            )
        except InvalidInput as error:
            problems = error.problems
    print_problems(tree, problems, "text")
    return fail(f"{count(problems)}; nothing was written")


def _build_summary(report: BuildReport, out: Path) -> str:
    left_out = plural(report.n_drafts_left_out, "draft")
    return (
        f"{plural(report.n_leaderboards, 'leaderboard')}, "
        f"{plural(report.n_entries, 'entry', 'entries')}"
        f"{f', {left_out} left out (see --drafts)' if report.n_drafts_left_out else ''}: {out} "
        f"({report.output.written} written, {report.output.unchanged} unchanged, "
        f"{report.output.removed} removed)"
    )


def _check_base_url(base_url: str | None) -> None:
    if base_url is None:
        return
    if not base_url.startswith(("https://", "http://")):
        fail(f"--base-url {base_url}: only http:// and https:// addresses are allowed", code=2)
    if not base_url.split("/")[2]:
        fail(f"--base-url {base_url}: names no host", code=2)


def _check_characters(name: str, text: str | None) -> None:
    import unicodedata

    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text or ""):
        option = f"--{name.replace('_', '-')}"
        fail(f"{option} {text!r}: no page can show its control characters", code=2)


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
    from penguin_board.tree import check_tree

    place = tree_root(root)
    say_when_slow()
    if against is None:
        with counter("leaderboards") as progress:
            problems, n_leaderboards = check_tree(place, progress)
    else:
        problems, n_leaderboards = checked_against(place, against)
    print_problems(place, problems, form, to_stdout=True)
    checked = plural(n_leaderboards, "leaderboard")
    if any(problem.is_error for problem in problems):
        fail(f"{count(problems)} in {checked}")
    click.echo(f"{checked}: {count(problems)}", err=True)
