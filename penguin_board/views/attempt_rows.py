"""The attempts of a run: what each of them used, and the rows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from penguin_board import display
from penguin_board.display import ScoreFormat
from penguin_board.entries import AXES, Axis
from penguin_board.experiments import Attempt
from penguin_board.markup import file_link, number_cell, safe, unknown_cell
from penguin_board.views.quantities import AXIS_TEXT, Quantity, quantity
from penguin_board.views.rows import Rows, RowSpeech
from penguin_board.views.source_files import SourceFile, SourceUrl, source_file


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptView:
    """One attempt of a run; ``resources`` are cost, duration and tokens."""

    number: int
    score: Quantity
    resources: tuple[Quantity, ...]
    file: SourceFile


def used(attempt: Attempt, axis: Axis) -> float | None:
    """What an attempt used on an axis."""
    if axis == "cost":
        return attempt.cost
    return attempt.duration_ms if axis == "duration" else attempt.tokens


class AttemptRows(Rows[AttemptView]):
    """The attempts of a run in their order."""

    def __init__(
        self, attempts: Sequence[Attempt], form: ScoreFormat, source_url: SourceUrl
    ) -> None:
        self._attempts = attempts
        self._form = form
        self._source_url = source_url

    def __len__(self) -> int:
        return len(self._attempts)

    def __iter__(self) -> Iterator[AttemptView]:
        for attempt in self._attempts:
            yield AttemptView(
                number=attempt.number,
                score=quantity(attempt.score, self._form.text),
                resources=tuple(quantity(used(attempt, axis), AXIS_TEXT[axis]) for axis in AXES),
                file=source_file(attempt.document.path, self._source_url),
            )

    def html(self, speech: RowSpeech, unknown: str, *_: Any) -> Markup:
        """A row an attempt."""
        write, none = speech.write, unknown_cell(unknown)

        def cell(amount: float | None, text: Callable[[float | None], str]) -> str:
            if amount is None:
                return none
            return f"{number_cell(amount)}{write(text(amount))}</td>"

        rows = []
        for attempt in self._attempts:
            path = attempt.document.path
            file = file_link(path.rpartition("/")[2], path, self._source_url(path))
            heading = speech.gettext("attempt %(k)s", k=attempt.number)
            rows.append(
                f'<tr class="attempt">\n<th scope="row">{heading}</th>\n'
                f"{cell(attempt.score, self._form.text)}\n<td></td>\n"
                f"{cell(attempt.cost, display.cost)}\n"
                f"{cell(attempt.duration_ms, display.duration)}\n"
                f"{cell(attempt.tokens, display.tokens)}\n"
                f'<td class="files">{file}</td>\n</tr>\n'
            )
        return safe("".join(rows))
