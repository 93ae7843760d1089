"""What a reader has to know beside the numbers of a leaderboard, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from penguin_board.stats.rows import LeaderboardRow
from penguin_board.stats.settings import Settings, listed

# Fewer tasks are a small sample (B5), fewer clusters too few for nominal coverage (B7).
SMALL_SAMPLE = 30
FEW_CLUSTERS = 10


def notes_of(
    rows: Sequence[LeaderboardRow],
    contradictions: Sequence[str],
    n_comparisons: int,
    settings: Settings,
) -> tuple[str, ...]:
    """The notes that apply, most important first.

    Args:
        rows: Best first.
        contradictions: Pairs whose order by mean is reversed on the tasks that both have.
        n_comparisons: Number of pairs with a verdict.
        settings: Those of the rows.
    """
    notes = [
        _coverage(rows, settings),
        _reversed(contradictions),
        _small(rows, settings),
        _solo(rows, settings),
        _comparisons(n_comparisons, settings),
    ]
    return tuple(note for note in notes if note)


def _coverage(rows: Sequence[LeaderboardRow], settings: Settings) -> str:
    gaps = [row.model_id for row in rows if row.coverage < 1]
    if not gaps:
        return ""
    effect = {
        "available": "means over fewer tasks may be over easier ones",
        "common": "only the tasks that all models have are counted",
        "zero": "a missing task counts as 0",
    }[settings.missing]
    return f"Not every model has every task ({listed(gaps)}): {effect}."


def _reversed(pairs: Sequence[str]) -> str:
    if not pairs:
        return ""
    return f"On the tasks that both have, the order by mean is reversed: {listed(pairs)}."


def _small(rows: Sequence[LeaderboardRow], settings: Settings) -> str:
    if settings.clusters != "none":
        few = [row.model_id for row in rows if (row.n_families or 0) < FEW_CLUSTERS]
        what = f"fewer than {FEW_CLUSTERS} clusters"
    else:
        few = [row.model_id for row in rows if row.tasks_completed < SMALL_SAMPLE]
        what = f"fewer than {SMALL_SAMPLE} tasks"
    if not few:
        return ""
    # The expanded method widens them for this, for normal data.
    narrow = "may still be" if settings.method == "expanded" else "are"
    return f"Small sample, {what}: the intervals of {listed(few)} {narrow} too narrow."


def _solo(rows: Sequence[LeaderboardRow], settings: Settings) -> str:
    alone = [row.model_id for row in rows if row.solo_tasks]
    if not alone or len(rows) < 2 or settings.ties == "pairwise":
        return ""
    return f"Tasks that no other model has count as wins: {listed(alone)}."


def _comparisons(count: int, settings: Settings) -> str:
    if not count or settings.adjust != "none":
        return ""
    expected = settings.alpha * count
    noun = "comparison" if count == 1 else "comparisons"
    return f"{count} {noun}, about {expected:.2g} false separations expected if all were equal."
