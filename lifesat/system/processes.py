"""Starting, interrupting and killing lifesat's own processes.

They never import modules from the current folder.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO

CALLS_END_WITH_PARENT = sys.platform == "linux"
"""Whether processes end with their parent even during a call that holds Python's GIL."""

_SAFE_PATH = "PYTHONSAFEPATH"
_starting = threading.Lock()


def command(*words: str, python: str = sys.executable) -> list[str]:
    """Return the command line that runs lifesat in a new process.

    Python does not import modules from the current folder, where a file such as ``numpy.py`` may
    lie beside a pattern.
    """
    return [python, "-P", "-m", "lifesat", *words]


def start_detached(words: Sequence[str], log: IO[bytes]) -> "subprocess.Popen[bytes]":
    """Start a process that outlives this one and its terminal; `log` gets its standard error."""
    return subprocess.Popen(  # noqa: S603  # our own command
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=log,
        start_new_session=True,
        # Windows has no sessions.
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
        | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep Python processes started in this context from importing from the current folder.

    `multiprocessing` starts Python with ``-c``, which puts the current folder first in the import
    path, and passes on only the options of this process.
    """
    with _starting:
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_SAFE_PATH]
            else:
                os.environ[_SAFE_PATH] = before


def kill(process: int) -> None:
    """Kill a process if it is still running.

    Raises PermissionError if it belongs to another user.
    """
    # Windows has no SIGKILL (any signal kills a process) and raises a plain OSError.
    gone = OSError if sys.platform == "win32" else ProcessLookupError
    with suppress(gone):
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def interrupt() -> None:
    """Interrupt this process as Ctrl-C does."""
    if sys.platform == "win32":
        # On Windows os.kill would kill the process.
        signal.raise_signal(signal.SIGINT)
    else:
        os.kill(os.getpid(), signal.SIGINT)
