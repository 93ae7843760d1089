"""Answers a browser on this machine from the files in memory; no path ever reaches the disk."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from penguin_board.problems import InvalidInput, SourceLine
from penguin_board.serving.live_site import LiveSite, State
from penguin_board.serving.pages import (
    EVENTS,
    event,
    failed_build,
    followed,
    media_type,
    own_files,
    waiting_page,
)

LOOPBACK = "127.0.0.1"
_HEARTBEAT_SECONDS = 15.0


class SiteServer(ThreadingHTTPServer):
    """Serves a :class:`LiveSite` on the loopback address only."""

    daemon_threads = True
    # On Windows the option would let another program take the port away.
    allow_reuse_address = os.name != "nt"

    def __init__(self, port: int, site: LiveSite, source_line: SourceLine) -> None:
        """Bind ``port``, a free one where it is 0. Raises OSError for a port that is in use."""
        self.site = site
        self.source_line = source_line
        self.own_files = own_files()
        super().__init__((LOOPBACK, port), _Handler)

    @property
    def port(self) -> int:
        """The port that is bound."""
        return int(self.server_address[1])

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call this server.

        A page of the internet whose name was pointed at this machine calls it by that name.
        """
        names = (LOOPBACK, "localhost")
        bare = names if self.port == 80 else ()
        return (*bare, *(f"{name}:{self.port}" for name in names))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that leaves early is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: SiteServer
    server_version = "penguin-board"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer with a file of the site, one of the server's own, or the events."""
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            text = b"This server answers on 127.0.0.1 and localhost only.\n"
            self._send(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", text)
            return
        path = unquote(urlsplit(self.path).path)
        if path == EVENTS:
            self._send_events()
        elif path in self.server.own_files:
            self._send(HTTPStatus.OK, media_type(path), self.server.own_files[path])
        else:
            self._try_site(path, self.server.site.state)

    def do_HEAD(self) -> None:
        """Answer as to GET, without the body."""
        self.do_GET()

    def _try_site(self, path: str, state: State) -> None:
        """A page may fail to be drawn: the script on the page that is sent instead says why."""
        try:
            self._send_site(path, state)
        except InvalidInput as error:
            problems = error.problems
        except ConnectionError:
            return
        except Exception as error:  # a bug must not end the server of somebody who works on it
            traceback.print_exc()
            problems = (failed_build(error),)
        else:
            return
        self.server.site.complain(problems)
        page = waiting_page(state)
        self._send(HTTPStatus.INTERNAL_SERVER_ERROR, media_type("index.html"), page)

    def _send_site(self, path: str, state: State) -> None:
        name = path.removeprefix("/")
        name += "index.html" if not name or name.endswith("/") else ""
        html = media_type("index.html")
        if not state.site:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, html, waiting_page(state))
        elif f"{name}/index.html" in state.files:
            self._redirect(f"/{quote(name)}/")
        elif name not in state.files:
            page = state.files.get("404.html", b"")
            self._send(HTTPStatus.NOT_FOUND, html, followed(page, state))
        elif media_type(name) == html:
            self._send(HTTPStatus.OK, html, followed(state.files[name], state))
        else:
            self._send(HTTPStatus.OK, media_type(name), state.files[name])

    def _redirect(self, path: str) -> None:
        query = urlsplit(self.path).query
        self._begin(HTTPStatus.FOUND, {"Location": f"{path}?{query}" if query else path})

    def _send_events(self) -> None:
        self._begin(HTTPStatus.OK, {"Content-Type": "text/event-stream"})
        if self.command == "HEAD":
            return
        self.wfile.write(b"retry: 500\n\n")
        change = -1
        while (state := self.server.site.wait(change, _HEARTBEAT_SECONDS)) is not None:
            is_new, change = state.change != change, state.change
            self.wfile.write(event(state, self.server.source_line) if is_new else b":\n\n")

    def _send(self, status: HTTPStatus, media: str, body: bytes) -> None:
        self._begin(status, {"Content-Type": media, "Content-Length": str(len(body))})
        if self.command != "HEAD":
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

    def _begin(self, status: HTTPStatus, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are nobody's interest; what is wrong is printed elsewhere."""
