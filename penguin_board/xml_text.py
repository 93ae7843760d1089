"""Text that may stand in an XML file: a feed, an SVG."""

from __future__ import annotations

import re

_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """``text`` with what XML 1.0 cannot hold, not even escaped, replaced by U+FFFD."""
    return _NOT_IN_XML.sub("\ufffd", text)
