"""Other generators of static sites, and sites of theirs with as many pages as one wants.

Each page is a heading and a table of 20 rows, written in Markdown. A generator that is not
installed is left out.
"""

from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.processes import Argument, python

_TABLE: Final = "| rank | model | harness | score |\n| --- | --- | --- | --- |\n" + "".join(
    f"| {row} | model-{row:03d} | harness-{row % 3} | {row / 16} |\n" for row in range(20)
)
_SHELL: Final = (
    "<!doctype html>\n<html><head><title>{title}</title></head><body>{body}</body></html>\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """One generator.

    Attributes:
        name: As its command is called.
        goal: What one of our pages may take, in pages of this generator.
        few: Pages of its small site.
        many: Pages of its large one.
        is_there: Whether it is installed.
        files: Those of a site of so many pages.
        command: What makes the site in a folder, into another one.
    """

    name: str
    goal: float
    few: int
    many: int
    is_there: Callable[[], bool]
    files: Callable[[int], Mapping[str, str]]
    command: Callable[[Path, Path], list[Argument]]


def hugo(site: Path, out: Path) -> list[Argument]:
    """A Hugo site made."""
    return ["hugo", "--quiet", "--source", site, "--destination", out]


def has_hugo() -> bool:
    """Whether Hugo is installed."""
    return shutil.which("hugo") is not None


def hugo_files(pages: Sequence[str], layout: str, content: str = "") -> dict[str, str]:
    """A Hugo site whose pages have one layout."""
    files = {"config.toml": 'baseURL = "https://example.org/"\n'}
    files["layouts/_default/single.html"] = layout
    return files | {f"content/{name}.md": f"---\ntitle: {name}\n---\n{content}" for name in pages}


def _hugo_pages(count: int) -> dict[str, str]:
    layout = _SHELL.format(title="{{ .Title }}", body="{{ .Content }}")
    return hugo_files(_names(count), layout, _TABLE)


def _eleventy(site: Path, out: Path) -> list[Argument]:
    return ["eleventy", "--quiet", f"--input={site / 'pages'}", f"--output={out}"]


def _eleventy_pages(count: int) -> dict[str, str]:
    files = {
        "pages/_includes/page.liquid": _SHELL.format(title="{{ title }}", body="{{ content }}")
    }
    for name in _names(count):
        files[f"pages/{name}.md"] = f"---\nlayout: page.liquid\ntitle: {name}\n---\n{_TABLE}"
    return files


def _mkdocs(site: Path, out: Path) -> list[Argument]:
    config = site / "mkdocs.yml"
    return python("-m", "mkdocs", "build", "--quiet", "--config-file", config, "--site-dir", out)


def _mkdocs_pages(count: int) -> dict[str, str]:
    files = {"mkdocs.yml": "site_name: pages\ntheme: mkdocs\n", "docs/index.md": "# Pages\n"}
    return files | {f"docs/{name}.md": f"# {name}\n\n{_TABLE}" for name in _names(count)}


def _names(count: int) -> list[str]:
    return [f"page-{number:05d}" for number in range(count)]


GENERATORS: Final = (
    Generator(
        name="hugo",
        goal=2.5,
        few=100,
        many=1000,
        is_there=has_hugo,
        files=_hugo_pages,
        command=hugo,
    ),
    Generator(
        name="eleventy",
        goal=1.0,
        few=100,
        many=600,
        is_there=lambda: shutil.which("eleventy") is not None,
        files=_eleventy_pages,
        command=_eleventy,
    ),
    Generator(
        name="mkdocs",
        goal=0.25,
        few=20,
        many=120,
        is_there=lambda: importlib.util.find_spec("mkdocs") is not None,
        files=_mkdocs_pages,
        command=_mkdocs,
    ),
)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files by their paths in a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
