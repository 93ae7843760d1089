"""Style sheets, scripts and pictures of the pages, each under a name made of its content."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from penguin_board.folders import NO_LINKS
from penguin_board.package_files import TEMPLATES, package_folder, template_folder
from penguin_board.problems import InvalidInput, Problem

PLOTLY = "plotly.min.js"
_SHIPPED = ("board.css", "board.js", "embed.css", "entry.js", "search.js", "theme.js", "icon.svg")
_HASH_DIGITS = 8
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def load_assets(own: Path | None) -> dict[str, bytes]:
    """The assets by name: the shipped ones, then those of the tree.

    ``own`` is the tree's folder of templates, whose ``assets/`` replaces and adds files.
    Raises InvalidInput for a symbolic link in it.
    """
    folder = template_folder() / "assets"
    assets = {name: (folder / name).read_bytes() for name in _SHIPPED}
    assets[PLOTLY] = (package_folder("plotly") / "package_data" / PLOTLY).read_bytes()
    return assets if own is None else assets | _tree_assets(own / "assets")


def _tree_assets(folder: Path) -> dict[str, bytes]:
    links = [folder] if folder.is_symlink() else []
    paths = sorted(folder.iterdir()) if folder.is_dir() and not links else []
    paths = [path for path in paths if _NAME.fullmatch(path.name)]
    links += [path for path in paths if path.is_symlink()]
    if links:
        raise InvalidInput(
            Problem(
                path=f"{TEMPLATES}/{link.relative_to(folder.parent).as_posix()}",
                code="link",
                message=NO_LINKS,
            )
            for link in links
        )
    return {path.name: path.read_bytes() for path in paths if path.is_file()}


def hashed_path(name: str, data: bytes) -> str:
    """``assets/board-1a2b3c4d.css``: a new content is a new address, so caches never mix them."""
    stem, dot, ending = name.partition(".")
    digest = hashlib.sha256(data).hexdigest()[:_HASH_DIGITS]
    return f"assets/{stem}-{digest}{dot}{ending}"
