"""From a document to a record: all that is wrong with a file at once, to the letter."""

from __future__ import annotations

import pytest

from penguin_board.expression_checks import check_expressions
from penguin_board.located_yaml import read_document
from penguin_board.problems import one_line
from penguin_board.records import read_record, unknown_key_problems
from penguin_board.schema import (
    EntryCombine,
    EntryLeaf,
    EntryWeightedMean,
    Leaderboard,
    MetaInfo,
    Summary,
)

BROKEN = """\
leaderboard_id: "de mo"
status: public
titel: Demo
author:
  nmae: Team
  homepage: javascript:alert(1)
  email: nobody
order: up
score_max: high
links:
  - {title: Paper, url: ftp://example.com}
  - https://example.com
x-anything: {goes: here}
values:
  - {experiment_id: exp-a, phase: test, metrics: score_mean}
  - {op: max, args: [{experiment_id: exp-a, phase: test}]}
  - op: sub
    args:
      - {experiment_id: a/b, phase: test, label: inner}
      - {op: mean, args: []}
      - {experiment_id: exp-a}
  - {op: weighted_mean, args: [{experiment_id: a, phase: test}], weights: [1, 2]}
  - {op: weighted_mean, args: [{experiment_id: a, phase: test}], weights: ["1"]}
  - {op: mean, args: [{experiment_id: a, phase: test}], weights: [1]}
  - just text
  - {experiment_id: exp-a, phase: test, label: "", url: nowhere}
"""

MESSAGES = """\
f.yaml:1:1: error: title: is missing [missing-key]
f.yaml:1:17: error: leaderboard_id: "de mo" has a character that is not allowed (U+0020) [bad-id]
f.yaml:2:9: error: status: "public" is not allowed, expected draft or published [choice]
f.yaml:3:1: error: titel: unknown key [unknown-key]
f.yaml:5:3: error: author.name: is missing [missing-key]
f.yaml:5:3: error: author.nmae: unknown key [unknown-key]
f.yaml:6:13: error: author.homepage: only http:// and https:// addresses are allowed [url]
f.yaml:7:10: error: author.email: is not an e-mail address (one @, no spaces) [email]
f.yaml:8:8: error: order: "up" is not allowed, expected descending or ascending [choice]
f.yaml:9:12: error: score_max: expected a number, found the text high [type]
f.yaml:11:25: error: links[0].url: only http:// and https:// addresses are allowed [url]
f.yaml:12:5: error: links[1]: expected a mapping, found https://example.com [type]
f.yaml:15:41: error: values[0].metrics: unknown key [unknown-key]
f.yaml:16:10: error: values[1].op: unknown op "max", \
expected one of mean, sum, sub, div, weighted_mean [unknown-op]
f.yaml:18:5: error: values[2].args: sub takes exactly two args, found 3 [arity]
f.yaml:19:25: error: values[2].args[0].experiment_id: \
"a/b" has characters that are not allowed (U+002F) [bad-id]
f.yaml:19:43: error: values[2].args[0].label: unknown key [unknown-key]
f.yaml:20:20: error: values[2].args[1].args: mean takes at least one arg, found 0 [arity]
f.yaml:21:9: error: values[2].args[2].phase: is missing [missing-key]
f.yaml:22:66: error: values[3].weights: has 2 weights for 1 args [weights]
f.yaml:23:76: error: values[4].weights[0]: expected a number, found the text "1" [type]
f.yaml:24:57: error: values[5].weights: unknown key [weights]
f.yaml:25:5: error: values[6]: expected an expression \
({experiment_id, phase, metric} or {op, args}), found just text [type]
f.yaml:26:48: error: values[7].label: is empty, expected text [empty]
f.yaml:26:57: error: values[7].url: only http:// and https:// addresses are allowed [url]
"""


def problems_in(text: str, record: type = Leaderboard) -> list[str]:
    document = read_document(text.encode(), "f.yaml")
    _, problems = read_record(document, record, "a mapping")
    problems += check_expressions(document)
    return sorted((one_line(problem) for problem in problems), key=_place)


def _place(line: str) -> tuple[int, int]:
    _, row, column, *_ = line.split(":")
    return int(row), int(column)


def test_everything_that_is_wrong_with_a_leaderboard_is_said_at_once() -> None:
    assert problems_in(BROKEN) == MESSAGES.splitlines()


def hints_in(text: str, record: type = Leaderboard) -> dict[str, str]:
    _, problems = read_record(read_document(text.encode(), "f.yaml"), record, "a mapping")
    return {problem.key: problem.hint for problem in problems}


