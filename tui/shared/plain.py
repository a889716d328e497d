"""Filters for terminal output: no control characters, and only ASCII without UTF-8."""

import locale
import re
import sys

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_ASCII_FOR = {
    "─━╌═╴╶╸╺▔▁▂▄▀▬": "-", "│┃║▏▎▍▌▐▕": "|", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛": "+",
    "█▇▆": "#", "▅▃": "=", "·•●": ".", "◂←": "<", "▸→": ">", "↑▴": "^", "↓▾": "v",
    "…": ".", "✓": "+", "✗": "x", "∅": "0", "◆": "*", "■": "#", "‖": "=", "░▒▓": ":",
    "▘▝▖▗▚▞▙▛▜▟": "#",
}  # fmt: skip
_CUT = re.compile(r"(?<=\w)…")
_TABLE = {ord(char): plain for chars, plain in _ASCII_FOR.items() for char in chars}


def in_ascii(text: str) -> str:
    """Return a text with every character replaced by a similar one in ASCII.

    Examples
    --------
    >>> in_ascii("╭─ ▸ ██ · é")
    '+- > ## . ?'
    """
    if text.isascii():
        return text
    # A word that is cut ends in a tilde; other ellipses mean that something continues.
    text = _CUT.sub("~", text).translate(_TABLE)
    return "".join(c if c.isascii() else "?" for c in text)


def printable_text(text: str) -> str:
    r"""Return a text of the same width without unprintable characters.

    Examples
    --------
    >>> printable_text("tub\x1b[2J\ue000")
    'tub[2J\ufffd'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\ufffd" * cell_len(c) for c in text)


class PrintableFilter(LineFilter):
    """Removes control characters, such as those in the name of a pattern."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments without control characters, except Textual's control segments."""
        return [
            Segment(text if control else printable_text(text), style, control)
            for text, style, control in segments
        ]


class PlainFilter(LineFilter):
    """Replaces all characters that are not ASCII; it must be the last filter."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments in ASCII."""
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]


def supports_utf_8() -> bool:
    """Return whether the locale says that the terminal uses UTF-8."""
    encoding = locale.nl_langinfo(locale.CODESET) if sys.platform != "win32" else "UTF-8"
    return encoding.upper().replace("-", "") == "UTF8"
