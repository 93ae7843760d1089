"""Feeds made-up files to the reader under atheris, which looks for bytes that reach new code.

It begins with the files of ``tests/cases``; the last argument is a folder for what was found to be
new, the others are libFuzzer's. Example: ``python -m fuzz -max_total_time=60 .fuzz``
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["penguin_board"]):
    from fuzz.reader import reader, seeds

CASES = Path(__file__).parents[1] / "tests" / "cases"


def main() -> None:
    """Fuzz until time is over or a file is found that the reader does not stand."""
    corpus = Path(sys.argv[-1])
    corpus.mkdir(parents=True, exist_ok=True)
    for name, data in seeds(CASES).items():
        (corpus / name).write_bytes(data)
    with tempfile.TemporaryDirectory() as folder:
        read = reader(Path(folder))
        atheris.Setup(sys.argv, lambda data: read(data[0], data[1:]) if data else None)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
