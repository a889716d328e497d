"""A lifesat process that is polled, so that Golly is never blocked."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import suppress
from typing import Any, Iterator, Sequence

import golly as g

from lifesat_golly import lookup
from lifesat_golly.running import RejectedError, UserError

PAUSE = 0.01
"""Seconds between two polls of a process or of Golly's events."""

_READ_AT_ONCE = 1 << 15  # bytes; Golly looks at its events after each
_ENDS = (0, 1, 3)  # lifesat's exit codes for an answer, or for a limit
_REJECTED = 2  # lifesat's exit code for wrong input
_FAILED = 4  # and that for a search that has failed
_NOT_THERE = "No module named"  # the message of an interpreter without lifesat
_SIGKILL = 9  # Windows has no name for it
_NOISE = re.compile(r"^ |\bwarnings\.warn\(|: UserWarning: ")  # of Python, not of lifesat
_GRACE = 2.0  # seconds for a process to end after SIGTERM
_LAST_WORDS = 3.0  # seconds in which a search that is stopped writes what it has found
_FOLDER = os.path.dirname(os.path.abspath(__file__))


class KilledError(UserError):
    """A signal has ended lifesat, for example because the system ran out of memory."""

    def __init__(self, number: int) -> None:
        why = "; out of memory?" if number == _SIGKILL else ""
        super().__init__("the search was killed (signal %d)%s" % (number, why))


