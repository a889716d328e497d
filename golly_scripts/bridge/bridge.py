"""Execute a Python script for a Golly without Python: the Python half of the bridge.

``bridge.lua``, in Golly, starts this program with the script's path and a folder for temporary
files.  It splits in two: one process executes the script as Golly would, with a module ``golly``
whose functions are lines on standard output and answers from a named pipe; the other waits for its
end and writes ``tick`` while it is busy, so that Golly can repaint and see Escape.
"""

from __future__ import annotations

import io
import json
import mmap
import os
import select
import shutil
import signal
import sys
import time
import traceback
import types
from contextlib import suppress
from typing import Any, Callable

import signatures

_FOLDER = "lifesat-bridge-"  # the name of a private folder, before the number of its process
_LONGEST = 4000  # bytes; a longer message goes through a file
_TICK_SECONDS = 0.05
_GRACE_SECONDS = 2.0  # time for a script to clean up after Golly has died

ABORTED = "GOLLY: ABORT SCRIPT"  # Golly's own words


class Bridge:
    """The calls of a script to Golly.

    `output` is the file descriptor that Lua reads; `folder` has the named pipe ``answers``. `pulse`
    is two bytes shared with the other process: whether Golly is at work, which is so at first, and
    a count of calls.
    """

    def __init__(self, output: int, folder: str, pulse: mmap.mmap) -> None:
        self._output = output
        self._folder = folder
        self._answers = os.open(os.path.join(folder, "answers"), os.O_RDONLY | os.O_NONBLOCK)
        self._waiting = select.poll()
        self._waiting.register(self._answers, select.POLLIN)
        self._pulse = pulse
        # Lua takes this for the first line, so there was no tick before.
        self.say("ready", "%d %s" % (os.getpid(), folder))
        self._pulse[0] = 0

    def call(self, name: str, words: str) -> list[Any]:
        """Let Golly carry out a call, and return the list of its results.

        Raises KeyboardInterrupt if the user has stopped the script or Golly has died, and
        RuntimeError if Golly reports an error.
        """
        self._pulse[0] = 1
        try:
            self.say(name, words)
            text = self._read()
        finally:
            self._pulse[1] = (self._pulse[1] + 1) % 256
            self._pulse[0] = 0
        if text[:1] == "=":
            return _list(text[1:])
        if text[:1] == "!":
            raise RuntimeError(*_list("[%s]" % text[1:]))
        if not text:
            _leave_cleaning_up_undisturbed()
        raise KeyboardInterrupt(ABORTED)

    def say(self, name: str, words: str) -> None:
        """Write one line to Lua; if Golly has died, stop the script."""
        line = ("%s %s\n" % (name, words)).encode()
        if len(line) > _LONGEST:
            with open(os.path.join(self._folder, "call"), "w", encoding="utf-8") as file:
                file.write(words)
            line = ("%s @\n" % name).encode()
        try:
            os.write(self._output, line)
        except BrokenPipeError:
            _leave_cleaning_up_undisturbed()
            raise KeyboardInterrupt(ABORTED) from None

    def end(self, errors: str) -> None:
        """Report the end of the script to Lua, and wait until Lua has read that.

        The other process removes the folder when this one ends, and Lua may not yet have opened
        what is in it.
        """
        self.say("end", signatures.literal(errors))
        closed = select.poll()
        closed.register(self._output, 0)
        closed.poll()

    def _read(self) -> str:
        self._waiting.poll()
        answer = os.read(self._answers, 1 << 16).decode("utf-8", "replace")
        if answer == "@\n":
            path = os.path.join(self._folder, "answer")
            with open(path, encoding="utf-8", errors="replace") as file:
                return file.read()
        return answer


