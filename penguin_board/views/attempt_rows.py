"""The attempts of a run: what each of them used, and the rows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from penguin_board.display import ScoreFormat
from penguin_board.entries import AXES, Axis
from penguin_board.experiments import Attempt
from penguin_board.markup import file_link, number_cell, safe, unknown_cell
from penguin_board.texts import Number
from penguin_board.views.quantities import AXIS_TEXT, Quantity, quantity
from penguin_board.views.rows import Rows, Write
from penguin_board.views.source_files import SourceFile, SourceUrl, source_file

# The number of an attempt, the beginning of each cell with the text in it, its file.
_Amount = tuple[str, str | None]
_Pieces = tuple[Number, list[_Amount], str]
_LINE = "\n"


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
        self._known: list[_Pieces] = []

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

    def html(self, write: Write, numbering: str, unknown: str, *given: str) -> Markup:  # noqa: ARG002
        """A row an attempt; ``given`` is the heading of a row, with ``{k}`` for the number."""
        (heading,) = given
        none = unknown_cell(unknown)
        self._known = self._known or [self._pieces(attempt) for attempt in self._attempts]
        rows = []
        for number, amounts, file in self._known:
            score, *resources = [
                none if text is None else f"{cell}{write(text)}</td>" for cell, text in amounts
            ]
            rows.append(
                f'<tr class="attempt">\n<th scope="row">{heading.replace("{k}", write(number))}'
                f"</th>\n{score}\n<td></td>\n{_LINE.join(resources)}\n"
                f'<td class="files">{file}</td>\n</tr>\n'
            )
        return safe("".join(rows))

    def _pieces(self, attempt: Attempt) -> _Pieces:
        """What the row of an attempt is made of in every language."""
        path = attempt.document.path
        found: list[tuple[float | None, Callable[[float | None], str]]]
        found = [(attempt.score, self._form.text)]
        found += [(used(attempt, axis), AXIS_TEXT[axis]) for axis in AXES]
        return (
            Number(attempt.number),
            [
                ("", None) if amount is None else (number_cell(repr(amount)), text(amount))
                for amount, text in found
            ],
            file_link(path.rsplit("/", 1)[-1], path, self._source_url(path)),
        )
