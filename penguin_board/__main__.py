"""``penguin-board`` and ``python -m penguin_board``."""

from __future__ import annotations

import gc
import os
import sys

from penguin_board import __version__

# As many make it worth to look for cycles again; what loading makes is much and stays.
_NEW_OBJECTS = 50_000


def main() -> None:
    """Run a command; the version is said at once, as what asks for it asks often."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"penguin-board, version {__version__}\n")
        return
    gc.set_threshold(_NEW_OBJECTS)
    # No other package has a say in what is valid, and looking for one takes its time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from penguin_board import cli  # noqa: PLC0415  -- loading it takes longer than the answer

        cli.main(prog_name="penguin-board")
    except KeyboardInterrupt:  # while something is loaded; the commands end otherwise
        sys.exit(130)
    finally:
        gc.freeze()  # the process ends: cycles among all that is loaded are nobody's concern


if __name__ == "__main__":
    main()
