"""Rank ranges: the ranks that the direct comparisons leave open (R1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def rank_ranges(
    models: Sequence[str], better: Iterable[tuple[str, str]]
) -> dict[str, tuple[int, int]]:
    """The ranks that the comparisons leave open to each model (R1).

    Only direct evidence counts: no transitive closure, no tiers. A range is defined whatever the
    relation, also where it is not transitive.

    Args:
        models: All models.
        better: Pairs (winner, loser) whose verdict is better; a pair may come twice.

    Returns:
        By model its best rank, 1 + the number of those better than it, and its worst, the number
        of models - the number of those that it is better than.

    Raises:
        KeyError: A pair names none of the models.
    """
    above = dict.fromkeys(models, 0)
    below = dict.fromkeys(models, 0)
    for winner, loser in set(better):
        above[loser] += 1
        below[winner] += 1
    return {model: (1 + above[model], len(above) - below[model]) for model in above}
