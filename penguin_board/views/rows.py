"""Rows that a shipped page has hundreds of: written at once, and data where a template asks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

from markupsafe import Markup

View = TypeVar("View")
Write = Callable[[Any], str]


class RowSpeech(Protocol):
    """What rows are written with, for one page.

    ``write`` writes a text in a language, escaped, ``gettext`` a message with its values. Languages
    of one ``numbering`` write numbers alike.
    """

    @property
    def write(self) -> Write: ...  # noqa: D102
    @property
    def gettext(self) -> Callable[..., Markup]: ...  # noqa: D102
    @property
    def numbering(self) -> str: ...  # noqa: D102


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
    def html(self, speech: RowSpeech, unknown: str, *given: Any) -> Markup:
        """The rows of a table.

        ``unknown`` is the markup that stands where there is no value, ``given`` what else the
        template gives.
        """
