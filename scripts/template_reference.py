"""Renews the generated half of ``docs/reference/templates.md``: files, names, blocks, views.

Example: ``python scripts/template_reference.py``
"""

from __future__ import annotations

import re
from pathlib import Path

from penguin_board.package_files import template_folder
from penguin_board.template_contexts import CONTEXTS, SHARED, docstring, fields, view_types

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "templates.md"
MARK = "<!-- From here on this page is written by scripts/template_reference.py. -->\n"
_BLOCK = re.compile(r"\{%-?\s*block\s+(\w+)")


def reference() -> str:
    """The generated half of the page."""
    parts = [MARK, _shared(), _pages(), _blocks(), "## Views\n"]
    parts += [_view(view) for view in view_types().values()]
    return "\n".join(parts)


def _shared() -> str:
    rows = [f"| `{name}` | `{kind}` | {text} |" for name, (kind, text) in SHARED.items()]
    head = ["## Names in every template", "", *_table("name", "type", "meaning")]
    return "\n".join([*head, *rows, ""])


def _pages() -> str:
    rows = []
    for context in CONTEXTS:
        names = ", ".join(f"`{name}`: {_type(kind)}" for name, kind in context.names.items())
        rows.append(f"| `{context.template}` | `{context.path}` | {names or 'nothing'} |")
    head = ["## What makes each file", "", *_table("template", "file", "its own names")]
    return "\n".join([*head, *rows, ""])


def _type(kind: object) -> str:
    if isinstance(kind, type) and kind.__name__ in view_types():
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return f"`{kind}`"


def _blocks() -> str:
    rows = []
    folder = template_folder()
    for path in sorted([*folder.rglob("*.html"), *folder.rglob("*.svg")]):
        blocks = list(dict.fromkeys(_BLOCK.findall(path.read_text("utf-8"))))
        if "assets" not in path.parts and blocks:
            names = ", ".join(f"`{block}`" for block in blocks)
            rows.append(f"| `{path.relative_to(folder).as_posix()}` | {names} |")
    return "\n".join(["## Blocks", "", *_table("template", "blocks"), *rows, ""])


def _view(view: type) -> str:
    rows = [
        f"| `{field.name}` | `{field.type_text}` | {_cell(field.meaning)} |"
        for field in fields(view)
    ]
    head = [f"### {view.__name__}", "", docstring(view), "", *_table("field", "type", "meaning")]
    return "\n".join([*head, *rows, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def _table(*names: str) -> tuple[str, str]:
    return f"| {' | '.join(names)} |", f"| {' | '.join('---' for _ in names)} |"


def main() -> None:
    """Write the page, its hand-written half as it is."""
    written, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text(written + reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
