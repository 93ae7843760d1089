"""``new``, ``new-experiment``, ``summarize`` and ``init``: files to begin with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from penguin_board.cli.shared import (
    count,
    fail,
    plural,
    print_problems,
    start_root,
    start_root_option,
)

if TYPE_CHECKING:
    from penguin_board.located_yaml import Scalar
    from penguin_board.problems import Problem
    from penguin_board.starting import NewLeaderboard


def _read_by(reader: str) -> Callable[..., Any]:
    """A callback that reads a value as ``scalars.read_<reader>`` reads it in a file."""

    def read(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
        from penguin_board import scalars
        from penguin_board.located_yaml import Scalar

        read_one: Callable[[Scalar], Any] = getattr(scalars, f"read_{reader}")
        try:
            for text in value if isinstance(value, tuple) else (value,):
                if text is not None:
                    read_one(Scalar(_utf8(text), False, 1, 1))
        except scalars.ScalarError as error:
            hint = f" ({error.hint})" if error.hint else ""
            raise click.BadParameter(f"{error.message}{hint}") from None
        return value

    return read


def _utf8(text: str) -> str:
    """``text``, unless it came from bytes that are not UTF-8: those reach Python as surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("is not UTF-8") from None
    return text


@click.command("new")
@click.argument("leaderboard_id", callback=_read_by("leaderboard_id"))
@start_root_option
@click.option("--title", callback=_read_by("name"), help="The title; without it, the id.")
@click.option(
    "--author", callback=_read_by("name"), help="A person or a team; without it, git's user.name."
)
@click.option("--email", callback=_read_by("email"), help="The author's e-mail address.")
@click.option("--homepage", callback=_read_by("url"), help="The author's page, http or https.")
@click.option("--empty", is_flag=True, help="Draft it without entries, for experiments to come.")
@click.option("--print", "print_only", is_flag=True, help="Print the draft, and write nothing.")
def new(
    leaderboard_id: str,
    root: Path | None,
    *,
    title: str | None,
    author: str | None,
    email: str | None,
    homepage: str | None,
    empty: bool,
    print_only: bool,
) -> None:
    """Draft a leaderboard from the experiments that are there.

    Each harness, model, algorithm and phase becomes an entry, the mean over its benchmarks. The
    file is leaderboards/LEADERBOARD_ID/leaderboard.yaml; one that exists is left as it is.

    Example: penguin-board new my-board --title "My board" --author "My team"
    """
    from penguin_board.drafting import DraftHead
    from penguin_board.new_files import CannotStart
    from penguin_board.problems import InvalidInput
    from penguin_board.starting import git_user_name, new_leaderboard, write_leaderboard

    tree = start_root(root)
    author = author or git_user_name(tree)
    if author is None:
        fail('give --author "My team": git has no user.name here', code=2)
    head = DraftHead(
        leaderboard_id=leaderboard_id,
        title=title or leaderboard_id,
        author=author,
        email=email,
        homepage=homepage,
    )
    try:
        draft = new_leaderboard(tree, head, empty=empty)
        if print_only:
            click.echo(draft.text, nl=False)
        else:
            write_leaderboard(tree, draft)
    except InvalidInput as error:
        print_problems(tree, error.problems, "text")
        fail(f"{count(error.problems)}; nothing was written")
    except CannotStart as error:
        fail(str(error), code=2)
    print_problems(tree, draft.warnings, "text")
    click.echo(_drafted(draft, "the draft above" if print_only else draft.path), err=True)


def _drafted(draft: NewLeaderboard, where: str) -> str:
    if not draft.n_entries:
        return (
            f"{where}: without entries, there are no experiments yet under "
            f"experiments/{draft.path.split('/')[1]}/; penguin-board new-experiment begins one"
        )
    entries = plural(draft.n_entries, "entry", "entries")
    return f"{where}: {entries} from {plural(draft.n_experiments, 'experiment')}"