def _leave_cleaning_up_undisturbed() -> None:
    """Ignore SIGINT: Golly has died, and the supervisor would interrupt the script once more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _list(text: str) -> list[Any]:
    """Return the list that an answer holds as JSON."""
    values = None
    with suppress(ValueError, RecursionError):
        values = json.loads(text)
    if isinstance(values, list):
        return values
    raise RuntimeError("an answer of the bridge is not a list of values: %.60s" % text)


def module(bridge: Bridge) -> types.ModuleType:
    """Return the module ``golly``: functions with the parameters and types of Golly's own."""
    golly = types.ModuleType("golly")
    for name in signatures.SIGNATURES:
        setattr(golly, name, _function(bridge, name))
    return golly


def _function(bridge: Bridge, name: str) -> Callable[..., Any]:
    def function(*values: Any) -> Any:
        return signatures.result(name, bridge.call(name, signatures.words(name, values)))

    function.__name__ = name
    return function


def execute(bridge: Bridge, path: str) -> None:
    """Execute a script as Golly does, and send its standard error to Lua."""
    sys.modules["golly"] = module(bridge)
    sys.path[0] = ""  # as in Golly
    sys.stderr = errors = io.StringIO()
    os.chdir(os.path.dirname(path))
    try:
        with open(path, encoding="ascii") as file:
            code = compile(file.read(), path, "exec")
        exec(code, {})
    except (KeyboardInterrupt, SystemExit):
        pass  # the user, or the script, has ended it
    except BaseException:
        traceback.print_exc()
    bridge.end(errors.getvalue())


def supervise(script: int, pulse: mmap.mmap, output: int) -> None:
    """Wait for the script's process and write ``tick`` while it is busy; end it if Golly dies."""
    seen = -1
    # It tells when Golly has closed the other end, also while the script awaits an answer.
    closed = select.poll()
    closed.register(output, 0)
    while True:
        _wait(_TICK_SECONDS)
        # First, because Golly closes its end when the script has said that it ends.
        if os.waitpid(script, os.WNOHANG)[0]:
            return
        busy = not pulse[0] and pulse[1] == seen
        seen = pulse[1]
        gone = bool(closed.poll(0))
        if busy and not gone:
            try:
                os.write(output, b"tick\n")
            except BrokenPipeError:
                gone = True
        if gone:
            _end(script)
            return


def _end(script: int) -> None:
    """Let the script clean up, then end it."""
    os.kill(script, signal.SIGINT)
    until = time.monotonic() + _GRACE_SECONDS
    while time.monotonic() < until:
        _wait(_TICK_SECONDS)
        if os.waitpid(script, os.WNOHANG)[0]:
            return
    os.kill(script, signal.SIGKILL)
    os.waitpid(script, 0)


def _wait(seconds: float) -> None:
    """Wait for the end of a process; on macOS, which cannot report it, wait for `seconds`."""
    if hasattr(signal, "sigtimedwait"):
        signal.sigtimedwait([signal.SIGCHLD], seconds)
    else:
        time.sleep(seconds)


def _remove_left_behind(temporary: str) -> None:
    """Remove the folders of bridges that were killed; Golly would complain of them at its end."""
    for name in os.listdir(temporary):
        number = name[len(_FOLDER) :]
        if name.startswith(_FOLDER) and number.isdigit() and not _runs(int(number)):
            shutil.rmtree(os.path.join(temporary, name), ignore_errors=True)


def _runs(process: int) -> bool:
    """Return whether another process has this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return process != os.getpid()


def main(path: str, temporary: str) -> None:
    """Run a script; the parent process supervises the one that executes it."""
    output = os.dup(1)
    os.dup2(2, 1)  # keeps what the script prints out of the bridge's messages
    _remove_left_behind(temporary)
    folder = os.path.join(temporary, _FOLDER + str(os.getpid()))
    os.mkdir(folder, 0o700)
    os.mkfifo(os.path.join(folder, "answers"), 0o600)
    pulse = mmap.mmap(-1, 2)
    pulse[0] = 1
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    script = os.fork()
    if script:
        supervise(script, pulse, output)
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))
        os.rmdir(folder)
        return
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    # A shell that starts Golly in the background lets it ignore SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with suppress(KeyboardInterrupt):  # Golly has died
        execute(Bridge(output, folder, pulse), path)
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
