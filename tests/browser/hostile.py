"""Writes a tree with hostile texts and addresses in every field that takes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.browser.hostile_texts import ADDRESSES, CONTROLS, TEXTS, around, quoted
from tests.trees import Files, write_tree

CROWD = 30


@dataclass(frozen=True)
class Named:
    """What an entry is called in its files."""

    model: str
    harness: str
    algorithm: str
    label: str | None = None


@dataclass(frozen=True)
class Written:
    """A board with the texts that its pages have to show.

    Titles and descriptions are those of the pages in English and in Chinese; ``extras`` are the
    further keys of its experiments.
    """

    folder: str
    titles: tuple[str, str]
    descriptions: tuple[str, ...]
    entries: tuple[Named, ...]
    sources: tuple[str, ...]
    texts: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    extras: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The title of the pages in English."""
        return self.titles[0]


def write_hostile(tree: Path) -> tuple[list[Written], list[Written]]:
    """A board a text, where each field has it once, and boards of many entries."""
    each = [_one(number) for number in range(len(TEXTS))]
    crowds = [_crowd(number) for number in (0, 4, len(TEXTS) // CROWD)]
    for files, _ in (*each, *crowds):
        write_tree(tree, files)
    return [board for _, board in each], [board for _, board in crowds]


def _one(number: int) -> tuple[Files, Written]:
    """A board of two entries whose fields have the text of this number and those after it."""
    t = around(TEXTS, number, 14)
    page, paper, entry = around(ADDRESSES, number, 3)
    folder, sources = f"one-{number}", tuple(t[:3])
    text = (
        f"leaderboard_id: {folder}\nstatus: published\ntitle: {quoted(t[0])}\n"
        f"title_zh: {quoted(t[1])}\ndescription: {quoted(t[2])}\n"
        f"description_zh: {quoted(t[3])}\n"
        f"author: {{name: {quoted(t[4])}, homepage: {quoted(page)}}}\n"
        f"links: [{{title: {quoted(t[5])}, url: {quoted(paper)}}}]\n"
        f"changes: [{{date: 2026-11-30, entry: {quoted(t[6])}, reason: {quoted(t[7])}}}]\n"
        "values:\n"
        f"  - {{experiment_id: e0, phase: test, label: {quoted(t[8])}, note: {quoted(t[9])}, "
        f"url: {quoted(entry)}}}\n"
        "  - {experiment_id: e1, phase: test}\n"
    )
    named = (Named(t[0], t[1], t[2], label=t[8]), Named(t[3], t[4], t[5]))
    files = {f"leaderboards/{folder}/leaderboard.yaml": text}
    control = CONTROLS[number % len(CONTROLS)]
    extras = {t[10]: t[11], t[12]: t[13], control: t[0], "control": control}
    shown_extras = {**extras, f"inside.{t[10]}": f"{t[11]}, {t[12]}"}
    for index, name in enumerate(named):
        lines = "".join(f"? {quoted(key)}\n: {quoted(text)}\n" for key, text in extras.items())
        lines += f"inside:\n  ? {quoted(t[10])}\n  : [{quoted(t[11])}, {quoted(t[12])}]\n"
        scores = [1 - index, 1, 0]
        files |= _experiment(folder, f"e{index}", name, t[0], (sources, scores), lines)
    shown = (t[2], t[4], t[5], t[6], t[7], t[9])
    addresses = (page, paper, entry)
    return files, Written(
        folder, (t[0], t[1]), (t[2], t[3]), named, sources, shown, addresses, shown_extras
    )


def _crowd(number: int) -> tuple[Files, Written]:
    """A board of many entries over the same tasks of two benchmarks."""
    folder = f"crowd-{number}"
    benchmarks = around(TEXTS, number * CROWD, 2)
    sources = around(TEXTS, number * CROWD, CROWD)
    names = around(TEXTS, number * CROWD, CROWD + 2)
    title = " ".join(around(TEXTS, number * 5, 5))
    text = (
        f"leaderboard_id: {folder}\nstatus: published\ntitle: {quoted(title)}\n"
        f"author: {{name: {quoted(names[0])}}}\nvalues:\n"
    )
    files: Files = {}
    named = []
    for index in range(CROWD):
        name = Named(*names[index : index + 3])
        named.append(name)
        leaves = []
        for at, benchmark in enumerate(benchmarks):
            scores = [int((task * 7 + at) % CROWD >= index) for task in range(CROWD)]
            leaves.append(f"{{experiment_id: e{index}-{at}, phase: test}}")
            run = (tuple(sources), scores)
            files |= _experiment(folder, f"e{index}-{at}", name, benchmark, run)
        text += f"  - {{op: mean, args: [{', '.join(leaves)}]}}\n"
    files[f"leaderboards/{folder}/leaderboard.yaml"] = text
    return files, Written(
        folder, (title, title), (), tuple(named), tuple(sources), tuple(benchmarks)
    )


def _experiment(
    folder: str,
    experiment: str,
    name: Named,
    benchmark: str,
    run: tuple[tuple[str, ...], list[int]],
    extras: str = "",
) -> Files:
    sources, scores = run
    top = f"experiments/{folder}/{experiment}"
    rows = [
        f"  - {{source: {quoted(source)}, score: {score}, cost: {1 + score}, tokens: 5}}\n"
        for source, score in zip(sources, scores, strict=True)
    ]
    meta = (
        f"harness_name: {quoted(name.harness)}\nmodel_name: {quoted(name.model)}\n"
        f"algorithm: {quoted(name.algorithm)}\nbenchmark_name: {quoted(benchmark)}\n"
        f"date: 2026-11-30\n{extras}"
    )
    summary = f"n_attempt: 1\nscore_mean: {sum(scores) / len(scores)!r}\n"
    return {
        f"{top}/meta_info.yaml": meta,
        f"{top}/test/summary.yaml": summary,
        f"{top}/test/attempt-1.yaml": "results:\n" + "".join(rows),
    }
