"""One leaderboard from its files to its pages, in one process: the unit of work of a build."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from penguin_board.board_results import BoardResult
from penguin_board.board_statistics import BoardStatistics, board_statistics
from penguin_board.boards import Board
from penguin_board.build_keys import BuildKeys, holds, is_as_before, is_intact
from penguin_board.build_options import BuildOptions
from penguin_board.cache import Cache
from penguin_board.exports import board_files
from penguin_board.output import StagedFiles
from penguin_board.package_files import program_key
from penguin_board.problems import InvalidInput
from penguin_board.render import Site, drawn
from penguin_board.statistics_record import (
    statistics_bytes,
    statistics_from_bytes,
    statistics_key,
)
from penguin_board.store import read_leaderboard
from penguin_board.tree import load_board, no_cycle_search
from penguin_board.views.board_summary import board_summary


class BoardBuilder:
    """Builds leaderboards of the tree at ``root``, one after the other, into a stage."""

    def __init__(
        self,
        root: Path,
        options: BuildOptions,
        files: StagedFiles,
        keys: BuildKeys,
        cache: Cache,
        *,
        threads: int | None = None,
    ) -> None:
        """Make ready what all boards share; ``threads`` take part in the statistics of one.

        Raises InvalidInput for templates of the tree.
        """
        self._threads = threads
        self._root = root
        self._options = options
        self._files = files
        self._keys = keys
        self._cache = cache
        self._site = site_of(root, options, keys.site)
        self._exports = functools.partial(board_files, show_email=options.show_email)

    def __call__(self, name: str) -> BoardResult:
        """Read, check, evaluate and render the leaderboard in the folder ``name``.

        Raises OutputError where a page cannot be written, OSError where the disk fails.
        """
        with no_cycle_search():
            result = self._build(name)
        if not result.is_valid or not is_as_before(self._root, self._keys, name):
            return result
        self._cache.put(self._keys.boards[name], result.to_bytes())
        return replace(result, is_reusable=True)

    def _build(self, name: str) -> BoardResult:
        board, _, problems = load_board(self._root, read_leaderboard(self._root, name))
        found = tuple(problems)
        if board is None:
            return BoardResult(problems=found)
        if board.is_draft and not self._options.drafts:
            return BoardResult(problems=found, is_left_out=True)
        board = board.with_statistics(self._statistics(board))
        plan = self._site.board_files(board, self._keys.public.url, self._exports)
        try:
            digests = {path: self._files.put(path, drawn(file)) for path, file in plan}
        except InvalidInput as error:
            return BoardResult(problems=(*found, *error.problems))
        return BoardResult(problems=found, summary=board_summary(board), digests=digests)

    def _statistics(self, board: Board) -> BoardStatistics:
        """The statistics, from an earlier build where they rest on the same scores."""
        key = hashlib.sha256(f"{program_key()} {statistics_key(board)}".encode()).hexdigest()
        known = self._cache.get(key)
        statistics = None if known is None else statistics_from_bytes(known)
        if statistics is None:
            statistics = board_statistics(board, self._threads)
            self._cache.put(key, statistics_bytes(statistics))
        return statistics


@functools.lru_cache(maxsize=1)
def site_of(root: Path, options: BuildOptions, _key: str) -> Site:
    """The site of a build; ``_key`` stands for the templates as they are now.

    Made once, before a process is forked, for all that work on the build.
    """
    return new_site(root, options)


def new_site(root: Path, options: BuildOptions) -> Site:
    """The site that the options ask for. Raises InvalidInput for templates of the tree."""
    return Site(
        title=options.title,
        docs=options.with_docs,
        root=root,
        base_url=options.base_url,
        languages=options.languages,
    )


def taken_over(
    names: Sequence[str], out: Path, files: StagedFiles, keys: BuildKeys, cache: Cache
) -> dict[str, BoardResult]:
    """The results of an earlier build that hold, with their pages linked into the stage."""
    found: dict[str, BoardResult] = {}
    is_whole: bool | None = None
    for name in names:
        content = cache.get(keys.boards[name])
        result = None if content is None else BoardResult.from_bytes(content)
        if result is None:
            continue
        if is_whole is None:
            is_whole = is_intact(out, files.before, cache)
        if all(
            files.before.get(path) == digest and (is_whole or holds(out / path, digest))
            for path, digest in result.digests.items()
        ):
            for path in result.digests:
                files.keep(path)
            found[name] = result
    return found
