"""Prints the lowest releases that this project says it runs with, as constraints for pip.

Example: ``python scripts/floors.py > floors.txt``
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
_FLOOR = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?>=([0-9.]+)")


def floors(project: dict[str, Any]) -> Iterator[str]:
    """``name==floor`` of every dependency that an installation may have, extras included."""
    needed = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        needed += extra
    for requirement in needed:
        found = _FLOOR.match(requirement)
        if found is None:
            raise SystemExit(f"pyproject.toml: {requirement} has no floor (write name>=release)")
        yield f"{found[1]}=={found[2]}"


def main() -> None:
    """Print the constraints."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    sys.stdout.write("".join(f"{line}\n" for line in floors(project)))


if __name__ == "__main__":
    main()
