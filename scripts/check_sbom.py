"""Says whether an SBOM has every dependency that an installation of this project needs.

Example: ``python scripts/check_sbom.py dist/penguin-board.cdx.json``
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def missing(sbom: dict[str, Any]) -> list[str]:
    """The dependencies that are not among the components, or that have no version there."""
    listed = {_plain(row["name"]) for row in sbom["components"] if row.get("version")}
    needed = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    names = (_plain(re.split(r"[^A-Za-z0-9._-]", text)[0]) for text in needed)
    return [name for name in names if name not in listed]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def main() -> None:
    """Exit with 1 and their names when some are missing."""
    found = missing(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    if found:
        raise SystemExit(f"{sys.argv[1]}: lacks {', '.join(found)}")


if __name__ == "__main__":
    main()
