"""The command of each format's page works on the real file that it names."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from penguin_board.cli import main
from tests.shared.truths import IMPORTERS, ROOT, shared

shared("inspect")
# An example, a log that was interrupted, and a format that nobody publishes files of.
WITHOUT_RESULTS = {"index", "openai-evals", "penguin-scoreboard"}
CALLS = [
    (page.stem, shlex.split(line))
    for page in sorted((ROOT / "docs/importers").glob("*.md"))
    for block in re.findall(r"```sh\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    for line in block.replace("\\\n", "").splitlines()
    if page.stem not in WITHOUT_RESULTS
]


def real_path(given: str) -> Path | None:
    """The real file or folder whose path ends as the one in the documentation."""
    parts = Path(given).parts
    for start in range(len(parts)):
        end = Path(*parts[start:])
        found = [
            path
            for path in IMPORTERS.rglob(parts[-1])
            if path.parts[-len(end.parts) :] == end.parts
        ]
        if len(found) == 1:
            return found[0]
    return None


@pytest.mark.parametrize(
    ("name", "call"), CALLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_command_of_the_page_imports(tmp_path: Path, name: str, call: list[str]) -> None:
    (tmp_path / "leaderboards").mkdir()
    _, *arguments = call
    first_option = next(i for i, text in enumerate(arguments) if text.startswith("--"))
    found = [real_path(text) for text in arguments[2:first_option]]
    paths = [str(path) for path in found if path is not None]
    assert len(paths) == len(found), arguments
    words = [*arguments[:2], *paths, *arguments[first_option:], "--root", str(tmp_path)]
    result = CliRunner().invoke(main, [*words, "--dry-run"])
    assert result.exit_code == 0, result.output
    assert " created" in result.output
