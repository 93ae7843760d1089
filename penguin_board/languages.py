"""The languages of a site: messages, digits and signs of numbers, dates, direction of writing.

What is known of a language beside its messages comes from CLDR, through Babel.
"""

from __future__ import annotations

import datetime
import functools
import gettext
import hashlib
import io
import re
from pathlib import Path

from babel import Locale
from babel.dates import format_date

from penguin_board.catalogues import ENGLISH, catalogue
from penguin_board.compiled_files import compiled_folder, keep, kept
from penguin_board.texts import Number, Sentence, Translated

# The zero of each numbering system of CLDR that a locale writes numbers with by default.
_ZEROS = {
    "adlm": "𞥐",
    "arab": "٠",
    "arabext": "۰",
    "beng": "০",
    "cakm": "𑄶",
    "deva": "०",
    "mymr": "၀",
    "nkoo": "߀",
    "olck": "᱐",
    "tibt": "༠",
}
_CANONICAL = "0123456789.,-+%"
# A hyphen behind a digit is a dash of a range, and a comma before none ends an item of a list.
_SIGN = re.compile(r"(?<![0-9])-|[0-9.+%]|,(?=[0-9])")
_PLAIN = re.compile(r"[0-9.,]*|\D*")
_MARKS = re.compile("[\u061c\u200e\u200f]")
_KNOWN = 1 << 12
_NUMBERS = (Number, int)
_LEFT_TO_RIGHT, _RIGHT_TO_LEFT, _OWN_DIRECTION, _END = "\u2066", "\u2067", "\u2068", "\u2069"


class Language:
    """A language that pages are written in. ``code`` is its tag and the folder of its pages.

    ``numerals`` are its digits and signs in the order of ``0123456789.,-+%``; empty where they are
    these.
    """

    def __init__(self, code: str, translations: gettext.NullTranslations) -> None:
        self.code = code
        self.locale = Locale.parse(code, sep="-")
        self.direction = self.locale.text_direction
        self.is_right_to_left = self.direction == "rtl"
        name = self.locale.display_name or code
        self.autonym = name[:1].upper() + name[1:]
        self.numerals = _numerals(self.locale)
        self._translations = translations
        # The same few messages and dates stand on page after page.
        self._messages = functools.lru_cache(_KNOWN)(translations.gettext)
        self._dates = functools.lru_cache(_KNOWN)(self._said_date)
        # What tells how numbers are written here from how they are in other languages.
        self.numbering = code if self.numerals or self.is_right_to_left else ""

    def gettext(self, message: str) -> str:
        """The message in this language; itself where the catalogue lacks it."""
        return self._messages(message)

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The message in this language for a count of ``n``."""
        return self._translations.ngettext(singular, plural, n)

    def number(self, text: str | int) -> str:
        """A number, as ``display.py`` writes it, with this language's digits and signs.

        In a right-to-left line a number of several parts keeps the order of its parts.
        """
        canonical = str(text)
        if not self.numbering:
            return canonical
        said = _SIGN.sub(self._sign, canonical) if self.numerals else canonical
        if self.is_right_to_left and not _PLAIN.fullmatch(canonical):
            return f"{_LEFT_TO_RIGHT}{said}{_END}"
        return said

    def _sign(self, found: re.Match[str]) -> str:
        return self.numerals[_CANONICAL.index(found[0])]

    def date(self, text: str) -> str:
        """``Nov 30, 2026`` for ``2026-11-30``; what is no such date stays as it is."""
        return self._dates(text)

    def _said_date(self, text: str) -> str:
        try:
            day = datetime.date.fromisoformat(text)
        except ValueError:
            return text
        said = format_date(day, "medium", locale=self.locale)
        return re.sub(r"[0-9]", self._sign, said) if self.numerals else said

    def say(self, value: object) -> str:
        """A text of :mod:`penguin_board.texts` or a count in this language; a name as it is."""
        if isinstance(value, _NUMBERS):
            return self.number(value)
        if isinstance(value, Sentence):
            return self._sentence(value)
        if isinstance(value, Translated):
            return value.translations.get(self.code, str(value))
        return str(value)

    def value(self, value: object) -> str:
        """``say`` inside of a sentence: a name gets a direction of its own."""
        said = self.say(value)
        if self.is_right_to_left and (type(value) is str or isinstance(value, Translated)):
            return f"{_OWN_DIRECTION}{said}{_END}"
        return said

    def _sentence(self, text: Sentence) -> str:
        if self.code == ENGLISH:
            return str(text)
        if text.plural is None:
            template = self.gettext(text.template)
        else:
            template = self.ngettext(text.template, text.plural, text.n)
        values = {name: self.value(value) for name, value in text.values.items()}
        said = template.format_map(values) if values else template
        return f"{_RIGHT_TO_LEFT}{said}{_END}" if self.is_right_to_left else said


def find_language(code: str) -> Language:
    """The language of this code, which is one of the known ones."""
    return _language(code, catalogue(code))


@functools.cache
def _language(code: str, messages: Path) -> Language:
    if code == ENGLISH:
        return Language(code, gettext.NullTranslations())
    return Language(code, _translations(messages.read_bytes()))


def _translations(catalogue_text: bytes) -> gettext.GNUTranslations:
    """The messages of a catalogue, compiled by an earlier process or now."""
    folder, name = compiled_folder(), f"{hashlib.sha256(catalogue_text).hexdigest()}.mo"
    content = None if folder is None else kept(folder, name)
    if content is None:
        content = _compiled(catalogue_text)
        if folder is not None:
            keep(folder, name, content)
    return gettext.GNUTranslations(io.BytesIO(content))


def _compiled(catalogue_text: bytes) -> bytes:
    """A catalogue in the form that ``gettext`` reads."""
    # Loading these takes as long as compiling.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(catalogue_text)))
    return compiled.getvalue()


def _numerals(locale: Locale) -> str:
    """The digits and signs of the locale; empty where they are those of English."""
    system = locale.default_numbering_system
    zero = ord(_ZEROS.get(system, "0"))
    symbols = locale.number_symbols.get(system, {})
    names = ("decimal", "group", "minusSign", "plusSign", "percentSign")
    signs = [_MARKS.sub("", symbols.get(name, "")) for name in names]
    # A sign of several characters has no place in a text of one character a sign.
    own = [sign if len(sign) == 1 else usual for sign, usual in zip(signs, ".,-+%", strict=True)]
    found = "".join((*(chr(zero + digit) for digit in range(10)), *own))
    return "" if found == _CANONICAL else found
