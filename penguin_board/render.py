"""Boards to the files of a site: view models through Jinja templates, no disk writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import TemplateRuntimeError
from markupsafe import Markup

from penguin_board.assets import hashed_path, load_assets
from penguin_board.boards import Board
from penguin_board.entries import AXES
from penguin_board.templating import Templates, tree_folder
from penguin_board.views.badge import badge
from penguin_board.views.card import card
from penguin_board.views.embed_page import embed_page
from penguin_board.views.entry_names import EntryName, entry_names
from penguin_board.views.entry_page import entry_page
from penguin_board.views.leaderboard_page import LeaderboardPage, leaderboard_page
from penguin_board.views.run_view import SourceUrl
from penguin_board.views.site_index import index_page

Exports = Callable[[Board], Mapping[str, bytes]]


def render_site(
    boards: Sequence[Board],
    *,
    title: str,
    source_url: SourceUrl,
    exports: Exports,
    docs: bool = False,
    root: Path | None = None,
    base_url: str | None = None,
) -> dict[str, bytes]:
    """Every file of the site of ``boards`` by its path, with ``/`` and relative to the site.

    ``source_url`` gives the public address of a file of the tree, ``exports`` the data files that
    stand beside a board's page; ``docs`` adds links to ``docs/``, which another step builds.
    ``root`` is the tree whose ``templates/`` come before the shipped ones, ``base_url`` where the
    site will stand. The same arguments give the same bytes. Raises InvalidInput for an error in
    a template of the tree.
    """
    names = {
        "site_title": title,
        "has_docs": docs,
        "base_url": None if base_url is None else base_url.rstrip("/") + "/",
    }
    site = _Site(names, tree_folder(root), has_boards=bool(boards))
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
    files |= _share_files(site, board, page)
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


def _share_files(site: _Site, board: Board, page: LeaderboardPage) -> dict[str, bytes]:
    """What stands on other people's pages: the table in a frame, a card, a badge an entry."""
    folder = board.leaderboard_id
    embed, picture = f"{folder}/embed/index.html", f"{folder}/card.svg"
    files = {
        embed: site.page(embed, "embed.html", page=embed_page(board, page.table, page.newest_date)),
        picture: site.page(picture, "card.svg", page=card(board, page.table, page.newest_date)),
    }
    for entry in board.entries:
        path = f"{folder}/badges/{entry.entry_id}.svg"
        files[path] = site.page(path, "badge.svg", page=badge(board, entry))
    return files


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

    def __init__(self, names: Mapping[str, Any], own: Path | None, *, has_boards: bool) -> None:
        self._base_url: str | None = names["base_url"]
        self._templates = Templates(own, names=names, filters={"script_json": script_json})
        self._assets = load_assets(own, with_plotly=has_boards)
        self._paths = {name: hashed_path(name, data) for name, data in self._assets.items()}

    def asset_files(self) -> dict[str, bytes]:
        """The assets by their paths."""
        return {self._paths[name]: data for name, data in self._assets.items()}

    def _asset_path(self, name: str) -> str:
        if name not in self._paths:
            raise TemplateRuntimeError(f'there is no asset "{name}"')
        return self._paths[name]

    def page(self, path: str, template: str, **context: Any) -> bytes:
        """The page at ``path``: its template with ``url`` and ``asset`` made relative to it."""
        up = "../" * path.count("/")
        place = path.removesuffix("index.html")
        names = {
            "url": lambda target: up + target,
            "asset": lambda name: up + self._asset_path(name),
            "page_url": None if self._base_url is None else self._base_url + place,
        }
        return self._templates.render(template, names | context).encode("utf-8")


def script_json(value: object) -> Markup:
    """``value`` as compact JSON that no HTML parser reads markup in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)
