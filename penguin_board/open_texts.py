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
# A text that is left open: the name of the call that gives it, and of which values; those by name
# are markup.
_Left = tuple[str, tuple[Any, ...], Mapping[str, str]]
# Around what stands for a text that is open; no text of a file or a command line has control
# characters. A message without values stands for itself, any other text for what was left under its
# key: one that is known from page to page, or one of a single page.
_OPEN, _KNOWN, _OF_PAGE = "\0", "\1", "\2"
_MOST_KNOWN = 1 << 11
_OPEN_TYPES = (Sentence, Translated)


class OpenTexts:
    """The texts that are left open while pages are drawn.

    Many of them stand on page after page, and are said once.
    """

    def __init__(self) -> None:
        # Never used again: a mark that somebody kept for too long is no other text.
        self._numbers = itertools.count()
        self._of_all: dict[str, _Left] = {}
        self._of_page: dict[str, _Left] = {}
        self._begin()

    def _begin(self) -> None:
        self._marks: dict[Hashable, Markup] = {}
        self._known = self._of_all.copy()
        self._said: dict[str, _SaidTexts] = {}

    def leave(self, name: str, /, *given: Any, **named: str) -> Markup:
        """What stands for the text that the call ``name`` gives of these values, on one page."""
        return self._left(self._of_page, _OF_PAGE, (name, given, named))

    def leave_known(self, known: Hashable, name: str, /, *given: Any, **named: str) -> Markup:
        """The same for a text that is one wherever ``known`` is the same."""
        found = self._marks.get(known)
        if found is None:
            # One with an open text of this page in it is of this page.
            if any(_OF_PAGE in value for value in named.values()):
                return self.leave(name, *given, **named)
            found = self._left(self._known, _KNOWN, (name, given, named))
            self._marks[known] = found
        return found

    def always(self, name: str, *given: Any) -> Markup:
        """What stands for a text of every page."""
        found = self._left(self._of_all, _KNOWN, (name, given, {}))
        self._known |= self._of_all
        return found

    def page(self, text: str) -> OpenPage:
        """The page that was drawn; the next one begins."""
        page = OpenPage(text, self._of_page, self._known, self._said)
        self._of_page = {}
        if len(self._known) > _MOST_KNOWN:
            self._begin()
        return page

    def _left(self, texts: dict[str, _Left], kind: str, left: _Left) -> Markup:
        key = f"{kind}{next(self._numbers)}"
        texts[key] = left
        return _between(_OPEN, key)


class OpenPage:
    """A page whose texts are open."""

    def __init__(
        self,
        text: str,
        left: Mapping[str, _Left],
        known: Mapping[str, _Left],
        said: dict[str, _SaidTexts],
    ) -> None:
        """``said`` are the ``known`` texts by language, as far as they were said."""
        # As plain texts: each part of markup would be made markup again.
        self._parts = str.split(text, _OPEN)
        self._left = left
        self._known = known
        self._said = said

    def said(self, code: str, plain: Mapping[str, str], calls: Calls, places: Calls) -> str:
        """The page in the language of this code.

        ``plain`` are its messages without values; ``calls`` give the other texts, escaped, and
        ``places`` those that depend on where the page stands.
        """
        texts = self._said.get(code)
        if texts is None:
            texts = self._said[code] = _SaidTexts(plain, calls, self._known)
        texts.of_page = self._left
        texts.calls_of_page = {**calls, **places}
        return texts.joined(self._parts)


class _SaidTexts(dict[str, str]):
    """The texts of pages in a language, by what stands for them; those of one page are not kept."""

    of_page: Mapping[str, _Left]
    calls_of_page: Calls

    def __init__(self, plain: Mapping[str, str], calls: Calls, known: Mapping[str, _Left]) -> None:
        super().__init__()
        self._plain = plain
        self._calls = calls
        self._known = known

    def __missing__(self, key: str) -> str:
        """Say it."""
        if key.startswith(_OF_PAGE):
            return self._say(self.of_page[key], self.calls_of_page)
        is_plain = not key.startswith(_KNOWN)
        said = self._plain[key] if is_plain else self._say(self._known[key], self._calls)
        self[key] = said
        return said

    def joined(self, parts: Sequence[str]) -> str:
        """A text that was split where texts are open."""
        said = list(parts)
        said[1::2] = map(self.__getitem__, parts[1::2])
        return "".join(said)

    def _say(self, left: _Left, calls: Calls) -> str:
        name, given, named = left
        values = {key: self._value(value) for key, value in named.items()} if named else {}
        return calls[name](*given, **values)

    def _value(self, value: str) -> str:
        """A value of a message, in which there can be open texts."""
        return self.joined(str.split(value, _OPEN)) if _OPEN in value else value


class OpenSpeech:
    """What templates write with where texts are left open."""

    def __init__(self, language: Language, texts: OpenTexts) -> None:
        """``language`` is one of those that will say the texts: all write numbers as it does."""
        self._texts = texts
        self._speaker = _OpenLanguage(language, texts)
        self.write = writer(self._speaker)
        self.plain: Mapping[str, Markup] = _OpenMessages()
        self.pieces = pieces(self._speaker, self.write, self.gettext)
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
