"""No truth is forgotten: which values are compared, and why some cannot be met."""

from __future__ import annotations

from pathlib import Path

from tests.importers.runs import import_paths
from tests.shared.truths import IMPORTERS, shared, truths

OPENAI_EVALS = shared("openai-evals")
COUNTS = {
    "aider": 6,
    "deepeval": 5,
    "every_eval_ever": 10,
    "hal": 2,
    "harbor": 3,
    "helm": 5,
    "inspect": 11,
    "lighteval": 18,
    "lm-eval-harness": 151,
    "openai-evals": 1,
    "promptfoo": 7,
    "swe-bench": 9,
    "terminal-bench": 7,
}
# A truth that is no number: what a file is left out for is tested instead.
NO_NUMBER = {
    ("harbor", "errored-trial/trial-result.json"): "the trial broke before it was verified",
    (
        "inspect",
        "2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval",
    ): "the run was not scored",
    (
        "lm-eval-harness",
        "v0.4.8-nan-infinity/gpt-4o-mini/results_2025-06-30T19-40-09.461247.json",
    ): "the stored mean is Infinity",
    (
        "openai-evals",
        "240206062816JZOWUWI3_gpt-4-cot_semantic_role_recognition.jsonl",
    ): "the run did not end",
}


def test_the_truths_are_those_that_are_compared() -> None:
    found = {
        path.parent.name: len(truths(path.parent.name)) for path in IMPORTERS.glob("*/truth.yaml")
    }
    assert found == COUNTS
    assert sum(found.values()) == 235


def test_only_the_named_truths_are_no_numbers() -> None:
    found = {
        (name, row["file"])
        for name in COUNTS
        for row in truths(name)
        if not isinstance(row["value"], int | float)
    }
    assert found == set(NO_NUMBER)


def test_every_format_has_a_test_of_its_values() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_importers*.py")]
    assert [name for name in COUNTS if not any(f'shared("{name}")' in text for text in texts)] == []


def test_an_interrupted_log_of_openai_evals_is_left_out(tmp_path: Path) -> None:
    (row,) = truths("openai-evals")
    path = OPENAI_EVALS / row["file"]
    report = import_paths(tmp_path, None, [path], algorithm="baseline")
    assert [problem.code for problem in report.problems] == ["nothing-found"]
    assert [note.reason for note in report.left_out] == ["no final_report: it did not end"]
