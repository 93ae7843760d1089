"""The types of scalars: what each reader takes, and how it says what it does not take."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from penguin_board import scalars
from penguin_board.located_yaml import Node, Scalar, read_document
from penguin_board.scalars import ScalarError


def plain(text: str) -> Scalar:
    return Scalar(text, True, 1, 1)


def quoted(text: str) -> Scalar:
    return Scalar(text, False, 1, 1)


def node(text: str) -> Node:
    root = read_document(text.encode(), "f").root
    assert root is not None
    return root


def refusal(read: Callable[[Node], Any], value: Node) -> tuple[str, str, str]:
    with pytest.raises(ScalarError) as caught:
        read(value)
    return caught.value.code, caught.value.message, caught.value.hint


def json_number(text: str) -> float | None:
    """The finite number that ``text`` is in JSON, None when it is none."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)

    try:
        value = json.loads(text, parse_constant=refuse)
    except ValueError:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or text != text.strip():
        return None
    try:
        return float(value) if math.isfinite(float(value)) else None
    except OverflowError:
        return None


@given(
    st.one_of(
        st.text(alphabet="0123456789+-.eE_xinfa:", max_size=8),
        st.floats(allow_nan=False, allow_infinity=False).map(json.dumps),
        st.integers().map(str),
        st.text(max_size=6),
    )
)
@example("-0")
@example("1e400")
@example("1e-400")
@example("9" * 400)
@example("Infinity")
@example("NaN")
@example("٣")
@example("1e5")
@example("1.")
@example(".5")
@example("true")
def test_a_number_is_what_json_takes_for_one_within_a_sane_size(text: str) -> None:
    wanted = json_number(text)
    if wanted is None or (wanted != 0 and not 1e-100 <= abs(wanted) <= 1e100):
        refusal(scalars.read_number, plain(text))
    else:
        assert scalars.read_number(plain(text)) == wanted


UNKNOWN = "write null for an unknown value"
NO_UNIT = "write the number without a unit: a cost is in USD, a duration in milliseconds"
REFUSED_NUMBERS = [
    (quoted("0.5"), "type", 'expected a number, found the text "0.5"', "remove the quotes"),
    (quoted("half"), "type", 'expected a number, found the text "half"', ""),
    (plain(""), "empty", "is empty, expected a number", ""),
    (plain("null"), "empty", "is empty, expected a number", ""),
    (plain("yes"), "type", "expected a number, found the boolean yes", "write 1 or 0"),
    (plain("False"), "type", "expected a number, found the boolean False", "write 1 or 0"),
    (plain(".nan"), "not-finite", ".nan is not a finite number", "write null for an unknown value"),
    (
        plain("-.inf"),
        "not-finite",
        "-.inf is not a finite number",
        "write null for an unknown value",
    ),
    (plain("NaN"), "not-finite", "NaN is not a finite number", "write null for an unknown value"),
    (plain("1e999"), "not-finite", "1e999 is too large for a number", ""),
    (plain("0800"), "leading-zero", "0800 has a leading zero", "write 800"),
    (plain("00"), "leading-zero", "00 has a leading zero", "write 0"),
    (plain("1_000"), "type", "1_000 has underscores, expected a number", "write 1000"),
    (plain("0x1F"), "type", "0x1F is not a decimal number", "write it in decimal"),
    (plain("0b11"), "type", "0b11 is not a decimal number", "write it in decimal"),
    (plain("12:30"), "type", "12:30 is a time, expected a number", "write one number"),
    (plain("+1"), "type", "+1 is not a JSON number", "write it as 0.5, 1 or 1e-05, without +"),
    (plain(".5"), "type", ".5 is not a JSON number", "write it as 0.5, 1 or 1e-05, without +"),
    (plain("5."), "type", "5. is not a JSON number", "write it as 0.5, 1 or 1e-05, without +"),
    (plain("n/a"), "type", "expected a number, found the text n/a", UNKNOWN),
    (plain("-"), "type", "expected a number, found the text -", UNKNOWN),
    (plain("0,6"), "type", "expected a number, found the text 0,6", "write 0.6 with a point"),
    (quoted("0,6"), "type", 'expected a number, found the text "0,6"', "write 0.6 with a point"),
    (
        plain("1,234,567.5"),
        "type",
        "expected a number, found the text 1,234,567.5",
        "write 1234567.5 without a separator",
    ),
    (
        plain("13 000"),
        "type",
        "expected a number, found the text 13 000",
        "write 13000 without a separator",
    ),
    (
        plain("70%"),
        "type",
        "expected a number, found the text 70%",
        "write a fraction of 1, or 70 where all scores of the board are percentages",
    ),
    (plain("$0.10"), "type", "expected a number, found the text $0.10", NO_UNIT),
    (plain("12 s"), "type", "expected a number, found the text 12 s", NO_UNIT),
    (
        plain("13k"),
        "type",
        "expected a number, found the text 13k",
        "write the number out, with all its digits",
    ),
    (plain("high"), "type", "expected a number, found the text high", ""),
    (node("[1]"), "type", "expected a number, found a list", ""),
    (node("{a: 1}"), "type", "expected a number, found a mapping", ""),
]


