"""The loop of ``serve``: build, serve, watch, build again."""

from __future__ import annotations

import contextlib
import gc
import threading
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from watchfiles import watch

from penguin_board.build_options import BuildOptions
from penguin_board.folders import source_line
from penguin_board.problems import InvalidInput, Problem
from penguin_board.serving.live_site import LiveSite
from penguin_board.serving.pages import failed_build
from penguin_board.serving.rebuilding import Rebuilder, Rebuilt
from penguin_board.serving.scanning import Scan, scan_tree
from penguin_board.serving.server import LOOPBACK, SiteServer

_LONGEST_WAIT_MS = 300
_FIRST_LOOK_MS = 500


class Listener(Protocol):
    """Is told what happens."""

    def started(self, address: str) -> None:
        """The server answers at ``address``."""

    def built(self, rebuilt: Rebuilt, seconds: float) -> None:
        """The site was built and is served."""

    def refused(self, problems: tuple[Problem, ...]) -> None:
        """The tree is not valid; the last good site is still served."""


class PortInUse(Exception):
    """Another program listens on the port, or it may not be used."""


def serve(root: Path, port: int, options: BuildOptions, listener: Listener) -> None:
    """Serve the site of the tree at ``root`` until KeyboardInterrupt, which passes.

    Raises PortInUse.
    """
    site = LiveSite()
    with _serving(port, site, root) as address:
        listener.started(address)
        rebuilder = Rebuilder(root, options)
        for scan in _changes(root):
            _rebuild(rebuilder, scan, site, listener)


@contextlib.contextmanager
def _serving(port: int, site: LiveSite, root: Path) -> Iterator[str]:
    try:
        server = SiteServer(port, site, source_line(root))
    except OSError as error:
        raise PortInUse((error.strerror or str(error)).lower()) from error
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://{LOOPBACK}:{server.port}/"
        finally:
            site.close()
            server.shutdown()


def _changes(root: Path) -> Iterator[Scan]:
    """A scan at once, and one whenever the tree is another."""
    scan: Scan | None = None
    polling = False
    while True:
        found = scan_tree(root)
        if found != scan:
            scan = found
            yield scan
        places = [root, *(root / folder for folder in found.folders)]
        try:
            for _ in _looks(places, polling=polling):
                found = scan_tree(root)
                if found.folders != scan.folders:
                    break
                if found != scan:
                    scan = found
                    yield scan
        except FileNotFoundError:  # a folder went away since the scan
            if not root.is_dir():
                raise
        except OSError:  # a system gives a user so many watches and no more
            if polling:
                raise
            polling = True


def _looks(places: list[Path], *, polling: bool) -> Iterator[None]:
    """A moment to look at every change, and one when watching has begun.

    What changed before that is in no event.
    """
    begun = False
    for events in watch(
        *places,
        watch_filter=None,
        debounce=_LONGEST_WAIT_MS,
        rust_timeout=_FIRST_LOOK_MS,
        yield_on_timeout=True,
        force_polling=polling or None,
        recursive=False,
        ignore_permission_denied=True,
    ):
        if events or not begun:
            begun = True
            yield


def _rebuild(rebuilder: Rebuilder, scan: Scan, site: LiveSite, listener: Listener) -> None:
    begin = time.perf_counter()
    with _no_cycle_search():
        try:
            rebuilt = rebuilder.rebuild(scan.templates())
        except InvalidInput as error:
            site.complain(error.problems)
            listener.refused(error.problems)
            return
        except Exception as error:  # a bug must not end the server of somebody who works on it
            traceback.print_exc()
            site.complain((failed_build(error),))
            return
        site.show(rebuilt.files)
    listener.built(rebuilt, time.perf_counter() - begin)


@contextlib.contextmanager
def _no_cycle_search() -> Iterator[None]:
    """Search for reference cycles after a build, not all the time during it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect()
