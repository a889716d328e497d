"""Text made safe to print on a terminal, and durations as text."""

from __future__ import annotations

import io
import os
import sys

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO


def printable(text: str) -> str:
    r"""Return one line of text with every unprintable character escaped.

    These are control characters, line breaks, invisible format characters such as those that change
    the direction of writing, and code points that are not characters.

    >>> print(printable("tub\x1b[2J\n\u202e"))
    tub\x1b[2J\n\u202e
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def printable_lines(text: str) -> str:
    """Return a text with unprintable characters escaped as by `printable`, except line feeds."""
    return "\n".join(map(printable, text.split("\n")))


def accept_every_text() -> None:
    """Let standard output and standard error take any text, whatever the encoding of the system.

    Files and pipes get UTF-8, which lifesat reads, unless ``PYTHONIOENCODING`` says otherwise. A
    terminal with another encoding, such as cp1252, shows escapes for the characters it lacks.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):  # Python has none, or a program's own
            continue
        if stream is sys.stdout and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
            stream.reconfigure(encoding="utf-8", errors=stream.errors)
        if stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def standard_output() -> TextIO:
    """Return standard output for texts with the names and comments of patterns; see `shown`."""
    return shown(sys.stdout)


def shown(stream: TextIO) -> TextIO:
    """Return a stream, with unprintable characters escaped if it is a terminal."""
    return _Shown(stream) if stream.isatty() else stream  # type: ignore[return-value]  # enough of it


class _Shown:
    """A text stream on a terminal, with only the methods that writers need."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(printable_lines(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self._stream.flush()


def clock(seconds: float) -> str:
    """Return a duration in days, hours, minutes and seconds.

    >>> clock(75.3), clock(93_784)
    ('1:15', '1 d 2:03:04')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days} d {hour}:{minute:02}:{second:02}"
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
