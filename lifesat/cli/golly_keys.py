"""Keys of Golly that run scripts: lines of its preferences, written only when the user agrees."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from lifesat.cli import diagnostics
from lifesat.errors import UserError
from lifesat.system.printing import printable

_ENDS = {"python": ".py", "lua": ".lua"}
# Golly 3.3, 4 and 5 give these keys no action of their own.
_KEYS = {"p": "step-back", "p+shift": "find-predecessors"}
_ACTION = b"key_action="


def key_lines(folder: Path, language: str) -> dict[bytes, bytes]:
    """Return the lines for Golly's preferences, without their ends, by the keys."""
    return {
        key.encode(): _ACTION + os.fsencode(f"{key} Open:{folder / (script + _ENDS[language])}")
        for key, script in _KEYS.items()
    }


def offer(preferences: Path, folder: Path, language: str) -> None:
    """Show the keys that are free, ask, and write them into the preferences; keep a copy.

    Raises
    ------
    UserError
        If Golly has not written its preferences yet, runs, or they cannot be read or written.
    """
    try:
        text = preferences.read_bytes()
    except OSError:
        text = b""
    if _ACTION not in text:
        # Golly would take these keys for all that there are.
        raise UserError(f"no keys in {preferences}: start Golly once, and close it")
    if _golly_runs():
        raise UserError("close Golly first: it writes its preferences when it ends")
    lines = _free(text, key_lines(folder, language))
    if not lines:
        return
    for line in lines:
        diagnostics.say(printable(os.fsdecode(line)))
    diagnostics.say(f"Write this into {preferences}? A copy is kept beside it. [y/N]")
    if sys.stdin is None or sys.stdin.readline().strip().lower() not in ("y", "yes"):
        diagnostics.say("nothing has changed")
        return
    _write(preferences, text, _with_lines(text, lines))


def _free(text: bytes, wanted: dict[bytes, bytes]) -> list[bytes]:
    """Return the lines that are missing, and say which keys are taken by something else."""
    free = []
    for key, line in wanted.items():
        there = [each for each in text.splitlines() if each.startswith(_ACTION + key + b" ")]
        if not there:
            free.append(line)
        elif line not in there:
            action = os.fsdecode(there[-1][len(_ACTION) + len(key) + 1 :])
            name = os.fsdecode(key)
            diagnostics.say(printable(f"the key {name} is taken by {action}; it stays so"))
        else:
            diagnostics.say(f"the key {os.fsdecode(key)} is there already")
    return free


def _with_lines(text: bytes, lines: list[bytes]) -> bytes:
    """Return the preferences with more lines, after the last of their kind."""
    last = text.rfind(b"\n" + _ACTION)
    end = text.find(b"\n", last + 1)
    end = len(text) if end < 0 else end
    return text[:end] + b"".join(b"\n" + line for line in lines) + text[end:]


def _write(preferences: Path, before: bytes, after: bytes) -> None:
    """Replace the preferences as a whole, and keep what they were in a file of its own."""
    number = 1
    while (copy := preferences.with_name(f"{preferences.name}.before-lifesat-{number}")).exists():
        number += 1
    new = preferences.with_name(f"{preferences.name}.new")
    try:
        copy.write_bytes(before)
        new.write_bytes(after)
        new.replace(preferences)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from None
    diagnostics.say(f"written; what was there is in {copy}")


def _golly_runs() -> bool:
    """Return whether a Golly runs; where there is no /proc, that is not known, and False."""
    names = set()
    for file in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):
            names.add(file.read_bytes().strip().lower())
    return b"golly" in names
