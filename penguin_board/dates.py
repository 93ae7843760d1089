"""The dates that experiments carry, as ``YYYY-MM-DD``."""

from __future__ import annotations

import calendar
import functools
import re
from collections.abc import Iterable

_ISO_DATE = re.compile(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})")
_MONTHS = range(1, 13)


@functools.lru_cache(1 << 10)
def iso_date(text: str | None) -> str | None:
    """``2026-11-05`` for ``2026-11-05`` or ``20261105``; None for what is no day of a calendar."""
    match = _ISO_DATE.fullmatch(text or "")
    if match is None:
        return None
    year, month, day = (int(part) for part in match.groups())
    if year < 1 or month not in _MONTHS or not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    return "-".join(match.groups())


def newest(texts: Iterable[str | None]) -> str | None:
    """The newest of the dates; None when none of the texts is a date."""
    dates = (iso_date(text) for text in texts)
    return max((date for date in dates if date is not None), default=None)
