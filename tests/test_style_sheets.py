"""The style sheets: what compacting must not change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from penguin_board.assets import compact
from penguin_board.templating import template_folder

SHEETS = sorted((template_folder() / "assets").rglob("*.css"))
# `td :hover`, any hovered thing within; without the space it would be a hovered td.
WITHIN = re.compile(r"[\w\])*] ::?[a-z-]+")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.name)
def test_compacting_keeps_the_space_before_a_pseudo_class(sheet: Path) -> None:
    """In nested rules it would go: a star before the colon keeps it."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    assert WITHIN.findall(compact(sheet.name, text)) == WITHIN.findall(text)
