"""Running the commands of a transcript."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))
_ROOT = FOLDER.parents[1]
_SECONDS = 300

# What depends on the machine and the moment. Progress does altogether, and so do the best solutions
# so far, and forced cells up to the last that are known.
_PROGRESS = re.compile(
    r"""^(?:\{"v":\ 1,\ "type":\ "(?:log|progress|samples|sweep)".*
        |\{"v":\ 1,\ "type":\ "(?:forced|known)".*"unsettled":.*\n(?=.*"unsettled":)
        |the\ loops\ of\ .*\ are\ compiled\ first,\ .*
        |[\d,]+\ of\ [\d,]+\ cells,\ .*\ left,\ .*
        |[^{\n]*,\ the\ [a-z\ ]*\ so\ far
        |\d+\ generations?\ back\ \(.*\ s\))\n?""",
    re.MULTILINE | re.VERBOSE,
)
_COUNTS = "(?:known_|solver )?conflicts|bound|members|process|seconds|nogoods|workers"
_CHANGING = (
    (re.compile(r'("(?:bound|seconds|conflicts|workers)": )[\d.e+-]+'), r"\1N"),
    (re.compile(rf"^({_COUNTS}): [\d.,e+-]+$", re.MULTILINE), r"\1: N"),
    (re.compile(r"^parts: (\d+) of \1 done$", re.MULTILINE), "parts: N of N done"),
    (re.compile(r"\b\d+(\.\d+)? (s|ms|min|minutes?|seconds?)\b"), r"N \2"),
    (re.compile(r"  [\d,.]+ +\d+:\d\d\b"), "  RATE  TIME"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?"), "DATE"),
    (re.compile(r"\blifesat(: '| )\d+\.\d+\.\d+\w*"), r"lifesat\1VERSION"),
    (re.compile(r"\b\d+(\.\d+)? (kB|MB|GB|KiB|MiB|GiB)\b"), r"N \2"),
)


def commands_of(text: str) -> list[str]:
    """The commands of a transcript; a line that ends in a backslash goes on in the next one."""
    return re.findall(r"^\$ ((?:.*\\\n)*.*)$", text, re.MULTILINE)


def transcript(commands: list[str], folder: Path) -> str:
    """Run commands in an empty folder and return what they write."""
    (folder / "examples").symlink_to(_ROOT / "examples")
    programs = folder / ".programs"
    programs.mkdir()
    for name, words in (("lifesat", "-P -m lifesat"), ("journal", "-m tests.golden.journal")):
        program = programs / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
    environment = {
        "HOME": str(folder / ".home"),
        "LC_ALL": "C.UTF-8",
        "LIFESAT_HOME": str(folder / ".lifesat"),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(_ROOT),
        "TERM": "dumb",
    }
    kept = {name: value for name, value in os.environ.items() if name.startswith("LIFESAT_TEST")}
    return "\n".join(_run(command, folder, environment | kept) for command in commands)


def _run(command: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, timeout=_SECONDS, check=False,
    )  # fmt: skip
    lines = [f"$ {command}", *_lines(done.stdout, folder)]
    lines += [f"2> {line}" for line in _lines(done.stderr, folder)]
    if done.returncode:
        lines.append(f"[{done.returncode}]")
    return "\n".join([*lines, ""])


def _lines(output: bytes, folder: Path) -> list[str]:
    text = _PROGRESS.sub("", output.decode(errors="backslashreplace"))
    for path, name in ((folder, "FOLDER"), (sys.executable, "PYTHON"), (_ROOT, "PROJECT")):
        text = text.replace(str(path), name)
    for pattern, replacement in _CHANGING:
        text = pattern.sub(replacement, text)
    return [line.rstrip() for line in text.splitlines()]
