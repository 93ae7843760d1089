"""Boards to the files of a site: view models through Jinja templates, no disk writes."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import TemplateRuntimeError

from penguin_board.assets import PLOTLY, hashed_path, load_assets
from penguin_board.boards import Board
from penguin_board.catalogues import ENGLISH
from penguin_board.entries import AXES
from penguin_board.languages import Language, find_language
from penguin_board.templating import Templates, tree_folder
from penguin_board.views.badge import badge
from penguin_board.views.board_summary import BoardSummary
from penguin_board.views.card import card
from penguin_board.views.embed_page import embed_page
from penguin_board.views.entry_names import EntryName, entry_names
from penguin_board.views.entry_page import EntryPages
from penguin_board.views.leaderboard_page import LeaderboardPage, leaderboard_page
from penguin_board.views.site_index import index_page
from penguin_board.views.source_files import SourceUrl
from penguin_board.xml_text import xml_text

Exports = Callable[[Board], Mapping[str, bytes]]
# A file of the site, or what draws it: ``serve`` draws a page when it is asked for.
File = bytes | Callable[[], bytes]
Plan = Iterable[tuple[str, File]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLink:
    """The same page in one of the site's languages.

    ``address`` is absolute where that is known; ``home`` is the folder of the language's pages.
    """

    code: str
    autonym: str
    href: str
    address: str
    home: str
    is_current: bool


def drawn(file: File) -> bytes:
    """The bytes of a file."""
    return file if isinstance(file, bytes) else file()


def _board_files(site: Site, board: Board, source_url: SourceUrl, exports: Exports) -> Plan:
    folder = board.leaderboard_id
    names = entry_names(board)
    page = leaderboard_page(board, names)
    data_files = dict(exports(board))
    yield from ((f"{folder}/{name}", data) for name, data in data_files.items())
    yield from site.pages(
        f"{folder}/index.html", "leaderboard.html", page=page, data_files=sorted(data_files)
    )
    yield from _chart_files(site, folder, page)
    yield from _share_files(site, board, page)
    yield from _entry_files(site, board, names, source_url)


def _chart_files(site: Site, folder: str, page: LeaderboardPage) -> Plan:
    """A standalone SVG an axis, at a stable path, also when there is nothing to draw."""
    panels = {panel.key: panel for panel in page.pareto.panels}
    for axis in AXES:
        path = f"{folder}/pareto-{axis}.svg"
        yield from site.file(path, "pareto.svg", page=page, panel=panels[axis])


def _share_files(site: Site, board: Board, page: LeaderboardPage) -> Plan:
    """What stands on other people's pages: the table in a frame, a card, a badge an entry."""
    folder = board.leaderboard_id
    embed = embed_page(board, page.table, page.newest_date)
    yield from site.pages(f"{folder}/embed/index.html", "embed.html", page=embed)
    picture = card(board, page.table, page.newest_date)
    yield from site.file(f"{folder}/card.svg", "card.svg", page=picture)
    for entry in board.entries:
        path = f"{folder}/badges/{entry.entry_id}.svg"
        yield from site.file(path, "badge.svg", page=badge(board, entry))


def _entry_files(
    site: Site, board: Board, names: Mapping[str, EntryName], source_url: SourceUrl
) -> Plan:
    pages = EntryPages(board, names, source_url)
    for entry in board.entries:
        path = f"{board.leaderboard_id}/{names[entry.entry_id].href}"
        yield from site.pages(path, "entry.html", page=pages.page(entry))


class Site:
    """What all pages of a site share: templates, languages, assets with hashed names."""

    def __init__(
        self,
        *,
        title: str,
        docs: bool = False,
        root: Path | None = None,
        base_url: str | None = None,
        languages: Sequence[str] = (ENGLISH,),
    ) -> None:
        """Compile the templates and read the assets.

        ``docs`` adds links to ``docs/``, which another step builds. ``root`` is the tree whose
        ``templates/`` come before the shipped ones, ``base_url`` where the site will stand. The
        pages of the first of the ``languages`` stand at the top, those of each further one below a
        folder of its code; other files exist once. Raises InvalidInput for an error in a template
        of the tree.
        """
        own = tree_folder(root)
        self._title = title
        self._base_url = None if base_url is None else base_url.rstrip("/") + "/"
        self._languages = [find_language(code) for code in languages]
        names = {"site_title": title, "has_docs": docs, "base_url": self._base_url}
        self._templates = Templates(own, languages=self._languages, names=names)
        self._assets = load_assets(own)
        self._paths = {name: hashed_path(name, data) for name, data in self._assets.items()}

    def warm(self) -> None:
        """Compile all templates, before processes are forked that draw pages."""
        self._templates.warm()

    def shared_files(self, boards: Sequence[BoardSummary]) -> Plan:
        """What stands once, beside the boards: the index, the page of what is not found, assets."""
        yield ".nojekyll", b""
        for name, data in self._assets.items():
            if boards or name != PLOTLY:
                yield self._paths[name], data
        yield from self.file("404.html", "404.html")
        page = index_page(boards, self._title)
        yield from self.pages("index.html", "index.html", page=page)

    def board_files(self, board: Board, source_url: SourceUrl, exports: Exports) -> Plan:
        """The files of a board, in its folder and that of each language.

        ``source_url`` gives the public address of a file of the tree, ``exports`` the data files
        that stand beside the board's page.
        """
        return _board_files(self, board, source_url, exports)

    def _asset_path(self, name: str) -> str:
        if name not in self._paths:
            raise TemplateRuntimeError(f'there is no asset "{name}"')
        return self._paths[name]

    def pages(self, path: str, template: str, **context: Any) -> Plan:
        """The page at ``path`` in every language, with where it stands."""
        for language in self._languages:
            yield self._page(path, template, language, context)

    def file(self, path: str, template: str, **context: Any) -> Plan:
        """A file that the pages of all languages share, in the first of them."""
        yield self._page(path, template, self._languages[0], context)

    def _page(
        self, path: str, template: str, language: Language, context: Mapping[str, Any]
    ) -> tuple[str, File]:
        """A template with ``url``, ``shared`` and ``asset`` made relative to where it stands."""
        place = self._folder(language) + path
        folder = posixpath.dirname(f"/{place}")
        home = "../" * path.count("/")
        top = "../" * place.count("/")
        names: dict[str, Any] = {
            "url": lambda target: home + target,
            "shared": lambda target: posixpath.relpath(f"/{target}", folder),
            "asset": lambda name: top + self._asset_path(name),
            "page_url": self._address(place),
            "languages": (links := [self._link(o, path, top, language) for o in self._languages]),
            "other_languages": [link for link in links if not link.is_current],
        }
        every = {**names, **context}
        return place, lambda: self._drawn(template, every, language)

    def _drawn(self, template: str, names: Mapping[str, Any], language: Language) -> bytes:
        text = self._templates.render(template, names, language)
        return (xml_text(text) if template.endswith(".svg") else text).encode("utf-8")

    def _folder(self, language: Language) -> str:
        return "" if language is self._languages[0] else f"{language.code}/"

    def _address(self, place: str) -> str | None:
        return None if self._base_url is None else self._base_url + place.removesuffix("index.html")

    def _link(self, other: Language, path: str, top: str, current: Language) -> PageLink:
        place = self._folder(other) + path
        return PageLink(
            code=other.code,
            autonym=other.autonym,
            href=top + place,
            address=self._address(place) or top + place,
            home=self._folder(other),
            is_current=other is current,
        )
