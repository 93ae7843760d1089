"""GDPevo reports: one YAML file a run and task group (github.com/Prism-Shadow/GDPevo).

A report has, for each condition (how skills evolved), the scores of three attempts by task.
Costs, tokens and seconds are averages over the three attempts and the tasks of a group; they
give the totals of an experiment, never a number of one attempt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from penguin_board import scalars
from penguin_board.importers.contract import (
    DEFAULT_PHASE,
    ImportedAttempt,
    ImportedExperiment,
    ImportedTask,
    Importer,
    ImportOptions,
    ImportResult,
    LeftOut,
    SourceFile,
    option_problem,
)
from penguin_board.importers.experiment_files import known_sum
from penguin_board.importers.fields import Fields, read_fraction
from penguin_board.located_yaml import read_document
from penguin_board.problems import KeyPath, Problem

N_ATTEMPT = 3  # the "3" of ``cost_usd_avg_3``
FIRST_GROUP, LAST_GROUP = 1, 12

_REPORT = re.compile(r"(?:.*/)?reports/(task_group_([0-9]+))\.ya?ml")
_IN_REPOSITORY = re.compile(r"(?:.*/)?(experiments/.+)")
_EFFORTS = "none|minimal|low|medium|high|xhigh|max|enabled|disabled"
_WITH_EFFORT = re.compile(rf"(.+?)(?:, ({_EFFORTS})| \(({_EFFORTS})\))")
_CONTEXT_WINDOW = re.compile(r"\[[0-9]+[km]\]$")

_HARNESSES: Final = {
    "codex": "Codex",
    "claude_code": "Claude Code",
    "claude_code_deepseek_v4_pro": "Claude Code",
    "panofy": "Panofy",
}
_MODELS: Final = {
    "gpt-5.5": "GPT-5.5",
    "claude-opus-4-8": "Claude Opus 4.8",
    "glm-5.2": "GLM-5.2",
    "kimi-k2.6": "Kimi K2.6",
    "deepseek-v4-pro": "DeepSeek V4 Pro",
}

# Which buckets make up all tokens, by the buckets a harness reports: Codex counts cached input
# within its input, the others count it apart.
_TOKEN_BUCKETS: Final = {
    frozenset({"input", "cached_input", "output"}): ("input", "output"),
    frozenset({"input", "cache_creation", "cache_read", "output"}): (
        "input",
        "cache_creation",
        "cache_read",
        "output",
    ),
    frozenset({"cache_write", "cache_read", "output"}): ("cache_write", "cache_read", "output"),
}
_TOKEN_KEY = re.compile(r"(.+)_tokens_avg_3")


class _Report(NamedTuple):
    """What all experiments of a report have in common."""

    fields: Fields
    benchmark_name: str
    harness_name: str
    model_name: str
    extra_meta: dict[str, str]


def wants(path: str) -> bool:
    """Whether the file is a report: ``<run>/reports/task_group_<n>.yaml``."""
    return _REPORT.fullmatch(path) is not None


def read_reports(files: Sequence[SourceFile], options: ImportOptions) -> ImportResult:
    """One experiment for each report and condition; reports of unpublished groups are left out."""
    problems: list[Problem] = []
    if options.date is None:
        hint = "give the date of the commit the reports come from, as --date 2026-07-21"
        problems.append(option_problem("date", "missing-date", "the reports hold no date", hint))
    experiments: list[ImportedExperiment] = []
    left_out: list[LeftOut] = []
    for file in files:
        if not FIRST_GROUP <= _group_number(file.path) <= LAST_GROUP:
            reason = f"a task group outside {FIRST_GROUP:03d} to {LAST_GROUP:03d}: not published"
            left_out.append(LeftOut(path=file.path, reason=reason))
            continue
        fields = Fields(read_document(file.data[:], file.path))
        experiments += _experiments(fields, options)
        problems += fields.problems
    return ImportResult(
        experiments=tuple(experiments), problems=tuple(problems), left_out=tuple(left_out)
    )


def _group_number(path: str) -> int:
    match = _REPORT.fullmatch(path)
    return int(match[2]) if match else -1


def split_effort(name: str) -> tuple[str, str | None]:
    """``gpt-5.5, xhigh`` or ``Claude Opus 4.6 (high)`` as the model's name and its effort."""
    match = _WITH_EFFORT.fullmatch(name)
    return (match[1], match[2] or match[3]) if match else (name, None)


def unified_model_name(name: str) -> str:
    """The one spelling of a model, ``claude-opus-4-8[1m]`` too; an unknown name as written."""
    return _MODELS.get(_CONTEXT_WINDOW.sub("", name), name)


def benchmark_name(scenario_id: str) -> str:
    """``SCN_001_crm_lead_capture`` as ``001-crm-lead-capture``."""
    return scenario_id.removeprefix("SCN_").replace("_", "-")


