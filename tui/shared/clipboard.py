"""Copying text to the clipboard of the user's machine."""

import base64
import os
import shutil
import subprocess
from collections.abc import Callable

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
