"""What ``serve`` does where the system does not play along."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from penguin_board.build_options import BuildOptions
from penguin_board.problems import Problem
from penguin_board.serving import running
from penguin_board.serving.rebuilding import Rebuilt
from tests.command_line import penguin_board
from tests.trees import experiment, leaderboard, write_tree


class Told:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.titles: list[str] = []

    def started(self, address: str) -> None:
        assert address.startswith("http://127.0.0.1:")

    def built(self, rebuilt: Rebuilt, seconds: float) -> None:
        assert seconds > 0
        self.titles += [board.leaderboard.title for board in rebuilt.boards]

    def refused(self, problems: tuple[Problem, ...]) -> None:
        raise AssertionError(problems)


def test_a_system_without_watches_left_is_asked_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tree(tmp_path, leaderboard() | experiment())

    def watch(*paths: Path, force_polling: bool | None, **_: Any) -> Iterator[set[Any]]:
        if not force_polling:
            raise OSError("OS file watch limit reached.")
        write_tree(root, leaderboard(title="Other"))
        yield {("modified", str(root))}
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "watch", watch)
    told = Told()
    with pytest.raises(KeyboardInterrupt):
        running.serve(root, 0, BuildOptions(drafts=True), told)
    assert told.titles == ["Demo", "Other"]


def test_a_system_that_does_not_watch_at_all_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tree(tmp_path, leaderboard() | experiment())

    def watch(*paths: Path, **_: Any) -> Iterator[set[Any]]:
        raise OSError("nothing can be watched")

    monkeypatch.setattr(running, "watch", watch)
    with pytest.raises(OSError, match="nothing can be watched"):
        running.serve(root, 0, BuildOptions(drafts=True), Told())


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_none_is_a_usage_error(tmp_path: Path, port: str) -> None:
    write_tree(tmp_path, leaderboard() | experiment())
    result = penguin_board("serve", "--root", tmp_path, "--port", port)
    assert result.exit_code == 2
    assert "--port" in result.words
    assert "Traceback" not in result.words


def test_a_folder_without_leaderboards_is_a_usage_error(tmp_path: Path) -> None:
    result = penguin_board("serve", "--root", tmp_path, "--port", "0")
    assert result.exit_code == 2
    assert "has no folder leaderboards/" in result.words
