"""The style sheets and scripts that pages load are those of their sources."""

from __future__ import annotations

import re

import pytest

from scripts import assets

pytest.importorskip("minify", reason="there is no minifier for this machine")

# `td :hover`, any hovered thing within; without the space it would be a hovered td.
WITHIN = re.compile(r"[\w\])*] ::?[a-z-]+")
SHEETS = [name for name in assets.MADE if name.endswith(".css")]


@pytest.mark.parametrize("name", assets.MADE)
def test_what_is_made_is_current(name: str) -> None:
    kept = (assets.ASSETS / name).read_text("utf-8")
    assert kept == assets.made()[name], "run: make assets"


def test_every_source_is_used() -> None:
    used = {
        f"{name.rpartition('.')[2]}/{part}.{name.rpartition('.')[2]}"
        for name, parts in assets.MADE.items()
        for part in parts
    }
    found = {
        path.relative_to(assets.ASSETS).as_posix()
        for kind in ("css", "js")
        for path in (assets.ASSETS / kind).iterdir()
    }
    assert used == found


@pytest.mark.parametrize("name", SHEETS)
def test_the_space_before_a_pseudo_class_stays(name: str) -> None:
    sources = "".join(
        (assets.ASSETS / "css" / f"{part}.css").read_text("utf-8") for part in assets.MADE[name]
    )
    sources = re.sub(r"/\*.*?\*/", "", sources, flags=re.DOTALL)
    kept = (assets.ASSETS / name).read_text("utf-8")
    assert len(WITHIN.findall(kept)) == len(WITHIN.findall(sources))
