"""``penguin-board`` and ``python -m penguin_board``."""

from __future__ import annotations

import sys

from penguin_board import __version__


def main() -> None:
    """Run a command; the version is said at once, as what asks for it asks often."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"penguin-board, version {__version__}\n")
        return
    try:
        from penguin_board import cli  # noqa: PLC0415  -- loading it takes longer than the answer

        cli.main(prog_name="penguin-board")
    except KeyboardInterrupt:  # while something is loaded; the commands end otherwise
        sys.exit(130)


if __name__ == "__main__":
    main()
