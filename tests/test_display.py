"""Numbers as text beyond the reference vectors (statistics.md, f)."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from penguin_board import display
from penguin_board.display import ScoreFormat, score_format


@pytest.mark.parametrize(
    "show",
    [
        display.cost,
        display.duration,
        display.tokens,
        display.percent,
        display.p_value,
        lambda value: display.fixed(value, 2),
        lambda value: display.signed(value, 2),
        lambda value: display.plus_minus(value, 0.1, 2),
        ScoreFormat(1, 1, "").text,
        ScoreFormat(1, 1, "").spread,
    ],
)
def test_unknown_is_a_dash_and_never_0(show: object) -> None:
    assert callable(show)
    assert show(None) == "—"


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0 ms"),
        (999.4, "999 ms"),
        (999.6, "1.0 s"),
        (1000, "1.0 s"),
        (59949, "59.9 s"),
        (59950, "1m 00s"),
        (90400, "1m 30s"),
        (3599499, "59m 59s"),
        (3599500, "1h 00m"),
        (3600000, "1h 00m"),
        (90 * 3600000, "90h 00m"),
    ],
)
def test_a_duration_is_rounded_before_it_gets_its_unit(milliseconds: float, text: str) -> None:
    assert display.duration(milliseconds) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (999, "999"),
        (999.6, "1.0k"),
        (1000, "1.0k"),
        (999949, "999.9k"),
        (999950, "1.0M"),
        (1234567, "1.2M"),
        (999950000, "1.0G"),
        (5e12, "5000.0G"),
    ],
)
def test_tokens_are_rounded_before_they_get_their_unit(count: float, text: str) -> None:
    assert display.tokens(count) == text


@pytest.mark.parametrize(
    ("dollars", "text"),
    [
        (0, "$0.00"),
        (0.00002, "$0.00002"),
        (0.00123, "$0.0012"),
        (0.0099, "$0.0099"),
        (0.01, "$0.01"),
        (12.5, "$12.50"),
        (1234567.891, "$1,234,567.89"),
    ],
)
def test_a_small_cost_is_not_shown_as_nothing(dollars: float, text: str) -> None:
    assert display.cost(dollars) == text


@given(st.floats(1e-9, 1e9))
def test_a_cost_above_nothing_never_reads_as_nothing(dollars: float) -> None:
    assert re.search(r"[1-9]", display.cost(dollars))


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_a_number_that_rounds_to_zero_has_no_sign(value: float, places: int) -> None:
    for text in (display.fixed(value, places), display.signed(value, places)):
        if not text.strip("+-0."):
            assert text[0] not in "+-"
        assert float(text) == pytest.approx(value, abs=0.5 * 10**-places * 1.000001)


@given(st.floats(0, 10), st.integers(0, 4))
def test_a_spread_reads_as_zero_only_when_it_is_zero(std: float, places: int) -> None:
    text = display.spread(std, places)
    assert (not text.strip("0.")) == (std == 0)


@given(st.floats(1e-9, 1), st.floats(1e-9, 1))
def test_a_significant_interval_never_reads_as_if_it_held_zero(first: float, second: float) -> None:
    low, high = sorted((first, second))
    assume(low >= 1e-6)
    for ends in ((low, high), (-high, -low)):
        text = display.ci_bracket(*ends, significant=True)
        shown = [float(end) for end in text.strip("[]").split(", ")]
        assert shown[0] > 0 or shown[1] < 0


@given(st.lists(st.text(alphabet="ab", max_size=30), max_size=6))
def test_cut_ids_stay_as_different_as_they_were(ids: list[str]) -> None:
    short = display.short_ids(ids)
    assert len(set(short)) == len(set(ids))
    assert all(full.startswith(cut) for full, cut in zip(ids, short, strict=True))
    assert display.short_ids(ids, length=100) == ids


@pytest.mark.parametrize(
    ("scores", "scale", "score", "text"),
    [
        ([0.3125], 1.0, 0.3125, "31.2"),
        ([66.25], 100.0, 66.25, "66.2"),
        ([3.14159], None, 3.14159, "3.142"),
        ([1234.5], None, 1234.5, "1234"),
        ([0.012], None, 0.012, "0.0120"),
        ([-250.5, 3], None, 3, "3.0"),
        ([], None, 0, "0.0000"),
    ],
)
def test_scores_are_percent_or_have_four_digits(
    scores: list[float], scale: float | None, score: float, text: str
) -> None:
    assert score_format(scores, scale).text(score) == text


def test_a_spread_has_the_decimals_and_the_unit_of_its_score() -> None:
    percent = score_format([0.5], 1.0)
    assert (percent.unit, percent.plus_minus(0.5, 0.1), percent.plus_minus(0.5, None)) == (
        "%",
        "50.0 ± 10.0",
        "50.0",
    )
    assert percent.plus_minus(0.5, 0.0) == "50.0 ± 0.0"
    assert percent.plus_minus(0.5, 1e-5) == "50.0 ± <0.1"
