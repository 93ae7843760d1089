"""The commands: parse options, call one function, print, exit.

Exit codes: 0 fine, 1 the data is at fault, 2 the call is at fault, 130 interrupted. Implementations
are imported inside the commands, so that ``--help`` starts fast.
"""

from __future__ import annotations

from typing import Any

import click

from penguin_board import __version__
from penguin_board.cli.export import export
from penguin_board.cli.results import aggregate, import_command
from penguin_board.cli.review import diff
from penguin_board.cli.schemas import schema
from penguin_board.cli.serving import serve
from penguin_board.cli.shared import fail
from penguin_board.cli.site import build, validate
from penguin_board.cli.start import init, new, new_experiment, summarize

_INTERRUPTED = 130


class _Commands(click.Group):
    """The commands; Ctrl-C ends each with the exit code that shells expect."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            fail("interrupted", code=_INTERRUPTED)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="penguin-board")
def main() -> None:
    """Static leaderboards from evaluation results in a git repository.

    Example: penguin-board build --out site
    """


for _command in (
    build,
    validate,
    diff,
    serve,
    schema,
    import_command,
    aggregate,
    export,
    init,
    new,
    new_experiment,
    summarize,
):
    main.add_command(_command)