@click.command("new-experiment")
@click.argument("leaderboard_id", callback=_read_by("leaderboard_id"))
@click.argument("experiment_id", callback=_read_by("segment"))
@start_root_option
@click.option("--benchmark", callback=_read_by("name"), help="The benchmark's name.")
@click.option("--harness", callback=_read_by("name"), help="What ran the model.")
@click.option("--model", callback=_read_by("name"), help="The model.")
@click.option("--algorithm", callback=_read_by("name"), help="The algorithm, such as baseline.")
@click.option("--date", callback=_read_by("name"), help="The day of the runs, as 2026-11-30.")
@click.option(
    "--phase", default="test", show_default=True, callback=_read_by("segment"), help="The phase."
)
@click.option(
    "--attempts", type=click.IntRange(1, 1000), default=1, show_default=True, help="How many."
)
@click.option(
    "--task", "tasks", multiple=True, callback=_read_by("name"), help="A task's id; repeatable."
)
def new_experiment(
    leaderboard_id: str,
    experiment_id: str,
    root: Path | None,
    *,
    attempts: int,
    tasks: tuple[str, ...],
    **names: Any,
) -> None:
    """Write the files of one experiment, to be filled in.

    EXPERIMENT_ID is best <benchmark>-<algorithm>-<model>-<yyyymmdd>. What is not given is left
    empty, and is reported with file and line once a leaderboard names the experiment.

    Example: penguin-board new-experiment my-board bench-a-baseline-x-20261130
    """
    from penguin_board.new_files import CannotStart, write_new_files
    from penguin_board.skeletons import Skeleton, skeleton_files

    if len(set(tasks)) < len(tasks):
        fail("a --task is given twice; a task stands once in an attempt", code=2)
    skeleton = Skeleton(
        experiment_id=experiment_id,
        n_attempt=attempts,
        tasks=tasks or ("task-1", "task-2"),
        **names,
    )
    folder = f"experiments/{leaderboard_id}/{experiment_id}"
    files = {f"{folder}/{name}": text for name, text in skeleton_files(skeleton).items()}
    tree = start_root(root)
    try:
        write_new_files(tree, files)
    except CannotStart as error:
        fail(str(error), code=2)
    click.echo("".join(f"{name}\n" for name in files), nl=False)
    phase = tree / folder / skeleton.phase
    shown = phase.relative_to(Path.cwd()) if phase.is_relative_to(Path.cwd()) else phase
    click.echo(f"Fill in the scores, then: penguin-board summarize {shown}", err=True)
    board = f"leaderboards/{leaderboard_id}/leaderboard.yaml"
    if (tree / board).is_file():
        entry = f"- {{ experiment_id: {experiment_id}, phase: {skeleton.phase} }}"
        click.echo(f"Its entry among the values of {board}: {entry}", err=True)
    else:
        click.echo(f"{board} is not there yet: penguin-board new {leaderboard_id}", err=True)


@click.command()
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    metavar="FOLDER...",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--replace", is_flag=True, help="Write anew what states other numbers.")
def summarize(folders: tuple[Path, ...], *, replace: bool) -> None:
    """Write summary.yaml of a phase from its attempts.

    FOLDER holds attempt-1.yaml, attempt-2.yaml, ... A summary that states other numbers is left
    as it is, unless --replace is given.

    Example: penguin-board summarize experiments/my-board/*/test
    """
    from penguin_board.problems import InvalidInput
    from penguin_board.summarizing import summarize as summarize_phase

    problems: list[Problem] = []
    for folder in folders:
        try:
            done = summarize_phase(folder, replace=replace)
        except InvalidInput as error:
            problems += error.problems
            continue
        except OSError as error:
            fail(f"{error.filename or folder}: {error.strerror}")
        attempts = plural(done.n_attempt, "attempt")
        click.echo(f"{done.path}: {done.status}, {attempts}, score_mean {done.score_mean:.6g}")
    if problems:
        print_problems(Path(), problems, "text")
        fail(count(problems))


@click.command()
@click.argument(
    "folder", required=False, default=Path(), type=click.Path(file_okay=False, path_type=Path)
)
@click.option(
    "--title", callback=_read_by("name"), help="The site's title; without it, Leaderboards."
)
def init(folder: Path, *, title: str | None) -> None:
    """Begin a repository of leaderboards, with an example.

    FOLDER is this one, or is made. Files that exist are never overwritten: when one is in the
    way, nothing is written.

    Example: penguin-board init my-boards
    """
    from penguin_board.new_files import CannotStart, write_new_files
    from penguin_board.starter_files import starter_files

    files = starter_files(title or "Leaderboards")
    try:
        write_new_files(folder, files)
    except CannotStart as error:
        fail(str(error), code=2)
    click.echo("".join(f"{name}\n" for name in files), nl=False)
    where = f"cd {folder} && " if folder != Path() else ""
    click.echo(
        f"{plural(len(files), 'file')} written. Next: "
        f"{where}penguin-board validate && penguin-board build --out site",
        err=True,
    )
