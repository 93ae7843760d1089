"""A tree with every feature of the pages, whose texts have no Latin letter and no digit in them.

What is Latin on a page of it is a word of the interface; ids stand in ``<code>`` and ``<bdi>``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.trees import Files, experiment, leaderboard, leaf, yaml_text

LETTERS = "αβγδεζηθικλμνξοπρστυφχψω"
_SCALED: Mapping[str, Any] = {"cost_total": 1.25, "duration_ms_total": 95_000, "tokens_total": 1500}


def every_feature() -> Files:
    """Boards of every kind, more than ten of them, so that the front page has its search."""
    files = _full() | _ascending() | _operations() | _alone() | _sealed()
    for index in range(8):
        folder = f"further-{index}"
        files |= leaderboard(folder=folder, title=f"ακόμη {LETTERS[index]}", author=_AUTHOR)
        files |= _run("exp-a", index, [(1, 0)], folder=folder)
    return files


_AUTHOR = {"name": "ομάδα", "homepage": "https://example.org/"}


def _meta(index: int, **more: Any) -> dict[str, Any]:
    letter = LETTERS[index]
    names = {"model_name": f"μοντέλο {letter}", "harness_name": f"ζεύξη {LETTERS[index % 3]}"}
    return {**names, "algorithm": "απλό", "date": "2026-11-05", **more}


def _run(
    name: str,
    index: int,
    scores: Sequence[Sequence[float | None]],
    *,
    benchmark: str = "κριτήριο",
    folder: str,
    **summary: Any,
) -> Files:
    meta = _meta(index, benchmark_name=benchmark)
    files = experiment(name, scores, meta=meta, summary=summary, folder=folder)
    for number, row in enumerate(scores, start=1):
        results = {
            "results": [
                {"source": f"έργο {LETTERS[place]}", "score": score}
                for place, score in enumerate(row)
            ]
        }
        files[f"experiments/{folder}/{name}/test/attempt-{number}.yaml"] = yaml_text(results)
    return files


def _full() -> Files:
    """Two benchmarks, unequal attempts, gaps of every kind, notes, links, changes."""
    folder, files, values = "full", {}, []
    for index in range(6):
        n_attempt = 1 + (index + 1) % 3
        tasks = 13 if index != 4 else 9
        leaves = []
        for place, benchmark in enumerate(("πρώτο", "δεύτερο")):
            rows = [
                [((task * 7 + index * 3 + k) % 11) / 10 for task in range(tasks)]
                for k in range(n_attempt + (place if index == 3 else 0))
            ]
            rows[0][2] = None if index == 2 else 1.0
            name = f"run-{index}-{place}"
            used = {} if index == 1 else {**_SCALED, "cost_total": index * 0.4}
            files |= _run(name, index, rows, benchmark=benchmark, folder=folder, **used)
            leaves.append(leaf(name))
        entry: dict[str, Any] = {"op": "mean", "args": leaves}
        if index == 5:
            entry = {"op": "weighted_mean", "args": leaves, "weights": [1, 3]}
        if index == 0:
            entry |= {"note": "σημείωση", "url": "https://example.org/entry", "label": "ετικέτα"}
        values.append(entry)
    changes = [
        {"date": "2026-11-30", "entry": "ετικέτα", "reason": "διόρθωση"},
        {"date": "2026-11-29", "entry": "φευγάτο", "reason": "αποχώρηση"},
    ]
    links = [{"title": "άρθρο", "url": "https://example.org/paper"}]
    more = {"description": "περιγραφή", "links": links, "changes": changes, "author": _AUTHOR}
    return files | leaderboard(*values, folder=folder, title="πλήρες", **more)


def _ascending() -> Files:
    """Less is better, with other tasks for one entry and drafts' notice."""
    files: Files = {}
    for index in range(4):
        rows = [[((task * 5 + index * 2 + k) % 7) / 6 for task in range(12)] for k in range(2)]
        files |= _run(f"exp-{index}", index, rows, folder="low", **_SCALED)
    values = [leaf(f"exp-{index}") for index in range(4)]
    more = {"order": "ascending", "status": "draft", "author": _AUTHOR}
    return files | leaderboard(*values, folder="low", title="λίγο", **more)


def _operations() -> Files:
    """Sums, differences and quotients of experiments that differ in their attempts."""
    files: Files = {}
    for index, n_attempt in enumerate((1, 2, 3)):
        rows = [[((task + index + k) % 5) / 4 for task in range(3)] for k in range(n_attempt)]
        files |= _run(f"exp-{index}", 0, rows, folder="operations")
    both = [leaf("exp-1"), leaf("exp-2")]
    values = [
        {"op": op, "args": both, "label": LETTERS[place]}
        for place, op in enumerate(("sum", "sub", "div", "mean"))
    ]
    values += [
        {"op": "sum", "args": [leaf("exp-0"), leaf("exp-2")], "label": "λ"},
        leaf("exp-1", metric="n_attempt", label="μ"),
    ]
    return files | leaderboard(*values, folder="operations", title="πράξεις", author=_AUTHOR)


def _alone() -> Files:
    """One entry with a summary and nothing else."""
    files = experiment("exp-a", meta=_meta(0, date=None), folder="alone")
    files = {name: text for name, text in files.items() if "attempt-" not in name}
    return files | leaderboard(folder="alone", title="μόνο", author=_AUTHOR)


def _sealed() -> Files:
    """Two entries that cannot be compared: no task has a name of both."""
    files = _run("exp-a", 0, [(1, 0, 1)], folder="apart", benchmark="ένα")
    files |= _run("exp-b", 1, [(1, 0, 0)], folder="apart", benchmark="άλλο")
    return files | leaderboard(
        leaf("exp-a"), leaf("exp-b"), folder="apart", title="χωριστά", author=_AUTHOR
    )
