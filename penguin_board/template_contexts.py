"""What each template is given: the names, their types and what they mean, as documented.

``docs/reference/templates.md`` is written from this, and a test compares it with what a build
really gives.
"""

from __future__ import annotations

import dataclasses
import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from penguin_board.views.badge import Badge
from penguin_board.views.card import Card
from penguin_board.views.embed_page import EmbedPage
from penguin_board.views.entry_page import EntryPage
from penguin_board.views.leaderboard_page import LeaderboardPage
from penguin_board.views.pareto import ParetoPanel
from penguin_board.views.site_index import IndexPage

# Known to every template: type and meaning.
SHARED: Mapping[str, tuple[str, str]] = {
    "site_title": ("str", "the title of the site"),
    "has_docs": ("bool", "whether `docs/` is part of the site"),
    "base_url": ("str or None", "where the site will stand, with a slash at the end"),
    "page_url": ("str or None", "where this file will stand"),
    "language": (
        "PageLanguage",
        "the language of this file: `code`, `direction` (`ltr` or `rtl`), its own name `autonym`",
    ),
    "languages": (
        "list[PageLink]",
        "this page in every language of the site, the first at the top: `code`, `autonym`, "
        "`href`, `address` (absolute with a base URL), `home` and `is_current`",
    ),
    "other_languages": ("list[PageLink]", "those of `languages` that this file is not in"),
    "url(path)": ("function", "a page of the site in the same language, relative to this file"),
    "shared(path)": (
        "function",
        "a file that exists once for all languages, relative to this file: data, pictures, `docs/`",
    ),
    "asset(name)": ("function", "the address of a file of `assets/`, relative to this file"),
}

# Fields that mean the same on every view, where its docstring does not say more.
_EVERYWHERE: Mapping[str, str] = {
    "ascending": "whether less is better",
    "author_name": "the author of the leaderboard",
    "description": "the paragraph of the leaderboard file",
    "href": "an address, relative to the page",
    "is_draft": "whether the leaderboard is not yet published",
    "leaderboard_id": "the id, also the folder of the board's pages",
    "n_entries": "how many entries the board has",
    "n_experiments": "how many distinct experiments stand behind it",
    "n_tasks": "how many tasks there are",
    "newest_date": "date of the newest experiment as `YYYY-MM-DD`, None when none has one",
    "note": "the note of the leaderboard file",
    "rank": "the competition rank as text",
    "title": "the title of the leaderboard, or of the site",
    "unequal_attempts": "whether experiments differ in their number of attempts",
    "unit": "the unit of the scores, empty when they have none",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateContext:
    """A template that makes a file of the site: ``path`` is the file, ``names`` what it is given.

    The parts that it includes are given the same.
    """

    template: str
    path: str
    names: Mapping[str, object]


CONTEXTS: tuple[TemplateContext, ...] = (
    TemplateContext(template="index.html", path="index.html", names={"page": IndexPage}),
    TemplateContext(
        template="leaderboard.html",
        path="<leaderboard-id>/index.html",
        names={"page": LeaderboardPage, "data_files": list[str]},
    ),
    TemplateContext(
        template="entry.html",
        path="<leaderboard-id>/entries/<entry>/index.html",
        names={"page": EntryPage},
    ),
    TemplateContext(
        template="pareto.svg",
        path="<leaderboard-id>/pareto-<axis>.svg",
        names={"page": LeaderboardPage, "panel": ParetoPanel},
    ),
    TemplateContext(
        template="embed.html", path="<leaderboard-id>/embed/index.html", names={"page": EmbedPage}
    ),
    TemplateContext(
        template="badge.svg", path="<leaderboard-id>/badges/<entry>.svg", names={"page": Badge}
    ),
    TemplateContext(template="card.svg", path="<leaderboard-id>/card.svg", names={"page": Card}),
    TemplateContext(template="404.html", path="404.html", names={}),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewField:
    """A field or a property of a view, its type as it is written, its meaning or an empty text."""

    name: str
    type_text: str
    meaning: str


def view_types() -> dict[str, type]:
    """Every type of a view that a template can reach, by name, in the order of reaching it."""
    found: dict[str, type] = {}
    queue = [kind for context in CONTEXTS for kind in context.names.values()]
    for kind in queue:  # grows while it is read
        for view in _views_in(kind):
            if found.setdefault(view.__name__, view) is not view:
                raise ValueError(f"two views are named {view.__name__}")
            queue += [hint for hint in _hints(view).values() if hint not in queue]
    return found


def fields(view: type) -> tuple[ViewField, ...]:
    """The fields of a view in order, then its properties."""
    hints = _hints(view)
    rows = [
        ViewField(
            name=field.name,
            type_text=str(field.type).replace(" | ", " or "),
            meaning=_meaning(view, field.name, hints[field.name]),
        )
        for field in dataclasses.fields(view)
    ]
    for name, member in vars(view).items():
        if isinstance(member, property) and not name.startswith("_"):
            kind = str(typing.cast(Any, member.fget).__annotations__["return"])
            rows.append(ViewField(name=name, type_text=kind, meaning=summary(member)))
    return tuple(rows)


def docstring(documented: object) -> str:
    """The docstring on one line, with Markdown's marks for code."""
    return " ".join((documented.__doc__ or "").split()).replace("``", "`")


def summary(documented: object) -> str:
    """The first sentence of a docstring, without its full stop."""
    return re.split(r"\.(?: |$)", docstring(documented), maxsplit=1)[0]


def _meaning(view: type, name: str, hint: object) -> str:
    """The clauses of the view's docstring that name the field, else what its type is."""
    clauses = re.split(r"(?<=[.;]) ", docstring(view))
    named = [clause.rstrip(".;") for clause in clauses if f"`{name}`" in clause]
    if named:
        return "; ".join(named)
    inner = list(_views_in(hint))
    return summary(inner[0]) if inner else _EVERYWHERE.get(name, "")


def _hints(view: type) -> dict[str, object]:
    return typing.get_type_hints(view)


def _views_in(kind: object) -> Iterator[type]:
    """The dataclasses in a type: itself, or in what it holds."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        yield kind
    for inner in typing.get_args(kind):
        yield from _views_in(inner)
