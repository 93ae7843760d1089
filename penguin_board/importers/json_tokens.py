"""The tokens of JSON one after the other, from bytes in memory or a file that is mapped."""

from __future__ import annotations

import mmap
import re
from typing import Final

Data = bytes | mmap.mmap

# Possessive, so that a text of gigabytes is matched without a stack.
_TOKEN: Final = re.compile(
    rb'[ \t\r\n]*+(?:("(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")'
    rb"|([\[\]{},:])"
    rb"|((?:-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]++)?+"
    rb"|true|false|null|NaN|-?Infinity)(?![\w.+-])))"
)
_BETWEEN: Final = re.compile(
    rb'(?:[ \t\r\n,:0-9A-Za-z.+-]++|"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")*+'
)
_SPACE: Final = re.compile(rb"[ \t\r\n]*+")
_CHUNK: Final = 2**20
_MARK: Final = b"\xef\xbb\xbf"
_PAIRS: Final = {"{": "}", "[": "]"}


class JsonSyntaxError(Exception):
    """The text is no JSON; where and why."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column


class Tokens:
    """Walks over the tokens; ``place`` is where the last one begins."""

    def __init__(self, data: Data, first_line: int, start: int) -> None:
        self._data = data
        self._position = start
        self._begin = start
        # Line and column of the byte at ``_seen``, from which the next place is counted.
        self._seen, self._line, self._column = start, first_line, 1

    def next_token(self) -> str:
        """The next token as it is written."""
        match = _TOKEN.match(self._data, self._position)
        if match is None:
            self._begin = self._after_space()
            ended = self._begin >= len(self._data)
            raise self.error("the file ends early" if ended else "unexpected text")
        self._position = match.end()
        self._begin = match.start(match.lastindex or 0)
        return match[match.lastindex or 0].decode()

    def separator(self, closing: str) -> str:
        """A comma or ``closing``."""
        token = self.next_token()
        if token not in (",", closing):
            raise self.error(f'expected "," or "{closing}"')
        return token

    def skip(self, opening: str) -> None:
        """Pass over the rest of the value that ``opening`` began.

        Its texts have to end and its brackets to match; what else stands between them is not
        looked at, which is what makes this fast.
        """
        expected = [_PAIRS[opening]]
        while expected:
            between = _BETWEEN.match(self._data, self._position)
            self._position = self._begin = between.end() if between else self._position
            bracket = self._data[self._position : self._position + 1].decode("latin-1")
            if not bracket:
                raise self.error("the file ends early")
            if bracket in _PAIRS:
                expected.append(_PAIRS[bracket])
            elif bracket not in "]}":
                raise self.error("unexpected text")
            elif expected.pop() != bracket:
                raise self.error("a bracket without its other half")
            self._position += 1

    def end(self) -> None:
        """Nothing but white space follows."""
        self._begin = self._after_space()
        if self._begin < len(self._data):
            raise self.error("extra text after the value")

    def place(self) -> tuple[int, int]:
        """Line and column, from 1, of the last token; columns count code points."""
        while self._seen < self._begin:
            stop = _whole_characters(self._data, self._seen, min(self._begin, self._seen + _CHUNK))
            part = self._data[self._seen : stop]
            lines = part.count(b"\n")
            if lines:
                self._line += lines
                self._column = 1
                part = part[part.rfind(b"\n") + 1 :]
            self._column += len(part.decode())
            self._seen = stop
        return self._line, self._column

    def error(self, message: str) -> JsonSyntaxError:
        """An error at the last token."""
        return JsonSyntaxError(message, *self.place())

    def _after_space(self) -> int:
        match = _SPACE.match(self._data, self._position)
        return match.end() if match else self._position


def without_mark(data: Data) -> int:
    """Where the text begins: after a byte order mark, if there is one."""
    return len(_MARK) if data[: len(_MARK)] == _MARK else 0


def first_bad_byte(data: Data) -> tuple[int, int, int] | None:
    """Offset, line and column in bytes of the first byte that is not UTF-8."""
    start = 0
    while start < len(data):
        stop = _whole_characters(data, start, min(len(data), start + _CHUNK))
        try:
            data[start:stop].decode()
        except UnicodeDecodeError as error:
            offset = start + error.start
            before = data[:offset]
            return offset, before.count(b"\n") + 1, offset - before.rfind(b"\n")
        start = stop
    return None


def _whole_characters(data: Data, start: int, stop: int) -> int:
    """``stop``, or up to three bytes before it, where a character ends."""
    for offset in range(4):
        end = stop - offset
        if end <= start:
            break
        if end >= len(data) or data[end] & 0xC0 != 0x80:
            return end
    return stop
