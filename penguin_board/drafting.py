"""The text of a leaderboard that is drafted from the experiments that are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from penguin_board.problems import printable
from penguin_board.schema_links import schema_line
from penguin_board.yaml_text import yaml_comment, yaml_id, yaml_quoted

_SHOWN_BENCHMARKS: Final = 3

_HEAD: Final = """\
# Every key is explained in the documentation under Reference, Files.
leaderboard_id: {leaderboard_id} # equal to the folder
# A draft is checked like every board, and is in no public build until it says published.
status: {status}
title: {title}
# title_zh: "the title in Chinese"

{description}
author:
  name: {author} # a person or a team
  {email}
  {homepage}

# Where less is better, such as an error rate:
# order: ascending
# The score of a full bar. Without it: 1 where every score lies in 0..1, else 100.
# score_max: 100
# links:
#   - {{ title: "Paper", url: "https://example.org/paper" }}

# An entry is a mean over experiments that differ in their benchmark only, or another expression:
# sum, sub, div, weighted_mean. Beside it may stand a label, a note and a url.
values:
"""
_NO_DESCRIPTION: Final = """\
# What is measured, in a sentence or two, below the title:
# description: >-
#   ...
"""
_NO_ENTRIES: Final = """\
  # There are no experiments yet under experiments/{leaderboard_id}/. An entry looks like this:
  # - op: mean
  #   args:
  #     - {{ experiment_id: bench-a-baseline-model-x-20261130, phase: test }}
  #     - {{ experiment_id: bench-b-baseline-model-x-20261130, phase: test }}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftHead:
    """What a draft says before its entries; None is left out, as a comment that shows how."""

    leaderboard_id: str
    title: str
    author: str
    email: str | None = None
    homepage: str | None = None
    description: str | None = None
    status: Literal["draft", "published"] = "draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRun:
    """One phase of one experiment, as far as an entry is made of it."""

    experiment_id: str
    phase: str
    benchmark: str
    harness: str
    model: str
    algorithm: str

    @property
    def identity(self) -> tuple[str, str, str, str]:
        """What makes an entry: phase, harness, model and algorithm."""
        return (self.phase, self.harness, self.model, self.algorithm)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The text of a leaderboard.yaml and how many entries it has."""

    text: str
    n_entries: int


def draft_leaderboard(head: DraftHead, runs: Iterable[DraftRun]) -> Draft:
    """Draft a leaderboard with one entry for each phase, harness, model and algorithm.

    An entry is the mean over its benchmarks; several experiments on one benchmark count as one.
    The order of ``runs`` does not matter.
    """
    ordered = sorted(runs, key=lambda run: (*run.identity, run.benchmark, run.experiment_id))
    entries = [list(group) for _, group in groupby(ordered, key=lambda run: run.identity)]
    benchmarks: dict[str, set[str]] = {}
    for run in ordered:
        benchmarks.setdefault(run.phase, set()).add(run.benchmark)
    lines = [line for entry in entries for line in _entry(entry, benchmarks[entry[0].phase])]
    body = "".join(f"  {line}\n" for line in lines)
    if not entries:
        body = _NO_ENTRIES.format(leaderboard_id=head.leaderboard_id)
    return Draft(text=_head(head) + body, n_entries=len(entries))


def _head(head: DraftHead) -> str:
    description = f"description: {yaml_quoted(head.description)}\n" if head.description else ""
    email = f"email: {yaml_quoted(head.email)}" if head.email else "# email: team@example.org"
    homepage = f"homepage: {yaml_quoted(head.homepage or 'https://example.org')}"
    text = _HEAD.format(
        leaderboard_id=yaml_id(head.leaderboard_id),
        status=head.status,
        title=yaml_quoted(head.title),
        description=description or _NO_DESCRIPTION,
        author=yaml_quoted(head.author),
        email=f"{email} # checked, and on no page unless the build is told to show it",
        homepage=homepage if head.homepage else f"# {homepage}",
    )
    return f"{schema_line('leaderboard')}\n{text}"


def _entry(runs: Sequence[DraftRun], benchmarks: set[str]) -> Iterator[str]:
    first = runs[0]
    yield yaml_comment(f"{first.harness} · {first.model} · {first.algorithm} · {first.phase}")
    own = {run.benchmark for run in runs}
    if own != benchmarks:
        yield from _lacking(sorted(benchmarks - own), len(benchmarks))
    if len(runs) == 1:
        yield f"- {_leaf(first)}"
        return
    groups = [list(group) for _, group in groupby(runs, key=lambda run: run.benchmark)]
    if len(groups) == 1:
        yield from _one_benchmark(groups[0], "")
        return
    yield "- op: mean"
    yield "  args:"
    for group in groups:
        if len(group) == 1:
            yield f"    - {_leaf(group[0])}"
        else:
            yield from _one_benchmark(group, "    ")


def _one_benchmark(runs: Sequence[DraftRun], indent: str) -> Iterator[str]:
    """Several experiments on one benchmark, which count as one."""
    name = runs[0].benchmark
    yield f"{indent}{yaml_comment(f'{len(runs)} experiments on {name}: keep one, or their mean')}"
    yield f"{indent}- op: mean"
    yield f"{indent}  args:"
    yield from (f"{indent}    - {_leaf(run)}" for run in runs)


def _lacking(names: Sequence[str], n_benchmarks: int) -> Iterator[str]:
    shown = ", ".join(printable(name) for name in names[:_SHOWN_BENCHMARKS])
    more = f" and {len(names) - _SHOWN_BENCHMARKS} more" if len(names) > _SHOWN_BENCHMARKS else ""
    yield yaml_comment(
        f"Lacks {len(names)} of {n_benchmarks} benchmarks, so it does not compare: {shown}{more}"
    )


def _leaf(run: DraftRun) -> str:
    return f"{{ experiment_id: {yaml_id(run.experiment_id)}, phase: {yaml_id(run.phase)} }}"
