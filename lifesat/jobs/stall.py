"""Detect that the process of a job no longer responds."""

import math
import os

from lifesat.errors import UserError
from lifesat.jobs.summary import Summary

# A process takes some seconds to start on a busy machine.
START_SECONDS = 30.0
"""A process that has not started after this time has failed to start."""

QUIET_SECONDS = 10.0
"""A process at work writes several times a second; one that is silent for this long is suspect."""

SILENT_SECONDS = 60.0
"""A process at work that is silent for this long hangs, and is replaced."""


def stop_seconds() -> float:
    """Return how many seconds a process may take to stop on request before it is killed.

    The environment variable ``LIFESAT_STOP_SECONDS`` overrides the default of 5. Raises `UserError`
    if it is invalid.
    """
    text = os.environ.get("LIFESAT_STOP_SECONDS") or "5"
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise UserError(
            f"invalid LIFESAT_STOP_SECONDS {text!r}: use a number of seconds, such as 5"
        )
    return seconds


class StallDetector:
    """Measures how long the process of a job has given no sign of life.

    A process at work may be silent for `patience` seconds; a new one may take `start` seconds to
    start.
    """

    def __init__(self, patience: float = QUIET_SECONDS, start: float = START_SECONDS) -> None:
        self._patience = {"running": patience, "new": start}
        self._seen: tuple[object, ...] = ()
        self._since = 0.0

    def look(self, summary: Summary, now: float) -> int:
        """Return for how many seconds the process has been silent, or 0 within its patience.

        `now` is in seconds, on a monotonic clock.
        """
        seen = summary.state, summary.progress.seconds, summary.process
        if seen != self._seen:
            self._seen, self._since = seen, now
        silent = now - self._since
        return int(silent) if silent >= self._patience.get(summary.state, math.inf) else 0
