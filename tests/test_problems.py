"""Messages: their three formats to the letter, and what hostile files cannot do to a terminal."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penguin_board.problems import (
    InvalidInput,
    KeyPath,
    Problem,
    count_text,
    format_github,
    format_json,
    format_text,
    key_text,
    one_line,
    ordered,
    printable,
)

PROBLEM = Problem(
    path="leaderboards/demo/leaderboard.yaml",
    line=7,
    column=26,
    key="values[0].experiment_id",
    code="missing-experiment",
    message='experiment "exp-z" not found (expected experiments/demo/exp-z)',
    hint='did you mean "exp-a"?',
)
WHOLE_FILE = Problem(path="a.yaml", code="empty", message="is empty", severity="warning")
HOSTILE = Problem(
    path="a,b:c%.yaml",
    key="x",
    code="code",
    message="\x1b[31mred\r\n::error::x\u202e\u2028%",
    hint="h\x00",
)


def source_line(path: str, line: int) -> str | None:
    assert path
    return {7: '  - { experiment_id:      "exp-z" }'}.get(line)


def test_text_shows_the_source_line_and_points_at_the_place() -> None:
    assert format_text([PROBLEM], source_line) == (
        "leaderboards/demo/leaderboard.yaml:7:26: error: values[0].experiment_id: "
        'experiment "exp-z" not found (expected experiments/demo/exp-z) [missing-experiment]\n'
        '  7 |   - { experiment_id:      "exp-z" }\n'
        '    |                          ^ did you mean "exp-a"?\n'
    )


def test_text_of_a_whole_file_has_no_source_line() -> None:
    assert (
        format_text([WHOLE_FILE], source_line) == "a.yaml:1:1: warning: (file): is empty [empty]\n"
    )


def test_text_without_a_source_line_still_has_the_hint() -> None:
    problem = Problem(path="a.yaml", line=12, code="c", message="m", hint="mend it")
    assert format_text([problem], source_line) == (
        "a.yaml:12:1: error: (file): m [c]\n     = mend it\n"
    )


def test_text_keeps_the_caret_below_its_column_behind_a_tab_and_cuts_long_lines() -> None:
    problem = Problem(path="a.yaml", column=3, code="c", message="m")
    assert format_text([problem], lambda *_: "\t\tx\n").splitlines()[1:] == [
        "  1 |   x",
        "    |   ^",
    ]
    far = Problem(path="a.yaml", column=500, code="c", message="m", hint="mend it")
    lines = format_text([far], lambda *_: "y" * 1000).splitlines()
    assert lines[1] == "  1 | " + "y" * 200
    assert lines[2:] == ["    = mend it"]


def test_json_has_every_field_and_only_ascii() -> None:
    text = format_json([PROBLEM, HOSTILE])
    assert text.isascii()
    first, second = json.loads(text)["problems"]
    assert first == {
        "severity": "error",
        "path": "leaderboards/demo/leaderboard.yaml",
        "line": 7,
        "column": 26,
        "key": "values[0].experiment_id",
        "code": "missing-experiment",
        "message": 'experiment "exp-z" not found (expected experiments/demo/exp-z)',
        "hint": 'did you mean "exp-a"?',
    }
    assert second["message"] == HOSTILE.message
    assert json.loads(format_json([])) == {"problems": []}


def test_github_commands_stand_on_the_line_of_the_file() -> None:
    notice = Problem(path="x", code="unreferenced", message="m", severity="information")
    assert format_github([PROBLEM, WHOLE_FILE, notice]) == (
        "::error file=leaderboards/demo/leaderboard.yaml,line=7,col=26,title=missing-experiment"
        '::values[0].experiment_id: experiment "exp-z" not found '
        '(expected experiments/demo/exp-z) (did you mean "exp-a"?)\n'
        "::warning file=a.yaml,line=1,col=1,title=empty::(file): is empty\n"
        "::notice file=x,line=1,col=1,title=unreferenced::(file): m\n"
    )


def test_github_commands_cannot_be_forged() -> None:
    (line,) = format_github([HOSTILE]).splitlines()
    assert line == (
        "::error file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=code::"
        r"x: \x1b[31mred\r\n::error::x\u202e\u2028%25 (h\x00)"
    )


def test_a_message_is_one_line_without_control_characters() -> None:
    assert one_line(HOSTILE) == (
        r"a,b:c%.yaml:1:1: error: x: \x1b[31mred\r\n::error::x\u202e\u2028% [code]"
    )
    source = "\x1b]0;title\x07"
    assert r"\x1b]0;title\x07" in format_text([HOSTILE], lambda *_: source)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_printable_leaves_nothing_for_a_terminal_to_act_on(text: str) -> None:
    shown = printable(text)
    assert all(char.isprintable() for char in shown)
    assert len(shown.splitlines()) <= 1


@given(st.text(st.characters(categories=["L", "N", "P", "S", "M"])))
def test_printable_leaves_letters_marks_and_signs_alone(text: str) -> None:
    assert printable(text) == text


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("values",), "values"),
        (("values", 0, "args", 2, "experiment_id"), "values[0].args[2].experiment_id"),
        ((3,), "[3]"),
        ((3, "source"), "[3].source"),
        (("a", 0, 1), "a[0][1]"),
    ],
)
def test_keys_are_dotted_with_positions_in_brackets(path: KeyPath, text: str) -> None:
    assert key_text(path) == text


def test_problems_stand_once_each_by_place_with_errors_first() -> None:
    def at(path: str, line: int, column: int, severity: str = "error") -> Problem:
        return Problem(
            path=path, line=line, column=column, code="c", message="m", severity=severity
        )

    wanted = [
        at("a", 2, 3),
        at("a", 2, 10, "error"),
        at("a", 2, 10, "warning"),
        at("a", 2, 10, "information"),
        at("a", 10, 1),
        at("b", 1, 1),
    ]
    assert ordered([*reversed(wanted), *wanted]) == tuple(wanted)


def test_problems_of_several_keys_at_one_place_stand_in_the_order_of_the_keys() -> None:
    keys = [f"values[0].{name}" for name in ("args", "experiment_id", "metric", "op", "phase")]
    wanted = [
        Problem(path="a.yaml", key=key, code="missing-key", message="is missing") for key in keys
    ]
    assert ordered(reversed(wanted)) == tuple(wanted)


def test_invalid_input_lists_everything_in_order() -> None:
    error = InvalidInput([WHOLE_FILE, HOSTILE])
    assert error.problems == (HOSTILE, WHOLE_FILE)
    assert str(error) == f"{one_line(HOSTILE)}\n{one_line(WHOLE_FILE)}"


@pytest.mark.parametrize(
    ("severities", "text"),
    [
        ([], "no problems"),
        (["information"], "no problems"),
        (["error"], "1 error"),
        (["warning", "error", "error"], "2 errors and 1 warning"),
        (["warning"] * 3, "3 warnings"),
    ],
)
def test_a_count_in_words(severities: list[str], text: str) -> None:
    problems = [Problem(path="a", code="c", message="m", severity=kind) for kind in severities]
    assert count_text(problems) == text
