"""Rows that a shipped page has hundreds of: written at once, and data where a template asks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

from markupsafe import Markup

View = TypeVar("View")
Write = Callable[[Any], str]


class Rows(Sequence[View]):
    """The views of some rows, which are made when they are asked for.

    The template filter ``rows`` writes all of them, faster than a loop.
    """

    @abstractmethod
    def __iter__(self) -> Iterator[View]: ...

    @overload
    def __getitem__(self, index: int) -> View: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[View]: ...
    def __getitem__(self, index: int | slice) -> View | Sequence[View]:
        return tuple(self)[index]

    @abstractmethod
    def html(self, write: Write, numbering: str, unknown: str, *given: str) -> Markup:
        """The rows of a table.

        ``write`` writes a text in a language, escaped; languages of one ``numbering`` write
        numbers alike. ``unknown`` is the markup that stands where there is no value.
        """
