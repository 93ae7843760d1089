"""The report of an import: scores beside what the files state, and what was left out."""

from __future__ import annotations

from penguin_board.importers.contract import LeftOut, Stated
from penguin_board.importers.report import ImportedRow, ImportReport, Status, report_text


def row(name: str, score: float | None, stated: Stated | None = None) -> ImportedRow:
    status: Status = "created"
    return ImportedRow(
        experiment_id=name, status=status, n_attempt=1, n_tasks=2, score_mean=score, stated=stated
    )


def test_a_score_is_shown_beside_the_one_that_the_file_states() -> None:
    rows = (
        row("same", 0.5, Stated(name="accuracy", value=0.5)),
        row("printed", 0.61607, Stated(name="accuracy", value=0.616, digits=3)),
        row("other", 0.75, Stated(name="accuracy", value=0.5)),
        row("silent", 0.25),
    )
    assert report_text(ImportReport(rows=rows)) == (
        "experiment  status   attempts  tasks  score_mean    stated  difference\n"
        "same        created         1      2    0.500000  0.500000        none\n"
        "printed     created         1      2    0.616070     0.616        none\n"
        "other       created         1      2    0.750000  0.500000   +0.250000\n"
        "silent      created         1      2    0.250000\n"
        "experiments: 4 created\n"
    )


def test_many_files_left_out_for_one_reason_are_counted() -> None:
    left_out = tuple(LeftOut(path=f"{number}.json", reason="why") for number in range(23))
    lines = report_text(ImportReport(left_out=left_out)).splitlines()
    assert lines[0] == "left out: why"
    assert lines[1:21] == [f"  {number}.json" for number in range(20)]
    assert lines[21:] == ["  and 3 more", "experiments: none"]


def test_control_characters_of_a_path_do_not_reach_the_terminal() -> None:
    text = report_text(ImportReport(left_out=(LeftOut(path="a\x1b[31m", reason="b\x07"),)))
    assert "\x1b" not in text
    assert "\x07" not in text
