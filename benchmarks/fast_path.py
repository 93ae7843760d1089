"""Goal 17: the share of attempt files that are read by their shape.

    python -m benchmarks.fast_path TREE

That the short way never differs from the strict reader is a test, ``tests/test_fast_attempts.py``;
``make test-slow`` compares them on 100,000 files with one thing changed.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from penguin_board.attempt_files import AttemptFiles


def share(tree: Path) -> float:
    """Of all attempt files under ``tree``, those of a shape."""
    taken = count = 0
    for board in sorted((tree / "experiments").iterdir()):
        files = AttemptFiles()
        for path in sorted(board.rglob("attempt-*.yaml")):
            number = int(path.stem.removeprefix("attempt-"))
            count += 1
            taken += files.read_shaped(path.read_bytes(), path.name, number) is not None
    return taken / count


def main() -> None:
    """Print the share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("tree", type=Path)
    sys.stdout.write(f"{share(parser.parse_args().tree)}\n")


if __name__ == "__main__":
    main()
