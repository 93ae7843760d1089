"""What the commands share: finding the tree, printing problems, failing with a sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from penguin_board.problems import Problem

_F = TypeVar("_F", bound=Callable[..., Any])

FORMATS = ("text", "json", "github")


def root_option(command: _F) -> _F:
    """The option ``--root``."""
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The tree: the folder that holds leaderboards/ and experiments/. "
        "Default: the nearest such folder from here upwards.",
    )(command)


def languages_option(command: _F) -> _F:
    """The option ``--languages``, a tuple of codes."""
    return click.option(
        "--languages",
        default="en,zh",
        show_default=True,
        callback=_language_codes,
        help="Languages of the pages, the first at the top of the site, others in folders.",
    )(command)


def _language_codes(
    context: click.Context, parameter: click.Parameter, value: str
) -> tuple[str, ...]:
    """The codes of ``--languages``; a usage error for one that is not known."""
    from penguin_board.catalogues import known_codes

    codes = tuple(dict.fromkeys(code.strip() for code in value.split(",") if code.strip()))
    known = known_codes()
    unknown = [code for code in codes if code not in known]
    if unknown or not codes:
        found = f"unknown: {', '.join(unknown)}" if unknown else "no language is named"
        raise click.BadParameter(
            f"{found} (known: {', '.join(known)})", ctx=context, param=parameter
        )
    return codes


def tree_root(root: Path | None) -> Path:
    """The given root, or the nearest folder upwards that holds leaderboards/."""
    if root is not None:
        if not (root / "leaderboards").is_dir():
            fail(f"{root}: has no folder leaderboards/", code=2)
        return root
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "leaderboards").is_dir():
            return folder
    return fail(
        "no folder leaderboards/ here or above; name the tree with --root, or begin one with "
        "penguin-board init",
        code=2,
    )


def start_root_option(command: _F) -> _F:
    """The option ``--root`` of a command that may begin a tree."""
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help="The tree. Default: the nearest folder from here upwards that holds leaderboards/ "
        "or experiments/, else this one.",
    )(command)


def start_root(root: Path | None) -> Path:
    """The given root, or the nearest tree upwards, or this folder."""
    if root is not None:
        return root
    here = Path.cwd()
    names = ("leaderboards", "experiments")
    trees = (
        folder for folder in (here, *here.parents) if any((folder / n).is_dir() for n in names)
    )
    return next(trees, here)


def say_when_slow() -> None:
    """Say on standard error that the slow YAML reader is in use, if it is."""
    from penguin_board.located_yaml import HAS_LIBYAML

    if not HAS_LIBYAML:
        click.echo("this PyYAML is without libyaml: reading works, and is slow", err=True)


def print_problems(
    root: Path, problems: Sequence[Problem], form: str, *, to_stdout: bool = False
) -> None:
    """Print problems in one of ``FORMATS``; ``root`` is where their paths begin."""
    if form == "text" and not problems:
        return
    from penguin_board.folders import source_line
    from penguin_board.problems import format_github, format_json, format_text

    if form == "json":
        text = format_json(problems)
    elif form == "github":
        text = format_github(problems)
    else:
        text = format_text(problems, source_line(root))
    click.echo(text, nl=False, err=not to_stdout)


def count(problems: Sequence[Problem]) -> str:
    """``2 errors and 1 warning``."""
    from penguin_board.problems import count_text

    return count_text(problems)


def plural(count: int, singular: str, plural: str = "") -> str:
    """A count with its noun."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def fail(message: str, code: int = 1) -> NoReturn:
    """Say what is wrong and exit."""
    from penguin_board.problems import printable

    click.echo(f"penguin-board: {printable(message)}", err=True)
    sys.exit(code)
