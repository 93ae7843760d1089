"""Text as markup, and the small pieces of it that pages are made of."""

from __future__ import annotations

import re

from markupsafe import escape

_MEANS_SOMETHING = re.compile("[&<>\"']").search


def escaped(text: str) -> str:
    """``text`` for HTML: itself where it holds no character that means something there."""
    return escape(text) if _MEANS_SOMETHING(text) else text


def number_cell(value: str, text: str) -> str:
    """A cell of a table: a number at full precision, and the markup that shows it."""
    value = escaped(value)
    return f'<td class="num" data-value="{value}" title="{value}">{text}</td>'


def unknown_cell(why: str) -> str:
    """A cell without a number: the markup that says why."""
    return f'<td class="num">{why}</td>'


def file_link(name: str, path: str, url: str | None) -> str:
    """A file by its name, a link where it stands in public."""
    name, path = escaped(name), escaped(path)
    if not url:
        return f'<span class="file" title="{path}">{name}</span>'
    return f'<a class="file" href="{escaped(url)}" rel="noopener" title="{path}">{name}</a>'
