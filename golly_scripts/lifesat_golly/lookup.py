"""Finds lifesat for scripts that were not installed by ``lifesat golly install``.

With one more line that names a script, this file is that script for people who copy a single file.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any, Iterator

import golly as g

NOT_FOUND = "no lifesat was found on the PATH; install it, or run: lifesat golly install"
"""The message if there is no lifesat."""

# A program that is started from a desktop may have another PATH than the user's shell.
_FOLDERS = ("~/.local/bin", "/opt/homebrew/bin", "/usr/local/bin")


def installed() -> dict[str, Any]:
    """Return the interpreter, scripts and version from ``lifesat golly where``; {} if it fails."""
    for words in _commands():
        try:
            found = json.loads(output([*words, "golly", "where"]))
        except (OSError, ValueError):
            continue
        if isinstance(found, dict):
            return found
    return {}


def output(words: list[str]) -> str:
    """Run a command without the settings of Golly's own Python, and return what it prints."""
    done = subprocess.run(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={k: v for k, v in os.environ.items() if not k.startswith("PYTHON")},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        check=False,
    )
    return done.stdout.decode("utf-8", "replace")


def run(script: str) -> None:
    """Run a script of the installed lifesat."""
    folder = installed().get("scripts")
    if not folder:
        g.exit("lifesat: " + NOT_FOUND)
    os.chdir(str(folder))  # Golly looks for modules there
    with open(script, encoding="ascii") as file:
        code = compile(file.read(), script, "exec")
    exec(code, {})


def _commands() -> Iterator[list[str]]:
    """Yield the commands that may run lifesat."""
    folders = [os.environ.get("PATH", os.defpath), *map(os.path.expanduser, _FOLDERS)]
    for program, words in (
        ("lifesat", []),
        ("python3", ["-P", "-m", "lifesat"]),
        ("py", ["-P", "-m", "lifesat"]),
    ):
        path = shutil.which(program, path=os.pathsep.join(folders))
        if path:
            yield [path, *words]
