"""The documentation names every command, option, file key and problem code, and no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from penguin_board import schema
from penguin_board.cli import COMMANDS as PLACES
from penguin_board.importers import FORMATS
from penguin_board.json_model import leaderboard_json_schema
from tests.command_line import commands

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "penguin_board"
COMMANDS = commands()


def _modules() -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in sorted(PACKAGE.rglob("*.py"))]


def _code_positions(modules: list[ast.Module]) -> dict[str, int]:
    """Functions with a text parameter ``code``, and which positional argument it is."""
    positions = {}
    for module in modules:
        for parent in ast.walk(module):
            for node in ast.iter_child_nodes(parent):
                if isinstance(node, ast.FunctionDef):
                    names = [arg.arg for arg in node.args.args]
                    arg = next((a for a in node.args.args if a.arg == "code"), None)
                    if arg is None or ast.unparse(arg.annotation or ast.Constant("")) != "str":
                        continue
                    skipped = 1 if names[0] in ("self", "cls") else 0
                    name = parent.name if node.name == "__init__" else node.name
                    positions[name] = names.index("code") - skipped
    return positions


def _texts(node: ast.expr) -> Iterator[str]:
    """The text constants that an expression may give."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Tuple) and node.elts:
        yield from _texts(node.elts[0])


def _codes() -> set[str]:
    modules = _modules()
    positions = _code_positions(modules)
    found: set[str] = set()
    for module in modules:
        constants = {
            target.id: node.value
            for node in module.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(module):
            given: list[ast.expr] = []
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                given += [word.value for word in node.keywords if word.arg == "code"]
                if name in positions and len(node.args) > positions[name]:
                    given.append(node.args[positions[name]])
            elif isinstance(node, ast.Assign) and re.match(
                r"\(?code\b", ast.unparse(node.targets[0])
            ):
                given.append(node.value)
            for value in given:
                if isinstance(value, ast.Name) and value.id in constants:
                    value = constants[value.id]  # noqa: PLW2901
                found.update(text for text in _texts(value) if text)
    return found


def test_every_problem_code_is_documented_and_no_other() -> None:
    page = (DOCS / "reference" / "problems.md").read_text("utf-8")
    documented = re.findall(r"^\| `([a-z0-9-]+)` \|", page, re.MULTILINE)
    assert len(documented) == len(set(documented))
    assert set(documented) == _codes()


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_and_option_is_documented(name: str) -> None:
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    section = page.partition(f"## {name}\n")[2].partition("\n## ")[0]
    assert section, f"no section for {name}"
    command = COMMANDS[name]
    options = [
        flag
        for parameter in command.params
        if isinstance(parameter, click.Option) and parameter.name != "root"
        for flag in parameter.opts
    ]
    assert [flag for flag in options if f"`{flag}" not in section] == []
    assert command.help
    assert "Example: penguin-board" in command.help
    assert (command.name, command.get_short_help_str(100)) == (name, PLACES[name].summary)


def test_every_import_format_is_documented() -> None:
    page = (DOCS / "reference" / "commands.md").read_text("utf-8")
    assert [name for name in FORMATS if f"| `{name}` |" not in page] == []
    assert [name for name in FORMATS if name not in (COMMANDS["import"].help or "")] == []


def test_every_file_key_is_documented() -> None:
    page = (DOCS / "reference" / "files.md").read_text("utf-8")
    records = (schema.Leaderboard, schema.MetaInfo, schema.Summary, schema.AttemptHead)
    keys = {key for record in records for key in record.model_fields}
    keys |= set(schema.TaskResult.model_fields) | set(schema.EntryWeightedMean.model_fields)
    keys |= {f"author.{key}" for key in schema.Author.model_fields}
    keys -= {"author", "token"}
    assert sorted(key for key in keys if f"`{key}`" not in page and f"{key}:" not in page) == []


def test_every_field_of_the_json_is_documented() -> None:
    page = (DOCS / "reference" / "json.md").read_text("utf-8")
    published = leaderboard_json_schema()
    fields = set(published["properties"]) | set(published["$defs"]["JsonEntry"]["properties"])
    assert sorted(field for field in fields if f"`{field}`" not in page) == []


def test_links_between_pages_and_to_the_readme_resolve() -> None:
    broken = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]:
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.name}: {target}")
    assert broken == []
