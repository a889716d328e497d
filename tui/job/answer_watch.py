"""The thread that reads a job whose answer is not a list."""

import time
from dataclasses import dataclass
from typing import Any

from textual.message import Message

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.stall import StallDetector
from lifesat.jobs.summary import reporting_damage

from ..shared.threads import Post, Watch
from .watch import JobGone, JobSeen


@dataclass
class AnswerRead(Message):
    """More is known of an answer that is not a list."""

    state: Any
    # The answer as the command prints it.
    text: str


class AnswerWatch(Watch):
    """Reads the summary and the answer of a job `updates` times a second."""

    def __init__(self, job: Job, post: Post, updates: int) -> None:
        super().__init__(post)
        self._job = job
        self._pause = 1 / updates
        self._stalled = StallDetector()
        self._query = job.query()
        self._state = self._query.State()

    def run(self) -> None:
        """Read and post until `end` is called or the job is removed."""
        try:
            while not self._ended.wait(self._pause):
                self._look()
        except (UserError, OSError) as error:
            self._post(JobGone(str(error)))

    def _look(self) -> None:
        if not self._job.path.exists():
            raise UserError(f"the job {self._job.name!r} was removed")
        summary = self._job.summary()
        self._post(JobSeen(summary, None, self._stalled.look(summary, time.monotonic())))
        with self._job.journal() as journal, reporting_damage(self._job.path):
            state = self._query.state(journal.values())
        if self._query.differs(self._state, state):
            self._state = state
            self._post(AnswerRead(state, self._query.text(state)))
