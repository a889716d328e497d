"""Keys of Golly that run scripts: repair or add lines of its preferences."""

import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from lifesat.cli import diagnostics
from lifesat.cli.golly_files import ENDS
from lifesat.errors import UserError
from lifesat.system.printing import printable

# Golly 3.3, 4 and 5 give these keys no action of their own.
_FREE = {"step-back": "p", "find-predecessors": "shift+p"}
_ACTION = b"key_action="
_OPEN = "Open:"
# Golly exits with an error if its preferences have any other key.
_KEY = re.compile(r"[a-z0-9]|f([1-9]|1[0-9]|2[0-4])")


def key_lines(folder: Path, language: str, keys: Mapping[str, str] = _FREE) -> dict[str, bytes]:
    """Return lines for Golly's preferences, without line ends, by the keys that run the scripts."""
    return {
        key: _line(_as_golly_writes(key), folder / f"{script}{ENDS[language]}")
        for script, key in keys.items()
    }


def assigned(
    preferences: Path, folder: Path, scripts: Collection[str]
) -> Iterator[tuple[str, Path]]:
    """Yield each key that runs one of the scripts, as users write it, and the script's file."""
    for _, key, path in _ours(_read(preferences), folder, scripts):
        yield _shown(key), path


def repair(preferences: Path, folder: Path, language: str, scripts: Collection[str]) -> None:
    """Let keys of missing scripts run those in the folder; keep a copy of the preferences.

    While Golly is running, only report these keys.
    """
    text = _read(preferences)
    lost = [each for each in _ours(text, folder, scripts) if not each[2].is_file()]
    if not lost:
        return
    if _golly_runs():
        diagnostics.say(
            f"keys whose scripts are not there: {', '.join(_shown(key) for _, key, _ in lost)}; "
            "they are not repaired, since Golly runs, and writes its keys when it ends: close it, "
            "and run this again"
        )
        return
    lines = text.splitlines(keepends=True)
    for line, key, path in lost:
        new = folder / f"{path.stem}{ENDS[language]}"
        repaired = _line(key, new)
        lines = [
            repaired + each[len(line) :] if each.rstrip(b"\r\n") == line else each for each in lines
        ]
        diagnostics.say(printable(f"the key {_shown(key)} now runs {new}, no longer {path}"))
    _write(preferences, text, b"".join(lines))


def chosen(wanted: str, scripts: Collection[str]) -> dict[str, str]:
    """Return keys by script, from text such as ``prove-orphan=shift+o,find-eater=f5``.

    Raises `UserError` if a script or a key is unknown.
    """
    keys = {}
    for part in wanted.split(",") if wanted else ():
        script, _, key = part.strip().partition("=")
        if script not in scripts:
            raise UserError(f"--keys: no script {script!r}; scripts: {', '.join(sorted(scripts))}")
        _as_golly_writes(key)
        keys[script] = key
    return keys


def offer(
    preferences: Path,
    folder: Path,
    language: str,
    scripts: Collection[str],
    wanted: dict[str, str],
) -> None:
    """Show the free keys, ask, and write them into the preferences; keep a copy.

    `wanted` is what `chosen` returns; if it is empty, offer the keys that Golly leaves free. Raises
    `UserError` if Golly is running or has not written its preferences yet.
    """
    text = _read(preferences)
    if _ACTION not in text:
        # Golly would have no keys but these.
        raise UserError(f"no keys in {preferences}: start Golly once, and close it")
    if _golly_runs():
        raise UserError("close Golly first: it writes its preferences when it ends")
    keys = wanted or dict(_missing(text, folder, scripts))
    lines = _free(text, key_lines(folder, language, keys))
    if not lines:
        return
    for line in lines:
        diagnostics.say(printable(os.fsdecode(line)))
    diagnostics.say(f"Write this into {preferences}? A copy is kept beside it. [y/N]")
    if sys.stdin is None or sys.stdin.readline().strip().lower() not in ("y", "yes"):
        diagnostics.say("nothing has changed")
        return
    _write(preferences, text, _with_lines(text, lines))


