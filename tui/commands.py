"""A thread that runs a command of lifesat and reads its answer."""

import subprocess
import threading
import time
from collections.abc import Sequence

from lifesat.processes import command

from .messages import Answered
from .runner import Post


class CommandRun(threading.Thread):
    """Runs a command and posts its answer when it has ended.

    The process is in the process group of the terminal and ends when the terminal is lost.

    Parameters
    ----------
    words
        The command line, without the program's name.
    text
        Its standard input.
    post
        Receives the message.

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
            command(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )

    @property
    def seconds(self) -> float:
        """The time since the command was started."""
        return time.monotonic() - self._began

    def end(self) -> None:
        """Kill the process if it is still running."""
        self._process.kill()

    def run(self) -> None:
        """Wait for the answer."""
        answer, said = self._process.communicate(self._text)
        self._post(Answered(answer, said, self._process.returncode, self.seconds))
