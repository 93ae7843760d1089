"""The pipeline of a build: leaderboards to pages, pages to a site. The file to read first."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

from penguin_board.board_building import BoardBuilder, new_site, site_of, taken_over
from penguin_board.board_results import BoardResult
from penguin_board.boards import Board
from penguin_board.build_keys import BuildKeys, build_keys, remember_build
from penguin_board.build_options import BuildOptions, BuildReport
from penguin_board.cache import Cache
from penguin_board.exports import board_files
from penguin_board.output import Stage, check_output
from penguin_board.problems import InvalidInput, Problem, ordered
from penguin_board.render import Plan, Site, drawn
from penguin_board.revision import public_files
from penguin_board.store import find_leaderboards
from penguin_board.tree import load_tree
from penguin_board.views.board_summary import BoardSummary, board_summary
from penguin_board.workers import results_of, usual_workers

Progress = Callable[[int, int], None]


def build_site(
    root: Path,
    out: Path,
    options: BuildOptions,
    *,
    cache: Cache | None = None,
    keys: BuildKeys | None = None,
    jobs: int | None = None,
    progress: Progress = lambda _done, _all: None,
) -> BuildReport:
    """Build the site of the tree at ``root`` into ``out``.

    Each leaderboard is read, checked, evaluated and rendered by itself, in one of ``jobs``
    processes (by default as many as the machine and the tree make sensible), straight into a
    stage; those of which ``cache`` has the result and ``out`` the pages are taken over. The site
    does not tell which it was. ``keys`` are those of the tree, where they are known already;
    ``progress`` is told how many leaderboards are done, and of how many.

    Raises InvalidInput with every problem of the tree, OutputError for a folder that must not be
    written into, WorkerLost for a process that was killed; ``out`` is then as it was.
    """
    check_output(out, root, force=options.force)
    cache = cache or Cache(None)
    keys = keys or build_keys(root, options, cache)
    found, problems = find_leaderboards(root)
    names = [name for name in found if name in keys.boards]  # one may have come since
    with Stage(out) as stage:
        results = taken_over(names, out, stage.files, keys, cache)
        site = _site(root, options, keys)
        todo = [name for name in names if name not in results]
        todo.sort(key=lambda name: keys.states[name].n_bytes, reverse=True)
        workers = jobs or usual_workers(len(todo), sum(keys.states[n].n_bytes for n in todo))
        threads = None if workers < 2 else 1
        if workers > 1:
            site.warm()
        start = functools.partial(
            BoardBuilder, root, options, stage.files, keys, cache, threads=threads
        )
        for name, result in results_of(start, todo, workers):
            results[name] = result
            progress(len(results), len(names))
        report = _put_in_place(stage, site, options, [results[name] for name in names], problems)
    told = {problem.path for problem in problems}
    seen = {*results, *(name for name in keys.boards if f"leaderboards/{name}" in told)}
    if seen == set(keys.boards) and all(result.is_reusable for result in results.values()):
        remember_build(out, keys, report, stage.marks, cache)
    cache.shrink()
    return report


def _site(root: Path, options: BuildOptions, keys: BuildKeys) -> Site:
    """What all pages share. Raises InvalidInput for templates of the tree, and with its data."""
    try:
        return site_of(root, options, keys.site)
    except InvalidInput as error:
        raise InvalidInput((*error.problems, *load_tree(root).problems)) from error


def _put_in_place(
    stage: Stage,
    site: Site,
    options: BuildOptions,
    results: Sequence[BoardResult],
    problems: Sequence[Problem],
) -> BuildReport:
    """Add what the boards share and let the stage be the site. Raises InvalidInput."""
    found = ordered((*problems, *(p for result in results for p in result.problems)))
    if any(problem.is_error for problem in found):
        raise InvalidInput(found)
    summaries = [result.summary for result in results if result.summary is not None]
    digests = {path: digest for result in results for path, digest in result.digests.items()}
    for path, file in _shared_files(site, summaries, options):
        digests[path] = stage.files.put(path, drawn(file))
    return BuildReport(
        n_leaderboards=len(summaries),
        n_entries=sum(len(summary.entries) for summary in summaries),
        n_drafts_left_out=sum(result.is_left_out for result in results),
        warnings=found,
        output=stage.finish(digests),
    )


def _shared_files(site: Site, boards: Sequence[BoardSummary], options: BuildOptions) -> Plan:
    """What stands once in a site, beside its boards."""
    yield from site.shared_files(boards)
    if options.base_url is not None:
        # Most builds know no address, and need no XML.
        from penguin_board.sitemap import sitemap_files  # noqa: PLC0415

        published = [board for board in boards if not board.row.is_draft]
        files = sitemap_files(published, options.title, options.base_url, options.languages)
        yield from files.items()


def site_plan(root: Path, boards: Sequence[Board], options: BuildOptions) -> Plan:
    """Every file of the site with its path, drawn or to be drawn. Raises InvalidInput."""
    site = new_site(root, options)
    yield from _shared_files(site, [board_summary(board) for board in boards], options)
    source_url = public_files(root).url
    exports = functools.partial(board_files, show_email=options.show_email)
    for board in boards:
        yield from site.board_files(board, source_url, exports)
