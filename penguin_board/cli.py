"""The commands: parse options, call one function, print, exit.

Exit codes: 0 fine, 1 the data is at fault, 2 the call is at fault. Implementations are imported
inside the commands, so that ``--help`` starts fast.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from penguin_board import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penguin_board.build import BuildReport
    from penguin_board.problems import Problem

_FORMATS = ("text", "json", "github")


def _root_option(command: Any) -> Any:
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The tree: the folder that holds leaderboards/ and experiments/. "
        "Default: the nearest such folder from here upwards.",
    )(command)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="penguin-board")
def main() -> None:
    """Static leaderboards from evaluation results in a git repository.

    Example: penguin-board build --out site
    """


@main.command()
@_root_option
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("site"),
    show_default=True,
    help="The folder that the site is written into.",
)
@click.option("--drafts", is_flag=True, help="Build draft leaderboards too, marked as drafts.")
@click.option("--title", default="Leaderboards", show_default=True, help="The site's title.")
@click.option(
    "--base-url", help="Where the site will stand; with it a sitemap and a feed are written."
)
@click.option("--docs", is_flag=True, help="Link to docs/, which another step builds.")
@click.option("--show-email", is_flag=True, help="Show authors' e-mail addresses.")
@click.option("--force", is_flag=True, help="Write into a folder that holds other files.")
def build(
    root: Path | None,
    out: Path,
    *,
    drafts: bool,
    title: str,
    base_url: str | None,
    docs: bool,
    show_email: bool,
    force: bool,
) -> None:
    """Build the site of a tree.

    Nothing is written when anything is wrong: every problem is listed and the previous site
    stays as it was.

    Example: penguin-board build --root . --out site --drafts
    """
    from penguin_board.build import BuildOptions, build_site
    from penguin_board.output import OutputError
    from penguin_board.problems import InvalidInput

    tree = _tree_root(root)
    _check_base_url(base_url)
    _say_when_slow()
    options = BuildOptions(
        drafts=drafts,
        title=title,
        base_url=base_url,
        show_email=show_email,
        with_docs=docs,
        force=force,
    )
    try:
        report = build_site(tree, out, options)
    except InvalidInput as error:
        _print_problems(tree, error.problems, "text")
        _fail(f"{_count(error.problems)}; nothing was written")
    except OutputError as error:
        _fail(str(error), code=2)
    except OSError as error:
        _fail(f"{error.filename or out}: {error.strerror}")
    _print_problems(tree, report.warnings, "text")
    click.echo(_build_summary(report, out), err=True)


def _build_summary(report: BuildReport, out: Path) -> str:
    entries = sum(len(board.entries) for board in report.boards)
    left_out = _plural(report.n_drafts_left_out, "draft")
    return (
        f"{_plural(len(report.boards), 'leaderboard')}, {_plural(entries, 'entry', 'entries')}"
        f"{f', {left_out} left out' if report.n_drafts_left_out else ''}: {out} "
        f"({report.output.written} written, {report.output.unchanged} unchanged, "
        f"{report.output.removed} removed)"
    )


@main.command()
@_root_option
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="text",
    show_default=True,
    help="text for people, json for tools, github for annotations on a pull request.",
)
def validate(root: Path | None, form: str) -> None:
    """Check a tree without writing anything; drafts are checked too.

    Example: penguin-board validate --format github
    """
    from penguin_board.tree import load_tree

    tree_root = _tree_root(root)
    _say_when_slow()
    tree = load_tree(tree_root, list_unreferenced=True)
    _print_problems(tree_root, tree.problems, form, to_stdout=True)
    checked = _plural(tree.n_leaderboards, "leaderboard")
    if not tree.is_valid:
        _fail(f"{_count(tree.problems)} in {checked}")
    click.echo(f"{checked}: {_count(tree.problems)}", err=True)


@main.command("import")
@click.argument("format_name", metavar="FORMAT")
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH...",
)
@click.option("--leaderboard", required=True, help="The leaderboard that the results belong to.")
@_root_option
@click.option("--harness", help="The harness, where the files do not name it or name it otherwise.")
@click.option("--model", help="The model, likewise.")
@click.option("--algorithm", help="The algorithm, likewise.")
@click.option("--benchmark", help="The benchmark, likewise.")
@click.option("--date", help="The date of the runs, as 2026-07-21.")
@click.option("--phase", help="The phase of the runs; test where the files name none.")
@click.option("--dry-run", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--replace", is_flag=True, help="Replace experiments that exist and differ.")
def import_command(
    format_name: str,
    paths: tuple[Path, ...],
    leaderboard: str,
    root: Path | None,
    *,
    dry_run: bool,
    replace: bool,
    **names: str | None,
) -> None:
    """Turn the result files of another tool into experiments.

    FORMAT is gdpevo or penguin-results. Folders are searched for files of the format.

    Example: penguin-board import gdpevo ../GDPevo/experiments --leaderboard gdpevo
    --date 2026-07-21
    """
    from penguin_board.importers import ImportOptions
    from penguin_board.importing import import_results, report_text

    report = import_results(
        format_name,
        paths,
        leaderboard,
        _tree_root(root),
        ImportOptions(**names),
        dry_run=dry_run,
        replace=replace,
    )
    _print_problems(Path(), report.problems, "text")
    click.echo(report_text(report), nl=False)
    if report.failed:
        _fail(f"{_count(report.problems)}; nothing was written")


@main.command()
@click.argument("name", required=False)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write all schemas into this folder instead of printing one.",
)
def schema(name: str | None, out: Path | None) -> None:
    """Print the JSON Schema of a kind of file, for editors and tools.

    NAME is leaderboard, meta_info, summary, attempt, or leaderboard-json for the data file of a
    built site.

    Example: penguin-board schema leaderboard > leaderboard.schema.json
    """
    from penguin_board.json_model import leaderboard_json_schema
    from penguin_board.schema import FILE_SCHEMAS, json_schema

    schemas = {kind: json_schema(kind) for kind in FILE_SCHEMAS}
    schemas["leaderboard-json"] = leaderboard_json_schema()
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for kind, content in schemas.items():
            (out / f"{kind}.schema.json").write_text(_schema_text(content), "utf-8")
        click.echo(f"{_plural(len(schemas), 'schema')}: {out}", err=True)
    elif name in schemas:
        click.echo(_schema_text(schemas[name]), nl=False)
    else:
        found = f'unknown name "{name}"' if name else "a NAME or --out is needed"
        _fail(f"{found}; the names are {', '.join(schemas)}", code=2)


def _schema_text(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2, sort_keys=True) + "\n"


def _tree_root(root: Path | None) -> Path:
    """The given root, or the nearest folder upwards that holds leaderboards/."""
    if root is not None:
        if not (root / "leaderboards").is_dir():
            _fail(f"{root}: has no folder leaderboards/", code=2)
        return root
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "leaderboards").is_dir():
            return folder
    return _fail("no folder leaderboards/ here or above; name the tree with --root", code=2)


def _check_base_url(base_url: str | None) -> None:
    if base_url is not None and not base_url.startswith(("https://", "http://")):
        _fail(f"--base-url {base_url}: only http:// and https:// addresses are allowed", code=2)


def _say_when_slow() -> None:
    from penguin_board.located_yaml import HAS_LIBYAML

    if not HAS_LIBYAML:
        click.echo("this PyYAML is without libyaml: reading works, and is slow", err=True)


def _print_problems(
    root: Path, problems: Sequence[Problem], form: str, *, to_stdout: bool = False
) -> None:
    from penguin_board.folders import source_line
    from penguin_board.problems import format_github, format_json, format_text

    if form == "json":
        text = format_json(problems)
    elif form == "github":
        text = format_github(problems)
    else:
        text = format_text(problems, source_line(root))
    click.echo(text, nl=False, err=not to_stdout)


def _count(problems: Sequence[Problem]) -> str:
    from penguin_board.problems import count_text

    return count_text(problems)


def _plural(count: int, singular: str, plural: str = "") -> str:
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def _fail(message: str, code: int = 1) -> NoReturn:
    from penguin_board.problems import printable

    click.echo(f"penguin-board: {printable(message)}", err=True)
    sys.exit(code)
