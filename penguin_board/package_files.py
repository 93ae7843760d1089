"""The files of the program itself: where its templates are, and a key of all that it is made of."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = "templates"
_DEPENDENCIES = ("babel", "jinja2", "numpy", "plotly", "pydantic", "yaml")


def template_folder() -> Path:
    """The templates in the package, else those beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / TEMPLATES
    return inside if inside.is_dir() else package.parent / TEMPLATES


@functools.cache
def program_key() -> str:
    """A sha256 that differs wherever results of the program might: its files, those it uses."""
    found = hashlib.sha256(repr(sys.version_info[:3]).encode())
    for top in (Path(__file__).parent, template_folder()):
        for path in _files(str(top)):
            found.update(path.removeprefix(str(top)).encode() + b"\0")
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123  -- half the time of a Path
                found.update(file.read())
    for folder in sorted({package_folder(name).parent for name in _DEPENDENCIES}):
        # Importing them, or importlib.metadata, would take longer than all the rest.
        names = sorted(filter(_is_installed, os.listdir(folder)))  # noqa: PTH208
        found.update("\0".join(names).encode())
    return found.hexdigest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name.startswith((".", "__pycache__")):
                continue
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                yield entry.path


def _is_installed(name: str) -> bool:
    return name.endswith((".dist-info", ".egg-info"))


def package_folder(name: str) -> Path:
    """The folder of an installed package, without importing it.

    Raises ModuleNotFoundError where it is not installed.
    """
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(name)
    return Path(spec.origin).parent
