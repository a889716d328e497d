"""ASCII in place of all other characters, for terminals that know no others."""

import locale
import sys

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_LOOKS_LIKE = {
    "─━╌═╴╶╸╺▔▁▂▄▀▬": "-", "│┃║▏▎▍▌▐▕": "|", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛": "+",
    "█▇▆": "#", "▅▃": "=", "·•●": ".", "…": ".", "◂←": "<", "▸→": ">", "↑": "^", "↓": "v",
    "✓": "+", "✗": "x", "∅": "0", "◆": "*", "■": "#", "‖": "=", "░▒▓": ":",
}  # fmt: skip
_TABLE = {ord(char): plain for chars, plain in _LOOKS_LIKE.items() for char in chars}


def in_ascii(text: str) -> str:
    """Return a text of the same length in ASCII.

    Examples
    --------
    >>> in_ascii("╭─ ▸ ██ · é")
    '+- > ## . ?'
    """
    if text.isascii():
        return text
    return "".join(c if c.isascii() else "?" for c in text.translate(_TABLE))


class PlainFilter(LineFilter):
    """Replaces what a terminal without UTF-8 cannot show, last of all."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Return the segments in ASCII."""
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]


def knows_utf_8() -> bool:
    """Whether the terminal, as its locale says, shows more than ASCII."""
    encoding = locale.nl_langinfo(locale.CODESET) if sys.platform != "win32" else "UTF-8"
    return encoding.upper().replace("-", "") == "UTF8"
