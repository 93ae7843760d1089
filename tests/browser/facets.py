"""Writes a tree of six entries that differ in every name, with equal scores and unknown costs."""

from __future__ import annotations

from pathlib import Path

from tests.trees import experiment, leaderboard, leaf, write_tree

# A name that a spreadsheet, Markdown and LaTeX would each take for something else.
ODD = '=Évo|1_%, "x"'
# Harness, model, algorithm, phase, tasks solved of 10 in the first of two attempts, cost.
ENTRIES = (
    ("Codex", "Opus", "base", "test", 9, 5.0),
    ("Codex", "GPT", "base", "test", 8, 2.0),
    ("Claude Code", "GPT", "base", "test", 8, None),
    ("Claude Code", "Opus", "few", "test", 6, 1.0),
    ("Claude Code", ODD, "few", "test", 5, 4.0),
    ("Codex", ODD, "few", "dev", 4, None),
)
RANKS = (1, 2, 2, 4, 5, 6)


def write_facets(tree: Path) -> None:
    """Two benchmarks of ten tasks an entry; the fifth has a note."""
    files = {}
    values = []
    for number, (harness, model, algorithm, phase, solved, cost) in enumerate(ENTRIES):
        leaves = []
        for benchmark in ("first", "second"):
            name = f"{benchmark}-{number}"
            scores = [[int(task < count) for task in range(10)] for count in (solved, solved - 1)]
            files |= experiment(
                name,
                scores,
                phase=phase,
                meta={
                    "benchmark_name": benchmark,
                    "harness_name": harness,
                    "model_name": model,
                    "algorithm": algorithm,
                },
                summary={"cost_total": cost},
            )
            leaves.append(leaf(name, phase))
        note = {"note": "Reads <b>books</b>"} if number == 4 else {}
        values.append({"op": "mean", "args": leaves, **note})
    write_tree(tree, files | leaderboard(*values, title="Names"))
