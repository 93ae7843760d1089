"""Where the messages of each language stand.

A language exists because ``locales/<code>/LC_MESSAGES/penguin_board.po`` exists; English needs no
catalogue.
"""

from __future__ import annotations

from pathlib import Path

ENGLISH = "en"
DOMAIN = "penguin_board"
LOCALES = Path(__file__).parent / "locales"


def known_codes() -> tuple[str, ...]:
    """The codes of all languages: English, then those that have a catalogue."""
    found = LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    codes = (path.parents[1].name.replace("_", "-") for path in found)
    return (ENGLISH, *sorted(code for code in codes if code != ENGLISH))


def catalogue(code: str) -> Path:
    """The file with the messages of a language."""
    return LOCALES / code.replace("-", "_") / "LC_MESSAGES" / f"{DOMAIN}.po"
