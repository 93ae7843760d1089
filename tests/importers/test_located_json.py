"""JSON with places: strict, and all problems at once."""

from __future__ import annotations

import pytest

from penguin_board.importers import located_json
from penguin_board.importers.located_json import Wanted, read_document, read_lines
from penguin_board.located_yaml import Mapping, Scalar, Sequence


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
        (b'{"a" 1}', (1, 6, "", "syntax")),
        (b"[1,]", (1, 4, "", "syntax")),
        (b'{"a": 1,}', (1, 9, "", "syntax")),
        (b"[1 2]", (1, 4, "", "syntax")),
        (rb'["a\q"]', (1, 2, "", "syntax")),
        (b"[01]", (1, 2, "", "syntax")),
        (b'{"a": [1, {"b": 2', (1, 18, "", "syntax")),
    ],
)
def test_broken_json_has_its_place(text: str | bytes, expected: tuple[int, int, str, str]) -> None:
    assert problems(text) == [expected]


def test_more_values_than_fit_in_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(located_json, "MAX_VALUES", 100)
    assert problems("[" + "0," * 98 + "0]") == []
    assert problems("[" + "0," * 99 + "0]") == [(1, 1, "", "too-large")]


def test_all_problems_are_reported_and_text_that_looks_like_nan_is_none() -> None:
    assert problems('["NaN", NaN, Infinity, "\\ud83d\\ude00"]') == [
        (1, 9, "[1]", "not-finite"),
        (1, 14, "[2]", "not-finite"),
    ]


def test_byte_order_mark_is_passed_over() -> None:
    assert not problems(b"\xef\xbb\xbf[]")


def test_values_of_skipped_keys_are_passed_over_and_what_follows_has_its_place() -> None:
    data = b'{"skip": {"deep": [[1, "]}", {}]]},\n "list": [1, [2, [3]]], "x": "\xc3\xa9", "y": 1}'
    wanted = Wanted(skip=frozenset({"skip"}), depth=3)
    document = read_document(data, "f.json", wanted)
    assert not document.problems
    assert document.node(("skip",)) == Mapping({}, {}, 1, 10)
    assert document.node(("list", 1, 1)) == Sequence((), 2, 18)
    assert document.node(("y",)) == Scalar("1", True, 2, 40)


def test_skipped_values_have_to_end() -> None:
    wanted = Wanted(skip=frozenset({"skip"}))
    for text in (b'{"skip": [1, {"a": 2}', b'{"skip": [1}', b'{"skip": ["a}]', b'{"skip": }'):
        assert [p.code for p in read_document(text, "f.json", wanted).problems] == ["syntax"]


def test_any_number_is_kept_as_it_is_written_where_the_importer_judges() -> None:
    document = read_document(b'{"a": NaN, "b": -Infinity}', "f.json", Wanted(any_number=True))
    assert not document.problems
    assert document.node(("b",)) == Scalar("-Infinity", True, 1, 17)


def test_lines_are_documents_that_know_their_line() -> None:
    documents = list(read_lines(b'{"a": 1}\n\n{"a": \n[2]', "f.jsonl"))
    assert [document.problems[0].line for document in documents if document.problems] == [3]
    root = documents[2].root
    assert isinstance(root, Sequence)
    assert root.line == 4
