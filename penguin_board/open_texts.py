"""Texts that are left open: a page is drawn once for languages that write numbers alike.

Where a language has words of its own, a message, a sentence, a date, a mark stands in what is
drawn; each of the languages puts its text there.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from penguin_board.languages import Language
from penguin_board.markup import escaped, safe
from penguin_board.texts import Number, Sentence, Translated
from penguin_board.writing import pieces, writer

Calls = Mapping[str, Callable[..., str]]
# A text that is left open: the name of the call that gives it, and of which values.
_Left = tuple[str, tuple[Any, ...], Mapping[str, Any]]
# Around what stands for a text that is open, or held. No page has these, as no text of a file may.
_OPEN, _HELD = "\0", "\1"
# A message without values stands for itself, any other text for what was left under its number.
_NUMBER = "#"
# A shorter text is copied in less time than it takes to put it back.
_LONG = 1 << 12
# So many texts are known from page to page.
_KNOWN = 1 << 13
_OPEN_TYPES = (Sentence, Translated)


class OpenTexts:
    """The texts that are left open while pages are drawn.

    Many of them stand on page after page, and are said once.
    """

    def __init__(self) -> None:
        # Never used again: a mark that somebody kept for too long is no other text.
        self._numbers = itertools.count()
        self._always: dict[str, _Left] = {}
        self._held: dict[str, str] = {}
        self._begin()

    def _begin(self) -> None:
        self._known: dict[Hashable, Markup] = {}
        self._left = self._always.copy()
        self._said: dict[str, _SaidTexts] = {}

    def leave(self, name: str, /, *given: Any, **named: Any) -> Markup:
        """What stands for the text that the call ``name`` gives of these values."""
        key = self._key()
        self._left[key] = (name, given, named)
        return _between(_OPEN, key)

    def leave_known(self, known: Hashable, name: str, /, *given: Any, **named: Any) -> Markup:
        """The same for a text that is one wherever ``known`` is the same."""
        found = self._known.get(known)
        if found is None:
            found = self._known[known] = self.leave(name, *given, **named)
        return found

    def always(self, name: str, *given: Any) -> Markup:
        """What stands for a text of every page."""
        key = self._key()
        self._left[key] = self._always[key] = (name, given, {})
        return _between(_OPEN, key)

    def hold(self, text: str) -> Markup:
        """What stands for a long text, which thus is not copied with each block around it."""
        if len(text) < _LONG:
            return safe(text)
        key = self._key()
        self._held[key] = text
        return _between(_HELD, key)

    def page(self, text: str) -> OpenPage:
        """The page that was drawn; the next one begins."""
        page = OpenPage(text, self._held, self._left, self._said)
        self._held = {}
        if len(self._left) > _KNOWN:
            self._begin()
        return page

    def _key(self) -> str:
        return f"{_NUMBER}{next(self._numbers)}"


class OpenPage:
    """A page whose texts are open."""

    def __init__(
        self,
        text: str,
        held: Mapping[str, str],
        left: Mapping[str, _Left],
        said: dict[str, _SaidTexts],
    ) -> None:
        """``said`` are the texts that were ``left``, by language, as far as they were said."""
        pieces = text.split(_HELD)
        pieces[1::2] = [held[key] for key in pieces[1::2]]
        # As plain texts: each part of markup would be made markup again.
        self._pieces = [str.split(piece, _OPEN) for piece in pieces]
        self._left = left
        self._said = said

    def said(self, code: str, plain: Mapping[str, str], calls: Calls, places: Calls) -> list[str]:
        """The pieces of the page in the language of this code.

        ``plain`` are its messages without values; ``calls`` give the other texts, escaped, and
        ``places`` those that are of this page alone.
        """
        texts = self._said.get(code)
        if texts is None:
            texts = self._said[code] = _SaidTexts(plain, calls, self._left)
        texts.places = places
        return [texts.joined(parts) for parts in self._pieces]


class _SaidTexts(dict[str, str]):
    """The texts of pages in a language, by what stands for them."""

    places: Calls

    def __init__(self, plain: Mapping[str, str], calls: Calls, left: Mapping[str, _Left]) -> None:
        super().__init__()
        self._plain = plain
        self._calls = calls
        self._left = left

    def __missing__(self, key: str) -> str:
        """Say it, once unless it is of a page alone."""
        if not key.startswith(_NUMBER):
            said = self._plain[key]
        else:
            name, given, named = self._left[key]
            if name in self.places:
                return self.places[name](*given)
            values = {name: self._value(value) for name, value in named.items()} if named else {}
            said = self._calls[name](*given, **values)
        self[key] = said
        return said

    def joined(self, parts: Sequence[str]) -> str:
        """A text that was split where texts are open."""
        if len(parts) == 1:
            return parts[0]
        said = list(parts)
        said[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(said)

    def _value(self, value: Any) -> Any:
        """A value of a message, in which there can be open texts."""
        is_open = isinstance(value, str) and _OPEN in value
        return self.joined(str.split(value, _OPEN)) if is_open else value


class OpenSpeech:
    """What templates write with where texts are left open."""

    def __init__(self, language: Language, texts: OpenTexts) -> None:
        """``language`` is one of those that will say the texts: all write numbers as it does."""
        self._texts = texts
        self._speaker = _OpenLanguage(language, texts)
        self.write = writer(self._speaker)
        self.plain: Mapping[str, Markup] = _OpenMessages()
        self.pieces = pieces(self._speaker, self.write, self.gettext)
        rows = self.pieces["rows"]
        self.pieces["rows"] = lambda *given: texts.hold(rows(*given))
        self.filters: Calls = {
            "number": language.number,
            "date": lambda text: texts.leave_known(("date", text), "date", text),
            "lang": lambda value: texts.leave("lang", value),
        }

    def gettext(self, message: str, /, **values: Any) -> Markup:
        """A message with its values."""
        written = self._written(values)
        known = (message, *written.items())
        return self._texts.leave_known(known, "gettext", message, **written)

    def ngettext(self, singular: str, plural: str, count: int, /, **values: Any) -> Markup:
        """A message for a count with its values."""
        written = self._written({"num": count, **values})
        known = (singular, plural, count, *written.items())
        return self._texts.leave_known(known, "ngettext", singular, plural, count, **written)

    def _written(self, values: Mapping[str, Any]) -> dict[str, str]:
        """The values of a message as markup, with what is open in them."""
        return {
            name: value if type(value) is Markup else escaped(self._speaker.value(value))
            for name, value in values.items()
        }


class _OpenLanguage:
    """Numbers and names as the languages write them, all else open."""

    def __init__(self, language: Language, texts: OpenTexts) -> None:
        self.numbering = language.numbering
        self.number = language.number
        self._language = language
        self._texts = texts
        # What these languages write as it is.
        self._same = frozenset() if language.numbering else frozenset({str, Number})

    def say(self, value: object) -> str:
        """A number or a name; what stands for a sentence or a text with translations."""
        is_open = isinstance(value, _OPEN_TYPES)
        return self._left("say", value) if is_open else self._language.say(value)

    def value(self, value: object) -> str:
        """The same inside of a message."""
        if type(value) in self._same:
            return str(value)
        is_open = isinstance(value, _OPEN_TYPES)
        return self._left("value", value) if is_open else self._language.value(value)

    def _left(self, name: str, value: object) -> str:
        if isinstance(value, Sentence) and value.parts is not None:
            return self._texts.leave_known((name, value.parts), name, value)
        return self._texts.leave(name, value)


class _OpenMessages(dict[str, Markup]):
    """What stands for the messages that take no value."""

    def __missing__(self, message: str) -> Markup:
        self[message] = found = _between(_OPEN, message)
        return found


def _between(mark: str, key: str) -> Markup:
    return safe(f"{mark}{key}{mark}")
