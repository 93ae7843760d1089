"""Addresses as messages may show them: without names, passwords and signatures."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

_USER = re.compile(r"://[^/\s\"'@]*@")
_QUERY = re.compile(r"(://[^\s\"'?#]*)[?#][^\s\"']*")


def without_secrets(text: str, address: str = "") -> str:
    """The text without user, password, query and fragment of each address in it.

    What is secret in ``address`` is left out wherever it stands.
    """
    text = _QUERY.sub(r"\1", _USER.sub("://", text))
    for secret in _secrets(address):
        text = text.replace(secret, "...")
    return text


def _secrets(address: str) -> list[str]:
    """The password of an address and the values of its query, longest first."""
    try:
        parts = urlsplit(address)
        password = parts.password
    except ValueError:
        return []
    found = {value for _, value in parse_qsl(parts.query)}
    if password:
        found |= {password, unquote(password)}
    return sorted((value for value in found if len(value) > 2), key=len, reverse=True)
