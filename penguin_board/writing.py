"""Values and messages as markup in a language: what templates write, most of it again and again."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from markupsafe import Markup, escape

from penguin_board.languages import Language
from penguin_board.markup import (
    as_markup,
    escaped,
    file_link,
    means_something,
    number_cell,
    safe,
    unknown_cell,
)
from penguin_board.texts import Number, Sentence, Translated

SAID = (Number, Sentence, Translated)
# The same few thousand numbers stand on page after page.
_KNOWN = 1 << 13

Write = Callable[[Any], str]


class Speaker(Protocol):
    """What says values in a language; those of one ``numbering`` write numbers alike."""

    @property
    def numbering(self) -> str: ...  # noqa: D102
    def number(self, text: str | int) -> str: ...  # noqa: D102
    def say(self, value: object) -> str: ...  # noqa: D102


def writer(language: Speaker) -> Write:
    """What writes any value in the language, escaped."""

    @functools.lru_cache(_KNOWN)
    def number(text: Number) -> str:
        return escaped(language.number(text))

    # Without a numbering of their own numbers are written as they are.
    as_it_is = str if language.numbering else Number

    def write(value: Any) -> str:
        kind = type(value)
        if kind is str or kind is as_it_is:
            return escape(value) if means_something(value) else value
        if kind is Number:
            return number(value)
        if kind is Markup:
            return value  # type: ignore[no-any-return]
        if kind is int or kind is float:
            return str(value)
        return escaped(language.say(value)) if isinstance(value, SAID) else escape(value)

    return write


class PlainMessages(dict[str, Markup]):
    """The messages of a language that take no value, by their English text."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, message: str) -> Markup:
        """Translate it once."""
        # As with values to fill in, where a percent sign is written twice.
        self[message] = said = Markup(self._language.gettext(message) % {})
        return said


class Messages:
    """Jinja's calls for messages of a language, whose values are said in it as well."""

    def __init__(self, language: Language) -> None:
        self._language = language
        # Rows repeat "attempt 1", "attempt 2", ...
        self._counted = functools.lru_cache(_KNOWN)(self._with_count)

    def gettext(self, message: str, /, **values: Any) -> Markup:
        """The message with its values."""
        if len(values) == 1:
            for name, value in values.items():
                if type(value) is int:
                    return self._counted(message, name, value)
        return self._filled(self._language.gettext(message), values)

    def ngettext(self, singular: str, plural: str, count: int, /, **values: Any) -> Markup:
        """The message for a count with its values."""
        message = self._language.ngettext(singular, plural, operator.index(count))
        return self._filled(message, {"num": count} | values)

    def _with_count(self, message: str, name: str, count: int) -> Markup:
        return self._filled(self._language.gettext(message), {name: count})

    def _filled(self, message: str, values: Mapping[str, Any]) -> Markup:
        return safe(message % {name: self._written(value) for name, value in values.items()})

    def _written(self, value: object) -> str:
        return value if isinstance(value, Markup) else escaped(self._language.value(value))


class Quantity(Protocol):
    """A number of a view: its text, and the number itself, None when it is unknown."""

    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def value(self) -> str | None: ...  # noqa: D102


class SourceFile(Protocol):
    """A file of the tree, with its address if it stands in public."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def path(self) -> str: ...  # noqa: D102
    @property
    def url(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class RowSpeech:
    """What rows of a table are written with; see :class:`views.rows.RowSpeech`."""

    write: Write
    gettext: Callable[..., Markup]
    numbering: str


class Rows(Protocol):
    """Rows of a table that write themselves."""

    def html(self, speech: RowSpeech, unknown: str, *given: Any) -> Markup: ...  # noqa: D102


def pieces(
    language: Speaker, write: Write, gettext: Callable[..., Markup]
) -> dict[str, Callable[..., Markup]]:
    """Filters for what a page has more than a hundred times: a macro takes thrice as long."""
    of_rows = RowSpeech(write, gettext, language.numbering)

    def numbers(counts: Iterable[int], separator: str) -> Markup:
        """Counts one behind the other."""
        return escape(separator).join([language.number(count) for count in counts])

    def cell(quantity: Quantity, unknown: str) -> Markup:
        """A quantity as a cell of a table; ``unknown`` is what stands there without a value."""
        if quantity.value is None:
            return safe(unknown_cell(as_markup(unknown)))
        return safe(f"{number_cell(quantity.value)}{write(quantity.text)}</td>")

    def cells(quantities: Iterable[Quantity], unknown: str) -> Markup:
        """Quantities as cells of a table, a line each."""
        return safe("\n".join([cell(quantity, unknown) for quantity in quantities]))

    def shown(quantity: Quantity, unknown: str) -> Markup:
        """A quantity within a text."""
        if quantity.value is None:
            return as_markup(unknown)
        value = escaped(quantity.value)
        return safe(f'<span data-value="{value}" title="{value}">{write(quantity.text)}</span>')

    def file(source: SourceFile) -> Markup:
        """A file by its name, a link where it stands in public."""
        return safe(file_link(source.name, source.path, source.url))

    def rows(views: Rows, unknown: str, *given: Any) -> Markup:
        """Rows of a table that the view itself writes."""
        return views.html(of_rows, as_markup(unknown), *given)

    found: tuple[Callable[..., Markup], ...] = (numbers, cell, cells, shown, file, rows)
    return {function.__name__: function for function in found}
