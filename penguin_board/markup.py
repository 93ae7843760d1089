"""Text as markup, and the small pieces of it that pages are made of."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

# Whether a text holds a character that means something in HTML.
means_something = re.compile("[&<>\"']").search


def escaped(text: str) -> str:
    """``text`` for HTML: itself where it holds no character that means something there."""
    return escape(text) if means_something(text) else text


def as_markup(value: object) -> Markup:
    """``value`` escaped; markup as it is, without being asked for its ``__html__``."""
    return value if type(value) is Markup else escape(value)


def safe(text: str) -> Markup:
    """``text`` as markup, which it is, without being asked for its ``__html__``."""
    return str.__new__(Markup, text)


def number_cell(value: str | float) -> str:
    """A cell of a table up to the text of its number; ``value`` is that at full precision."""
    return f'<td class="num" data-value="{value}" title="{value}">'


def unknown_cell(why: str) -> str:
    """A cell without a number: the markup that says why."""
    return f'<td class="num">{why}</td>'


def file_link(name: str, path: str, url: str | None) -> str:
    """A file by its name, a link where it stands in public."""
    name, path = escaped(name), escaped(path)
    if not url:
        return f'<span class="file" title="{path}">{name}</span>'
    return f'<a class="file" href="{escaped(url)}" rel="noopener" title="{path}">{name}</a>'
