"""Whatever stands in a file: an import gives a valid board or says what is wrong and where."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from penguin_board.importers import FORMATS, ImportOptions
from penguin_board.importing import ImportReport, import_results
from tests.importers import (
    test_deepeval,
    test_every_eval_ever,
    test_hal,
    test_harbor,
    test_helm,
    test_inspect,
    test_lm_eval,
    test_openai_evals,
    test_penguin_scoreboard,
    test_promptfoo,
    test_swe_bench,
    test_terminal_bench,
)
from tests.importers.runs import board_score, encoded, leaf, lines

Files = dict[str, Any]
NAMED = {"harness": "h", "model": "m", "algorithm": "a", "benchmark": "b"}
METRICS = ("acc", "accuracy", "exact_match", "f1", "score", "reward", "pass_rate_2")
EVALUATION = test_every_eval_ever.evaluation("A", 0.25)

SEEDS: dict[str, Files] = {
    "aider": {
        "polyglot_leaderboard.yml": [
            {"dirname": "d", "model": "m", "pass_rate_1": 1.5, "pass_rate_2": 20, "total_cost": 1}
        ]
    },
    "deepeval": test_deepeval.results(
        test_deepeval.case(
            "a", test_deepeval.metric("score", 1, True), llmSpans=[test_deepeval.CALL]
        ),
        test_deepeval.case("b", test_deepeval.metric("score", 0.25, False)),
        score=[1, 0.25],
    ),
    "every-eval-ever": {"r.json": test_every_eval_ever.record(EVALUATION)},
    "hal": {"r_UPLOAD.json": test_hal.upload()},
    "harbor": {
        "result.json": test_harbor.job(0.5),
        "a/result.json": test_harbor.trial("one", 1.0),
        "b/result.json": test_harbor.trial("two", 0.0),
    },
    "helm": {
        "run_spec.json": test_helm.SPEC,
        "stats.json": test_helm.STATS,
        "per_instance_stats.json": test_helm.INSTANCES,
    },
    "inspect": {"a.json": test_inspect.log(test_inspect.EPOCHS, 0.75)},
    "lighteval": {
        "x.json": {"config_general": {"model_name": "m"}, "results": {"a|b|0": {"acc": 0.5}}}
    },
    "lm-eval": {
        f"results_{test_lm_eval.TIME}.json": test_lm_eval.results(),
        f"samples_one_{test_lm_eval.TIME}.jsonl": [{"doc_id": 1, "doc": {}, "acc": 0.75}],
    },
    "penguin-scoreboard": test_penguin_scoreboard.scoreboard(
        test_penguin_scoreboard.evaluation(
            50,
            test_penguin_scoreboard.case("a", 50, test_penguin_scoreboard.one_run(50, 0.5)),
            test_penguin_scoreboard.case("b", 50, test_penguin_scoreboard.one_run(50)),
        )
    ),
    "promptfoo": {
        **test_promptfoo.version_3(
            [test_promptfoo.prompt(1.5, 1, 1), test_promptfoo.prompt(1, 1, 1, label="Other")],
            test_promptfoo.result(0, 1),
            test_promptfoo.result(1, 0.5),
        ),
        "2.json": test_promptfoo.version_2(["m"], test_promptfoo.plain_row("a", 1))["output.json"],
    },
    "openai-evals": {
        "a.jsonl": [test_openai_evals.SPEC, *test_openai_evals.EVENTS, test_openai_evals.REPORT]
    },
    "swe-bench": {
        "1/results.json": test_swe_bench.counts(),
        "2/report.json": test_swe_bench.lists("a__a-1"),
    },
    "terminal-bench": {
        "results.json": test_terminal_bench.results(test_terminal_bench.trial("x", True, "1-of-1")),
        "run_metadata.json": test_terminal_bench.METADATA,
    },
}
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.sampled_from(["", " ", "NaN", "a\x00b", "../x", "x" * 300, "\u202e", "1e999", "N/A", "-1"])
    | st.sampled_from([[], {}, [[]], {"": ""}, {"a": [1]}, [None]])
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a document with each of its keys."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield value, key
            yield from places(item)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            if isinstance(value, list):
                yield value, index
            yield from places(item)


def as_lists(value: Any) -> Any:
    return json.loads(json.dumps(value))


@st.composite
def mutated(draw: st.DrawFn, files: Files) -> dict[str, bytes]:
    """The files of a seed with a few values replaced, left out or doubled, or cut short."""
    contents = as_lists(copy.deepcopy(files))
    for _ in range(draw(st.integers(1, 3))):
        found = list(places(contents))
        container, key = found[draw(st.integers(0, len(found) - 1))]
        if container is contents:
            continue
        change = draw(st.sampled_from(["replace", "leave out", "double"]))
        if change == "replace":
            container[key] = copy.deepcopy(draw(VALUES))
        elif change == "leave out":
            del container[key]
        elif isinstance(container, list):
            container.append(container[key])
        else:
            container[f"{key}2"] = container[key]
    written = {
        name: encoded(lines(*content) if name.endswith(".jsonl") else content)
        for name, content in contents.items()
    }
    if draw(st.integers(0, 9)) == 0:
        name = draw(st.sampled_from(sorted(written)))
        written[name] = written[name][: draw(st.integers(0, len(written[name])))]
    return written


@pytest.mark.parametrize("format_name", sorted(SEEDS))
def test_seed_is_of_its_format(format_name: str, tmp_path: Path) -> None:
    report = imported(
        tmp_path, format_name, {k: written_seed(k, v) for k, v in SEEDS[format_name].items()}
    )
    assert not report.failed, report.problems
    assert report.rows


def written_seed(name: str, content: Any) -> bytes:
    return encoded(lines(*content) if name.endswith(".jsonl") else content)


def imported(root: Path, format_name: str, files: dict[str, bytes]) -> ImportReport:
    for name, data in files.items():
        path = root / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    options = ImportOptions(metric=METRICS, n_tasks=50, **NAMED)
    return import_results(format_name, [root / "source"], "board", root / "root", options)


@pytest.mark.parametrize("format_name", sorted(SEEDS))
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_file_makes_a_traceback_or_an_invalid_board(
    format_name: str, data: st.DataObject
) -> None:
    files = data.draw(mutated(SEEDS[format_name]))
    with tempfile.TemporaryDirectory() as folder:
        assert_sound(Path(folder), imported(Path(folder), format_name, files))


def assert_sound(root: Path, report: ImportReport) -> None:
    """Every problem has its place, and what was written is a valid board."""
    for problem in report.problems:
        assert problem.path
        assert problem.line >= 1
        assert problem.message
    if report.failed:
        assert not (root / "root").exists()
        return
    for phase in {path.parent.name for path in (root / "root").rglob("summary.yaml")}:
        summaries = (root / "root").rglob(f"{phase}/summary.yaml")
        names = [path.parent.parent.name for path in summaries]
        board_score(root / "root", *(leaf(name, phase=phase) for name in names))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_bytes_of_an_archive_make_a_traceback(data: st.DataObject) -> None:
    content = bytearray(test_inspect.archive(test_inspect.log(test_inspect.EPOCHS, 0.75)))
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with tempfile.TemporaryDirectory() as folder:
        report = imported(Path(folder), "inspect", {"a.eval": bytes(content)})
        assert report.rows or report.problems


def test_every_format_is_fuzzed_here_or_in_its_own_tests() -> None:
    yaml_of_their_own = {"gdpevo", "penguin-results"}
    assert set(SEEDS) | yaml_of_their_own >= set(FORMATS)
