"""What a template needs to write in a language: messages, numbers, dates, data for scripts."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, pass_context, pass_eval_context
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from markupsafe import Markup

from penguin_board.catalogues import ENGLISH
from penguin_board.languages import Language
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
    write, messages = writer(language), Messages(language)
    written = pieces(language, write)
    if isinstance(environment, TrustedEnvironment):
        environment.write = write
        environment.messages = PlainMessages(language)
        environment.markup_filters = frozenset({"lang", "script_json", *written})
        gettext = messages.gettext
        environment.globals |= {"_": gettext, "gettext": gettext, "ngettext": messages.ngettext}
    else:
        environment.finalize = _finalizer(language)
        environment.globals |= _switching(messages, language)
    environment.filters |= (
        written
        if isinstance(environment, TrustedEnvironment)
        else {name: _filter(write_piece) for name, write_piece in written.items()}
    )
    environment.filters |= {
        "number": _filter(language.number),
        "date": _filter(language.date),
        "lang": _filter(_other_language(language)),
        "script_json": _filter(_data_writer(language)),
    }


def _filter(function: Callable[..., str]) -> Callable[..., str]:
    """A filter that is never run when a template is compiled: its code serves all languages."""

    @pass_context
    def run(_: Context, value: Any, *more: Any, **options: Any) -> str:
        return function(value, *more, **options)

    return run


def _data_writer(language: Language) -> Callable[..., Markup]:
    """The filter ``script_json``; ``canonical`` data is for scripts that compute with its texts."""
    # Most of what is in such data is the same in every language, or in those of these numerals.
    same: set[type] = {str, int, float, type(None)}
    if not language.numbering:
        same.add(Number)

    def write(value: object, *, canonical: bool = False) -> Markup:
        return script_json(value if canonical else _said_inside(value, language, same))

    return write


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


def _said_inside(value: object, language: Language, same: Collection[type]) -> object:
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
        return [_said_inside(item, language, same) for item in value]
    return value


def script_json(value: object) -> Markup:
    """``value`` as compact JSON that no HTML parser reads markup in."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return Markup(text)
