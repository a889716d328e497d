"""A lifesat process that is asked, and watched without waiting for it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from typing import Iterator, Sequence

import golly as g

from lifesat_golly.running import UserError

PAUSE = 0.01
"""Seconds between two looks at a process, or at Golly's events."""

_READ_AT_ONCE = 1 << 15  # bytes; Golly looks at its events after each
_ENDS = (0, 1, 3)  # lifesat's exit codes where it has an answer, or none in time
_MISTAKE = 2
_NOT_THERE = "No module named"  # what an interpreter without lifesat says
_GRACE = 2.0  # seconds that a process which was ended may take
_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Lifesat:
    """A lifesat process; it writes to files, so that nothing here ever waits for it.

    It ends when its standard input does: should Golly be killed, no process is left behind.

    Parameters
    ----------
    pattern
        The text of the pattern that it is to read, or None.
    command
        The name of a command.
    options
        Its options.
    """

    def __init__(self, pattern: str | None, command: str, *options: str) -> None:
        words = [_interpreter(), "-P", "-m", "lifesat", "--until-eof", command]
        self._folder = tempfile.mkdtemp(prefix="lifesat-", dir=g.getdir("temp"))
        self._source = self._file("pattern")
        self._began = time.time()
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
        # Golly's own Python may have been told of libraries that are none of lifesat's.
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
        if self._process.poll() is None:
            self._end()
        self._remove_files()

    def lines(self) -> Iterator[str | None]:
        """Yield each line of its output, and None whenever it is time to tell progress.

        Golly looks at its events meanwhile; Escape comes from here as KeyboardInterrupt.

        Raises
        ------
        UserError
            If lifesat refuses, in its words.
        """
        begun = b""
        with open(self._file("output"), "rb") as output:
            while True:
                ended = self._process.poll() is not None
                read = output.read(_READ_AT_ONCE)
                if ended and not read:
                    break
                *whole, begun = (begun + read).split(b"\n")
                for line in whole:
                    yield line.decode().rstrip("\r")
                yield None
                g.doevent("")
                if not read:
                    time.sleep(PAUSE)
            if self._process.returncode == _MISTAKE:
                raise UserError(self.says())
            said = self.says() or "lifesat ended without a word"
            if self._process.returncode not in _ENDS or _NOT_THERE in said:
                raise UserError(said + "; if it has moved, run: lifesat golly install")

    def says(self) -> str:
        """Return the last line that it said on standard error."""
        with open(self._file("words"), encoding="utf-8", errors="replace") as file:
            last = (file.read().splitlines() or [""])[-1]
        return re.sub("^lifesat: ", "", last).replace(self._source, "the pattern")

    @property
    def seconds(self) -> float:
        """The time since it was started."""
        return time.time() - self._began

    def _end(self) -> None:
        """End it at once, with the processes that it has started where the system can tell them."""
        if sys.platform == "win32":
            self._process.terminate()
        else:
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


def _interpreter() -> str:
    """Return the interpreter that has lifesat; within Golly, sys.executable is none."""
    try:
        with open(os.path.join(_FOLDER, "lifesat.json"), encoding="utf-8") as file:
            return str(json.load(file)["python"])
    except (OSError, ValueError, KeyError):
        raise UserError("these scripts are not set up; run: lifesat golly install") from None
