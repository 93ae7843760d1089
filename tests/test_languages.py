"""Languages: complete catalogues, pages without an English word, numbers, dates, addresses."""

from __future__ import annotations

import copy
import io
import json
import pickle
import re
import string
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from penguin_board import catalogues, display
from penguin_board.build import build_site
from penguin_board.build_options import BuildOptions
from penguin_board.catalogues import ENGLISH, catalogue, known_codes
from penguin_board.languages import find_language
from penguin_board.texts import Number, sentence, sentence_of, translated
from scripts.messages import is_translated, messages, updated
from tests import pages
from tests.command_line import build, penguin_board
from tests.trees import codes, experiment, leaderboard, problems_of, write_tree
from tests.wordless import every_feature

FURTHER = [code for code in known_codes() if code != ENGLISH]
# A right-to-left language with digits of its own that has no catalogue here: Pashto.
MADE_UP = "ps"
_PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|\{\w+\}")
_ISOLATES = re.compile("[\u2066-\u2069]")


def read_catalogue(code: str) -> Catalog:
    return read_po(io.BytesIO(catalogue(code).read_bytes()))


def forms(message: Message) -> list[str]:
    """The translations of a message, one a plural form."""
    many = isinstance(message.string, tuple | list)
    return list(message.string) if many else [str(message.string)]


