"""``serve``."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from penguin_board.cli.shared import (
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
    from penguin_board.problems import Problem
    from penguin_board.serving.rebuilding import Rebuilt


@click.command()
@root_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@languages_option
@click.option("--open", "open_browser", is_flag=True, help="Open the site in a browser.")
def serve(root: Path | None, *, port: int, languages: tuple[str, ...], open_browser: bool) -> None:
    """Show the site here while you edit, drafts included.

    Every change is on the page a moment later. Nothing is written. What is wrong is listed here
    and laid over the page, which stays as it was until it is mended. Ctrl-C ends it.

    Example: penguin-board serve --port 8080
    """
    from penguin_board.build_options import BuildOptions
    from penguin_board.serving.running import PortInUse
    from penguin_board.serving.running import serve as run

    tree = tree_root(root)
    say_when_slow()
    # Ended by another program as by Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        options = BuildOptions(drafts=True, languages=languages)
        run(tree, port, options, _Terminal(tree, open_browser=open_browser))
    except PortInUse as error:
        fail(
            f"port {port} cannot be used ({error}); choose another with --port, "
            "or --port 0 for a free one",
            code=2,
        )
    except OSError as error:
        fail(f"{error.filename or tree}: {error.strerror or error}")
    except KeyboardInterrupt:
        click.echo("stopped", err=True)


class _Terminal:
    """Says on standard error what happens."""

    def __init__(self, root: Path, *, open_browser: bool) -> None:
        self._root = root
        self._open_browser = open_browser

    def started(self, address: str) -> None:
        """The server answers at ``address``."""
        click.echo(f"serving {self._root} at {address} (Ctrl-C ends it)", err=True)
        if self._open_browser:
            import webbrowser

            webbrowser.open(address)

    def built(self, rebuilt: Rebuilt, seconds: float) -> None:
        """The site was built and is served."""
        print_problems(self._root, rebuilt.warnings, "text")
        entries = sum(len(board.entries) for board in rebuilt.boards)
        boards = plural(len(rebuilt.boards), "leaderboard")
        entry_count = plural(entries, "entry", "entries")
        click.echo(f"built in {seconds:.2f} s: {boards}, {entry_count}", err=True)

    def refused(self, problems: tuple[Problem, ...]) -> None:
        """The tree is not valid; the last good site is still served."""
        print_problems(self._root, problems, "text")
        click.echo(f"{count(problems)}; the site stays as it was", err=True)
