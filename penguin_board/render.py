"""Boards to the files of a site: view models through Jinja templates, no disk writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from penguin_board.boards import Board
from penguin_board.entries import AXES
from penguin_board.views.entry_names import EntryName, entry_names
from penguin_board.views.entry_page import entry_page
from penguin_board.views.leaderboard_page import LeaderboardPage, leaderboard_page
from penguin_board.views.run_view import SourceUrl
from penguin_board.views.site_index import index_page

Exports = Callable[[Board], Mapping[str, bytes]]

_ASSETS = ("board.css", "board.js", "compare.js", "theme.js", "icon.svg")
_PLOTLY = "plotly.min.js"
_HASH_DIGITS = 8


def render_site(
    boards: Sequence[Board],
    *,
    title: str,
    source_url: SourceUrl,
    exports: Exports,
    docs: bool = False,
) -> dict[str, bytes]:
    """Every file of the site of ``boards`` by its path, with ``/`` and relative to the site.

    ``source_url`` gives the public address of a file of the tree, ``exports`` the data files that
    stand beside a board's page; ``docs`` adds links to ``docs/``, which another step builds. The
    same arguments give the same bytes.
    """
    site = _Site(title=title, docs=docs, has_boards=bool(boards))
    files = {".nojekyll": b"", **site.asset_files()}
    files["404.html"] = site.page("404.html", "404.html")
    index = index_page(boards, title)
    files["index.html"] = site.page("index.html", "index.html", page=index)
    for board in boards:
        files |= _board_files(site, board, source_url, exports)
    return files


def _board_files(
    site: _Site, board: Board, source_url: SourceUrl, exports: Exports
) -> dict[str, bytes]:
    folder = board.leaderboard_id
    names = entry_names(board)
    page = leaderboard_page(board, names)
    data_files = dict(exports(board))
    files = {f"{folder}/{name}": data for name, data in data_files.items()}
    files[f"{folder}/index.html"] = site.page(
        f"{folder}/index.html", "leaderboard.html", page=page, data_files=sorted(data_files)
    )
    files |= _chart_files(site, folder, page)
    files |= _entry_files(site, board, names, source_url)
    return files


def _chart_files(site: _Site, folder: str, page: LeaderboardPage) -> dict[str, bytes]:
    """A standalone SVG an axis, at a stable path, also when there is nothing to draw."""
    panels = {panel.key: panel for panel in page.pareto.panels}
    return {
        f"{folder}/pareto-{axis}.svg": site.page(
            f"{folder}/pareto-{axis}.svg", "pareto.svg", page=page, panel=panels[axis]
        )
        for axis in AXES
    }


def _entry_files(
    site: _Site, board: Board, names: Mapping[str, EntryName], source_url: SourceUrl
) -> dict[str, bytes]:
    files = {}
    for entry in board.entries:
        path = f"{board.leaderboard_id}/{names[entry.entry_id].href}"
        page = entry_page(board, entry, names, source_url)
        files[path] = site.page(path, "entry.html", page=page)
    return files


class _Site:
    """What all pages of a site share: templates, assets with hashed names, title."""

    def __init__(self, *, title: str, docs: bool, has_boards: bool) -> None:
        folder = template_folder()
        self._environment = _environment(folder)
        self._environment.globals |= {"site_title": title, "has_docs": docs}
        self._assets = {name: (folder / "assets" / name).read_bytes() for name in _ASSETS}
        if has_boards:
            self._assets[_PLOTLY] = _plotly_bundle()
        self._paths = {name: _hashed_path(name, data) for name, data in self._assets.items()}

    def asset_files(self) -> dict[str, bytes]:
        """The assets by their paths."""
        return {self._paths[name]: data for name, data in self._assets.items()}

    def page(self, path: str, template: str, **context: Any) -> bytes:
        """The page at ``path``: its template with ``url`` and ``asset`` made relative to it."""
        up = "../" * path.count("/")
        text = self._environment.get_template(template).render(
            url=lambda target: up + target,
            asset=lambda name: up + self._paths[name],
            **context,
        )
        return text.encode("utf-8")


def template_folder() -> Path:
    """The templates in the package, else those beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def _environment(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        # On for every template whatever its name ends with: all data is untrusted.
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    environment.filters["script_json"] = script_json
    return environment


def script_json(value: object) -> Markup:
    """``value`` as compact JSON that no HTML parser reads markup in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)


def _plotly_bundle() -> bytes:
    return (resources.files("plotly") / "package_data" / _PLOTLY).read_bytes()


def _hashed_path(name: str, data: bytes) -> str:
    """``assets/board-1a2b3c4d.css``: a new content is a new address, so caches never mix them."""
    stem, dot, ending = name.partition(".")
    digest = hashlib.sha256(data).hexdigest()[:_HASH_DIGITS]
    return f"assets/{stem}-{digest}{dot}{ending}"
