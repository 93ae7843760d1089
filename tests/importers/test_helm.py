"""HELM: a run's splits apart, no perturbations, instances where they agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.importers.runs import board_score, codes, leaf, read, reasons, run, written

FOLDER = "runs/mmlu:subject=art,method=joint,model=org_m"
SPEC = {
    "name": "mmlu:subject=art,method=joint,model=org_m",
    "adapter_spec": {"model": "org/m"},
    "scenario_spec": {"class_name": "x"},
}


def stat(name: str, mean: float | None, split: str = "test", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"name": {"name": name, "split": split, **more}, "count": 1}
    return found if mean is None else {**found, "mean": mean}


def instance(name: str, *stats: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"instance_id": name, "train_trial_index": 0, "stats": stats, **more}


def files(stats: list[Any], instances: list[Any]) -> dict[str, object]:
    return {
        f"{FOLDER}/run_spec.json": SPEC,
        f"{FOLDER}/stats.json": stats,
        f"{FOLDER}/per_instance_stats.json": instances,
        f"{FOLDER}/scenario.json": {"name": "mmlu"},
    }


STATS = [
    stat("exact_match", 0.5),
    stat("exact_match", 0.0, "valid"),
    stat("exact_match", 0.25, perturbation={"name": "robustness"}),
    stat("num_prompt_tokens", 15.0),
    stat("training_co2_cost", None),
]
INSTANCES = [
    instance(
        "id1",
        stat("exact_match", 1),
        stat("num_prompt_tokens", 10),
        stat("num_output_tokens", 2),
        stat("inference_runtime", 1.5),
    ),
    instance("id2", stat("exact_match", 0)),
    instance("id1", stat("exact_match", 0), perturbation={"name": "robustness"}),
    instance("id3", stat("exact_match", 0, "valid")),
]


def test_splits_are_apart_and_perturbations_left_out(tmp_path: Path) -> None:
    given = {"algorithm": "plain", "metric": ("exact_match",)}
    report = run(tmp_path, None, files(STATS, INSTANCES), **given)
    assert codes(report) == []
    found = {of["phase"]: (name, of) for name, of in written(tmp_path / "root").items()}
    name, test = found["test"]
    assert test["meta"]["benchmark_name"] == "mmlu:subject=art,method=joint"
    assert test["meta"]["model_name"] == "org/m"
    assert test["attempts"][0]["results"] == [
        {"source": "id1", "score": 1, "duration_ms": 1500, "tokens": 12},
        {"source": "id2", "score": 0, "duration_ms": None, "tokens": None},
    ]
    assert test["summary"]["num_prompt_tokens"] == 15
    assert test["summary"]["n_samples"] == 2
    assert "training_co2_cost" not in test["summary"]
    valid = leaf(found["valid"][0], phase="valid")
    assert board_score(tmp_path / "root", leaf(name), valid) == [0.5, 0.0]


def test_no_run_names_its_metric() -> None:
    sources = files(STATS, INSTANCES)
    del sources[f"{FOLDER}/scenario.json"]
    assert codes(read("helm", sources, algorithm="plain")) == ["missing-metric"] * 1


def test_instances_that_give_another_value_are_left_out() -> None:
    sources = files([stat("exact_match", 0.9)], INSTANCES)
    del sources[f"{FOLDER}/scenario.json"]
    result = read("helm", sources, algorithm="plain", metric=("exact_match",))
    assert reasons(result) == [
        "rows whose mean is not the stated exact_match: the stated value is taken"
    ]
    assert result.experiments[0].attempts == ()


def test_a_folder_without_its_run_is_left_out() -> None:
    result = read("helm", {"x/stats.json": STATS}, algorithm="plain", metric=("exact_match",))
    assert [(note.path, note.reason) for note in result.left_out] == [("x", "has no run_spec.json")]
