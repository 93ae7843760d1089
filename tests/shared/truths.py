"""The published and stored figures of other tools' real files, and what a board makes of these."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.importers.runs import board_score, import_paths, leaf, written

ROOT = Path(__file__).parents[2]
IMPORTERS = ROOT.parent / "shared/data/importers"
# What float addition in another order leaves.
EXACT = 1e-12

Row = dict[str, Any]


def truths(format_folder: str) -> list[Row]:
    """The rows of a format's ``truth.yaml``; none where the shared files are absent."""
    path = IMPORTERS / format_folder / "truth.yaml"
    if not path.is_file():
        return []
    rows: list[Row] = yaml.safe_load(path.read_text("utf-8"))["rows"]
    return rows


def shared(format_folder: str) -> Path:
    """The folder of a format's real files; the module is skipped where they are absent."""
    folder = IMPORTERS / format_folder
    if not folder.is_dir():
        pytest.skip(
            "the shared results files are not beside this checkout", allow_module_level=True
        )
    return folder


class Imported:
    """An import of real files: what was written, and what a board shows of it."""

    def __init__(
        self, tmp_path: Path, format_name: str | None, *paths: Path, **options: Any
    ) -> None:
        self.root = tmp_path / "root"
        self.report = import_paths(tmp_path, format_name, list(paths), **options)
        assert [p for p in self.report.problems if p.is_error] == [], self.report.problems
        self.written = written(self.root)

    def one(self, **meta: str) -> str:
        """The id of the one experiment whose meta_info has these values."""
        found = [
            name
            for name, files in self.written.items()
            if all(files["meta"].get(key) == text for key, text in meta.items())
        ]
        assert len(found) == 1, (meta, found)
        return found[0]

    def score(self, experiment_id: str, metric: str = "score_mean") -> float:
        """The score that a board shows of one metric of an experiment."""
        score = board_score(self.root, leaf(experiment_id, metric))[0]
        assert score is not None
        return score

    def weighted(self, weights: dict[str, float]) -> float:
        """The score that a board shows of a weighted mean of experiments."""
        expression = {
            "op": "weighted_mean",
            "weights": list(weights.values()),
            "args": [leaf(name) for name in weights],
        }
        score = board_score(self.root, expression)[0]
        assert score is not None
        return score
