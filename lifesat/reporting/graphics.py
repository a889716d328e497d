"""Pictures in terminals that show them: Kitty's protocol and Sixel."""

import os
import re
import select
import shutil
import struct
import sys
import time
import zlib
from base64 import standard_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from typing import NamedTuple

from lifesat.life.pictures.pixels import Pixels

PROTOCOLS = ("kitty", "sixel")

# Kitty's protocol takes data in pieces of this size.
_PIECE = 4096
# How long a terminal may take to answer.
_PATIENCE = 0.3
# The first part asks whether a picture of one pixel can be shown, the second who the terminal is;
# all terminals answer the second.
_QUESTION = b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"
_ANSWER = re.compile(rb"\x1b\[\?([0-9;]*)c")
_KITTY_PROGRAMS = ("ghostty", "kitty")
_SIXEL_ATTRIBUTE = "4"


class Space(NamedTuple):
    """The size of a terminal in characters, and of a character in pixels."""

    columns: int
    rows: int
    wide: int = 9
    high: int = 18


def kitty(picture: Pixels) -> str:
    """Return a picture in Kitty's protocol; the cursor then stands below it."""
    rows, palette = picture
    data = b"".join(b"".join(palette[index] for index in row) for row in rows)
    text = standard_b64encode(zlib.compress(data)).decode("ascii")
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    keys = f"a=T,q=2,f=24,o=z,s={len(rows[0])},v={len(rows)},"
    written = []
    for number, piece in enumerate(pieces, 1):
        written.append(f"\x1b_G{keys}m={int(number < len(pieces))};{piece}\x1b\\")
        keys = ""
    return "".join(written) + "\n"


def sixel(picture: Pixels) -> str:
    """Return a picture as Sixel: bands of six rows, with the pixels of each colour in turn."""
    rows, palette = picture
    used = sorted(set().union(*map(set, rows)))
    width = len(rows[0])
    written = [f'\x1bPq"1;1;{width};{len(rows)}']
    for index in used:
        parts = ";".join(str(round(part / 2.55)) for part in palette[index])
        written.append(f"#{index};2;{parts}")
    for top in range(0, len(rows), 6):
        band = rows[top : top + 6]
        for index in sorted(set().union(*map(set, band))):
            bits = (
                sum(1 << y for y, row in enumerate(band) if row[x] == index) for x in range(width)
            )
            written.append(f"#{index}{_run_lengths(bits)}$")
        written.append("-")
    return "".join(written) + "\x1b\\\n"


def _run_lengths(bits: Iterator[int]) -> str:
    parts = []
    for value, group in groupby(bits):
        length, sign = sum(1 for _ in group), chr(63 + value)
        parts.append(f"!{length}{sign}" if length > 3 else sign * length)
    return "".join(parts)


ENCODERS = {"kitty": kitty, "sixel": sixel}
"""The encoder of each protocol."""


def protocol_of(environment: Mapping[str, str], answer: bytes) -> str | None:
    """Return the protocol in which a terminal shows pictures, or None.

    `answer` is the result of `ask_terminal`; it may be empty.
    """
    if "TMUX" in environment or environment.get("TERM", "").startswith(("screen", "tmux")):
        return None  # pictures would have to pass through
    program = environment.get("TERM_PROGRAM", "").lower()
    named = environment.get("TERM", "").removeprefix("xterm-")
    if "KITTY_WINDOW_ID" in environment or {program, named} & set(_KITTY_PROGRAMS):
        return "kitty"
    if b"_Gi=31;OK" in answer:
        return "kitty"
    known = _ANSWER.search(answer)
    return "sixel" if known and _SIXEL_ATTRIBUTE in known[1].decode().split(";")[1:] else None


def ask_terminal() -> bytes:
    """Ask the terminal what it can show, and return its answer, empty if there is no terminal."""
    try:
        with _quiet_terminal() as descriptor:
            os.write(descriptor, _QUESTION)
            answer, end = b"", time.monotonic() + _PATIENCE
            while not _ANSWER.search(answer):
                left = end - time.monotonic()
                if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                    break
                answer += os.read(descriptor, 1024)
            return answer
    except (ImportError, OSError):  # another system, or no terminal of its own
        return b""


@contextmanager
def _quiet_terminal() -> Iterator[int]:
    """Open the terminal of this process without echo and line buffering."""
    import termios
    import tty

    descriptor = os.open("/dev/tty", os.O_RDWR | getattr(os, "O_NOCTTY", 0))
    try:
        before = termios.tcgetattr(descriptor)
        try:
            tty.setcbreak(descriptor, termios.TCSANOW)
            yield descriptor
        finally:
            # What comes late is not for the shell.
            termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)
    except termios.error as error:
        raise OSError(*error.args) from error
    finally:
        os.close(descriptor)


def space() -> Space:
    """Return the size of the terminal of standard output, with defaults where it is unknown."""
    columns, rows = shutil.get_terminal_size()
    try:
        import fcntl
        import termios

        data = fcntl.ioctl(sys.stdout.fileno(), termios.TIOCGWINSZ, b"\0" * 8)
    except (ImportError, OSError):
        return Space(columns, rows)
    down, across, wide, high = struct.unpack("HHHH", data)
    if not (down and across and wide >= across and high >= down):
        return Space(columns, rows)
    return Space(columns, rows, wide // across, high // down)
