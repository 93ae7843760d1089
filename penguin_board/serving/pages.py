"""What the server adds to a site: the script that follows it, and problems as a browser gets them.

Nothing of this is part of a built site.
"""

from __future__ import annotations

import html
import json
from importlib import resources

from penguin_board.problems import Problem, SourceLine, count_text, printable
from penguin_board.serving.live_site import State

# Below this path stands what is not the site's; a leaderboard id never begins with a dot.
OWN = "/.penguin-board"
EVENTS = f"{OWN}/events"
_SHOWN = 30
_LONGEST_LINE = 200
_TYPES = {
    "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tex": "text/plain; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
    "xml": "application/xml",
}


def own_files() -> dict[str, bytes]:
    """The script and the style sheet by their paths."""
    folder = resources.files("penguin_board.serving")
    return {f"{OWN}/{name}": (folder / name).read_bytes() for name in ("reload.js", "overlay.css")}


def media_type(path: str) -> str:
    """The type of a file by its ending, the same on every machine."""
    return _TYPES.get(path.rpartition(".")[2].lower(), "application/octet-stream")


def followed(page: bytes, state: State) -> bytes:
    """A page of the site with the script that loads it again when the site changes."""
    script = f'<script src="{OWN}/reload.js" data-site="{state.site}" defer></script>'.encode()
    head, end, rest = page.partition(b"</head>")
    return head + script + end + rest if end else page + script


def waiting_page(state: State) -> bytes:
    """Shown before there is a site: the script will say what is wrong, or load the site."""
    title = html.escape("This page is not built yet")
    body = f"<!doctype html><html lang=en><head><title>{title}</title></head><h1>{title}</h1>"
    return followed(body.encode(), state)


def failed_build(error: Exception) -> Problem:
    """What to say of an error that is none of the tree's; where it is raised is printed."""
    message = f"the build failed: {type(error).__name__}: {error}"
    return Problem(path="(build)", code="build", message=message, hint="see the terminal")


def event(state: State, source_line: SourceLine) -> bytes:
    """A state as a server-sent event; the script shows its texts and has no words of its own."""
    errors = [problem for problem in state.problems if problem.is_error]
    message = {
        "site": state.site,
        "heading": count_text(errors),
        "note": "The page behind this is the last one without errors." if state.site else "",
        "close": "Close",
        "problems": [_shown(problem, source_line) for problem in errors[:_SHOWN]],
        "more": f"and {len(errors) - _SHOWN} more, listed in the terminal"
        if len(errors) > _SHOWN
        else "",
    }
    return f"data: {json.dumps(message)}\n\n".encode()


def _shown(problem: Problem, source_line: SourceLine) -> dict[str, str]:
    line = source_line(problem.path, problem.line) or ""
    text = f"{problem.key}: {problem.message}" if problem.key else problem.message
    return {
        "place": printable(f"{problem.path}:{problem.line}:{problem.column}"),
        "message": printable(text),
        "line": printable(line.replace("\t", " ").strip())[:_LONGEST_LINE],
        "hint": printable(problem.hint),
    }