@pytest.mark.parametrize(
    ("value", "code", "message", "hint"),
    REFUSED_NUMBERS,
    ids=[message for _, _, message, _ in REFUSED_NUMBERS],
)
def test_a_refused_number_says_how_to_mend_it(
    value: Node, code: str, message: str, hint: str
) -> None:
    assert refusal(scalars.read_number, value) == (code, message, hint)


@pytest.mark.parametrize("text", ["0o17", "017", "-007", "0_1", "08.5"])
def test_a_hint_is_itself_accepted(text: str) -> None:
    _, _, hint = refusal(scalars.read_number, plain(text))
    if hint.startswith("write ") and hint != "write it in decimal":
        assert json_number(hint.removeprefix("write ")) is not None


def test_a_count_is_a_positive_whole_number() -> None:
    assert scalars.read_count(plain("3")) == 3
    for text in ("0", "-1", "1.0", "2.5", "1e3"):
        code, message, _ = refusal(scalars.read_count, plain(text))
        assert (code, message) == ("type", f"expected a positive whole number, found {text}")


def test_an_amount_is_not_negative() -> None:
    assert scalars.read_amount(plain("0")) == 0
    assert refusal(scalars.read_amount, plain("-0.5"))[:2] == (
        "negative",
        "-0.5 is negative, expected 0 or more",
    )


def test_tokens_are_a_number_or_input_and_output() -> None:
    assert scalars.read_tokens(plain("120")) == 120
    assert scalars.read_tokens(node("{input: 100, output: 20}")) == 120
    assert scalars.read_tokens(node("{input: 100, output: 20, cached: 90}")) == 120
    assert refusal(scalars.read_tokens, node("{input: 1}"))[:2] == (
        "missing-key",
        "output is missing",
    )
    assert refusal(scalars.read_tokens, node("{input: 1, output: -2}"))[0] == "negative"


def test_text_is_kept_as_written_quoted_or_not() -> None:
    for text in ("no", "4.10", "2026_10_30", "نموذج (7)", "a\u200db"):
        assert scalars.read_text(plain(text)) == text
        assert scalars.read_text(quoted(text)) == text
    assert scalars.read_text(quoted("null")) == "null"
    assert scalars.read_text(quoted("two\nlines")) == "two\nlines"


@pytest.mark.parametrize("value", [plain(""), plain("null"), plain("~"), quoted(""), quoted("  ")])
def test_empty_text_is_refused(value: Scalar) -> None:
    assert refusal(scalars.read_text, value) == ("empty", "is empty, expected text", "")


