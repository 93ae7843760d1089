"""Brings the catalogues of ``penguin_board/locales`` up to date with the messages of the sources.

Messages that are new get an empty translation, those that are gone are dropped, and nothing is
guessed. Example: ``python scripts/messages.py`` for all catalogues, with codes to begin new ones.
"""

from __future__ import annotations

import copy
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages import extract
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from penguin_board.catalogues import ENGLISH, catalogue, known_codes
from penguin_board.package_files import template_folder

PACKAGE = Path(__file__).parents[1] / "penguin_board"
# How penguin_board/templating.py sets Jinja up.
_JINJA = {"trim_blocks": "true", "lstrip_blocks": "true", "keep_trailing_newline": "true"}
_JINJA |= {"newstyle_gettext": "true", "encoding": "utf-8", "silent": "false"}
_IN_PYTHON = {"sentence": None, "sentence_of": (1, 2)}
_HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")


def messages() -> Catalog:
    """Every message of the templates and of the Python code, without translations."""
    found = Catalog()
    for message in _extracted():
        found.add(message)
    return found


def _extracted() -> Iterator[str | tuple[str, ...]]:
    for path in sorted(template_folder().rglob("*")):
        if path.suffix in (".html", ".svg"):
            yield from _from_file(
                "jinja2.ext:babel_extract", path, extract.DEFAULT_KEYWORDS, _JINJA
            )
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _from_file("python", path, _IN_PYTHON, {"encoding": "utf-8"})


def _from_file(
    method: str, path: Path, keywords: dict[str, object], options: dict[str, str]
) -> Iterator[str | tuple[str, ...]]:
    with path.open("rb") as file:
        for _, message, *_ in extract.extract(method, file, keywords, options=options):
            yield message


def updated(catalog: Catalog, current: Catalog) -> str:
    """The text of a catalogue with exactly the messages of ``current``, sorted."""
    catalog.update(copy.deepcopy(current), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    for message in catalog:
        message.user_comments = []
        if isinstance(message.id, tuple) and not any(message.string):
            # A new one has the forms of English: Babel calls it fuzzy where others are needed.
            message.string = ("",) * catalog.num_plurals
            message.flags.discard("fuzzy")
    file = io.BytesIO()
    write_po(file, catalog, width=100, no_location=True, sort_output=True)
    lines = file.getvalue().decode("utf-8").lstrip().splitlines(keepends=True)
    head = lines.index("\n")
    kept = [
        line for line in lines[:head] if line.startswith(("msg", *(f'"{h}:' for h in _HEADERS)))
    ]
    return "".join(kept + lines[head:])


def main() -> None:
    """Update all catalogues, and begin those of the codes on the command line."""
    current = messages()
    for code in dict.fromkeys((*known_codes(), *sys.argv[1:])):
        if code == ENGLISH:
            continue
        path = catalogue(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = Catalog(locale=code.replace("-", "_"))
        if path.exists():
            catalog = read_po(io.BytesIO(path.read_bytes()))
        path.write_text(updated(catalog, current), encoding="utf-8")
        missing = sum(not is_translated(message) for message in catalog if message.id)
        sys.stdout.write(f"{code}: {len(catalog)} messages, {missing} without a translation\n")


def is_translated(message: Message) -> bool:
    """Whether every form of a message has a translation."""
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(strings)


if __name__ == "__main__":
    main()