def _line(key: str, script: Path) -> bytes:
    """Return the line of the preferences that lets a key, as Golly writes it, run a script."""
    return _ACTION + os.fsencode(f"{key} {_OPEN}{script}")


def _shown(key: str) -> str:
    """Return a key as people write it.

    >>> _shown("p+shift")
    'shift+p'
    """
    return "+".join(reversed(key.split("+")))


def _missing(text: bytes, folder: Path, scripts: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the default keys of scripts, except for scripts that have another key."""
    there = {path.stem: key for _, key, path in _ours(text, folder, scripts)}
    for script, key in _FREE.items():
        other = there.get(script)
        if other and _parts(other) != _parts(key):
            diagnostics.say(f"{script} has the key {_shown(other)} already")
        else:
            yield script, key


def _free(text: bytes, wanted: dict[str, bytes]) -> list[bytes]:
    """Return the lines that are missing, and report the keys that are already in use."""
    free = []
    for key, line in wanted.items():
        there = [action for _, other, action in _actions(text) if _parts(other) == _parts(key)]
        if not there:
            free.append(line)
        elif os.fsdecode(line).partition(" ")[2] != there[-1]:
            diagnostics.say(printable(f"the key {key} is taken by {there[-1]}; it stays so"))
        else:
            diagnostics.say(f"the key {key} is there already")
    return free


def _actions(text: bytes) -> Iterator[tuple[bytes, str, str]]:
    """Yield each line that assigns a key, the key, and its action."""
    for line in text.splitlines():
        if line.startswith(_ACTION):
            key, _, action = os.fsdecode(line[len(_ACTION) :]).partition(" ")
            yield line, key, action


def _ours(text: bytes, folder: Path, scripts: Collection[str]) -> Iterator[tuple[bytes, str, Path]]:
    """Yield the line, key and file of each key that runs a script with the name of one of ours."""
    for line, key, action in _actions(text):
        path = Path(action.removeprefix(_OPEN))
        if not action.startswith(_OPEN) or path.stem not in scripts:
            continue
        if not path.is_absolute():
            # Golly leaves out its own folder, which is not known here.
            parents = path.parent.parts
            if folder.parts[-len(parents) :] != parents:
                continue
            path = folder / path.name
        if path.suffix in ENDS.values():
            yield line, key, path


def _parts(key: str) -> frozenset[str]:
    """Return a key and its modifiers in any order; Golly, too, reads ``P`` as ``shift+p``."""
    parts = key.split("+")
    capital = any(len(part) == 1 and part.isupper() for part in parts)
    return frozenset([part.lower() for part in parts] + ["shift"] * capital)


def _as_golly_writes(key: str) -> str:
    """Return a key such as ``shift+p`` with its modifiers last, in Golly's order.

    >>> _as_golly_writes("shift+F5")
    'f5+shift'
    """
    modifiers = ("opt", "shift", "ctrl", "cmd") if sys.platform == "darwin" else (
        "alt", "shift", "ctrl"
    )  # fmt: skip
    parts = _parts(key)
    names = [part for part in parts if part not in modifiers]
    if len(names) != 1 or not _KEY.fullmatch(names[0]):
        raise UserError(
            f"--keys: {key!r} is not a letter, a digit or f1 to f24, with any of "
            f"{', '.join(modifiers)}, such as shift+o"
        )
    return "+".join([*names, *[each for each in modifiers if each in parts]])


def _with_lines(text: bytes, lines: list[bytes]) -> bytes:
    """Return the preferences with more lines, after the last line of their kind."""
    last = text.rfind(b"\n" + _ACTION)
    end = text.find(b"\n", last + 1)
    end = len(text) if end < 0 else end
    return text[:end] + b"".join(b"\n" + line for line in lines) + text[end:]


def _read(preferences: Path) -> bytes:
    try:
        return preferences.read_bytes()
    except OSError:
        return b""


def _write(preferences: Path, before: bytes, after: bytes) -> None:
    """Replace the preferences atomically, and keep the old ones in a numbered copy."""
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
    """Return whether Golly is running; False where there is no ``/proc``."""
    names = set()
    for file in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):
            names.add(file.read_bytes().strip().lower())
    return b"golly" in names
