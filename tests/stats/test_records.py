"""Records in files: every kind of bad one is named at its file and line, all at once."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penguin_board.aggregating import AggregateOptions, aggregate_files
from penguin_board.eval_runs import RunFile, RunFormat, format_of, read_runs
from penguin_board.problems import InvalidInput, one_line
from penguin_board.stats import EvalRun, Settings, aggregate

Record = dict[str, Any]


def problems(*files: RunFile, settings: Settings | None = None) -> list[str]:
    with pytest.raises(InvalidInput) as raised:
        read_runs(files, settings or Settings())
    return [one_line(problem) for problem in raised.value.problems]


def file(text: str | bytes, format_name: RunFormat | None = None, path: str = "runs") -> RunFile:
    data = text.encode() if isinstance(text, str) else text
    return RunFile(path=path, data=data, format=format_name)


def as_json(records: list[Any]) -> bytes:
    return ("[\n" + ",\n".join(map(json.dumps, records)) + "\n]\n").encode()


def as_json_lines(records: list[Any]) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def as_csv(records: list[Record]) -> bytes:
    names = list(dict.fromkeys(name for record in records for name in record))
    lines = [",".join(names)]
    lines += [
        ",".join("" if record.get(name) is None else str(record[name]) for name in names)
        for record in records
    ]
    return ("\n".join(lines) + "\n").encode()


GOOD: list[Record] = [
    {"model_id": "a", "task_id": "t1", "metric_name": "acc", "score": 0.5, "category": "math"},
    {"model_id": "a", "task_id": "t2", "metric_name": "acc", "score": 1.0, "category": "code"},
    {"model_id": "b", "task_id": "t1", "metric_name": "acc", "score": 0.25, "category": "math"},
    {"model_id": "b", "task_id": "t2", "metric_name": "acc", "score": 0.0, "category": "code"},
]
WRITERS: list[tuple[RunFormat, Callable[[list[Any]], bytes], int]] = [
    ("json", as_json, 1),
    ("jsonl", as_json_lines, 0),
    ("csv", as_csv, 1),
]
every_format = pytest.mark.parametrize(
    ("format_name", "write", "lines_before"), WRITERS, ids=[name for name, _, _ in WRITERS]
)


@every_format
def test_every_format_holds_the_same_records(
    format_name: RunFormat, write: Callable[[list[Any]], bytes], lines_before: int
) -> None:
    columns = read_runs([file(write(GOOD), format_name)], Settings())
    direct = [EvalRun(**record) for record in GOOD]
    assert aggregate(columns, b=50) == aggregate(direct, b=50)


@every_format
def test_the_optional_fields(
    format_name: RunFormat, write: Callable[[list[Any]], bytes], lines_before: int
) -> None:
    records = [
        {"model_id": "a", "task_id": "t", "score": 1, "weight": 2.5, "attempt": 1, "family": "f"},
        {"model_id": "a", "task_id": "t", "score": 0, "weight": 2.5, "attempt": 2, "family": "f"},
        {"model_id": "a", "task_id": "u", "score": 1, "weight": None, "attempt": 1, "family": None},
    ]
    columns = read_runs([file(write(records), format_name)], Settings(weighting="task"))
    assert columns.metric_names == ["score"] * 3
    assert columns.categories == ["general"] * 3
    assert columns.weights == [2.5, 2.5, 1.0]
    assert columns.attempts == [1, 2, 1]
    assert columns.families == ["f", "f", None]


@every_format
def test_every_bad_record_is_placed(
    format_name: RunFormat, write: Callable[[list[Any]], bytes], lines_before: int
) -> None:
    def record(model: str | None, task: str | None, score: float | None, **rest: Any) -> Record:
        return {"model_id": model, "task_id": task, "score": score, **rest}

    records = [
        record("a", "t1", 66.3, category="math"),
        record("a", "t2", -0.5, category="math"),
        record("a", "t3", 0.5, category="math"),
        record("a", "t3", 0.75, category="math"),
        record("b", "t3", 0.5, category="code"),
        record(None, "t4", 0.5, category="math"),
        record("b", None, 0.5, category="math"),
        record("b", "t5", None, category="math"),
        record("b", "t6", 0.5, category="math"),
    ]
    place = [f"runs:{number + lines_before}:1: error: " for number in range(1, 10)]
    assert problems(file(write(records), format_name)) == [
        f'{place[0]}score: score of model "a" on task "t1" is 66.3, expected a number from 0 to 1 '
        "(is it a percentage?) [score-range]",
        f'{place[1]}score: score of model "a" on task "t2" is -0.5, expected a number from 0 to 1 '
        "[score-range]",
        f'{place[3]}task_id: a second record of model "a" on task "t3", '
        f"the first is at runs:{3 + lines_before} [duplicate-run]",
        f'{place[4]}category: category of model "b" on task "t3" is "code", but "math" in an '
        f"earlier record of the task, the first is at runs:{3 + lines_before} [task-conflict]",
        f"{place[5]}model_id: is missing [missing-key]",
        f"{place[6]}task_id: is missing [missing-key]",
        f"{place[7]}score: is missing [missing-key]",
    ]


@pytest.mark.parametrize(("format_name", "write"), [("json", as_json), ("jsonl", as_json_lines)])
def test_values_of_the_wrong_kind(
    format_name: RunFormat, write: Callable[[list[Any]], bytes]
) -> None:
    records: list[Any] = [
        {"model_id": "a", "task_id": "t1", "score": "0.5"},
        {"model_id": "a", "task_id": "t2", "score": True},
        {"model_id": 4.1, "task_id": "t3", "score": 0.5},
        {"model_id": "a", "task_id": {"id": 4}, "score": 0.5},
        {"model_id": " ", "task_id": "t5", "score": 0.5},
        {"model_id": "a", "task_id": "t6", "score": 0.5, "attempt": 1.5},
        {"model_id": "a", "task_id": "t7", "score": 0.5, "category": ["math"]},
        {"model_id": "a", "task_id": "\ud800", "score": 0.5},
        ["a", "t8", 0.5],
        "a,t9,0.5",
        {"model_id": "a", "task_id": "t10", "score": float("nan")},
    ]
    found = problems(file(write(records), format_name))
    first = 1 if format_name == "json" else 0
    keys = [(line.split(":")[1], line.split(": ")[2], line.rsplit(" ", 1)[1]) for line in found]
    assert keys == [
        (str(first + number), key, f"[{code}]")
        for number, key, code in [
            (1, "score", "type"),
            (2, "score", "type"),
            (3, "model_id", "type"),
            (4, "task_id", "type"),
            (5, "model_id", "empty"),
            (6, "attempt", "type"),
            (7, "category", "type"),
            (8, "task_id", "type"),
            (9, "(file)", "type"),
            (10, "(file)", "type"),
            (11, "score", "score-range"),
        ]
    ]


def test_each_bad_line_of_json_lines() -> None:
    text = (
        '{"model_id": "a", "task_id": "t", "score": 0.5}\r\n'
        "\n"
        '{"model_id": "a", "task_id": "u", "score": 0.5\n'
        '{"model_id": "a", "task_id": "v", "score": 0.5} {}\n'
        '{"model_id": "a", "model_id": "b", "task_id": "w", "score": 0.5}\n'
        f'{{"model_id": "a", "task_id": "x", "score": {"9" * 5000}}}\n'
        f"{'[' * 100_000}\n"
        "nonsense\n"
        '{"model_id": "a", "task_id": "t", "score": 0.5}'
    )
    found = problems(file(text, "jsonl"))
    assert [line.split(": ", 3)[3].partition(" [")[0] for line in found[:2]] == [
        "is not valid JSON: expecting ',' delimiter",
        "is not valid JSON: something follows the record",
    ]
    assert [(line.split(":")[1], line.rsplit(" ", 1)[1]) for line in found] == [
        ("3", "[syntax]"),
        ("4", "[syntax]"),
        ("5", "[duplicate-key]"),
        ("6", "[syntax]"),
        ("7", "[syntax]"),
        ("8", "[syntax]"),
        ("9", "[duplicate-run]"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"model_id": "a"}', 1, "expected a list of records"),
        ('[\n{"model_id": "a", "task_id": "t", "score": 0.5}\n', 3, "expected , or ]"),
        ('[\n\n{"model_id": "a" "task_id"}]', 3, "expecting ',' delimiter"),
        ("[]\n[]", 2, "something follows the list"),
        ("[\n1 2]", 2, "expected , or ] after a record"),
        ("[\n" + "[" * 100_000, 2, "nested too deeply"),
    ],
)
def test_json_that_is_none(text: str, line: int, message: str) -> None:
    found = problems(file(text, "json"))
    assert any(f"runs:{line}:1: error" in one and message in one for one in found)


def test_json_records_before_a_syntax_error_are_checked() -> None:
    found = problems(file('[{"model_id": "a", "task_id": "t", "score": 2},\n{]', "json"))
    assert [line.rsplit(" ", 1)[1] for line in found] == ["[score-range]", "[syntax]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "model,task_id,score\na,t,0.5\n",
            ["runs:1:1: error: model_id: the heading has no such column [missing-key]"],
        ),
        (
            "model_id,task_id,score,score\na,t,1,1\n",
            ["runs:1:1: error: score: two columns of one name [duplicate-key]"],
        ),
        (
            'model_id,task_id,score\n"a\nb",t,0.5\na,t\na,u,half\na,v,nan\na,w,1_0\na,x,٣\n',
            [
                "runs:4:1: error: (file): has 2 cells, the heading has 3 [csv-cells]",
                'runs:5:1: error: score: expected a number, found "half" [type]',
                'runs:6:1: error: score: expected a number, found "nan" [type]',
                'runs:7:1: error: score: expected a number, found "1_0" [type]',
                'runs:8:1: error: score: expected a number, found "٣" [type]',
            ],
        ),
        (
            'model_id,task_id,score,attempt\na,t,0.5,one\na,"u,0.5,1\n',
            [
                'runs:2:1: error: attempt: expected a whole number, found "one" [type]',
                "runs:3:1: error: (file): is not valid CSV: unexpected end of data [syntax]",
            ],
        ),
    ],
)
def test_csv_that_cannot_be_used(text: str, expected: list[str]) -> None:
    assert problems(file(text, "csv")) == expected


def test_a_slip_of_the_pen_is_an_error_and_other_keys_are_not() -> None:
    record = {"model_id": "a", "task_id": "t", "score": 1, "notes": "x", "wieght": 2}
    records = [record, {**record, "task_id": "u"}]
    (found,) = problems(file(as_json_lines(records), "jsonl"), file("", path="empty"))
    assert found == "runs:1:1: error: wieght: unknown key [unknown-key]"
    with pytest.raises(InvalidInput) as raised:
        read_runs([file('{"model": "a", "task_id": "t", "score": 1}')], Settings())
    assert raised.value.problems[0].hint == 'is it "model"?'


def test_bytes_that_are_not_utf_8() -> None:
    assert problems(file(b"model_id,task_id,score\na,t\xff,1\n", "csv")) == [
        "runs:2:1: error: (file): byte 0xff is not UTF-8 [not-utf-8]"
    ]


def test_all_files_are_read_before_anything_is_said() -> None:
    one = file(as_csv([{"model_id": "a", "task_id": "t", "score": 0.5}]), path="one.csv")
    two = file(as_json_lines([{"model_id": "a", "task_id": "t", "score": 0.5}]), path="two.jsonl")
    three = file("nonsense", path="three.jsonl")
    assert problems(one, two, three) == [
        "three.jsonl:1:1: error: (file): is not valid JSON: expecting value [syntax]",
        'two.jsonl:1:1: error: task_id: a second record of model "a" on task "t", '
        "the first is at one.csv:2 [duplicate-run]",
    ]


def test_weights_and_clusters_are_checked_where_they_count() -> None:
    records = [{"model_id": "a", "task_id": "t", "score": 1, "weight": -1}]
    assert len(read_runs([file(as_json_lines(records))], Settings())) == 1
    chosen = Settings(weighting="task", clusters="family")
    records += [{"model_id": "a", "task_id": "u", "score": 1}]
    found = problems(file(as_json_lines(records)), settings=chosen)
    assert [line.rsplit(" ", 1)[1] for line in found] == ["[type]", "[missing-cluster]"]


@pytest.mark.parametrize(
    ("path", "start", "expected"),
    [
        ("runs.json", b"", "json"),
        ("runs.JSONL", b"", "jsonl"),
        ("runs.ndjson", b"", "jsonl"),
        ("runs.csv", b"", "csv"),
        ("runs.parquet", b"", "parquet"),
        ("-", b"\xef\xbb\xbf  [", "json"),
        ("-", b'\n{"', "jsonl"),
        ("-", b"PAR1", "parquet"),
        ("-", b"model_id,", "csv"),
    ],
)
def test_formats_are_told_apart(path: str, start: bytes, expected: RunFormat) -> None:
    assert format_of(RunFile(path=path, data=start)) == expected


class TestAggregateFiles:
    def test_markdown_from_standard_input(self) -> None:
        text = aggregate_files(["-"], AggregateOptions(), io.BytesIO(as_json_lines(GOOD)))
        assert "| 1 | a | 0.75 | 0.50-1.00 | 1.00 | 2 | 1-2 | 1.00 | 0.50 |" in text
        assert "| a | b | +0.62 | [0.25, 1.00] | 0.004 | too few tasks | 2 |" in text
        assert "95% percentile intervals from 500 resamples of tasks, seed 0" in text

    def test_json_has_everything(self, tmp_path: Path) -> None:
        (tmp_path / "runs.csv").write_bytes(as_csv(GOOD))
        options = AggregateOptions(output="json", settings=Settings(b=20))
        board = json.loads(aggregate_files([tmp_path / "runs.csv"], options))
        assert list(board) == ["rows", "pairs", "settings", "notes"]
        assert board["settings"]["b"] == 20
        assert board["settings"]["n_min"] == 6

    @pytest.mark.parametrize(("table", "lines"), [("models", 3), ("pairs", 2)])
    def test_csv_has_one_table(self, table: Any, lines: int) -> None:
        options = AggregateOptions(output="csv", table=table)
        text = aggregate_files(["-"], options, io.BytesIO(as_json(GOOD)))
        assert len(text.splitlines()) == lines

    def test_without_pairs(self) -> None:
        options = AggregateOptions(pairs=False)
        text = aggregate_files(["-"], options, io.BytesIO(as_json(GOOD)))
        assert "Verdict" not in text
        assert "| 1 | a |" in text

    def test_problems_of_standard_input_are_placed(self) -> None:
        with pytest.raises(InvalidInput) as raised:
            aggregate_files(["-"], AggregateOptions(), io.BytesIO(b'[{"model_id": "a"}]'))
        assert one_line(raised.value.problems[0]).startswith("(standard input):1:1: error: ")

    def test_every_unreadable_path_is_named(self, tmp_path: Path) -> None:
        missing = [tmp_path / "one.csv", tmp_path / "two.csv"]
        with pytest.raises(InvalidInput) as raised:
            aggregate_files(missing, AggregateOptions())
        assert [problem.code for problem in raised.value.problems] == ["unreadable"] * 2

    def test_too_few_resamples_are_the_callers_fault(self) -> None:
        options = AggregateOptions(settings=Settings(b=10, adjust="holm", n_min=1))
        with pytest.raises(ValueError, match="needs b of at least 39"):
            aggregate_files(["-"], options, io.BytesIO(as_json(GOOD)))

    def test_no_record_is_an_error(self) -> None:
        with pytest.raises(InvalidInput, match="has no records"):
            aggregate_files(["-"], AggregateOptions(), io.BytesIO(b""))
