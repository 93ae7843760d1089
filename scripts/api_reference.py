"""Renews the generated half of ``docs/reference/python.md``: every public name of the statistics.

Example: ``python scripts/api_reference.py``
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penguin_board import stats

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "python.md"
MARK = "<!-- From here on this page is written by scripts/api_reference.py. -->\n"

# The names of each section, in the order of reading.
SECTIONS: Mapping[str, str] = {
    "Records and settings": "EvalRun RunColumns Settings Limits InvalidRuns RunProblem",
    "Leaderboards of models on tasks": """
        aggregate pairwise_diffs leaderboard LeaderboardRow PairwiseDiff Verdict Leaderboard
    """,
    "Entries that combine benchmarks": """
        compare_composites CompositeEntry CompositeComparison CompositeRow CompositePair
        CompositeVerdict NoInterval Remark FEW_TASKS
    """,
    "Single statistics": """
        bootstrap_mean_ci bootstrap_pairwise_diff quantile expanded_alpha
        win_rate win_rates equal_scores rank_ranges
        standard_error paired_standard_error clustered_standard_error
        holm benjamini_hochberg resamples_needed fewest_tasks
    """,
    "Texts": "render_markdown render_json render_rows_csv render_pairs_csv settings_text",
}
# A value carries no docstring.
VALUES: Mapping[str, str] = {
    "Verdict": "The verdict on the first of a pair; `tie` is not distinguishable, which is not "
    "the same as equal, and `insufficient` is too few tasks.",
    "CompositeVerdict": "A verdict, or that two entries combine benchmarks differently, or share "
    "no task.",
    "NoInterval": "Why an entry or a pair has no interval.",
    "Remark": "What makes an interval or a comparison weaker than it looks.",
    "FEW_TASKS": "Fewer tasks than this carry the remark `few-tasks`.",
}

# The ids of rules are for those who have the specification at hand.
_RULES = re.compile(
    r" \((?:[A-Z]+\d+(?: to |, | and )?)+\)| \(section \w\)|(?<=\()[A-Z]\d+; |, [A-Z]\d+(?=\))"
)
_ROLE = re.compile(r":(?:class|func):`(\w+)`")
_MODULE = re.compile(r"\b(?:[a-z_]+\.)+(?=[A-Z])")
_ITEM = re.compile(r"(\w+): (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Docstring:
    """A docstring in Google style: paragraphs, and the items of its sections by name."""

    text: str
    items: Mapping[str, str]
    returns: str
    raises: Mapping[str, str]


def parsed(documented: object) -> Docstring:
    """The docstring of a function or class as Markdown."""
    heads = "Args|Attributes|Returns|Raises"
    parts = re.split(rf"^({heads}):\n", inspect.getdoc(documented) or "", flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return Docstring(
        text="\n\n".join(_markdown(paragraph) for paragraph in parts[0].strip().split("\n\n")),
        items={**_items(sections.get("Args", "")), **_items(sections.get("Attributes", ""))},
        returns=_markdown(sections.get("Returns", "")),
        raises=_items(sections.get("Raises", "")),
    )


def _items(section: str) -> dict[str, str]:
    found = [_ITEM.match(item) for item in re.split(r"^    (?=\S)", section, flags=re.MULTILINE)]
    return {match[1]: _markdown(match[2]) for match in found if match}


def _markdown(text: str) -> str:
    text = _RULES.sub("", " ".join(text.split())).replace("``", "`")
    return _ROLE.sub(lambda role: f"[`{role[1]}`](#{role[1].lower()})", text)


def reference() -> str:
    """The generated half of the page."""
    parts = [MARK]
    for title, names in SECTIONS.items():
        parts += [f"## {title}\n", *(_entry(name) for name in names.split())]
    return "\n".join(parts)


def _entry(name: str) -> str:
    member = getattr(stats, name)
    if name in VALUES:
        return f"### {name}\n\n`{_alias(member)}`\n\n{VALUES[name]}\n"
    documentation = parsed(member)
    describe = _parameters if inspect.isfunction(member) else _attributes
    rows = list(describe(member, documentation.items))
    lines = [f"### {name}", ""]
    if inspect.isfunction(member):
        lines += [f"    {_call(name, member)}", ""]
    lines += [documentation.text, ""]
    if rows:
        lines += ["| name | type | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{row}` | {kind} | {meaning} |" for row, kind, meaning in rows]
        lines.append("")
    if inspect.isfunction(member):
        hint = typing.get_type_hints(member)["return"]
        returned = _type(inspect.signature(member).return_annotation, hint)
        lines += [f"**Returns** {returned}: {documentation.returns}", ""]
    if documentation.raises:
        lines += ["**Raises**", ""]
        lines += [f"- `{kind}`: {why}" for kind, why in documentation.raises.items()] + [""]
    return "\n".join(lines)


def _call(name: str, function: Any) -> str:
    """How a function is called, without types and defaults: those are in the table."""
    words = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in words:
            words.append("*")
        prefix = "**" if parameter.kind is parameter.VAR_KEYWORD else ""
        default = "" if parameter.default is parameter.empty else f"={_value(parameter.default)}"
        words.append(f"{prefix}{parameter.name}{default}")
    return f"{name}({', '.join(words)})"


def _parameters(function: Any, items: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name, type and meaning of each parameter."""
    hints = typing.get_type_hints(function)
    for name, parameter in inspect.signature(function).parameters.items():
        is_rest = parameter.kind is parameter.VAR_KEYWORD
        kind = "keywords" if is_rest else _type(parameter.annotation, hints[name])
        yield name, kind, items[name]


def _attributes(kind: type, items: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name, type with default, and meaning of each attribute, then of each property."""
    fields = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    defaults = {
        field.name: f" = `{_value(field.default)}`"
        for field in fields
        if field.default is not dataclasses.MISSING
    }
    hints = typing.get_type_hints(kind)
    for name, annotation in kind.__annotations__.items():
        yield name, _type(annotation, hints[name]) + defaults.get(name, ""), items[name]
    for name, member in vars(kind).items():
        if isinstance(member, property) and not name.startswith("_"):
            annotation = typing.cast(Any, member.fget).__annotations__["return"]
            yield name, f"`{annotation}`", parsed(member).text


def _type(annotation: str, hint: Any) -> str:
    """The annotation as it is written; an alias that is not public, by what it stands for."""
    is_private = annotation.isidentifier() and annotation not in stats.__all__
    if is_private and not isinstance(hint, type):
        annotation = _alias(hint)
    return f"`{annotation.replace(' | ', ' or ')}`"


def _alias(value: Any) -> str:
    """What the name of a type or of a value stands for."""
    if typing.get_origin(value) is typing.Literal:
        return " or ".join(f'"{choice}"' for choice in typing.get_args(value))
    parts = typing.get_args(value)
    if parts and all(typing.get_origin(part) is typing.Literal for part in parts):
        return " or ".join(_alias(part) for part in parts)
    return _MODULE.sub("", str(value))


def _value(value: Any) -> str:
    """A default as Python; of settings only what differs from their own defaults."""
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return repr(value).replace("'", '"')
    plain = type(value)()
    names = [field.name for field in dataclasses.fields(value)]
    given = [name for name in names if getattr(value, name) != getattr(plain, name)]
    words = ", ".join(f"{name}={getattr(value, name)!r}" for name in given)
    return f"{type(value).__name__}({words})"


def main() -> None:
    """Write the page, its hand-written half as it is."""
    written, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text(written + reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
