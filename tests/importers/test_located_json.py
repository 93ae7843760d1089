"""JSON with places: strict, and all problems at once."""

from __future__ import annotations

import pytest

from penguin_board.importers.located_json import read_document
from penguin_board.located_yaml import MAX_BYTES, Mapping, Scalar, Sequence


def problems(text: str | bytes) -> list[tuple[int, int, str, str]]:
    data = text.encode() if isinstance(text, str) else text
    return [(p.line, p.column, p.key, p.code) for p in read_document(data, "f.json").problems]


def test_values_know_their_places_and_stay_text() -> None:
    document = read_document(b'{\n  "a": [1.50, "x\\u00e9\\"]", null],\n  "b": {}\n}', "f.json")
    assert not document.problems
    assert document.root == Mapping(
        {
            "a": Sequence(
                (
                    Scalar("1.50", True, 2, 9),
                    Scalar('xé"]', False, 2, 15),
                    Scalar("null", True, 2, 29),
                ),
                2,
                8,
            ),
            "b": Mapping({}, {}, 3, 8),
        },
        {"a": (2, 3), "b": (3, 3)},
        1,
        1,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[1,\n {"a": }]', (2, 8, "", "syntax")),
        ("", (1, 1, "", "syntax")),
        ("[1] 2", (1, 5, "", "syntax")),
        ('[\n {"a": NaN}]', (2, 8, "[0].a", "not-finite")),
        ("[-Infinity]", (1, 2, "[0]", "not-finite")),
        ('{"a": 1,\n "a": 2}', (2, 2, "a", "duplicate-key")),
        (b'["\xff"]', (1, 3, "", "not-utf-8")),
        ('["\\ud800"]', (1, 2, "[0]", "surrogate")),
        ("[" * 40 + "]" * 40, (1, 1, "", "too-deep")),
        ("[" * 200_000, (1, 1, "", "too-deep")),
        (b" " * (MAX_BYTES + 1), (1, 1, "", "too-large")),
    ],
)
def test_broken_json_has_its_place(text: str | bytes, expected: tuple[int, int, str, str]) -> None:
    assert problems(text) == [expected]


def test_all_problems_are_reported_and_text_that_looks_like_nan_is_none() -> None:
    assert problems('["NaN", NaN, Infinity, "\\ud83d\\ude00"]') == [
        (1, 9, "[1]", "not-finite"),
        (1, 14, "[2]", "not-finite"),
    ]


def test_byte_order_mark_is_passed_over() -> None:
    assert not problems(b"\xef\xbb\xbf[]")