def _experiments(fields: Fields, options: ImportOptions) -> list[ImportedExperiment]:
    report = _report(fields, options)
    conditions = fields.names(("conditions",))
    if report is None:
        return []
    found = [_experiment(report, name, options) for name in conditions]
    return [experiment for experiment in found if experiment is not None]


def _report(fields: Fields, options: ImportOptions) -> _Report | None:
    group = fields.required(("task_group_id",), scalars.read_name)
    scenario = fields.required(("scenario_id",), scalars.read_name)
    harness = fields.required(("harness",), scalars.read_name)
    model = fields.required(("model",), scalars.read_name)
    if group is None or scenario is None or harness is None or model is None:
        return None
    path = fields.document.path
    match = _REPORT.fullmatch(path)
    if match and group != match[1]:
        fields.error(("task_group_id",), "wrong-group", f'"{group}" in the report of {match[1]}')
    model_name, effort = split_effort(model)
    extra_meta = {"thinking": effort} if effort else {}
    extra_meta |= {
        "task_group_id": group,
        "scenario_id": scenario,
        "source_file": _path_in_repository(path),
    }
    return _Report(
        fields=fields,
        benchmark_name=options.benchmark or benchmark_name(scenario),
        harness_name=options.harness or _HARNESSES.get(harness, harness),
        model_name=options.model or unified_model_name(model_name),
        extra_meta=extra_meta,
    )


def _path_in_repository(path: str) -> str:
    """The path without what only this machine has before it."""
    match = _IN_REPOSITORY.fullmatch(path)
    return match[1] if match else "/".join(path.split("/")[-3:])


def _experiment(
    report: _Report, condition: str, options: ImportOptions
) -> ImportedExperiment | None:
    fields = report.fields
    path: KeyPath = ("conditions", condition)
    tasks = fields.names((*path, "tasks"))
    scores = {task: _scores(fields, (*path, "tasks", task, "scores")) for task in tasks}
    factor = N_ATTEMPT * len(scores)
    seconds = fields.optional((*path, "efficiency", "seconds_avg_3"), scalars.read_amount)
    cost = fields.optional((*path, "efficiency", "cost_usd_avg_3"), scalars.read_amount)
    tokens = _tokens(fields, (*path, "efficiency"))
    known = {task: values for task, values in scores.items() if values is not None}
    if not scores or len(known) < len(scores):
        return None
    return ImportedExperiment(
        benchmark_name=report.benchmark_name,
        harness_name=report.harness_name,
        model_name=report.model_name,
        algorithm=options.algorithm or condition,
        attempts=tuple(
            ImportedAttempt(
                number=index + 1,
                tasks=tuple(
                    ImportedTask(source=task, score=values[index]) for task, values in known.items()
                ),
            )
            for index in range(N_ATTEMPT)
        ),
        phase=options.phase or DEFAULT_PHASE,
        date=options.date,
        extra_meta=report.extra_meta,
        cost_total=None if cost is None else cost * factor,
        duration_ms_total=None if seconds is None else seconds * 1000 * factor,
        tokens_total=None if tokens is None else tokens * factor,
    )


def _scores(fields: Fields, path: KeyPath) -> list[float] | None:
    """The scores of the three attempts; None, with problems, when they are not all there."""
    node = fields.sequence(path)
    if node is None:
        return None
    if len(node.items) != N_ATTEMPT:
        message = f"has {len(node.items)} scores, expected one for each of {N_ATTEMPT} attempts"
        fields.error(path, "scores", message)
        return None
    scores = [fields.required((*path, index), read_fraction) for index in range(N_ATTEMPT)]
    known = [score for score in scores if score is not None]
    return known if len(known) == N_ATTEMPT else None


def _tokens(fields: Fields, path: KeyPath) -> float | None:
    """All tokens of a task, averaged; None when the buckets are not those of a known harness."""
    efficiency = fields.document.node(path)
    if efficiency is None or scalars.is_null(efficiency):
        return None
    node = fields.mapping(path)
    matches = [_TOKEN_KEY.fullmatch(key) for key in (node.items if node else ())]
    buckets = frozenset(match[1] for match in matches if match)
    if buckets and buckets not in _TOKEN_BUCKETS:
        message = f"token buckets of no known harness ({', '.join(sorted(buckets))})"
        fields.warning(path, "token-buckets", f"{message}: the total is left unknown")
        return None
    counts = [
        fields.optional((*path, f"{bucket}_tokens_avg_3"), scalars.read_amount)
        for bucket in _TOKEN_BUCKETS.get(buckets, ())
    ]
    return known_sum(counts)


IMPORTER = Importer(
    description="GDPevo reports (<run>/reports/task_group_NNN.yaml, groups 001 to 012)",
    wants=wants,
    read=read_reports,
)
