"""A job that runs a command of lifesat and keeps its answer, such as a count or a proof."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lifesat import processes
from lifesat.files import write_bytes
from lifesat.jobs.command import Command
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.jobs.old_journals import query_of
from lifesat.queries.events import Done, Event, Status

_LOOK_SECONDS = 0.05
# How often the journal says that the command is still running.
_LIFE_SECONDS = 1.0
# How long a command may take to end after an interrupt.
_GRACE_SECONDS = 5.0
_INPUT = "input"
# The states of jobs whose command has ended with these exit codes; others are failures.
_STATES: dict[int, Status] = {0: "complete", 1: "none", 3: "time_limit"}


@dataclass(frozen=True)
class Answer:
    """What a command wrote.

    Attributes
    ----------
    text, messages
        Its standard output and its standard error.
    code
        Its exit code.
    """

    text: str
    messages: str
    code: int


def command_of(job: Job) -> Command | None:
    """Return the command that a job runs, or None for a search.

    Raises
    ------
    UserError
        If the journal is damaged.
    """
    with job.journal() as journal:
        values = journal.values()
    return Command.from_json(values["command"]) if "command" in values else None


def answer_of(job: Job) -> Answer | None:
    """Return the answer of a job in words, or None if it has none yet.

    That of a command is what it wrote. That of another job is what is known so far; solutions and
    cells are not words.

    Raises
    ------
    UserError
        If the journal is damaged.
    """
    with job.journal() as journal:
        values = journal.values()
        if "answer" not in values:
            said = query_of(values).answer(values)
            return Answer(said, "", 0) if said else None
        text, messages, code = (values.get(name) for name in ("answer", "messages", "code"))
        sound = isinstance(text, str) and isinstance(messages, str) and isinstance(code, int)
        journal.require(sound)
        return Answer(str(text), str(messages), int(code or 0))


def command_events(
    job: Job, journal: Journal, stop: Callable[[], bool], seconds: float
) -> Iterator[Event]:
    """Run the command of a job, keep its answer, and yield the end.

    Parameters
    ----------
    job, journal
        The job.
    stop
        Called several times a second; the command is ended when it returns true.
    seconds
        The time that earlier runs took.
    """
    began = time.monotonic() - seconds
    run = _Run(job, Command.from_json(journal.values()["command"]))
    reported, stopped = 0.0, False
    while run.is_alive():
        run.join(_LOOK_SECONDS)
        stopped = stopped or stop()
        if stopped:
            run.end()
        if time.monotonic() > reported + _LIFE_SECONDS:
            reported = time.monotonic()
            journal.record(values={"seconds": time.monotonic() - began})
    took = time.monotonic() - began
    values: dict[str, Any] = {"seconds": took, "state": "stopped"}
    reason = ""
    if not stopped:
        status = _STATES.get(run.code, "failed")
        if status == "failed":
            lines = run.messages.strip().splitlines()
            reason = lines[-1] if lines else f"it ended with exit code {run.code}"
        kept = {"answer": run.answer, "messages": run.messages, "code": run.code}
        values |= kept | {"state": status, "reason": reason}
    journal.record(values=values)
    yield Done(values["state"], 0, 0, 0, took, reason)


class _Run(threading.Thread):
    """A command that runs, and what it has written when it has ended."""

    def __init__(self, job: Job, command: Command) -> None:
        super().__init__(daemon=True)
        self.answer = self.messages = ""
        self.code = 0
        self._ended = 0.0
        path = job.folder / _INPUT
        write_bytes(path, command.text.encode(), force=True)
        words = [str(path) if word == "-" else word for word in command.words]
        folder = command.folder if Path(command.folder).is_dir() else None
        # Its input is a pipe that ends with this process, and the command with it.
        self._process = subprocess.Popen(  # noqa: S603 - our own command
            processes.command("--until-eof", *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            cwd=folder,
        )
        self.start()

    def run(self) -> None:
        """Read what the command writes until it ends."""
        reader = threading.Thread(target=self._read_messages, daemon=True)
        reader.start()
        with self._process as process:
            self.answer = process.stdout.read() if process.stdout else ""
            self.code = process.wait()
            reader.join()

    def _read_messages(self) -> None:
        self.messages = self._process.stderr.read() if self._process.stderr else ""

    def end(self) -> None:
        """Interrupt the command, and kill it if it does not end."""
        if not self._ended:
            self._ended = time.monotonic()
            if sys.platform == "win32":
                self._process.kill()
            else:
                self._process.send_signal(signal.SIGINT)
        elif time.monotonic() > self._ended + _GRACE_SECONDS:
            self._process.kill()
