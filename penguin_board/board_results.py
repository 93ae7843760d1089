"""What building one leaderboard leaves: its line of the index, its problems, its files' digests."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from penguin_board.build_keys import problem_from
from penguin_board.problems import Problem
from penguin_board.views.board_summary import BoardSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResult:
    """A leaderboard that was built, left out as a draft, or is not valid.

    ``summary`` is None unless its pages were made; ``digests`` are the sha256 of those files by
    path. ``is_reusable`` says that it holds for the next build too, as long as the keys are the
    same. Small, and plain data: it crosses processes and outlives the build.
    """

    problems: tuple[Problem, ...]
    summary: BoardSummary | None = None
    is_left_out: bool = False
    digests: Mapping[str, str] = field(default_factory=dict)
    is_reusable: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether there is no error."""
        return not any(problem.is_error for problem in self.problems)

    def to_bytes(self) -> bytes:
        """The result for the cache."""
        data = {
            "problems": [asdict(problem) for problem in self.problems],
            "summary": None if self.summary is None else self.summary.as_json(),
            "is_left_out": self.is_left_out,
            "digests": dict(self.digests),
        }
        return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")

    @classmethod
    def from_bytes(cls, content: bytes) -> BoardResult | None:
        """The result of what ``to_bytes`` gave; None for anything else."""
        try:
            data = json.loads(content)
            summary = data["summary"]
            return cls(
                problems=tuple(problem_from(problem) for problem in data["problems"]),
                summary=None if summary is None else BoardSummary.from_json(summary),
                is_left_out=data["is_left_out"],
                digests=dict(data["digests"]),
                is_reusable=True,
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            return None
