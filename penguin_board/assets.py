"""Style sheets, scripts and pictures of the pages, each under a name made of its content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import rcssmin
import rjsmin

from penguin_board.folders import NO_LINKS
from penguin_board.problems import InvalidInput, Problem
from penguin_board.templating import FOLDER, template_folder

PLOTLY = "plotly.min.js"
# What the pages load, each file made of those named, in their order.
_SHIPPED: Mapping[str, tuple[str, ...]] = {
    "board.css": tuple(
        f"css/{name}.css"
        for name in (
            "base",
            "page",
            "filters",
            "table",
            "compare",
            "pareto",
            "waffle",
            "index",
            "entry",
            "languages",
            "screens",
            "print",
        )
    ),
    "board.js": tuple(
        f"js/{name}.js"
        for name in (
            "state",
            "views",
            "menus",
            "entries",
            "table",
            "downloads",
            "compare",
            "svg",
            "pareto",
            "waffle",
            "start",
        )
    ),
    "embed.css": ("embed.css",),
    "entry.js": ("entry.js",),
    "search.js": ("search.js",),
    "theme.js": ("theme.js",),
    "icon.svg": ("icon.svg",),
}
_HASH_DIGITS = 8
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def load_assets(own: Path | None, *, with_plotly: bool) -> dict[str, bytes]:
    """The assets by name: the shipped ones without their comments, those of the tree as they are.

    ``own`` is the tree's folder of templates, whose ``assets/`` replaces and adds files.
    Raises InvalidInput for a symbolic link in it.
    """
    folder = template_folder() / "assets"
    texts = {
        name: "".join((folder / part).read_text("utf-8") for part in parts)
        for name, parts in _SHIPPED.items()
    }
    assets = {name: compact(name, text).encode("utf-8") for name, text in texts.items()}
    if with_plotly:
        assets[PLOTLY] = (resources.files("plotly") / "package_data" / PLOTLY).read_bytes()
    return assets if own is None else assets | _tree_assets(own / "assets")


def _tree_assets(folder: Path) -> dict[str, bytes]:
    links = [folder] if folder.is_symlink() else []
    paths = sorted(folder.iterdir()) if folder.is_dir() and not links else []
    paths = [path for path in paths if _NAME.fullmatch(path.name)]
    links += [path for path in paths if path.is_symlink()]
    if links:
        raise InvalidInput(
            Problem(
                path=f"{FOLDER}/{link.relative_to(folder.parent).as_posix()}",
                code="link",
                message=NO_LINKS,
            )
            for link in links
        )
    return {path.name: path.read_bytes() for path in paths if path.is_file()}


def compact(name: str, text: str) -> str:
    """A style sheet or a script without comments and needless spaces; other files as they are."""
    if name.endswith(".css"):
        return str(rcssmin.cssmin(text)) + "\n"
    return str(rjsmin.jsmin(text)) + "\n" if name.endswith(".js") else text


def hashed_path(name: str, data: bytes) -> str:
    """``assets/board-1a2b3c4d.css``: a new content is a new address, so caches never mix them."""
    stem, dot, ending = name.partition(".")
    digest = hashlib.sha256(data).hexdigest()[:_HASH_DIGITS]
    return f"assets/{stem}-{digest}{dot}{ending}"
