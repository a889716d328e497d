"""Text on its way to the clipboard of the user's own machine."""

import base64
import os
import shutil
import subprocess
from collections.abc import Callable

_SECONDS = 5
# Screen passes on strings up to this length in one piece.
_SCREEN_PIECE = 250
# Terminals take at least this much in one escape sequence; many refuse more.
_MOST_BYTES = 74_000
# Terminals that are known to have no clipboard for programs.
_REFUSING = {"linux": "the Linux console", "Apple_Terminal": "Apple's Terminal"}


def copy(text: str, write: Callable[[str], object]) -> tuple[bool, str]:
    """Send a text to the clipboard.

    Inside tmux, tmux itself is asked, as it answers whether it could; otherwise the escape sequence
    OSC 52 is written, to which no terminal answers.

    Parameters
    ----------
    text
        What to copy.
    write
        Writes to the terminal.

    Returns
    -------
    sent
        Whether it was sent.
    words
        What became of it.
    """
    refusing = _REFUSING.get(os.environ.get("TERM", "")) or _REFUSING.get(
        os.environ.get("TERM_PROGRAM", "")
    )
    if refusing:
        return False, f"{refusing} has no clipboard for programs"
    if os.environ.get("TMUX"):
        return _by_tmux(text)
    if len(text) > _MOST_BYTES:
        return False, f"{len(text):,} characters are more than terminals take"
    write(sequence(text, in_screen="STY" in os.environ))
    return True, "sent to the terminal's clipboard; some terminals refuse, and none says so"


def sequence(text: str, *, in_screen: bool = False) -> str:
    """Return the escape sequence OSC 52 for a text; within screen it is passed on in pieces."""
    words = f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\a"
    if not in_screen:
        return words
    pieces = [words[k : k + _SCREEN_PIECE] for k in range(0, len(words), _SCREEN_PIECE)]
    return "".join(f"\x1bP{piece}\x1b\\" for piece in pieces)


def _by_tmux(text: str) -> tuple[bool, str]:
    program = shutil.which("tmux")
    if program is None:
        return False, "tmux is not to be found, so that nothing can be copied"
    try:
        done = subprocess.run(  # noqa: S603 - found on the user's path
            [program, "load-buffer", "-w", "-"],
            input=text, text=True, capture_output=True, timeout=_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False, "tmux did not answer, so that nothing was copied"
    if done.returncode:
        return False, f"tmux refused: {done.stderr.strip()}"
    return True, "copied to tmux's buffer, and to the terminal's clipboard if it takes that"
