"""Makes the style sheets and scripts that pages load from their sources in ``templates/assets``.

The sources are one file a view, in ``css/`` and ``js/``. What is made of them is kept in git: who
installs or builds needs no minifier.

Example: ``python scripts/assets.py``
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import minify

ASSETS = Path(__file__).parents[1] / "templates" / "assets"
# What is made, each of the sources named, in their order.
MADE: Mapping[str, tuple[str, ...]] = {
    "board.css": (
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
    ),
    "board.js": (
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
    ),
    "embed.css": ("embed",),
    "entry.js": ("entry",),
    "search.js": ("search",),
    "theme.js": ("theme",),
}
_MEDIA = {"css": "text/css", "js": "application/javascript"}


def made() -> dict[str, str]:
    """The text of every file by its name."""
    texts = {}
    for name, parts in MADE.items():
        kind = name.rpartition(".")[2]
        sources = [(ASSETS / kind / f"{part}.{kind}").read_text("utf-8") for part in parts]
        texts[name] = minify.string(_MEDIA[kind], "".join(sources)) + "\n"
    return texts


if __name__ == "__main__":
    for name, text in made().items():
        (ASSETS / name).write_text(text, "utf-8")
