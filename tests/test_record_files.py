"""Small files read the short way give what pydantic gives of their nodes, or are left to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from penguin_board.attempts import numeric_values
from penguin_board.folders import Folder
from penguin_board.located_yaml import read_document
from penguin_board.record_files import RecordFile, metrics_of, read_record_file
from penguin_board.records import read_record
from penguin_board.schema import MetaInfo, Summary, ToolRecord
from tests.file_mutants import mutants

META = (
    b'experiment_id: "exp-a"\nharness_name: "a: b # c"\nmodel_name: 4.10\nalgorithm: no\n',
    b"# written by a tool\nharness_name: h\nmodel_name: m\nalgorithm: a\ndate: null\n",
)
SUMMARIES = (
    b"n_attempt: 3\nscore_mean: 0.5\nscore_std: 1.5e-05\ncost_total: null\ntokens: 0\n",
    b"score_mean: -0.0\n# of one\nn_attempt: 1\nduration_ms: 1e3\ntoken: 12\n",
)
OF_THE_TOOL = (
    b"n_attempt: 1\nscore_mean: 0.5\npass_mean: 1\n",
    b"n_attempt: 1\nscore_mean: 0.5\nnote: _fields_set\n_fields_set: 1\ncls: 2\n",
)


def read(folder: Path, data: bytes, record: type[ToolRecord]) -> RecordFile[ToolRecord]:
    """The file as a leaderboard's files are read."""
    (folder / "a.yaml").write_bytes(data)
    return read_record_file(Folder(folder, "shown"), "a.yaml", record, "keys")


def is_taken(folder: Path, data: bytes, record: type[ToolRecord]) -> bool:
    """Whether the short way takes a file, after comparing all that is read with the strict way."""
    found = read(folder, data, record)
    document = read_document(data, "shown/a.yaml")
    expected, problems = read_record(document, record, "keys")
    assert [*found.problems] == [*document.problems, *problems], data
    assert found.document.root == document.root, data
    if document.problems:
        assert found.record is None, data
        return False
    assert repr(found.record) == repr(expected), data
    assert found.record == expected, data
    if found.record is not None and expected is not None:
        assert found.record.model_fields_set == expected.model_fields_set, data
        assert found.record.model_extra == expected.model_extra, data
        if isinstance(found.record, Summary):
            numbers = list(metrics_of(found).items())  # type: ignore[arg-type]
            assert repr(numbers) == repr(list(numeric_values(document).items())), data
    return found.values is not None


@pytest.mark.parametrize(("record", "seeds"), [(MetaInfo, META), (Summary, SUMMARIES)])
def test_no_mutant_is_read_otherwise(
    record: type[ToolRecord], seeds: tuple[bytes, ...], tmp_path: Path
) -> None:
    taken = sum(is_taken(tmp_path, data, record) for data in mutants(seeds, 1500, seed=4))
    assert 100 < taken < 1200


@pytest.mark.parametrize(
    ("record", "data"),
    [*((MetaInfo, data) for data in META), *((Summary, data) for data in SUMMARIES)],
)
def test_what_tools_write_is_taken(record: type[ToolRecord], data: bytes, tmp_path: Path) -> None:
    assert is_taken(tmp_path, data, record)


@pytest.mark.parametrize("data", OF_THE_TOOL)
def test_a_file_with_keys_of_the_tool_is_left_to_pydantic(data: bytes, tmp_path: Path) -> None:
    assert not is_taken(tmp_path, data, Summary)


def test_a_value_of_a_file_that_was_taken_has_its_text_and_place(tmp_path: Path) -> None:
    found = read(tmp_path, b"n_attempt: 1\nscore_mean: 0.50\n", Summary)
    assert found.document.node(("score_mean",)).text == "0.50"  # type: ignore[union-attr]
    assert found.document.place(("score_mean",)) == (2, 13)
