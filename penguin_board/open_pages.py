"""Pages of the shipped templates: each is drawn once for all languages that write numbers alike."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from penguin_board.languages import Language
from penguin_board.markup import escaped
from penguin_board.open_texts import Calls, OpenPage, OpenTexts
from penguin_board.speaking import Speech, speak_openly
from penguin_board.trusted_code import TrustedEnvironment

# What a page is given that depends on its language, through where it stands.
_PLACES = ("url", "shared", "asset", "page_url", "languages", "other_languages")


class OpenPages:
    """The pages in some languages, of one numbering."""

    def __init__(self, environment: TrustedEnvironment, languages: Sequence[Language]) -> None:
        """``environment`` has the shipped templates."""
        self._environment = environment
        self._texts = texts = OpenTexts()
        self._speeches = {language.code: Speech(language) for language in languages}
        # The page of one language follows that of another: the last one is all that is kept.
        self._last: tuple[Sequence[object], OpenPage] | None = None
        speak_openly(environment, languages[0], texts)

    def text(self, name: str, context: Mapping[str, Any], language: Language) -> str:
        """The text of a template in one of the languages."""
        speech = self._speeches[language.code]
        page = self._page(name, context)
        return page.said(language.code, speech.plain, speech.calls, _places(context))

    def _page(self, name: str, context: Mapping[str, Any]) -> OpenPage:
        views = [value for key, value in context.items() if key not in _PLACES]
        if self._last is None or not _are_same(self._last[0], [name, *views]):
            template = self._environment.get_template(name)
            page = self._texts.page(template.render({**context, **self._open(context)}))
            self._last = ([name, *views], page)
        return self._last[1]

    def _open(self, context: Mapping[str, Any]) -> dict[str, Any]:
        """What stands for the places of a page.

        ``url`` is the same in all languages: their pages stand as deep below their folders.
        """
        leave = self._texts.leave
        return {
            "shared": lambda path: leave("shared", path),
            "asset": lambda name: leave("asset", name),
            "page_url": None if context["page_url"] is None else leave("page_url"),
            **{
                links: [
                    _OpenLink(**{text: leave(links, place, text) for text in _LINK_TEXTS})
                    for place in range(len(context[links]))
                ]
                for links in ("languages", "other_languages")
            },
        }


@dataclass(frozen=True, slots=True)
class _OpenLink:
    """What stands for the texts of a link to a page in a language."""

    code: str
    autonym: str
    href: str
    address: str
    home: str


_LINK_TEXTS = tuple(field.name for field in fields(_OpenLink))


def _are_same(some: Sequence[object], others: Sequence[object]) -> bool:
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _places(context: Mapping[str, Any]) -> Calls:
    """What gives the texts that stand for the places of a page."""

    def links(name: str) -> Callable[[int, str], str]:
        return lambda place, attribute: escaped(getattr(context[name][place], attribute))

    return {
        "shared": lambda path: escaped(context["shared"](path)),
        "asset": lambda name: escaped(context["asset"](name)),
        "page_url": lambda: escaped(context["page_url"]),
        "languages": links("languages"),
        "other_languages": links("other_languages"),
    }
