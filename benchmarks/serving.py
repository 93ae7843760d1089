"""From writing a file of the GDPevo board to its page being served anew by ``serve``.

    python benchmarks/serving.py

Needs penguin_board to be importable; works on a copy of this repository's boards.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def serve(root: Path, edits: int) -> dict[str, list[float]]:
    """Seconds of each edit by its kind."""
    command = [sys.executable, "-m", "penguin_board", "serve", "--root", str(root), "--port", "0"]
    with subprocess.Popen(command, cwd=REPOSITORY, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            host = re.findall(r"http://(\S+)/", process.stderr.readline())[0]
            connection = http.client.HTTPConnection(host)
            connection.request("GET", "/.penguin-board/events")
            events = connection.getresponse()
            site = next_site(events, "")
            board = root / "leaderboards" / "gdpevo" / "leaderboard.yaml"
            attempt = min((root / "experiments" / "gdpevo").rglob("attempt-1.yaml"))
            seconds: dict[str, list[float]] = {"title": [], "score": []}
            for number in range(edits):
                for kind, path, change in (
                    ("title", board, f"title: Board {number}"),
                    ("score", attempt, f"0.{number + 1}"),
                ):
                    begin = time.perf_counter()
                    edit(path, kind, change)
                    site = next_site(events, site)
                    page = fetch(host, "/gdpevo/")
                    seconds[kind].append(time.perf_counter() - begin)
                    assert kind != "title" or f"Board {number}".encode() in page
        finally:
            process.terminate()
    return seconds


def edit(path: Path, kind: str, change: str) -> None:
    """Give the board another title, or the first task of an attempt another score."""
    pattern = r"^title: .*$" if kind == "title" else r"(?<=score: )[0-9.]+(?= })"
    text = re.sub(pattern, change, path.read_text("utf-8"), count=1, flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def next_site(events: http.client.HTTPResponse, before: str) -> str:
    """The name of the next site that is served."""
    while True:
        line = events.readline()
        if line.startswith(b"data: "):
            state = json.loads(line.removeprefix(b"data: "))
            assert not state["problems"], state
            if state["site"] not in ("", before):
                return str(state["site"])


def fetch(host: str, path: str) -> bytes:
    """A page as the browser gets it after the event."""
    connection = http.client.HTTPConnection(host)
    connection.request("GET", path)
    return connection.getresponse().read()


def main() -> None:
    """Print the median seconds of each kind of edit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=5)
    edits = parser.parse_args().edits
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name in ("leaderboards", "experiments"):
            shutil.copytree(REPOSITORY / name, root / name)
        for kind, seconds in serve(root, edits).items():
            median, slowest = sorted(seconds)[edits // 2], max(seconds)
            sys.stdout.write(f"{kind}: {median:.2f} s (slowest {slowest:.2f} s)\n")


if __name__ == "__main__":
    main()
