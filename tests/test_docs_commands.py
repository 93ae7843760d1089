"""Every command in the documentation runs, in the order of its page, in an empty folder.

What a page needs and does not show stands in comments: ``<!-- run before: COMMAND -->``, and before
a block that cannot run here ``<!-- not run: the reason -->``. A block of code whose first line is a
comment with a path is written to that file; other Python is run.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from penguin_board.cli import main
from tests.command_line import REPOSITORY

PAGES = [
    path.relative_to(REPOSITORY).as_posix()
    for path in (REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md")
] + sorted(path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "docs").rglob("*.md"))

# The commands of these name files of other projects.
IMPORTED = [page for page in PAGES if page.startswith("docs/importers/")]

_PART = re.compile(
    r"^[ ]*<!-- run before: (?P<before>[^\n]*) -->$"
    r"|^[ ]*(?:<!-- not run: (?P<reason>[^\n]+) -->\s+)?```(?P<kind>\w*)\n(?P<code>.*?)^[ ]*```$",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"# (?P<path>[\w./-]+\.\w+)\n(?P<text>.*)", re.DOTALL)
_RUN = {"sh": "{}", "python": "python - <<'END_OF_BLOCK'\n{}END_OF_BLOCK\n"}


def _commands(page: str) -> Iterator[str]:
    """The page as shell commands, each preceded by where it stands."""
    text = (REPOSITORY / page).read_text("utf-8")
    for part in _PART.finditer(text):
        line = text.count("\n", 0, part.start()) + 1
        where = f"echo '{page}:{line}' >&2\n"
        if part["before"]:
            yield f"{where}{part['before']}\n"
            continue
        file = _FILE.fullmatch(part["code"])
        if file and part["kind"] in ("yaml", "python"):
            yield f"mkdir -p '{Path(file['path']).parent}'\n"
            yield f"cat > '{file['path']}' <<'END_OF_FILE'\n{file['text']}END_OF_FILE\n"
        elif part["kind"] in _RUN and not part["reason"]:
            yield where + _RUN[part["kind"]].format(part["code"])


def _environment(home: Path) -> dict[str, str]:
    """The commands of this environment, and a git that knows nobody else's settings."""
    settings = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(home),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "PYTHONUTF8": "1",
    }
    for role in ("AUTHOR", "COMMITTER"):
        settings |= {f"GIT_{role}_NAME": "Ada", f"GIT_{role}_EMAIL": "ada@example.org"}
    return {**os.environ, **settings}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page not in IMPORTED and any(_commands(page))]
)
def test_every_command_of_the_page_runs(page: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "".join(_commands(page))],
        cwd=folder,
        env=_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("page", IMPORTED)
def test_every_import_of_a_page_on_a_format_is_a_call_that_the_command_takes(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "leaderboards").mkdir()
    blocks = [
        part for part in _PART.finditer((REPOSITORY / page).read_text("utf-8")) if part["code"]
    ]
    calls = [
        shlex.split(line)
        for block in blocks
        if block["kind"] == "sh"
        for line in block["code"].replace("\\\n", "").splitlines()
    ]
    assert calls
    for program, *arguments in calls:
        assert program == "penguin-board"
        for path in arguments[2 : next(i for i, a in enumerate(arguments) if a.startswith("--"))]:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).touch()
        result = CliRunner().invoke(main, arguments)
        assert "Usage:" not in result.stderr, result.stderr
        assert "[unknown-format]" not in result.stderr, result.stderr