@pytest.mark.parametrize("char", ["\x00", "\x07", "\t", "\x1b", "\x7f", "\x85", "\u202e", "\u2066"])
def test_control_characters_are_refused_by_their_number(char: str) -> None:
    code, message, hint = refusal(scalars.read_text, quoted(f"a{char}b"))
    assert code == "control-character"
    assert message == f"has a control character (U+{ord(char):04X})"
    assert hint == "remove it"


def test_a_name_is_one_line_without_spaces_around() -> None:
    assert scalars.read_name(plain("model x")) == "model x"
    assert refusal(scalars.read_name, quoted("x ")) == (
        "space",
        "begins or ends with a space",
        'write "x"',
    )
    assert refusal(scalars.read_name, quoted("x\u00a0"))[0] == "space"
    assert refusal(scalars.read_name, quoted("a\nb"))[1] == "has a line break (U+000A)"


@pytest.mark.parametrize("text", ["a", "0", "exp-a", "gpt_4.1", "A" * 200, "console", "com10"])
def test_a_segment_is_safe_on_every_file_system(text: str) -> None:
    assert scalars.read_segment(plain(text)) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("..", "bad-id"),
        (".", "bad-id"),
        (".hidden", "bad-id"),
        ("-x", "bad-id"),
        ("_x", "bad-id"),
        ("a/b", "bad-id"),
        ("a\\b", "bad-id"),
        ("a b", "bad-id"),
        ("x.", "bad-id"),
        ("é", "bad-id"),
        ("A" * 201, "bad-id"),
        ("con", "reserved-name"),
        ("CON.txt", "reserved-name"),
        ("Aux", "reserved-name"),
        ("lpt1", "reserved-name"),
        ("com9", "reserved-name"),
        ("nul", "reserved-name"),
        ("prn", "reserved-name"),
    ],
)
def test_an_unsafe_segment_is_refused(text: str, code: str) -> None:
    assert refusal(scalars.read_segment, quoted(text))[0] == code


def test_a_refused_segment_names_the_characters() -> None:
    assert refusal(scalars.read_segment, plain("a é/b")) == (
        "bad-id",
        '"a é/b" has characters that are not allowed (U+0020, U+002F, U+00E9)',
        "use A-Z a-z 0-9 . _ - and begin with a letter or digit",
    )


def test_a_leaderboard_id_has_letters_digits_and_hyphens_only() -> None:
    assert scalars.read_leaderboard_id(plain("Demo-1")) == "Demo-1"
    for text in ("a_b", "a.b", "é", "a/b"):
        assert refusal(scalars.read_leaderboard_id, plain(text))[0] == "bad-id"
    assert refusal(scalars.read_leaderboard_id, plain("aux"))[0] == "reserved-name"


@pytest.mark.parametrize("text", ["http://a.b", "https://example.com/x?y=1#z", "HTTPS://A"])
def test_an_address_is_http_or_https(text: str) -> None:
    assert scalars.read_url(plain(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://a.b",
        "//a.b",
        "http:",
        "http://",
        "https://a b",
        'https://a/"onclick=',
        "https://[::1",
        " https://a.b",
        "java\nscript:x",
    ],
)
def test_other_addresses_are_refused(text: str) -> None:
    refusal(scalars.read_url, quoted(text))


@pytest.mark.parametrize("text", ["a@b", "first.last+tag@example.org"])
def test_an_e_mail_address_has_one_at_sign(text: str) -> None:
    assert scalars.read_email(plain(text)) == text


@pytest.mark.parametrize("text", ["a", "a@", "@b", "a@b@c", "a b@c", "a@b\n"])
def test_other_e_mail_addresses_are_refused(text: str) -> None:
    refusal(scalars.read_email, quoted(text))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        *(("12", 0), ("1.5", 1), ("1.50", 2), ("-0.125", 3), ("1.5e-05", 6), ("1.25E+1", 1)),
        *(("1e3", 0), ("1.5e-000", 1), (f"1.5e-{'0' * 5000}5", 6), (f"0.0e{'9' * 5000}", 0)),
    ],
)
def test_decimals_are_counted_as_written(text: str, count: int) -> None:
    assert scalars.decimals(text) == count
