"""The filters above the table: the names that entries differ in, with how many have each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from penguin_board.views.entry_names import EntryName

Dimension = Literal["harness", "model", "algorithm", "phase"]
_NAMES: Mapping[Dimension, Callable[[EntryName], str]] = {
    "harness": lambda name: name.harness_name,
    "model": lambda name: name.model_name,
    "algorithm": lambda name: name.algorithm,
    "phase": lambda name: name.phase,
}
_GROUPS: tuple[Dimension, ...] = ("model", "harness")


# A facet in which every entry has a name of its own is as long as the table.
_MOST_UNGROUPED = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class FacetOption:
    """A name and how many entries have it."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """The names of one kind in alphabetical order: two or more."""

    dimension: Dimension
    options: tuple[FacetOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterView:
    """What entries can be chosen by.

    ``groups`` are the kinds of which several entries share a name, so that the best of each is
    worth a look of its own.
    """

    facets: tuple[Facet, ...]
    groups: tuple[Dimension, ...]


def _is_facet(n_names: int, n_entries: int) -> bool:
    """Whether names divide the entries; a long list without any group is left to the search."""
    return n_names > 1 and (n_names < n_entries or n_entries <= _MOST_UNGROUPED)


def filter_view(names: Collection[EntryName]) -> FilterView | None:
    """The filters of a board; None where there is nothing to choose from."""
    if len(names) < 2:
        return None
    counts = {key: Counter(map(name_of, names)) for key, name_of in _NAMES.items()}
    varying = {key: found for key, found in counts.items() if _is_facet(len(found), len(names))}
    return FilterView(
        facets=tuple(
            Facet(dimension=key, options=_options(found)) for key, found in varying.items()
        ),
        groups=tuple(key for key in _GROUPS if 1 < len(counts[key]) < len(names)),
    )


def _options(found: Counter[str]) -> tuple[FacetOption, ...]:
    ordered = sorted(found, key=lambda name: (name.casefold(), name))
    return tuple(FacetOption(name=name, count=found[name]) for name in ordered)
