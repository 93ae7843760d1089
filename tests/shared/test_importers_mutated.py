"""Real files with a few values changed: a valid board, or what is wrong and where."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.importers.test_mutated_files import assert_sound, imported, mutated
from tests.shared.truths import IMPORTERS, shared

shared("inspect")
# Small enough to be changed and read often; together as they belong together.
FILES = {
    "deepeval": ["deepeval/test_run_sample.json"],
    "every-eval-ever": [
        "every_eval_ever/v0.2.2/hal-gaia_rank1.json",
        "every_eval_ever/v0.0.1/inspect_qwen2.5-0.5b.json",
    ],
    "hal": ["hal/taubench_toolcalling_gpt_4o_mini_baseline_r0_UPLOAD.json"],
    "harbor": ["harbor/paid-e2e/job-result.json", "harbor/paid-e2e/trial-result.json"],
    "inspect": ["inspect/log_formats.json", "inspect/eee_data_arc_qwen.json"],
    "lighteval": ["lighteval/cbddo-8b-excerpt.json"],
    "lm-eval": [
        "lm-eval-harness/v0.4.13-dev/Qwen__Qwen3-8B/results_2026-07-08T18-15-33.115417.json"
    ],
    "promptfoo": ["promptfoo/sample-export.json", "promptfoo/v1-multishot/output.json"],
    "swe-bench": ["swe-bench/harness-v1-report/auto-code-rover-run-1/report.json"],
    "terminal-bench": [
        "terminal-bench/20250911_chaterm_claude-4-sonnet/2025-09-10__19-49-26/run_metadata.json"
    ],
}


def seed(format_name: str) -> dict[str, Any]:
    """The files of a format by their names."""
    return {
        f"{index}/{Path(name).name}": json.loads((IMPORTERS / name).read_text("utf-8"))
        for index, name in enumerate(FILES[format_name])
    }


SEEDS = {name: seed(name) for name in FILES}


@pytest.mark.parametrize("format_name", sorted(FILES))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_changed_file_makes_a_traceback(format_name: str, data: st.DataObject) -> None:
    files = data.draw(mutated(SEEDS[format_name]))
    with tempfile.TemporaryDirectory() as folder:
        assert_sound(Path(folder), imported(Path(folder), format_name, files))
