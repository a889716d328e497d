"""What depends on the terminal: the themes, the characters it can show, and its clipboard."""

import base64
import locale
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

AUTO = "auto"
"""The setting that leaves the choice to `suitable`."""

DARK, LIGHT = "lifesat-dark", "lifesat-light"


def _theme(name: str, cursor: str, cursor_text: str, *, dark: bool, **colors: str) -> Theme:
    """Return a theme: one accent, which is that of live cells too; the others are for states."""
    accent, secondary, surface = colors["accent"], colors["secondary"], colors["surface"]
    variables = {
        "block-cursor-background": cursor,
        "block-cursor-foreground": cursor_text,
        "block-cursor-text-style": "bold",
        "border": accent,
        "border-blurred": secondary,
        "scrollbar": secondary,
        "scrollbar-background": surface,
    }
    return Theme(name=name, primary=accent, dark=dark, variables=variables, **colors)  # type: ignore[arg-type]


THEMES = (
    _theme(
        DARK, "#2b4a4c", "#ffffff", dark=True,
        accent="#58cdb4", secondary="#42505c", warning="#e6b450", error="#f2777a",
        success="#8fd06e", foreground="#d8e0e6", background="#10151a", surface="#182027",
        panel="#202a33",
    ),
    _theme(
        LIGHT, "#bfe3dc", "#000000", dark=False,
        accent="#00695c", secondary="#b3bdc5", warning="#865000", error="#b3202a",
        success="#2c6e16", foreground="#1c252c", background="#fafbfb", surface="#f0f3f4",
        panel="#e2e8eb",
    ),
)  # fmt: skip
"""The themes. They colour the background too, so each is legible on every terminal."""


def suitable(color_system: str | None, environment: Mapping[str, str]) -> str:
    """Return the theme that suits a terminal.

    `color_system` is Rich's name for its number of colours; a terminal with 16 keeps its own. Some
    terminals give the colour of their background in COLORFGBG in `environment`.

    >>> suitable("truecolor", {}), suitable("256", {"COLORFGBG": "0;15"}), suitable("standard", {})
    ('lifesat-dark', 'lifesat-light', 'ansi-dark')
    """
    light = environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
    if color_system in ("256", "truecolor"):
        return LIGHT if light else DARK
    return "ansi-light" if light else "ansi-dark"


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


_SECONDS = 5
# The longest string that screen passes to the terminal.
_SCREEN_PIECE = 250
# The longest escape sequence that most terminals accept.
_MOST_BYTES = 74_000
# Terminals without support for OSC 52.
_REJECTING = {"linux": "the Linux console", "Apple_Terminal": "Apple's Terminal"}


def copy(text: str, write: Callable[[str], object]) -> tuple[bool, str]:
    """Send a text to the clipboard; return whether it was sent, and a message.

    Within tmux this runs ``tmux load-buffer``, which reports errors. Elsewhere `write` sends the
    escape sequence OSC 52 to the terminal, which does not reply.
    """
    rejecting = _REJECTING.get(os.environ.get("TERM", "")) or _REJECTING.get(
        os.environ.get("TERM_PROGRAM", "")
    )
    if rejecting:
        return False, f"{rejecting} does not let programs use the clipboard"
    if os.environ.get("TMUX"):
        return _by_tmux(text)
    if len(text) > _MOST_BYTES:
        return False, f"{len(text):,} characters are too many for most terminals"
    write(sequence(text, in_screen="STY" in os.environ))
    return True, "sent to the terminal's clipboard; some terminals ignore this without a message"


def sequence(text: str, *, in_screen: bool = False) -> str:
    """Return the escape sequence OSC 52 for a text, in pieces if it passes through screen."""
    words = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a"
    if not in_screen:
        return words
    pieces = [words[k : k + _SCREEN_PIECE] for k in range(0, len(words), _SCREEN_PIECE)]
    return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)


def _by_tmux(text: str) -> tuple[bool, str]:
    program = shutil.which("tmux")
    if program is None:
        return False, "the program tmux was not found"
    try:
        done = subprocess.run(  # noqa: S603 - found on the user's path
            [program, "load-buffer", "-w", "-"],
            input=text, encoding="utf-8", capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False, "tmux did not respond"
    if done.returncode:
        return False, f"tmux refused: {done.stderr.strip()}"
    return True, "copied to tmux's buffer, and to the terminal's clipboard if it supports this"
