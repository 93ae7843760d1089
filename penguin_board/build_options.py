"""What a build is asked for, and what it says it did."""

from __future__ import annotations

from dataclasses import dataclass

from penguin_board.output import WriteReport
from penguin_board.problems import Problem
from penguin_board.texts import sentence

DEFAULT_TITLE = sentence("Leaderboards")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildOptions:
    """What a build is asked for.

    ``base_url`` is where the site will stand; with it a sitemap and a feed are written.
    ``languages`` are codes, that of the pages at the top first.
    ``with_docs`` links to ``docs/``, which a separate step builds. ``force`` writes into a folder
    that holds other files.
    """

    drafts: bool = False
    title: str = DEFAULT_TITLE
    base_url: str | None = None
    languages: tuple[str, ...] = ("en", "zh")
    show_email: bool = False
    with_docs: bool = False
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildReport:
    """What a build did: counts of what the site has and of what was left out.

    ``n_drafts_left_out`` counts the drafts that were not rendered.
    """

    n_leaderboards: int
    n_entries: int
    n_drafts_left_out: int
    warnings: tuple[Problem, ...]
    output: WriteReport
