"""What a template needs to write in a language: messages, numbers, dates, data for scripts."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, pass_context, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from markupsafe import Markup

from penguin_board.catalogues import ENGLISH
from penguin_board.languages import Language
from penguin_board.markup import escaped
from penguin_board.open_texts import Calls, OpenSpeech, OpenTexts
from penguin_board.texts import Number, Translated
from penguin_board.trusted_code import TrustedEnvironment
from penguin_board.writing import SAID, Messages, PlainMessages, pieces, writer


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLanguage:
    """The language of a page, for ``lang`` and ``dir``.

    ``numerals`` are its digits and signs in the order of ``0123456789.,-+%``, empty where they are
    these: the page's script writes numbers with them.
    """

    code: str
    direction: str
    autonym: str
    numerals: str


class Speech:
    """What gives the texts that a page left open, in a language.

    ``plain`` are the messages without values, ``calls`` by their names in ``open_texts`` give the
    other texts, escaped; the values of messages are markup.
    """

    def __init__(self, language: Language) -> None:
        filters = _filters(language)
        self.plain: Mapping[str, str] = PlainMessages(language)
        self.calls: Calls = {
            "say": lambda text: escaped(language.say(text)),
            "value": lambda text: escaped(language.value(text)),
            "gettext": lambda message, /, **values: language.gettext(message) % values,
            "ngettext": lambda one, many, n, /, **values: language.ngettext(one, many, n) % values,
            "date": lambda text: escaped(language.date(text)),
            "lang": filters["lang"],
            "script_json": filters["script_json"],
            "language": lambda name: escaped(getattr(language, name)),
        }


def speak(environment: Environment, language: Language) -> None:
    """Make the templates of ``environment`` write in ``language``.

    What they print of ``texts.py`` is said in it, and so are the values of their messages.
    """
    environment.globals["language"] = PageLanguage(
        code=language.code,
        direction=language.direction,
        autonym=language.autonym,
        numerals=language.numerals,
    )
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.finalize = _finalizer(language)
    messages = Messages(language)
    environment.globals |= _switching(messages, language)
    written = pieces(language, writer(language), messages.gettext) | _filters(language)
    environment.filters |= {name: _filter(write) for name, write in written.items()}


def speak_openly(environment: TrustedEnvironment, language: Language, texts: OpenTexts) -> None:
    """Make shipped templates leave open what ``language`` and others like it say differently."""
    environment.globals["language"] = PageLanguage(
        code=texts.always("language", "code"),
        direction=language.direction,
        autonym=texts.always("language", "autonym"),
        numerals=language.numerals,
    )
    speech = OpenSpeech(language, texts)
    environment.newstyle_gettext = True  # type: ignore[attr-defined]
    environment.write = speech.write
    environment.messages = speech.plain
    environment.markup_filters = frozenset({"lang", "script_json", *speech.pieces})
    gettext, ngettext = speech.gettext, speech.ngettext
    environment.globals |= {"_": gettext, "gettext": gettext, "ngettext": ngettext}
    filters = {**speech.filters, "script_json": _open_data_writer(language, texts)}
    said = {name: _filter(function) for name, function in filters.items()}
    environment.filters |= speech.pieces | said


def _filters(language: Language) -> dict[str, Callable[..., str]]:
    """The filters that say a value in the language."""
    return {
        "number": language.number,
        "date": language.date,
        "lang": _other_language(language),
        "script_json": _data_writer(language),
    }


def _filter(function: Callable[..., str]) -> Callable[..., str]:
    """A filter that is never run when a template is compiled: its code serves all languages."""

    @pass_context
    def run(_: Context, value: Any, *more: Any, **options: Any) -> str:
        return function(value, *more, **options)

    return run


def _data_writer(language: Language) -> Callable[..., Markup]:
    """The filter ``script_json``; ``canonical`` data is for scripts that compute with its texts."""
    same = _same_types(language)

    def write(value: object, *, canonical: bool = False) -> Markup:
        return script_json(value if canonical else _said_inside(value, language, same))

    return write


def _open_data_writer(language: Language, texts: OpenTexts) -> Callable[..., Markup]:
    """The same filter where texts are left open: data without words is written at once."""
    same = _same_types(language)

    def write(value: object, *, canonical: bool = False) -> Markup:
        if canonical or _is_wordless(value, same):
            return script_json(value)
        return texts.leave("script_json", value)

    return write


def _same_types(language: Language) -> frozenset[type]:
    """The types of what is the same in every language, or in those of these numerals."""
    same = frozenset[type]({str, int, float, type(None)})
    return same if language.numbering else same | {Number}


def _is_wordless(value: object, same: frozenset[type]) -> bool:
    """Whether all in some data for a script is of the types that no language says otherwise."""
    if isinstance(value, Mapping):
        return all(_is_wordless(item, same) for item in value.values())
    if isinstance(value, list | tuple):
        return same.issuperset(map(type, value)) or all(_is_wordless(one, same) for one in value)
    return type(value) in same or not isinstance(value, str)


def _other_language(language: Language) -> Callable[[object], Markup]:
    """The filter ``lang``: an attribute for a text that has no translation for the page.

    The format has titles and descriptions in English, with translations beside them.
    """

    def attribute(value: object) -> Markup:
        is_foreign = isinstance(value, Translated) and language.code not in {
            ENGLISH,
            *value.translations,
        }
        return Markup(f' lang="{ENGLISH}"' if is_foreign else "")

    return attribute


def _finalizer(language: Language) -> Callable[[object], object]:
    def finalize(value: object) -> object:
        return language.say(value) if isinstance(value, SAID) else value

    return finalize


def _switching(messages: Messages, language: Language) -> dict[str, Callable[..., str]]:
    """The calls for messages where a template may switch escaping off."""

    def plain_text(message: str, values: Mapping[str, Any]) -> str:
        return message % {name: language.value(value) for name, value in values.items()}

    @pass_eval_context
    def gettext(context: EvalContext, message: str, /, **values: Any) -> str:
        if context.autoescape:
            return messages.gettext(message, **values)
        return plain_text(language.gettext(message), values)

    @pass_eval_context
    def ngettext(
        context: EvalContext, singular: str, plural: str, count: int, /, **values: Any
    ) -> str:
        if context.autoescape:
            return messages.ngettext(singular, plural, count, **values)
        message = language.ngettext(singular, plural, operator.index(count))
        return plain_text(message, {"num": count} | values)

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


def _said_inside(value: object, language: Language, same: frozenset[type]) -> object:
    """Data for a script with every text of ``texts.py`` in it said in the language.

    What is of one of the types ``same`` stays as it is.
    """
    if type(value) in same:
        return value
    if isinstance(value, str):
        return language.say(value)
    if isinstance(value, Mapping):
        return {key: _said_inside(item, language, same) for key, item in value.items()}
    if isinstance(value, list | tuple):
        if same.issuperset(map(type, value)):
            return value
        return [_said_inside(item, language, same) for item in value]
    return value


def script_json(value: object) -> Markup:
    """``value`` as compact JSON that no HTML parser reads markup in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)
