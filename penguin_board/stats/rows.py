"""The rows of a leaderboard, by model and by pair (section g)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from penguin_board.stats.settings import Settings
from penguin_board.stats.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """What is known of one model.

    Attributes:
        model_id: The model.
        mean_score: Mean over its tasks, each counted once (A3); None without a task that counts.
        mean_ci_lo: Lower end of the interval of the mean; None where there is none (B3, B7).
        mean_ci_hi: Upper end.
        win_rate: Wins divided by tasks (A4); None where there is nothing to compare with.
        tasks_completed: Number of tasks with a score.
        categories: Mean score by category.
        coverage: ``tasks_completed`` as a share of the tasks of all models (A7).
        reliable: Whether the interval rests on enough tasks, or clusters (B3, B5).
        rank: Competition rank by mean, 1 for the best (A6, E12).
        rank_lo: Best rank that the paired comparisons leave open (R1).
        rank_hi: Worst rank that they leave open.
        n_families: Number of clusters, where clusters are resampled (B7).
        solo_tasks: Tasks that no other model has a score for; each counts as a win (A4).
        standard_error: Of the mean over tasks, or over clusters (B9); None below two.
    """

    model_id: str
    mean_score: float | None
    mean_ci_lo: float | None
    mean_ci_hi: float | None
    win_rate: float | None
    tasks_completed: int
    categories: Mapping[str, float] = field(default_factory=dict)
    coverage: float = 1.0
    reliable: bool = True
    rank: int | None = None
    rank_lo: int | None = None
    rank_hi: int | None = None
    n_families: int | None = None
    solo_tasks: int = 0
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class PairwiseDiff:
    """One model compared with another on the tasks that both have.

    Attributes:
        model_a: The model that stands first on the leaderboard.
        model_b: The other.
        diff_mean: Mean of ``a - b`` over the shared tasks.
        ci_lo: Lower end of its interval; None where there is none (B7).
        ci_hi: Upper end.
        significant: Whether the interval, or the adjusted p, excludes 0 (B4, B8).
        n_tasks: Number of shared tasks.
        verdict: On ``model_a``; insufficient below the fewest tasks for a verdict (B5).
        p: Two-sided, from the resamples (B8).
        p_adjusted: For many comparisons; None without ``adjust``, or below the fewest tasks.
        n_families: Number of clusters, where clusters are resampled (B7).
        contradicts_means: Whether the order by mean is the other way round (A7).
        standard_error: Of the paired difference (B9); None below two tasks or clusters.
    """

    model_a: str
    model_b: str
    diff_mean: float
    ci_lo: float | None
    ci_hi: float | None
    significant: bool
    n_tasks: int = 0
    verdict: Verdict = "insufficient"
    p: float | None = None
    p_adjusted: float | None = None
    n_families: int | None = None
    contradicts_means: bool = False
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """Rows best first, pairs in the order of the rows, and what it takes to reproduce both.

    Attributes:
        rows: One a model.
        pairs: One for each two models that share a task.
        settings: Every choice that was made.
        n_tasks: Number of tasks of all models together.
        notes: What a reader has to know beside the numbers, as sentences.
    """

    rows: tuple[LeaderboardRow, ...]
    pairs: tuple[PairwiseDiff, ...]
    settings: Settings
    n_tasks: int
    notes: tuple[str, ...]
