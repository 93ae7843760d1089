"""Imports of small hand-made files, and the board that their experiments make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from penguin_board.importers import FORMATS, ImportOptions, ImportResult, SourceFile
from penguin_board.importers.shapes import shape_of
from penguin_board.importing import ImportReport, import_results
from penguin_board.tree import load_tree

# Far above every score, so that a board takes scores of any scale.
ANY_SCALE = 1e100


def encoded(content: object) -> bytes:
    """A file's bytes: text and bytes as they are, a list of lines as JSON Lines, else JSON."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content)).encode()


def lines(*rows: object) -> str:
    """JSON Lines."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def read(format_name: str, files: Mapping[str, object], **options: Any) -> ImportResult:
    """What the importer alone makes of files by their paths; all are of its format."""
    importer = FORMATS[format_name]
    sources = [SourceFile(path=path, data=encoded(content)) for path, content in files.items()]
    for source in sources:
        assert importer.wants(source.path), source.path
        assert importer.recognises(shape_of(source.path, source.data)), source.path
    return importer.read(sources, ImportOptions(**options))


def read_broken(format_name: str, path: str, content: str | bytes) -> ImportResult:
    """What the importer makes of a file that cannot be recognised."""
    data = content.encode() if isinstance(content, str) else content
    source = SourceFile(path=path, data=data)
    return FORMATS[format_name].read([source], ImportOptions(algorithm="plain"))


def write(folder: Path, files: Mapping[str, object]) -> Path:
    """Write files below ``folder``."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encoded(content))
    return folder


def run(
    tmp_path: Path, format_name: str | None, files: Mapping[str, object], **options: Any
) -> ImportReport:
    """A whole import of ``files`` to the board ``board`` of ``tmp_path/root``."""
    return import_paths(tmp_path, format_name, [write(tmp_path / "source", files)], **options)


def import_paths(
    tmp_path: Path, format_name: str | None, paths: list[Path], **options: Any
) -> ImportReport:
    """A whole import of ``paths`` to the board ``board`` of ``tmp_path/root``."""
    return import_results(format_name, paths, "board", tmp_path / "root", ImportOptions(**options))


def codes(result: ImportReport | ImportResult) -> list[str]:
    """The codes of the problems."""
    return [problem.code for problem in result.problems]


def reasons(result: ImportReport | ImportResult) -> list[str]:
    """Why things were left out."""
    return [note.reason for note in result.left_out]


def written(root: Path) -> dict[str, dict[str, Any]]:
    """The written files of each experiment by its id: ``meta``, ``summary`` and ``attempts``."""
    found: dict[str, dict[str, Any]] = {}
    for folder in sorted((root / "experiments/board").iterdir()):
        summary = next(folder.glob("*/summary.yaml"))
        attempts = sorted(summary.parent.glob("attempt-*.yaml"))
        found[folder.name] = {
            "meta": _load(folder / "meta_info.yaml"),
            "summary": _load(summary),
            "attempts": [_load(path) for path in attempts],
            "phase": summary.parent.name,
        }
    return found


def board_score(root: Path, *values: Mapping[str, Any]) -> list[float | None]:
    """The scores that a board of these expressions shows, in their order."""
    text = {
        "leaderboard_id": "board",
        "status": "draft",
        "title": "T",
        "author": {"name": "N"},
        "score_max": ANY_SCALE,
        "values": [{**value, "label": str(index)} for index, value in enumerate(values)],
    }
    folder = root / "leaderboards/board"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "leaderboard.yaml").write_text(json.dumps(text), "utf-8")
    tree = load_tree(root)
    assert [problem for problem in tree.problems if problem.is_error] == []
    scores = {entry.label: entry.score for entry in tree.boards[0].entries}
    return [scores[str(index)] for index in range(len(values))]


def leaf(experiment_id: str, metric: str = "score_mean", phase: str = "test") -> dict[str, str]:
    """A leaf of a leaderboard."""
    return {"experiment_id": experiment_id, "phase": phase, "metric": metric}


def _load(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
