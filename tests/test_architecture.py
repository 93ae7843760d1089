"""The shape of the code: who imports whom, how long things are, what starting costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import REPOSITORY, run_python

PACKAGE = REPOSITORY / "penguin_board"
MODULES = sorted(PACKAGE.rglob("*.py"))
MAX_MODULE_LINES = 300
MAX_FUNCTION_LINES = 50
HEAVY = {"jinja2", "numpy", "plotly", "pydantic", "yaml"}


def functions(module: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_rooms_import_only_the_rooms_below_them() -> None:
    lint_imports = Path(sys.executable).parent / "lint-imports"
    result = subprocess.run(
        [lint_imports, "--no-cache"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout
    assert "0 broken" in result.stdout


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_is_one_idea(module: Path) -> None:
    assert len(module.read_text(encoding="utf-8").splitlines()) <= MAX_MODULE_LINES


def test_a_function_fits_on_a_screen() -> None:
    long = [
        f"{module.relative_to(PACKAGE)}:{node.lineno} {node.name}"
        for module in MODULES
        for node in functions(module)
        if (node.end_lineno or node.lineno) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]
    assert long == []


def test_a_module_is_named_for_a_stage_or_a_word_of_the_domain() -> None:
    words = {word for module in MODULES for word in module.stem.split("_")}
    assert not words & {"util", "utils", "helper", "helpers", "common", "manager", "base", "misc"}


def test_help_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys\n"
        "from penguin_board.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print('loaded:', sorted({HEAVY!r} & set(sys.modules)))\n"
    )
    result = run_python("-c", code)
    assert result.exit_code == 0, result.words
    assert result.stdout.endswith("loaded: []\n")
