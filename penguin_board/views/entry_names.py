"""How an entry is named on the pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from penguin_board.boards import Board, Entry
from penguin_board.texts import Number

_SEPARATOR = " · "


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryName:
    """An entry's identity. ``number`` is its place in the board's order, from 1 and unique.

    ``label`` is the whole name; ``headline`` its prominent part, the model unless the file gives a
    label; ``apart`` what tells it from another entry of the same identity, often empty; ``href``
    leads from the board's page to the entry's page.
    """

    number: int
    rank: str
    entry_id: str
    label: str
    headline: str
    model_name: str
    harness_name: str
    algorithm: str
    phase: str
    apart: str
    href: str

    @property
    def details(self) -> str:
        """The label without its headline."""
        return self.label.removeprefix(self.headline).removeprefix(_SEPARATOR)


def entry_names(board: Board) -> Mapping[str, EntryName]:
    """The name of every entry by its id, in the order of the board."""
    same = Counter(entry.evaluated.identity for entry in board.entries)
    return {
        entry.entry_id: _entry_name(number, entry, twin=same[entry.evaluated.identity] > 1)
        for number, entry in enumerate(board.entries, start=1)
    }


def _entry_name(number: int, entry: Entry, *, twin: bool) -> EntryName:
    evaluated = entry.evaluated
    own_label = evaluated.expression.label
    # A label that the board made ends with the experiment that only this one of the twins has.
    apart = entry.label.rsplit(_SEPARATOR, 1)[-1] if twin and own_label is None else ""
    return EntryName(
        number=number,
        rank=Number(entry.rank),
        entry_id=entry.entry_id,
        label=entry.label,
        headline=own_label or evaluated.model_name,
        model_name=evaluated.model_name,
        harness_name=evaluated.harness_name,
        algorithm=evaluated.algorithm,
        phase=evaluated.phase,
        apart=apart,
        href=f"entries/{entry.entry_id}/index.html",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WebLink:
    """An address of the data with its text."""

    text: str
    url: str


def web_link(text: str, url: str | None) -> WebLink | None:
    """A link to ``url``; None unless it is http or https, whatever the schema let through."""
    if url is None or urlsplit(url).scheme.lower() not in ("http", "https"):
        return None
    return WebLink(text=text, url=url)
