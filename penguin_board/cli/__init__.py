"""The commands: parse options, call one function, print, exit.

Exit codes: 0 fine, 1 the data is at fault, 2 the call is at fault, 130 interrupted. A command is
imported when it is called, and implementations inside the commands, so that all start fast.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click

from penguin_board import __version__

_INTERRUPTED = 130


class _Place(NamedTuple):
    """Where a command is, and what the list of commands says of it."""

    module: str
    function: str
    summary: str


COMMANDS: Mapping[str, _Place] = {
    "aggregate": _Place(
        "results", "aggregate", "Rank and compare the models of a file of task scores."
    ),
    "build": _Place("site", "build", "Build the site of a tree."),
    "diff": _Place("review", "diff", "Say what a change does to boards, scores and ranks."),
    "export": _Place(
        "export", "export", "Write a board's entries in the schema of another project."
    ),
    "import": _Place(
        "results", "import_command", "Turn the result files of another tool into experiments."
    ),
    "init": _Place("start", "init", "Begin a repository of leaderboards, with an example."),
    "new": _Place("start", "new", "Draft a leaderboard from the experiments that are there."),
    "new-experiment": _Place(
        "start", "new_experiment", "Write the files of one experiment, to be filled in."
    ),
    "schema": _Place("schemas", "schema", "Print the JSON Schema of a kind of file, for editors."),
    "serve": _Place("serving", "serve", "Show the site here while you edit, drafts included."),
    "summarize": _Place("start", "summarize", "Write summary.yaml of a phase from its attempts."),
    "validate": _Place("site", "validate", "Check a tree, drafts included, and write nothing."),
}


class _Commands(click.Group):
    """The commands; Ctrl-C and a file that cannot be used end each with an exit code and words."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported."""
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module = importlib.import_module(f"penguin_board.cli.{place.module}")
        command: click.Command = getattr(module, place.function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.summary) for name, place in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        from penguin_board.cli.shared import fail

        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("interrupted", code=_INTERRUPTED)
        except BrokenPipeError:  # click ends quietly when nobody reads on
            raise
        except OSError as error:
            fail(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="penguin-board")
def main() -> None:
    """Static leaderboards from evaluation results in a git repository.

    Example: penguin-board build --out site
    """
