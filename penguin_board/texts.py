"""Texts that a page can say in its reader's language: numbers, sentences, titles with translations.

They are plain strings wherever they are used as strings: in JSON, CSV, Markdown and on a
terminal. A page asks its language (``languages.py``) to say them.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Self


class Number(str):
    """A number as text in its canonical form: ``1,234.50``, ``-0.02``, ``0.78 ± 0.03``, ``28.5%``.

    Signs, separators and digits are those of English; everything else in it is kept as it is.
    """

    __slots__ = ()


class Sentence(str):
    """An English sentence that remembers what it was made of, so that it can be translated."""

    template: str
    plural: str | None
    n: int
    values: Mapping[str, str | int]

    def __new__(
        cls,
        template: str,
        plural: str | None = None,
        n: int = 1,
        values: Mapping[str, str | int] | None = None,
    ) -> Self:
        """``plural`` is the template unless ``n`` is 1; None for a sentence that counts nothing."""
        values = values or {}
        chosen = template if plural is None or n == 1 else plural
        self = super().__new__(cls, chosen.format_map(values) if values else chosen)
        self.template, self.plural, self.n, self.values = template, plural, n, values
        return self

    @functools.cached_property
    def parts(self) -> tuple[object, ...] | None:
        """What it was made of: sentences of the same parts are said alike.

        None for one that is made of other sentences.
        """
        kinds = tuple(map(type, self.values.values()))
        if not _PLAIN_TYPES.issuperset(kinds):
            return None
        return (self.template, self.plural, self.n, *self.values.items(), kinds)

    def __getnewargs__(self) -> tuple[str, str | None, int, Mapping[str, str | int]]:  # type: ignore[override]
        """What copying and pickling make the sentence of again."""
        return self.template, self.plural, self.n, self.values


_PLAIN_TYPES = frozenset({str, int, Number})


def sentence(template: str, /, **values: str | int) -> Sentence:
    """``sentence("needs {n} tasks", n=5)``: a sentence with values at its ``{placeholders}``.

    A value may be a Number, a count, a Sentence, or a name, which no language changes. The template
    has to be a literal: the catalogues' messages are collected from the calls.
    """
    return Sentence(template, values=values)


def sentence_of(singular: str, plural: str, n: int, /, **values: str | int) -> Sentence:
    """``sentence_of("one task", "{n} tasks", 5)``: a sentence that counts; it can show ``n``."""
    return Sentence(singular, plural, n, {"n": n, **values})


class Translated(str):
    """A text of the data that has translations, by the code of their language."""

    translations: Mapping[str, str]

    def __new__(cls, text: str, translations: Mapping[str, str]) -> Self:
        """``text`` stands where there is no translation."""
        self = super().__new__(cls, text)
        self.translations = translations
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, str]]:  # type: ignore[override]
        """What copying and pickling make the text of again."""
        return str(self), self.translations


def translated(text: str, **translations: str | None) -> Translated:
    """``translated(title, zh=title_zh)``: a text of the data with those translations it has."""
    return Translated(text, {code: found for code, found in translations.items() if found})
