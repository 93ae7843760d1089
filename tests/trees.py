"""Small trees on disk, and records from a few words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from penguin_board.boards import Board
from penguin_board.located_yaml import read_document
from penguin_board.problems import Problem
from penguin_board.records import read_record
from penguin_board.render import File, Site
from penguin_board.schema import EntryExpression, Leaderboard
from penguin_board.tree import load_tree
from penguin_board.views.board_summary import board_summary
from penguin_board.views.source_files import SourceUrl

Files = dict[str, str]
META = {"harness_name": "harness", "model_name": "model", "algorithm": "plain"}


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files by their paths and return ``root``."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def yaml_text(value: Mapping[str, Any]) -> str:
    """Block YAML with one key a line; deeper values as JSON, which is YAML."""
    return "".join(f"{key}: {json.dumps(item)}\n" for key, item in value.items())


def leaf(experiment_id: str = "exp-a", phase: str = "test", **more: Any) -> dict[str, Any]:
    """A leaf of an expression."""
    return {"experiment_id": experiment_id, "phase": phase, **more}


def leaderboard(*values: Mapping[str, Any], folder: str = "demo", **more: Any) -> Files:
    """The leaderboard of these entries; one leaf when there are none."""
    content = {
        "leaderboard_id": folder,
        "status": "published",
        "title": "Demo",
        "author": {"name": "Team"},
        **more,
        "values": list(values) or [leaf()],
    }
    return {f"leaderboards/{folder}/leaderboard.yaml": yaml_text(content)}


def experiment(
    name: str = "exp-a",
    scores: Sequence[Sequence[float | None]] = ((1, 0),),
    *,
    meta: Mapping[str, Any] | None = None,
    summary: Mapping[str, Any] | None = None,
    phase: str = "test",
    folder: str = "demo",
) -> Files:
    """An experiment: a row of task scores an attempt; ``summary`` as given, on top of the counts.

    Without ``score_mean`` it is the mean of the attempts' means.
    """
    means = [
        sum(known) / len(known)
        for row in scores
        if (known := [score for score in row if score is not None])
    ]
    content = {
        "n_attempt": len(scores),
        "score_mean": sum(means) / len(means) if means else 0,
        **(summary or {}),
    }
    top = f"experiments/{folder}/{name}"
    files = {
        f"{top}/meta_info.yaml": yaml_text({**META, **(meta or {})}),
        f"{top}/{phase}/summary.yaml": yaml_text(content),
    }
    for number, row in enumerate(scores, start=1):
        files[f"{top}/{phase}/attempt-{number}.yaml"] = attempt(row)
    return files


def attempt(scores: Sequence[float | None], **more: Any) -> str:
    """An attempt at the tasks t1, t2, ..., a row a line; further keys stand above the results."""
    rows = [
        f"  - {{source: t{index}, score: {json.dumps(score)}}}\n"
        for index, score in enumerate(scores, start=1)
    ]
    return yaml_text(more) + "results:\n" + "".join(rows)


def problems_of(root: Path, files: Mapping[str, str | bytes], **more: Any) -> tuple[Problem, ...]:
    """All problems of a tree of these files."""
    return load_tree(write_tree(root, files), **more).problems


def codes(problems: Sequence[Problem]) -> list[str]:
    """The codes of problems in order."""
    return [problem.code for problem in problems]


def board_of(root: Path, files: Mapping[str, str | bytes]) -> Board:
    """The one board of a valid tree."""
    tree = load_tree(write_tree(root, files))
    assert tree.is_valid, tree.problems
    (board,) = tree.boards
    return board


def site_plan(
    boards: Sequence[Board],
    source_url: SourceUrl,
    exports: Mapping[str, bytes],
    **options: Any,
) -> dict[str, File]:
    """The files of a site of ``boards`` by path; ``options`` are those of ``Site``."""
    site = Site(**options)
    plan = dict(site.shared_files([board_summary(board) for board in boards]))
    for board in boards:
        plan |= dict(site.board_files(board, source_url, lambda _: exports))
    return plan


def expression(tree: Mapping[str, Any]) -> EntryExpression:
    """An expression as it is read from a leaderboard."""
    (text,) = leaderboard(tree).values()
    record, problems = read_record(
        read_document(text.encode(), "leaderboard.yaml"), Leaderboard, ""
    )
    assert record is not None, problems
    return record.values[0]
