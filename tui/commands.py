"""A command of lifesat whose answer is shown: run in a process of its own, read by a thread."""

import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from .messages import Answered
from .runner import Post


class CommandRun(threading.Thread):
    """Runs a command and posts its answer when it has ended.

    The process ends with the terminal: it is of the same group, which a lost terminal ends.

    Parameters
    ----------
    words
        The command line, without the program's name.
    text
        What it reads from standard input.
    post
        Takes the message.

    Raises
    ------
    OSError
        If no process can be started.
    """

    def __init__(self, words: Sequence[str], text: str, post: Post) -> None:
        super().__init__(daemon=True)
        self._text = text
        self._post = post
        self._began = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "lifesat", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return time.monotonic() - self._began

    def end(self) -> None:
        """Kill the process, if it is still at work."""
        self._process.kill()

    def run(self) -> None:
        """Wait for the answer."""
        answer, said = self._process.communicate(self._text)
        self._post(Answered(answer, said, self._process.returncode, self.seconds))
