"""What long commands say while they work."""

from __future__ import annotations

import io
import sys
import time

import pytest

from penguin_board.cli.progress import counter


class Terminal(io.StringIO):
    """A stream that is a terminal, or is none."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("is_terminal", "seconds", "words"),
    [
        (True, 2.5, ["3 of 20 leaderboards", ""]),
        (True, 1.5, []),
        (False, 60, []),
    ],
)
def test_a_terminal_is_told_after_two_seconds_and_left_as_it_was(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, seconds: float, words: list[str]
) -> None:
    stream = Terminal(is_terminal)
    now = [100.0]
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with counter("leaderboards") as progress:
        progress(1, 20)
        now[0] += seconds
        progress(3, 20)
    assert stream.getvalue().split("\r\x1b[K")[1:] == words
