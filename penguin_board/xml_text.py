"""Text that may stand in an XML file: a feed, an SVG."""

from __future__ import annotations


def xml_text(text: str) -> str:
    """``text`` with what XML 1.0 cannot hold, not even escaped, replaced by U+FFFD."""
    return "".join(char if _in_xml(ord(char)) else "\ufffd" for char in text)


def _in_xml(point: int) -> bool:
    if point < 0x20:
        return point in (0x9, 0xA, 0xD)
    return not (0xD800 <= point <= 0xDFFF or point in (0xFFFE, 0xFFFF))
