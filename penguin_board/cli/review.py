"""``diff``: what a change does to the boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from penguin_board.cli.shared import fail, root_option, say_when_slow, tree_root

if TYPE_CHECKING:
    from penguin_board.problems import Problem


@click.command()
@click.argument("base")
@root_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("markdown", "json")),
    default="markdown",
    show_default=True,
    help="markdown for a comment on a pull request, json for tools.",
)
@click.option(
    "--drafts/--no-drafts",
    default=True,
    show_default=True,
    help="Whether draft leaderboards are compared too.",
)
def diff(base: str, root: Path | None, *, form: str, drafts: bool) -> None:
    """Say what a change does to boards, scores and ranks.

    BASE is a git revision, such as origin/main, or a folder that holds leaderboards/. The
    checkout is not touched.

    Example: penguin-board diff origin/main --format markdown
    """
    from penguin_board.baseline import BaseError
    from penguin_board.diffing import InvalidSide, diff_trees
    from penguin_board.review.change_json import change_json
    from penguin_board.review.comment import comment

    place = tree_root(root)
    say_when_slow()
    try:
        change = diff_trees(place, base, drafts=drafts)
    except BaseError as error:
        fail(str(error), code=2)
    except InvalidSide as error:
        click.echo(error.text, nl=False, err=True)
        fail(str(error))
    click.echo(change_json(change) if form == "json" else comment(change), nl=False)


def checked_against(root: Path, base: str) -> tuple[tuple[Problem, ...], int]:
    """The problems of a tree and how many leaderboard files it has.

    What it does in silence to published entries of ``base`` is among them, unless the tree is not
    valid: its own problems come first.
    """
    from penguin_board.problems import ordered, printable
    from penguin_board.tree import load_tree

    tree = load_tree(root, list_unreferenced=True)
    if not tree.is_valid:
        words = (
            f"penguin-board: not compared with {printable(base)}: this tree has errors of its own"
        )
        click.echo(words, err=True)
        return tree.problems, tree.n_leaderboards
    # Only now: the comparison loads numpy, which validating alone does without.
    from penguin_board.baseline import BaseError
    from penguin_board.diffing import problems_against

    try:
        found = problems_against(root, tree, base)
    except BaseError as error:
        fail(str(error), code=2)
    return ordered((*tree.problems, *found)), tree.n_leaderboards
