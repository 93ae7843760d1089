"""Reading YAML: every scalar as written and where; what the format refuses and where."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from penguin_board import located_yaml
from penguin_board.located_yaml import Document, Mapping, Node, Scalar, Sequence, read_document


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    _text,
)
_trees = st.recursive(
    _scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(_text, inner, max_size=4)),
    max_leaves=12,
)


def read(text: str) -> Document:
    return read_document(text.encode(), "f.yaml")


def scalars_of(node: Node) -> Iterator[Scalar]:
    """The scalars in reading order, keys left out."""
    if isinstance(node, Scalar):
        yield node
    else:
        items = node.items.values() if isinstance(node, Mapping) else node.items
        for item in items:
            yield from scalars_of(item)


def assert_same(node: Node, value: Any) -> None:
    """The node holds ``value``, and text where a loader would make another type of it."""
    if isinstance(value, dict):
        assert isinstance(node, Mapping)
        assert list(node.items) == list(value)
        for key, item in value.items():
            assert_same(node.items[key], item)
    elif isinstance(value, list):
        assert isinstance(node, Sequence)
        assert len(node.items) == len(value)
        for child, item in zip(node.items, value, strict=True):
            assert_same(child, item)
    else:
        assert isinstance(node, Scalar)
        assert_same_scalar(node, value)


def assert_same_scalar(node: Scalar, value: Any) -> None:
    assert node.is_null == (value is None)
    if isinstance(value, str):
        assert node.text == value
    elif isinstance(value, bool):
        assert (node.text, node.plain) == (str(value).lower(), True)
    elif isinstance(value, int | float):
        assert node.plain
        assert math.isclose(float(node.text), value, rel_tol=1e-15, abs_tol=0)


@given(_trees, st.booleans(), st.booleans(), st.sampled_from([2, 5]))
def test_every_scalar_stands_where_it_was_written(
    value: Any, flow: bool, allow_unicode: bool, indent: int
) -> None:
    source = yaml.dump(
        value,
        Dumper=_Dumper,
        sort_keys=False,
        default_flow_style=flow,
        allow_unicode=allow_unicode,
        indent=indent,
        width=10**6,
    )
    document = read(source)
    assert document.problems == ()
    assert document.root is not None
    assert_same(document.root, value)
    lines = source.split("\n")
    found = list(scalars_of(document.root))
    assert [(s.line, s.column) for s in found] == sorted({(s.line, s.column) for s in found})
    for scalar in found:
        at_place = lines[scalar.line - 1][scalar.column - 1 :]
        if scalar.plain:
            assert at_place.startswith(scalar.text)
        else:
            assert at_place[0] in "\"'|>"


@given(st.dictionaries(_text, st.integers(), min_size=1, max_size=5))
def test_every_key_stands_where_it_was_written(value: dict[str, int]) -> None:
    source = yaml.dump(value, Dumper=_Dumper, sort_keys=False, width=10**6)
    root = read(source).root
    assert isinstance(root, Mapping)
    assert list(root.keys) == list(value)
    lines = source.split("\n")
    for key, (line, column) in root.keys.items():
        at_place = lines[line - 1][column - 1 :]
        assert lines[line - 1][: column - 1] in ("", "? ")
        assert at_place.startswith(key) or at_place[0] in "\"'"


@pytest.mark.parametrize(
    "text",
    ["4.10", "no", "on", "20261030", "2026-10-30", "12:30", "1e-05", "0o17", "1_000", "=", ".5"],
)
def test_a_scalar_stays_text(text: str) -> None:
    document = read(f"key: {text}\n")
    assert document.node(("key",)) == Scalar(text, True, 1, 6)
    assert document.problems == ()


@pytest.mark.parametrize("text", ["", "null", "~"])
def test_null_is_unquoted(text: str) -> None:
    root = read(f"plain: {text}\nquoted: '{text}'\n").root
    assert isinstance(root, Mapping)
    assert [scalar.is_null for scalar in scalars_of(root)] == [True, False]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_change_nothing(newline: str, mark: str) -> None:
    source = mark + newline.join(["first: 1", "list:", "  - 'é 𝄞'", "  - x", ""])
    document = read(source)
    assert document.problems == ()
    assert document.root == read("first: 1\nlist:\n  - 'é 𝄞'\n  - x\n").root
    assert document.place(("first",)) == (1, 8)
    assert document.place(("list", 1)) == (4, 5)


def test_columns_count_code_points() -> None:
    assert read("𝄞é: x\n").place(("𝄞é",)) == (1, 5)


REFUSED = {
    "duplicate key": ("a: 1\nb: 2\na: 3\n", "duplicate-key", 3, 1, "a"),
    "duplicate key in a list": ("l:\n- {x: 1, x: 2}\n", "duplicate-key", 2, 10, "l[0].x"),
    "duplicate key, one quoted": ("a: 1\n'a': 2\n", "duplicate-key", 2, 1, "a"),
    "anchor": ("a: 1\nb: &n 2\n", "alias", 2, 4, "b"),
    "anchor on a mapping": ("a: &n\n  b: 1\n", "alias", 1, 4, "a"),
    "alias": ("b: [*n]\n", "alias", 1, 5, "b[0]"),
    "merge key": ("a: 1\n<<: {b: 2}\n", "alias", 2, 1, "<<"),
    "alias as key": ("? *n\n: 1\n", "key-not-text", 1, 3, ""),
    "list as key": ("? [a]\n: 1\n", "key-not-text", 1, 3, ""),
    "tag": ("a:\n  b: !!str 1\n", "tag", 2, 6, "a.b"),
    "python tag": ("a: !!python/name:os.system x\n", "tag", 1, 4, "a"),
    "own tag": ("- !mine [1]\n", "tag", 1, 3, "[0]"),
    "tag on a key": ("!!str a: 1\n", "tag", 1, 1, "a"),
    "second document": ("a: 1\n---\nb: 2\n", "several-documents", 2, 1, ""),
    "tab": ("a:\n\t- 1\n", "syntax", 2, 1, "a"),
    "tab after spaces": ("a:\n  b:\n  \t c: 1\n", "syntax", 3, 3, "a.b"),
    "open quote": ("a: 1\nb: 'x\n", "syntax", 3, 1, "b"),
    "control character": ("a: 1\nb: \x07\n", "control-character", 2, 4, None),
    "too deep": ("a: " + "[" * 33, "too-deep", 1, 35, "a" + "[0]" * 31),
}


@pytest.mark.parametrize(("source", "code", "line", "column", "key"), REFUSED.values(), ids=REFUSED)
def test_refused_with_its_place(
    source: str, code: str, line: int, column: int, key: str | None
) -> None:
    problem = read(source).problems[0]
    assert (problem.code, problem.line, problem.column) == (code, line, column)
    assert key is None or problem.key == key
    assert problem.is_error


BETWEEN_BRACES = [
    (
        "{a: 0,7}",
        [(7, "a comma ends the value between braces, so 0 is the value and 7 another key")],
    ),
    ("{a: x, b: 13,000}", [(14, "so 13 is the value and 000 another key")]),
    ("{a: -1,234,567.5, b: 1}", [(8, "so -1 is"), (12, "so -1234 is")]),
    ("{a: 0,5, b: 1,5}", [(7, "so 0 is"), (15, "so 1 is")]),
]


@pytest.mark.parametrize(("text", "wanted"), BETWEEN_BRACES)
def test_a_comma_in_a_number_between_braces_is_no_second_key(
    text: str, wanted: list[tuple[int, str]]
) -> None:
    problems = read(f"{text}\n").problems
    assert {problem.code for problem in problems} == {"comma"}
    assert [problem.column for problem in problems] == [column for column, _ in wanted]
    for problem, (_, words) in zip(problems, wanted, strict=True):
        assert words in problem.message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("0,7", "write 0.7 with a point"),
        ("-0,125", "write -0.125 with a point"),
        ("13,000", "write 13000 without a separator, or 13.000 with a point"),
        ("1,234.5", "write 1234.5 without a separator"),
    ],
)
def test_a_comma_in_a_number_has_a_hint(text: str, hint: str) -> None:
    assert read(f"- {{a: {text}}}\n").problems[0].hint == hint


@pytest.mark.parametrize("text", ["{1, 2}", "{a: x, 2}", "{a: '0', 7}", "{a: 0, 7: 1}", "[0,7]"])
def test_other_keys_of_digits_belong_to_other_tools(text: str) -> None:
    assert read(f"{text}\n").problems == ()


HINTS = [
    ("a: 1\n  b: 2\n", "indent it like line 1"),
    ("a:\n  b: 1\n c: 2\n", "indent it like the line above that it belongs with"),
    ("- a: 1\n - b: 2\n", "indent it like the line above that it belongs with"),
    ("b: 1\n- a\n", "a list and keys cannot stand side by side, see line 1"),
    ("a: 1\nb\n# x\nc: 2\n", "line 2 lacks a colon after its key"),
    ("a 1\nb: 2\n", "line 1 lacks a colon after its key"),
    ("a:1\nb: 2\n", "line 1 lacks a space after its colon"),
    ("title: Foo: bar\n", 'put a text that holds ": " in quotes'),
    ('a: "x" y\n', "put the whole text in quotes"),
    ("a: {x: 1 y: 2}\n", "put a comma between two values, or quotes around a text"),
    ("a: {x: 1\nb: 2\n", 'close the bracket of line 1 with "}"'),
    ("a:\n- [1, 2\nb: 2\n", 'close the bracket of line 2 with "]"'),
    ("a: 1\nb: 'x\nc: 2\n", "close the quote that opens on line 2"),
    ("a: @x\n", "put a text that begins with @ in quotes"),
    ('a: "\\q"\n', "use single quotes: a backslash means something between double quotes"),
    ("a:\n\tb: 1\n", "indent with spaces"),
    ("a: 1\n<<<<<<< HEAD\nb: 1\n=======\n", "keep one of the two versions and remove the marks"),
]


@pytest.mark.parametrize(("text", "hint"), HINTS)
def test_a_syntax_error_says_how_to_mend_it(text: str, hint: str) -> None:
    (problem,) = read(text).problems
    assert (problem.code, problem.hint) == ("syntax", hint)


def test_a_mark_of_a_merge_is_named_at_its_line() -> None:
    (problem,) = read("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n").problems
    assert (problem.line, problem.message) == (2, "is a mark of a merge that is not finished")


def test_a_duplicate_key_names_the_first_line_and_keeps_the_first_value() -> None:
    document = read("score: 1\nother: 0\nscore: 2\n")
    (problem,) = document.problems
    assert problem.message == "duplicate key, first on line 1"
    assert document.node(("score",)) == Scalar("1", True, 1, 8)
    assert document.is_suspect(("score",)) is False


def test_aliases_are_reported_once_a_file_and_each_is_suspect() -> None:
    document = read("a: &x 1\nb: *x\nc: *x\n")
    assert [problem.code for problem in document.problems] == ["alias"]
    assert [document.is_suspect((key,)) for key in "abc"] == [True, True, True]


def test_an_alias_bomb_is_not_expanded() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 40))
    root = read("l0: &l0 x\n" + levels).root
    assert root is not None
    assert sum(1 for _ in scalars_of(root)) == 1 + 9 * 39


def test_nesting_up_to_the_limit_is_read() -> None:
    document = read("[" * 32 + "]" * 32)
    assert document.problems == ()
    assert document.node((0,) * 31) == Sequence((), 1, 32)


def test_a_million_brackets_are_refused_at_once() -> None:
    document = read("[" * 10**6)
    (problem,) = document.problems
    assert "nest" in problem.message
    assert document.root is None


def test_bytes_that_are_not_utf_8_are_named_with_their_place() -> None:
    document = read_document(b"a: 1\nb: \xe9t\xe9\n", "f.yaml")
    (problem,) = document.problems
    assert (problem.code, problem.line, problem.column) == ("not-utf-8", 2, 4)
    assert problem.message == "byte 0xe9 is not UTF-8"
    assert document.root is None


@pytest.mark.parametrize("data", ["a: 1".encode("utf-16"), b"\xff\xfea\x00", b"\xed\xa0\x80"])
def test_other_encodings_are_refused(data: bytes) -> None:
    assert [problem.code for problem in read_document(data, "f").problems] == ["not-utf-8"]


def test_a_file_over_the_limit_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(located_yaml, "MAX_BYTES", 10)
    assert read_document(b"a: 3456789", "f").problems == ()
    (problem,) = read_document(b"a: 34567890", "f").problems
    assert (problem.code, problem.message) == ("too-large", "is 11 bytes, at most 10 are read")


@pytest.mark.parametrize("source", ["", "\n", "# only a comment\n", "\ufeff", "---\n"])
def test_an_empty_file_has_no_values(source: str) -> None:
    document = read(source)
    assert document.problems == ()
    assert document.root is None or next(scalars_of(document.root)).is_null


@given(st.one_of(st.binary(max_size=60), _text.map(str.encode)))
@example(b"\x00")
@example(b"%YAML 9.9\n---\na")
@example(b"\xc2\x85a: 1")
@example(b'"\\ud800"')
@example(b"? ? ? :")
@example(b"a: 'x\n\xe2\x80\xa8")
def test_nothing_that_a_file_holds_raises(data: bytes) -> None:
    document = read_document(data, "f.yaml")
    for problem in document.problems:
        assert problem.line >= 1
        assert problem.column >= 1


@given(st.text(alphabet="ab:-?,[]{}&*!|>'\"%@#\t\n \x85\u2028~<", max_size=40))
def test_every_text_is_read_or_refused_as_yaml_does(source: str) -> None:
    """Where PyYAML finds a mistake in the syntax, so do we, on one of the lines of the file."""
    document = read(source)
    try:
        for _ in yaml.parse(source, Loader=yaml.CSafeLoader):
            pass
        valid = True
    except yaml.YAMLError:
        valid = False
    assert valid or document.problems
    n_lines = len(located_yaml.lines_of(source))
    assert all(1 <= problem.line <= n_lines for problem in document.problems)


PLACES = "list:\n  - x\n  - key: 1\n    none:\n    deep:\n      more: 2\nempty:\n"


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ((), (1, 1)),
        (("list",), (1, 1)),
        (("list", 0), (2, 5)),
        (("list", 1), (3, 5)),
        (("list", 1, "key"), (3, 10)),
        (("list", 1, "none"), (4, 5)),
        (("list", 1, "deep"), (5, 5)),
        (("list", 1, "deep", "more"), (6, 13)),
        (("list", 1, "absent"), (3, 5)),
        (("list", 7), (2, 3)),
        (("empty",), (7, 1)),
        (("absent",), (1, 1)),
        (("list", "no-list"), (2, 3)),
    ],
)
def test_a_place_is_of_the_value_or_of_what_lacks_it(
    path: tuple[str | int, ...], place: tuple[int, int]
) -> None:
    document = read(PLACES)
    assert document.place(path) == place
    problem = document.problem(path, "code", "message", hint="hint", warning=True)
    assert (problem.line, problem.column, problem.severity) == (*place, "warning")


def test_a_key_has_a_place_of_its_own() -> None:
    document = read(PLACES)
    assert document.key_place(("list", 1, "key")) == (3, 5)
    assert document.problem(("list", 1, "key"), "c", "m", at_key=True).column == 5
    assert document.key_place(("list", 0)) == (2, 5)


def test_a_path_that_is_not_there_has_no_node() -> None:
    document = read("a: [1]\n")
    for path in (("b",), ("a", 1), ("a", "x"), ("a", 0, "x")):
        assert document.node(path) is None
        assert document.is_suspect(path) is False
