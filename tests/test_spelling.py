"""What a misspelt name may have meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.spelling import did_you_mean, near_miss, nearest

KEYS = ("score_mean", "score_std", "n_attempt", "cost_total")


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("score_sdt", "score_std"),
        ("score_mea", "score_mean"),
        ("score_meann", "score_mean"),
        ("score_mesn", "score_mean"),
        ("scoreMean", "score_mean"),
        ("Score_Mean", "score_mean"),
        ("n-attempt", "n_attempt"),
        ("n_attempts", "n_attempt"),
        ("xcost_total", "cost_total"),
    ],
)
def test_one_slip_is_a_near_miss(word: str, known: str) -> None:
    assert near_miss(word, KEYS) == known


@pytest.mark.parametrize(
    "word", ["score", "score_median", "std_score", "cost", "pass_rate", "", "n"]
)
def test_another_word_is_not(word: str) -> None:
    assert near_miss(word, KEYS) is None


def test_the_word_itself_is_no_slip() -> None:
    assert near_miss("score_std", KEYS) is None


_words = st.text(alphabet="abc_", min_size=2, max_size=8)


@given(_words, st.data())
def test_every_single_edit_is_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    edits = {
        word[:at] + word[at + 1 :],
        word[:at] + "z" + word[at + 1 :],
        word[:at] + "z" + word[at:],
        word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
    } - {word}
    assert all(near_miss(edit, [word]) == word for edit in edits)


@given(_words, st.integers(0, 7))
def test_two_added_letters_are_no_single_slip(word: str, at: int) -> None:
    assert near_miss(f"{word[:at]}x{word[at:]}y", [word]) is None


def test_the_nearest_word_is_suggested_whatever_the_order() -> None:
    known = ["gpt-5-mini", "gpt-5", "opus"]
    assert nearest("gpt-6", known) == nearest("gpt-6", known[::-1]) == "gpt-5"
    assert did_you_mean("gpt-6", known) == 'did you mean "gpt-5"?'


def test_nothing_is_suggested_when_nothing_is_alike() -> None:
    assert nearest("zzz", ["gpt-5"]) is None
    assert did_you_mean("zzz", ["gpt-5"]) == ""
    assert did_you_mean("x", []) == ""
