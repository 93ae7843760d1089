"""The shipped templates alone are run without the sandbox: the files are the same to the byte."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from penguin_board.board_statistics import board_statistics
from penguin_board.languages import Language, find_language
from penguin_board.render import drawn
from penguin_board.templating import Templates
from penguin_board.tree import load_tree
from tests.command_line import REPOSITORY
from tests.trees import experiment, leaderboard, leaf, site_plan, write_tree

LANGUAGES = ("en", "zh", "fa")
HOSTILE = "<b>\"x\" & 'y'</b>"
BASE_URL = "https://example.org/"


def hostile_tree(root: Path) -> Path:
    """Two entries whose every text wants to be markup; one has a task without a score."""
    files = leaderboard(leaf("exp-a"), leaf("exp-b"), title=HOSTILE, description=HOSTILE)
    files |= experiment("exp-a", meta={"model_name": HOSTILE, "source": {"<i>": HOSTILE}})
    files |= experiment(
        "exp-b", [[1, None], [0, None]], meta={"model_name": "model-b", "benchmark_name": HOSTILE}
    )
    return write_tree(root, files)


@pytest.mark.parametrize("make", [lambda _: REPOSITORY, hostile_tree])
def test_the_sandbox_gives_the_same_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Any
) -> None:
    spoken = [find_language(code) for code in LANGUAGES]
    own = tmp_path / "own"
    own.mkdir()
    names = {"site_title": "T", "has_docs": False, "base_url": BASE_URL}
    sandboxed = Templates(own, languages=spoken, names=names)
    render = Templates.render
    compared: set[str] = set()

    def comparing(
        self: Templates, name: str, context: Mapping[str, Any], language: Language
    ) -> str:
        text = render(self, name, context, language)
        assert text == render(sandboxed, name, context, language), (name, language.code)
        assert HOSTILE not in text, name
        compared.add(name)
        return text

    monkeypatch.setattr(Templates, "render", comparing)
    tree = load_tree(make(tmp_path / "tree"))
    assert tree.is_valid, tree.problems
    boards = [board.with_statistics(board_statistics(board)) for board in tree.boards]
    plan = site_plan(
        boards,
        "https://example.org/blob/{}".format,
        {"leaderboard.json": b""},
        title="T",
        base_url=BASE_URL,
        languages=LANGUAGES,
    )
    for file in plan.values():
        drawn(file)
    assert {"index.html", "leaderboard.html", "entry.html", "badge.svg"} <= compared