def test_hints_say_how_to_mend_it() -> None:
    hints = hints_in(BROKEN)
    assert hints["title"] == "add title: to the file"
    assert hints["author.name"] == "add name: to author"
    assert hints["titel"] == 'did you mean "title"?'
    assert hints["author.nmae"] == 'did you mean "name"?'
    assert hints["values[0].metrics"] == 'did you mean "metric"?'
    assert hints["values[2].args[0].label"] == (
        "label stands beside the entry's top-level expression only"
    )
    assert hints["values[5].weights"] == "weights belong to weighted_mean only"
    assert hints["leaderboard_id"] == "use A-Z a-z 0-9 -"


HEAD = "leaderboard_id: demo\nstatus: draft\ntitle: Demo\nauthor: {name: Team}\n"
LEAF = "{experiment_id: a, phase: test}"


def test_a_good_leaderboard_has_the_defaults_of_the_format() -> None:
    document = read_document(f"{HEAD}values: [{LEAF}]\n".encode(), "f.yaml")
    record, problems = read_record(document, Leaderboard, "")
    assert problems == []
    assert record is not None
    assert (record.order, record.score_max, record.links) == ("descending", None, ())
    (entry,) = record.values
    assert isinstance(entry, EntryLeaf)
    assert (entry.experiment_id, entry.phase, entry.metric) == ("a", "test", "score_mean")
    assert (entry.label, entry.note, entry.url) == (None, None, None)


def test_a_full_leaderboard_keeps_what_was_written() -> None:
    text = (
        f"{HEAD}title_zh: 演示\ndescription: |\n  two\n  lines\norder: ascending\nscore_max: 5.5\n"
        "x-note: [anything, {at: all}]\nlinks: [{title: P, url: 'https://example.com/p'}]\n"
        f"values:\n- {{op: weighted_mean, args: [{LEAF}, {{op: mean, args: [{LEAF}]}}],"
        " weights: [1, 0.5], label: no, note: n, url: 'http://x.y', x-more: 1}}\n".replace(
            "}}", "}"
        )
    )
    record, problems = read_record(read_document(text.encode(), "f.yaml"), Leaderboard, "")
    assert problems == []
    assert record is not None
    (entry,) = record.values
    assert isinstance(entry, EntryWeightedMean)
    assert entry.weights == (1, 0.5)
    assert (entry.label, entry.note, entry.url) == ("no", "n", "http://x.y")
    assert not isinstance(entry.args[1], EntryCombine)
    assert (record.title_zh, record.description) == ("演示", "two\nlines\n")
    assert (record.order, record.score_max) == ("ascending", 5.5)
    assert [(link.title, link.url) for link in record.links] == [("P", "https://example.com/p")]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("", "5:1: error: values: at least one entry is needed [no-entries]"),
        ("[]", "5:1: error: values: at least one entry is needed [no-entries]"),
        ("{a: 1}", "5:1: error: values: expected a list, found a mapping [type]"),
        ("one", "5:9: error: values: expected a list, found one [type]"),
        ("[{op: mean, args: 3}]", "5:27: error: values[0].args: expected a list, found 3 [type]"),
        ("[{op: mean}]", "5:10: error: values[0].args: is missing [missing-key]"),
        (
            f"[{{op: sub, args: [{LEAF}]}}]",
            "5:20: error: values[0].args: sub takes exactly two args, found 1 [arity]",
        ),
        (
            f"[{{op: div, args: [{LEAF}, {LEAF}, {LEAF}]}}]",
            "5:20: error: values[0].args: div takes exactly two args, found 3 [arity]",
        ),
        (
            f"[{{op: weighted_mean, args: [{LEAF}]}}]",
            "5:10: error: values[0].weights: is missing [missing-key]",
        ),
        (
            f"[{{op: weighted_mean, args: [{LEAF}], weights: [-1]}}]",
            "5:81: error: values[0].weights[0]: the weight is negative [weights]",
        ),
        (
            f"[{{op: weighted_mean, args: [{LEAF}], weights: [0]}}]",
            "5:71: error: values[0].weights: all weights are 0, "
            "at least one must be above [weights]",
        ),
    ],
)
def test_one_mistake_is_one_message(values: str, message: str) -> None:
    assert problems_in(f"{HEAD}values: {values}\n") == [f"f.yaml:{message}"]


def test_score_max_is_above_zero() -> None:
    for text in ("0", "-1"):
        assert problems_in(f"{HEAD}score_max: {text}\nvalues: [{LEAF}]\n") == [
            "f.yaml:5:12: error: score_max: must be above 0 [score-max]"
        ]


