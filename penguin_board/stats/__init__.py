"""Statistics that hold up: intervals, win rates, paired comparisons, rank ranges.

Needs numpy alone. Functions in, frozen results out: no global random state, no numpy scalars in
the results, None and never NaN for what is undefined. ``aggregate`` and ``pairwise_diffs`` are
for records of models on tasks, ``compare_composites`` for entries that combine benchmarks.
"""

from __future__ import annotations

from penguin_board.stats.aggregate import aggregate, leaderboard, pairwise_diffs
from penguin_board.stats.bootstrap import bootstrap_mean_ci, bootstrap_pairwise_diff
from penguin_board.stats.checks import InvalidRuns, RunProblem
from penguin_board.stats.composite import FEW_TASKS, compare_composites
from penguin_board.stats.composite_data import CompositeEntry, NoInterval
from penguin_board.stats.composite_rows import (
    CompositeComparison,
    CompositePair,
    CompositeRow,
    CompositeVerdict,
    Remark,
)
from penguin_board.stats.credits import equal_scores
from penguin_board.stats.expanded import expanded_alpha
from penguin_board.stats.multiplicity import benjamini_hochberg, holm, resamples_needed
from penguin_board.stats.quantiles import quantile
from penguin_board.stats.rank_ranges import rank_ranges
from penguin_board.stats.report import (
    render_json,
    render_markdown,
    render_pairs_csv,
    render_rows_csv,
    settings_text,
)
from penguin_board.stats.rows import Leaderboard, LeaderboardRow, PairwiseDiff
from penguin_board.stats.runs import EvalRun, RunColumns
from penguin_board.stats.settings import Limits, Settings, fewest_tasks
from penguin_board.stats.standard_errors import (
    clustered_standard_error,
    paired_standard_error,
    standard_error,
)
from penguin_board.stats.verdicts import Verdict
from penguin_board.stats.win_rates import win_rate, win_rates

__all__ = [
    "FEW_TASKS",
    "CompositeComparison",
    "CompositeEntry",
    "CompositePair",
    "CompositeRow",
    "CompositeVerdict",
    "EvalRun",
    "InvalidRuns",
    "Leaderboard",
    "LeaderboardRow",
    "Limits",
    "NoInterval",
    "PairwiseDiff",
    "Remark",
    "RunColumns",
    "RunProblem",
    "Settings",
    "Verdict",
    "aggregate",
    "benjamini_hochberg",
    "bootstrap_mean_ci",
    "bootstrap_pairwise_diff",
    "clustered_standard_error",
    "compare_composites",
    "equal_scores",
    "expanded_alpha",
    "fewest_tasks",
    "holm",
    "leaderboard",
    "paired_standard_error",
    "pairwise_diffs",
    "quantile",
    "rank_ranges",
    "render_json",
    "render_markdown",
    "render_pairs_csv",
    "render_rows_csv",
    "resamples_needed",
    "settings_text",
    "standard_error",
    "win_rate",
    "win_rates",
]
