"""The texts of a comparison and the rule that turns them. No browser is needed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board import display
from penguin_board.stats import CompositePair
from penguin_board.views.comparison import expected_text
from penguin_board.views.entry_names import EntryName
from penguin_board.views.pair_texts import mirrored, mirrored_text, pair_text

PERCENT = display.ScoreFormat(100.0, 1, "%")
NAME = EntryName(
    number=1, rank="1", entry_id="a", label="a", headline="a", model_name="a",
    harness_name="h", algorithm="x", phase="p", apart="", href="",
)  # fmt: skip
numbers = st.floats(-1, 1)


@given(st.tuples(numbers, numbers, numbers).map(sorted), st.sampled_from(["better", "tie"]))
def test_texts_turn_by_their_signs_alone(ends: list[float], verdict: str) -> None:
    """The rule of the script gives what Python gives for the turned pair."""
    pair = CompositePair(
        entry_a="a", entry_b="b", difference=ends[1], ci_lo=ends[0], ci_hi=ends[2], reason=None,
        remarks=(), verdict="better" if verdict == "better" else "tie", p=None, p_adjusted=None,
        n_tasks=9, wins=4, ties=2, losses=3, standard_error=None,
    )  # fmt: skip
    names, scores = {"a": NAME, "b": NAME}, {"a": "1.0", "b": "1.0"}
    straight = pair_text(pair, names, scores, PERCENT)
    turned = pair_text(mirrored(pair), names, scores, PERCENT)
    assert straight.low is not None
    assert straight.high is not None
    assert turned.low == mirrored_text(straight.high, signed=False)
    assert turned.high == mirrored_text(straight.low, signed=False)
    assert turned.difference == mirrored_text(straight.difference, signed=True)
    assert (turned.wins, turned.losses) == (straight.losses, straight.wins)


def test_a_clear_difference_never_reads_as_unclear() -> None:
    """F3: more decimals until the interval excludes 0, in the difference too."""
    pair = CompositePair(
        entry_a="a", entry_b="b", difference=0.002, ci_lo=0.0002, ci_hi=0.004, reason=None,
        remarks=(), verdict="better", p=None, p_adjusted=None,
        n_tasks=90, wins=4, ties=2, losses=3, standard_error=None,
    )  # fmt: skip
    shown = pair_text(pair, {"a": NAME, "b": NAME}, {"a": "", "b": ""}, PERCENT)
    assert (shown.difference, shown.interval) == ("+0.20", "[0.02, 0.40]")


@pytest.mark.parametrize(
    ("count", "text"), [(0.0, "0"), (0.05, "0.05"), (1.0, "1"), (3.3, "3.3"), (13.8, "14")]
)
def test_expected_numbers_are_short(count: float, text: str) -> None:
    assert expected_text(count) == text