def originals(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def test_the_catalogues_are_chinese_and_persian() -> None:
    assert {"zh", "fa"} <= set(FURTHER)


@pytest.mark.parametrize("code", FURTHER)
def test_a_catalogue_has_every_message_and_no_other(code: str) -> None:
    found, current = read_catalogue(code), messages()
    assert {m.id for m in found if m.id} == {m.id for m in current if m.id}, "run: make messages"
    assert not found.obsolete
    text = catalogue(code).read_text("utf-8")
    assert text == updated(read_catalogue(code), current), "run: make messages"


@pytest.mark.parametrize("code", FURTHER)
def test_every_message_is_translated_with_the_same_placeholders(code: str) -> None:
    for message in read_catalogue(code):
        if not message.id:
            continue
        assert is_translated(message), message.id
        assert not message.fuzzy, message.id
        *_, full = originals(message)
        wanted = set(_PLACEHOLDER.findall(full))
        *others, last = forms(message)
        assert set(_PLACEHOLDER.findall(last)) == wanted, message.id
        for other in others:
            # "One task": a form for few may say the number in words.
            assert set(_PLACEHOLDER.findall(other)) <= wanted, message.id


@pytest.mark.parametrize("code", FURTHER)
def test_a_catalogue_has_the_plural_forms_of_its_language(code: str) -> None:
    found = read_catalogue(code)
    assert found.num_plurals == Catalog(locale=code.replace("-", "_")).num_plurals
    for message in found:
        if isinstance(message.id, tuple):
            assert len(forms(message)) == found.num_plurals, message.id


def test_no_two_messages_share_a_singular() -> None:
    """A catalogue knows a message by its singular: with two plurals one of them would be lost."""
    seen: dict[str, object] = {}
    for message in messages():
        first = originals(message)[0]
        assert seen.setdefault(first, message.id) == message.id


@pytest.mark.parametrize(
    ("text", "persian"),
    [
        ("1,234.50", "۱٬۲۳۴٫۵۰"),
        ("-0.02", "−۰٫۰۲"),
        ("0.78 ± 0.03", "۰٫۷۸ ± ۰٫۰۳"),
        ("[-0.02, 1,234.05]", "[−۰٫۰۲, ۱٬۲۳۴٫۰۵]"),
        ("0.74-0.82", "۰٫۷۴-۰٫۸۲"),
        ("66.5–76.6", "۶۶٫۵–۷۶٫۶"),
        ("28.5%", "۲۸٫۵٪"),
        ("$1.20", "$۱٫۲۰"),
        ("—", "—"),
    ],
)
def test_a_number_has_the_digits_and_signs_of_the_language(text: str, persian: str) -> None:
    assert _ISOLATES.sub("", find_language("fa").number(text)) == persian
    assert find_language("en").number(text) == text
    assert find_language("zh").number(text) == text


def test_a_number_of_several_parts_keeps_their_order_in_a_right_to_left_line() -> None:
    persian = find_language("fa")
    assert persian.number("0.78 ± 0.03") == "\u2066۰٫۷۸ ± ۰٫۰۳\u2069"
    assert persian.number(24) == "۲۴"


@pytest.mark.parametrize(
    ("code", "text"), [("en", "Nov 30, 2026"), ("zh", "2026年11月30日"), ("fa", "۳۰ نوامبر ۲۰۲۶")]
)
def test_a_date_reads_as_in_the_language(code: str, text: str) -> None:
    assert find_language(code).date("2026-11-30") == text
    assert find_language(code).date("soon") == "soon"


def test_a_sentence_is_plain_english_until_a_language_says_it() -> None:
    text = sentence("{entry}: {score}", entry="model", score=Number("71.5 ± 1.9"))
    assert text == "model: 71.5 ± 1.9"
    assert json.dumps([text]) == '["model: 71.5 \\u00b1 1.9"]'
    for copied in (copy.deepcopy(text), pickle.loads(pickle.dumps(text))):
        assert find_language("zh").say(copied) == "model：71.5 ± 1.9"
    assert find_language("fa").say(text) == "\u2067\u2068model\u2069: \u2066۷۱٫۵ ± ۱٫۹\u2069\u2069"


def test_a_sentence_counts_by_the_rules_of_the_language() -> None:
    one, many = (
        sentence_of("rests on {n} task only", "rests on {n} tasks only", n) for n in (1, 5)
    )
    assert (one, many) == ("rests on 1 task only", "rests on 5 tasks only")
    assert find_language("zh").say(many) == "仅基于 5 个任务"
    assert find_language("zh").say(sentence("no message of any catalogue")) == (
        "no message of any catalogue"
    )


def test_values_are_never_templates() -> None:
    text = sentence("{entry}: {score}", entry="{score} %(n)s {", score=Number("1"))
    assert text == "{score} %(n)s {: 1"
    assert find_language("zh").say(text) == "{score} %(n)s {：1"


def test_a_title_has_its_translation_where_there_is_one() -> None:
    text = translated("Board", zh="榜", fa=None)
    assert text == "Board"
    said = {code: find_language(code).say(text) for code in ("en", "zh", "fa")}
    assert said == {"en": "Board", "zh": "榜", "fa": "Board"}


def test_formatted_numbers_are_numbers() -> None:
    scores = display.ScoreFormat(100.0, 1, "%")
    texts = (
        scores.plus_minus(0.5, 0.1), scores.text(None), display.ci_dash(0.1, 0.2),
        display.ci_bracket(-0.1, 0.2, significant=False), display.interval("1", "2"),
        display.count_range(1, 3), display.p_value(0.5), display.percent(0.5), display.tokens(5e6),
        display.cost(0.001), display.signed(0.5, 2), display.spread(0.001, 2),
    )  # fmt: skip
    for text in texts:
        assert isinstance(text, Number)
    said = [find_language("zh").say(display.duration(ms)) for ms in (850, 12_500, 187_000, 7.5e6)]
    assert said == ["850毫秒", "12.5秒", "3分07秒", "2时05分"]


class _Words(HTMLParser):
    """Latin letters and digits that a reader sees, outside of names and code."""

    SHOWN = frozenset({"title", "alt", "aria-label", "placeholder"})
    # The names and numbers of files to download: the same in every language.
    KEYS = frozenset({"data-columns", "data-more"})
    VOID = frozenset({"meta", "link", "input", "img", "br"})

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes(attrs)
        if tag not in self.VOID:
            self._inside.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self._inside.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "bdi", "code"} & set(self._inside):
            self._check(data)

    def _attributes(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_text = name.startswith("data-") and " " in (value or "") and name not in self.KEYS
            if name in self.SHOWN or is_text:
                self._check(value or "")

    def _check(self, text: str) -> None:
        # A name has a direction of its own; tokens are counted in k, M and G.
        words = re.sub("\u2068[^\u2069]*\u2069|(?<=[۰-۹])[kMG]", "", text)
        if re.search("[A-Za-z0-9]", _PLACEHOLDER.sub("", words)):
            self.found.add(text.strip())


def disguised(text: str) -> str:
    """A text in letters and digits that no source has, its placeholders as they are."""
    wide = {ord(char): ord(char) + 0xFEE0 for char in string.ascii_letters + string.digits}
    parts = re.split(f"({_PLACEHOLDER.pattern}|<[^>]*>|&\\w+;)", text)
    return "".join(
        part.translate(wide) if place % 2 == 0 else part for place, part in enumerate(parts)
    )


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of every feature in English and a language that only this test has."""
    folder = tmp_path_factory.mktemp("made-up")
    catalog = Catalog(locale=MADE_UP)
    for message in messages():
        if message.id:
            told = [disguised(text) for text in originals(message)]
            string = told[0] if isinstance(message.id, str) else (told[0], told[1])
            catalog.add(message.id, string)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "LOCALES", folder / "locales")
        catalogue(MADE_UP).parent.mkdir(parents=True)
        with catalogue(MADE_UP).open("wb") as file:
            write_po(file, catalog)
        assert known_codes() == (ENGLISH, MADE_UP)
        tree = write_tree(folder / "tree", every_feature())
        options = BuildOptions(drafts=True, languages=(ENGLISH, MADE_UP))
        build_site(tree, folder / "site", options)
    return folder / "site"


# What is the same in every language: formats and files, sides, symbols of formulas, units.
_EVERYWHERE = {
    "A", "B", "n", "Y", "j", "c", "g", "s", "CSV", "JSON", "Markdown", "LaTeX", "English",
    "leaderboard.csv", "leaderboard.json", "leaderboard.md", "leaderboard.tex",
}  # fmt: skip
_SYMBOLS = re.compile(
    r"[a-z]{1,2}"  # letters of notes
    r"|[\w/.-]+\.ya?ml"  # paths
    r"|-?[0-9.e+-]+"  # a number at full precision, in a title
)


def test_a_catalogue_is_all_that_a_language_needs(made_up: Path) -> None:
    """Its pages have no English word and no English digit but in names and code."""
    english = {path.relative_to(made_up) for path in made_up.rglob("*.html")}
    further = {path for path in english if path.parts[0] == MADE_UP}
    assert {Path(*path.parts[1:]) for path in further} == english - further - {Path("404.html")}
    for path in sorted(further):
        words = _Words()
        words.feed((made_up / path).read_text("utf-8"))
        words.close()
        left = {text for text in words.found if not is_everywhere(text)}
        assert left == set(), path


def is_everywhere(text: str) -> bool:
    return text in _EVERYWHERE or _SYMBOLS.fullmatch(text) is not None


def test_pages_say_their_language_and_direction(made_up: Path) -> None:
    for path, page in pages.pages(made_up).items():
        (root,) = (attributes for tag, attributes in page.tags if tag == "html")
        own = path.startswith(f"{MADE_UP}/")
        assert (root["lang"], root["dir"]) == ((MADE_UP, "rtl") if own else (ENGLISH, "ltr")), path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site in three languages with an address; one of its two boards has Chinese texts."""
    folder = tmp_path_factory.mktemp("three")
    zh = {"title_zh": "示范", "description": "About it", "description_zh": "关于它"}
    files = leaderboard(folder="demo", **zh) | experiment(folder="demo")
    files |= leaderboard(folder="plain", title="Plain") | experiment(folder="plain")
    tree = write_tree(folder / "tree", files)
    options = ("--languages", "en,zh,fa", "--base-url", "https://example.org/b")
    result = build(tree, folder / "site", *options)
    assert result.exit_code == 0, result.words
    return folder / "site"


def head_links(page: pages.Page) -> dict[str, str]:
    return {
        attributes["hreflang"]: attributes["href"]
        for tag, attributes in page.tags
        if tag == "link" and "hreflang" in attributes
    }


def test_every_page_links_to_itself_in_every_language(site: Path) -> None:
    found = pages.pages(site)
    for path in (
        "index.html",
        "demo/index.html",
        "demo/entries/harness-model-plain-test/index.html",
    ):
        place = path.removesuffix("index.html")
        for top in ("", "zh/", "fa/"):
            page = found[top + path]
            base = "https://example.org/b/"
            assert head_links(page) == {
                "en": base + place,
                "zh": f"{base}zh/{place}",
                "fa": f"{base}fa/{place}",
                "x-default": base + place,
            }
            switch = {
                attributes["hreflang"]: (site / top / path).parent / attributes["href"]
                for tag, attributes in page.tags
                if tag == "a" and "hreflang" in attributes
            }
            others = {"en": "", "zh": "zh/", "fa": "fa/"}
            wanted = {code: site / to / path for code, to in others.items() if to != top}
            assert {code: target.resolve() for code, target in switch.items()} == wanted


def test_links_of_a_language_stay_in_it_and_files_are_shared(site: Path) -> None:
    for path, page in pages.pages(site).items():
        if not path.startswith(("zh/", "fa/")):
            continue
        switch = {
            attributes["href"]
            for tag, attributes in page.tags
            if "hreflang" in attributes and tag in ("a", "link")
        }
        for url in page.urls:
            if url in switch or url.startswith(("http", "#", "data:")):
                continue
            target = ((site / path).parent / url.partition("#")[0]).resolve()
            assert target.is_file(), (path, url)
            inside = target.relative_to(site).parts[0] == path.partition("/")[0]
            assert inside == (target.name in ("index.html", "feed.xml")), (path, url)
    assert not [path for path in (site / "zh").rglob("*") if path.suffix in (".json", ".svg")]


def test_a_chinese_title_and_description_stand_on_chinese_pages(site: Path) -> None:
    found = pages.pages(site)
    for top, title, about in (
        ("", "Demo", "About it"),
        ("zh/", "示范", "关于它"),
        ("fa/", "Demo", "About it"),
    ):
        for path in ("index.html", "demo/index.html"):
            texts = found[top + path].texts
            assert title in texts, top + path
            assert about in texts, top + path
        assert title in found[f"{top}demo/embed/index.html"].texts
    assert "Plain" in found["zh/plain/index.html"].texts
    assert "示范" in (site / "zh" / "feed.xml").read_text("utf-8")
    assert "示范" not in (site / "demo" / "card.svg").read_text("utf-8")


def test_a_title_without_a_translation_says_its_own_language(site: Path) -> None:
    for path, marked in (
        ("demo", False), ("zh/demo", False), ("fa/demo", True), ("zh/plain", True),
    ):  # fmt: skip
        text = (site / path / "index.html").read_text("utf-8")
        assert ('<h1><bdi lang="en">' in text) == marked, path


def test_the_page_for_wrong_addresses_leads_to_every_language(site: Path) -> None:
    page = pages.read_page((site / "404.html").read_text("utf-8"))
    base = "https://example.org/b/"
    assert {base, f"{base}zh/", f"{base}fa/"} <= set(page.urls)
    assert not (site / "zh" / "404.html").exists()


def test_the_sitemap_names_every_language_of_every_page(site: Path) -> None:
    space = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    root = ET.fromstring((site / "sitemap.xml").read_bytes())
    places = {
        "https://example.org/b/" + path.removesuffix("index.html")
        for path in pages.pages(site)
        if path != "404.html" and "embed/" not in path
    }
    assert {node.text for node in root.findall("s:url/s:loc", space)} == places
    for url in root.findall("s:url", space):
        links = {link.get("hreflang"): link.get("href") for link in url.findall("x:link", space)}
        assert set(links) == {"en", "zh", "fa"}
        assert set(links.values()) <= places
        assert url.findtext("s:loc", "", space) in links.values()


def test_the_first_language_stands_at_the_top(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", leaderboard() | experiment())
    result = build(tree, tmp_path / "site", "--languages", "zh,en")
    assert result.exit_code == 0, result.words
    found = pages.pages(tmp_path / "site")
    languages = {
        path: attributes["lang"]
        for path, page in found.items()
        for tag, attributes in page.tags
        if tag == "html"
    }
    assert languages["demo/index.html"] == languages["404.html"] == "zh"
    assert languages["en/demo/index.html"] == "en"


def test_one_language_needs_no_switch(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", leaderboard() | experiment())
    result = build(tree, tmp_path / "site", "--languages", "en")
    assert result.exit_code == 0, result.words
    for page in pages.pages(tmp_path / "site").values():
        assert not [attributes for _, attributes in page.tags if "hreflang" in attributes]


@pytest.mark.parametrize(
    ("value", "words"), [("en,xx", "unknown: xx (known: en, "), (" , ", "no language is named")]
)
def test_an_unknown_language_is_a_wrong_call(tmp_path: Path, value: str, words: str) -> None:
    tree = write_tree(tmp_path / "tree", leaderboard() | experiment())
    result = penguin_board("build", "--root", tree, "--out", tmp_path / "s", "--languages", value)
    assert result.exit_code == 2
    assert words in result.words
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("name", ["zh", "ZH", "fa", "en", "docs", "assets"])
def test_a_board_cannot_be_called_as_a_folder_of_the_site(tmp_path: Path, name: str) -> None:
    problems = problems_of(tmp_path, leaderboard(folder=name) | experiment(folder=name))
    assert codes(problems) == ["reserved-id"]
    (problem,) = problems
    assert (problem.path, problem.line) == (f"leaderboards/{name}/leaderboard.yaml", 1)
