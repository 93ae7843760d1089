"""The site as it is served: the last good one, and what is wrong with the tree since then."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from penguin_board.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a browser is shown; ``change`` counts the states.

    ``site`` names the files, so that a page knows whether it is of them; empty before the first
    good build.
    """

    change: int = 0
    site: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


class LiveSite:
    """The newest :class:`State`; one thread sets it, others wait for it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._state = State()
        self._closed = False
        # A page of an earlier server on the same port is of no site of this one.
        self._name = secrets.token_hex(4)

    @property
    def state(self) -> State:
        """What is shown now."""
        with self._changed:
            return self._state

    def show(self, files: Mapping[str, bytes]) -> None:
        """Serve these files; nothing is wrong any more."""
        with self._changed:
            change = self._state.change + 1
            self._set(State(change=change, site=f"{self._name}-{change}", files=files))

    def complain(self, problems: tuple[Problem, ...]) -> None:
        """Keep the files that are served, and lay ``problems`` over them."""
        with self._changed:
            before = self._state
            change = before.change + 1
            state = State(change=change, site=before.site, files=before.files, problems=problems)
            self._set(state)

    def close(self) -> None:
        """Nobody waits any longer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def wait(self, change: int, seconds: float) -> State | None:
        """The state once it is another than number ``change``; as it is after ``seconds``.

        None when the site is closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._state.change != change, seconds)
            return None if self._closed else self._state

    def _set(self, state: State) -> None:
        self._state = state
        self._changed.notify_all()
