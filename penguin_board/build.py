"""The pipeline of a build: read the tree, render the site, write it. The file to read first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from penguin_board.board_statistics import board_statistics
from penguin_board.boards import Board
from penguin_board.exports import board_files
from penguin_board.output import WriteReport, check_output, write_site
from penguin_board.problems import InvalidInput, Problem
from penguin_board.render import Plan, plan_site, render_site
from penguin_board.revision import source_urls
from penguin_board.sitemap import sitemap_files
from penguin_board.texts import sentence
from penguin_board.tree import load_tree

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
    """What a build did; ``n_drafts_left_out`` counts the drafts that were not rendered."""

    boards: tuple[Board, ...]
    n_drafts_left_out: int
    warnings: tuple[Problem, ...]
    output: WriteReport


def build_site(root: Path, out: Path, options: BuildOptions) -> BuildReport:
    """Build the site of the tree at ``root`` into ``out``.

    Raises InvalidInput with every problem of the tree, or OutputError for a folder that must not
    be written into; in both cases ``out`` is as it was.
    """
    check_output(out, root, force=options.force)
    tree = load_tree(root)
    if not tree.is_valid:
        raise InvalidInput(tree.problems)
    boards = tuple(
        board.with_statistics(board_statistics(board))
        for board in tree.boards
        if options.drafts or not board.is_draft
    )
    files = site_files(root, boards, options)
    report = write_site(files, out)
    return BuildReport(
        boards=boards,
        n_drafts_left_out=len(tree.boards) - len(boards),
        warnings=tree.problems,
        output=report,
    )


def site_files(root: Path, boards: tuple[Board, ...], options: BuildOptions) -> Mapping[str, bytes]:
    """Every file of the site by its path; nothing is written."""
    return render_site(site_plan(root, boards, options))


def site_plan(root: Path, boards: tuple[Board, ...], options: BuildOptions) -> Plan:
    """Every file of the site with its path, drawn or to be drawn."""
    yield from plan_site(
        boards,
        title=options.title,
        source_url=source_urls(root),
        exports=lambda board: board_files(board, show_email=options.show_email),
        docs=options.with_docs,
        root=root,
        base_url=options.base_url,
        languages=options.languages,
    )
    if options.base_url is not None:
        published = [board for board in boards if not board.is_draft]
        files = sitemap_files(published, options.title, options.base_url, options.languages)
        yield from files.items()