def test_null_stands_for_an_optional_key_that_is_left_out() -> None:
    optional = "title_zh:\ndescription: ~\ndescription_zh: null\nscore_max:\nlinks:\n"
    assert problems_in(f"{HEAD}{optional}values: [{LEAF}]\n") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: error: (file): is empty, expected a mapping [empty]"),
        ("# nothing\n", "1:1: error: (file): is empty, expected a mapping [empty]"),
        ("~\n", "1:1: error: (file): is empty, expected a mapping [empty]"),
        ("- a\n", "1:1: error: (file): expected a mapping, found a list [type]"),
        ("text\n", "1:1: error: (file): expected a mapping, found text [type]"),
    ],
)
@pytest.mark.parametrize("record", [Leaderboard, MetaInfo, Summary])
def test_a_file_of_the_wrong_kind(text: str, message: str, record: type) -> None:
    assert problems_in(text, record) == [f"f.yaml:{message}"]


def test_a_summary_reports_every_value_that_is_no_number() -> None:
    text = "n_attempt: 0\nscore_mean: '1'\nscore_std: -1\ncost_total: .inf\ntokens: {input: 1}\n"
    assert problems_in(text, Summary) == [
        "f.yaml:1:12: error: n_attempt: expected a positive whole number, found 0 [type]",
        'f.yaml:2:13: error: score_mean: expected a number, found the text "1" [type]',
        "f.yaml:3:12: error: score_std: -1 is negative, expected 0 or more [negative]",
        "f.yaml:4:13: error: cost_total: .inf is not a finite number [not-finite]",
        "f.yaml:5:1: error: tokens: expected a number, found a mapping [type]",
    ]


def test_a_place_that_the_reader_reported_is_not_reported_again() -> None:
    text = "harness_name: &h x\nmodel_name: *h\nalgorithm: !!str 1\n"
    document = read_document(text.encode(), "f.yaml")
    _, problems = read_record(document, MetaInfo, "")
    assert problems == []
    assert [problem.code for problem in document.problems] == ["alias", "tag"]


def test_meta_info_keeps_the_keys_of_other_tools() -> None:
    text = "harness_name: on\nmodel_name: 4.10\nalgorithm: no\nseed: 7\ndate: 20261030\n"
    record, problems = read_record(read_document(text.encode(), "f.yaml"), MetaInfo, "")
    assert problems == []
    assert record is not None
    assert (record.harness_name, record.model_name, record.algorithm) == ("on", "4.10", "no")
    assert record.date == "20261030"
    assert list(record.model_extra or {}) == ["seed"]


def test_a_near_miss_of_a_key_that_is_there_belongs_to_another_tool() -> None:
    known = ("score_mean", "cost_total", "cost", "score_std")

    def unknown(text: str) -> list[str]:
        document = read_document(text.encode(), "f.yaml")
        return [one_line(problem) for problem in unknown_key_problems(document, (), known)]

    assert unknown("score_mean: 1\nscore_sdt: 0\n") == [
        "f.yaml:2:1: error: score_sdt: unknown key [unknown-key]"
    ]
    assert unknown("score_std: 0\nscore_sdt: 0\nscore_median: 1\npass_rate: 2\n") == []
    assert unknown("cost: 1\ncost_totl: 2\n") == []
    assert unknown("[score_sdt]\n") == []


def test_a_missing_key_of_a_tool_s_file_names_its_misspelling() -> None:
    text = "seed: 7\nmodle_name: m\nharnes_name: h\nalgorithm: a\n"
    assert problems_in(text, MetaInfo) == [
        'f.yaml:2:1: error: model_name: is missing, "modle_name" is not a key of this file '
        "[missing-key]",
        'f.yaml:3:1: error: harness_name: is missing, "harnes_name" is not a key of this file '
        "[missing-key]",
    ]
    assert hints_in(text, MetaInfo)["model_name"] == 'did you mean "model_name"?'
    assert problems_in("x: 0\nn_attempts: 2\nscore_mean: 1\n", Summary) == [
        'f.yaml:2:1: error: n_attempt: is missing, "n_attempts" is not a key of this file '
        "[missing-key]"
    ]
    assert problems_in("seed: 7\nmodel_name: m\nharness_name: h\n", MetaInfo) == [
        "f.yaml:1:1: error: algorithm: is missing [missing-key]"
    ]


def test_a_summary_without_its_values_names_the_command_that_writes_them() -> None:
    hints = hints_in("score_mean:\n", Summary)
    command = "penguin-board summarize . takes it from the attempts"
    assert hints == {
        "n_attempt": f"add n_attempt: to the file, or {command}",
        "score_mean": f"write it, or {command}",
    }