class Lifesat:
    """A lifesat process that writes to files, so that reading its output never blocks.

    It ends when its standard input is closed, so that it does not outlive Golly. `pattern` is the
    text of its input, or None.
    """

    def __init__(self, pattern: str | None, command: str, *options: str) -> None:
        words = [_interpreter(), "-P", "-m", "lifesat", "--until-eof", command]
        self._folder = tempfile.mkdtemp(prefix="lifesat-", dir=g.getdir("temp"))
        self._source = self._file("pattern")
        self._began = time.time()
        self._read = 0  # bytes of the output
        self._begun = b""  # a line whose end has not been read
        # Escape may come while a line is shown; those after it are not lost then.
        self._lines: deque[str] = deque()
        if pattern is not None:
            words.append(self._source)
            with open(self._source, "w", encoding="utf-8") as file:
                file.write(pattern)
        try:
            self._process = self._started([*words, *options])
        except OSError as error:
            self._remove_files()
            reason = "cannot start %s (%s)" % (words[0], error.strerror)
            raise UserError(reason + "; run: lifesat golly install") from None

    def _started(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        # Variables for Golly's own Python must not change lifesat's.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        with open(self._file("output"), "wb") as output, open(self._file("words"), "wb") as said:
            return subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=said,
                cwd=self._folder,
                env=environment,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )

    def __enter__(self) -> Lifesat:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]  # it is a pipe
        if not self.ended():
            self._end()
        self._remove_files()

    def lines(self) -> Iterator[str | None]:
        """Yield each line of its output, and None when progress may be shown.

        Golly handles its events meanwhile; Escape raises KeyboardInterrupt here. Raises KilledError
        if a signal has ended lifesat, RejectedError if it rejects its input, and UserError if it
        fails otherwise.
        """
        while True:
            ended = self.ended()
            read = self._read_more()
            if ended and not read:
                break
            yield from self._taken()
            yield None
            g.doevent("")
            if not read:
                time.sleep(PAUSE)
        if self._process.returncode < 0:
            raise KilledError(-self._process.returncode)
        if self._process.returncode == _REJECTED:
            raise _rejection(self.says())
        if self._process.returncode == _FAILED:
            raise UserError(self.says())
        said = self.says() or "lifesat ended without a message"
        if self._process.returncode not in _ENDS or _NOT_THERE in said:
            raise UserError(said + "; if it has moved, run: lifesat golly install")

    def last_lines(self) -> Iterator[str]:
        """Stop it as Ctrl-C would, and yield the lines that it still writes.

        Golly handles no events meanwhile; this takes a few seconds at most.
        """
        self._process.stdin.close()  # type: ignore[union-attr]  # it is a pipe
        until = time.time() + _LAST_WORDS
        while time.time() < until:
            ended = self.ended()
            read = self._read_more()
            yield from self._taken()
            if ended and not read:
                break
            if not read:
                time.sleep(PAUSE)

    def says(self) -> str:
        """Return the last line of its standard error, in the words of these scripts."""
        with open(self._file("words"), encoding="utf-8", errors="replace") as file:
            lines = [line for line in file.read().splitlines() if not _NOISE.search(line)]
        last = (lines or [""])[-1]
        # A wrong option is named in terms of the command line, which is not in sight.
        said = re.sub(r"^lifesat: (--[a-z-]+(/-\w)?: )?", "", last)
        said = said.replace(self._source, "the pattern")
        return without_options(said)

    def ended(self) -> bool:
        """Return whether it has ended."""
        return self._process.poll() is not None

    @property
    def seconds(self) -> float:
        """The number of seconds since the start."""
        return time.time() - self._began

    def _taken(self) -> Iterator[str]:
        """Yield the lines that have been read, each once."""
        while self._lines:
            yield self._lines.popleft()

    def _read_more(self) -> bool:
        """Read more of its output; return whether there was any."""
        with open(self._file("output"), "rb") as output:
            output.seek(self._read)
            read = output.read(_READ_AT_ONCE)
        self._read += len(read)
        *whole, self._begun = (self._begun + read).split(b"\n")
        self._lines.extend(line.decode("utf-8", "replace").rstrip("\r") for line in whole)
        return bool(read)

    def _end(self) -> None:
        """End it at once, with its process group where the system has such groups."""
        if sys.platform == "win32":
            self._process.terminate()
        else:
            with suppress(
                ProcessLookupError, PermissionError
            ):  # it has just ended; macOS reports EPERM
                os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _file(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def _remove_files(self) -> None:
        for name in os.listdir(self._folder):
            os.unlink(self._file(name))
        os.rmdir(self._folder)


def without_options(said: str) -> str:
    """Return a message of lifesat without the marks of the command line.

    >>> without_options("'--density' needs at least 1; `lifesat predecessors --outside free` may")
    "'density' needs at least 1; 'outside free' may"
    >>> without_options("--limit/-k: '0' is too small")
    "limit: '0' is too small"
    >>> without_options("this takes 9 GB; --memory, or memory= in Python, sets another limit")
    'this takes 9 GB'
    """
    said = said.replace("; --memory, or memory= in Python, sets another limit", "")
    said = re.sub(r"^--([a-z-]+)(?:/-\w)?:", r"\1:", said)
    said = re.sub(r"`(?:lifesat [a-z-]+ )?([^`]*)`", r"'\1'", said)
    return re.sub(r"(^|[\s'(])--([a-z])", r"\1\2", said)


def _interpreter() -> str:
    """Return the interpreter of lifesat; sys.executable is not usable inside Golly."""
    python = _configuration().get("python") or lookup.installed().get("python")
    if not python:
        raise UserError(lookup.NOT_FOUND)
    return str(python)


def _configuration() -> dict[str, Any]:
    """Return what ``lifesat golly install`` recorded; {} if it did not install these scripts."""
    try:
        with open(os.path.join(_FOLDER, "lifesat.json"), encoding="utf-8") as file:
            configuration = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return configuration if isinstance(configuration, dict) else {}


def _rejection(reason: str) -> UserError:
    """Return the error for rejected input: another answer helps, unless the versions differ.

    The version is asked only then, since that takes a process.
    """
    ours = _configuration().get("version")
    said = lookup.output([_interpreter(), "-P", "-m", "lifesat", "--version"]) if ours else ""
    theirs = "".join(said.split()[-1:])
    if theirs in ("", ours):
        return RejectedError(reason)
    versions = "the scripts are of lifesat %s, and lifesat is %s" % (ours, theirs)
    return UserError("%s; run: lifesat golly install (it says: %s)" % (versions, reason))
