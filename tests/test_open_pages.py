"""A page is drawn once for languages that write numbers alike, and says in each what it should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from penguin_board.languages import Language, find_language
from penguin_board.open_pages import OpenPages
from penguin_board.speaking import speak
from penguin_board.texts import Number, Sentence, Translated, sentence, translated
from penguin_board.trusted_code import TrustedEnvironment

# English and Chinese write numbers alike, Persian in a way of its own.
GROUPS = (("en", "zh"), ("fa",))
OPTIONS: Mapping[str, Any] = {"autoescape": True, "extensions": ["jinja2.ext.i18n"]}
TEXTS = {
    "a number": "{{ page.score }} {{ 1234 | number }}",
    "a message": "{{ _('Model') }} {{ _('Model') }}",
    "a message like a number": "{{ _('#1 of them') }} {{ _('#') }}",
    "a title in a message": "{% trans name=page.title %}A {{ name }}{% endtrans %}"
    "{% trans name=page.title %}A {{ name }}{% endtrans %}",
    "a message with values": "{% trans entry=page.name, board=page.title, score=page.score %}"
    "{{ entry }}, {{ board }}: how its score of {{ score }} came about{% endtrans %}",
    "a message in a message": "{% set n %}{% trans k=3 %}attempt {{ k }}{% endtrans %}{% endset %}"
    "{% trans n=n %}± is the std over {{ n }}{% endtrans %}",
    "a count": "{% for n in (1, 5) %}{% trans count=n %}1 task{% pluralize %}{{ count }} tasks"
    "{% endtrans %}{% endfor %}",
    "a sentence": "{{ page.duration }}{% trans reason=page.duration %}std unknown: {{ reason }}"
    "{% endtrans %}",
    "a title": "<b{{ page.title | lang }}>{{ page.title }}</b><b{{ page.name | lang }}></b>",
    "a date": "{{ '2026-11-30' | date }} {{ page.name | date }}",
    "data": "{{ page.data | script_json }}{{ page.data | script_json(canonical=true) }}",
    "its language": '<html lang="{{ language.code }}" dir="{{ language.direction }}">',
    "its place": "{{ url('a') }} {{ shared('a') }} {{ asset('a') }} {{ page_url }}",
    "its other pages": "{% for o in languages %}{{ o.code }} {{ o.href }}{% endfor %}"
    "{% for o in other_languages %}<a lang={{ o.code }}>{{ o.autonym }}</a>{% endfor %}",
}


@dataclass
class Link:
    code: str
    href: str
    autonym: str


@dataclass
class View:
    """A view of every kind of text; ``draws`` counts how often a template asks for the name."""

    seconds: int = 7
    score: Number = field(default_factory=lambda: Number("-1,234.5 %"))
    title: Translated = field(default_factory=lambda: translated("Title", zh="标题 & <b>"))
    draws: int = 0

    @property
    def name(self) -> str:
        self.draws += 1
        return "<i>'x' & y</i>"

    @property
    def duration(self) -> Sentence:
        return sentence("{m}m {s}s", m=self.seconds, s=Number("05"))

    @property
    def data(self) -> dict[str, object]:
        return {"a": self.duration, "b": [self.score, 1.5, None], "c": self.title}


def spoken(codes: tuple[str, ...]) -> list[Language]:
    return [find_language(code) for code in codes]


def context(language: Language, languages: list[Language], page: View) -> dict[str, Any]:
    """What a page is given: all that depends on its language differs."""
    links = [Link(one.code, f"{language.code}>{one.code}'", one.autonym) for one in languages]
    return {
        "page": page,
        "url": lambda path: f"../{path}",
        "shared": lambda path: f"{language.code}/<{path}>",
        "asset": lambda name: f"{language.code}/{name}?&",
        "page_url": f"https://example.org/{language.code}/?a&b",
        "languages": links,
        "other_languages": [link for link in links if link.code != language.code],
    }


def open_pages(template: str, languages: list[Language]) -> OpenPages:
    environment = TrustedEnvironment(loader=DictLoader({"page.html": template}), **OPTIONS)
    return OpenPages(environment, languages)


def expected(template: str, language: Language, names: Mapping[str, Any]) -> str:
    """The page in an environment of the language alone."""
    environment = Environment(loader=DictLoader({"page.html": template}), **OPTIONS)
    speak(environment, language)
    return environment.get_template("page.html").render(names)


@pytest.mark.parametrize("template", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("codes", GROUPS, ids="-".join)
def test_every_language_says_what_it_says_alone(template: str, codes: tuple[str, ...]) -> None:
    languages = spoken(codes)
    pages = open_pages(template, languages)
    for seconds in (7, 7, 8):  # what stands on page after page is said once
        view = View(seconds=seconds)
        for language in languages:
            names = context(language, languages, view)
            said = pages.text("page.html", names, language)
            assert said == expected(template, language, names)


def test_a_page_is_drawn_once_for_all_its_languages() -> None:
    languages = spoken(("en", "zh"))
    pages = open_pages("{{ page.name }} {{ _('Model') }}", languages)
    first, second = View(), View()
    said = [
        pages.text("page.html", context(language, languages, view), language)
        for view in (first, second)
        for language in languages
    ]
    assert [first.draws, second.draws] == [1, 1]
    assert said[:2] == said[2:]
    assert said[0] != said[1]


def test_values_that_read_the_same_may_be_said_differently() -> None:
    languages = spoken(("fa",))
    template = "{{ page.number }}|{{ page.name }}|{{ page.number }}"
    names = {name: sentence("needs {n} tasks", n=kind("5")) for name, kind in KINDS.items()}
    given = context(languages[0], languages, View()) | {"page": Plain(**names)}
    pages = open_pages(template, languages)
    said = pages.text("page.html", given, languages[0])
    assert said == expected(template, languages[0], given)
    number, name, again = said.split("|")
    assert number == again != name


KINDS = {"number": Number, "name": str}


@dataclass
class Plain:
    number: str
    name: str


def test_texts_of_many_pages_are_not_mixed_up() -> None:
    languages = spoken(("en", "zh"))
    template = (
        "{% for n in page.numbers %}{% trans k=n %}attempt {{ k }}{% endtrans %} {% endfor %}"
    )
    pages = open_pages(template, languages)
    for start in range(0, 40_000, 4000):
        view = Numbers(range(start, start + 4000))
        for language in languages:
            names = context(language, languages, View()) | {"page": view}
            said = pages.text("page.html", names, language)
            assert said == expected(template, language, names)


@dataclass
class Numbers:
    numbers: range
