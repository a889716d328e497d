"""Notice that the process of a job no longer answers."""

import math
import os

from lifesat.errors import UserError
from lifesat.jobs.summary import Summary

# A process takes some seconds to start on a busy machine.
START_SECONDS = 30.0
"""A process that has not started after this time has failed to start."""

QUIET_SECONDS = 10.0
"""A process at work writes several times a second; one that is silent for so long is suspect."""

SILENT_SECONDS = 60.0
"""A process at work that is silent for so long hangs and is to be replaced."""


def stop_seconds() -> float:
    """Return how long a process may take to stop on request before it is killed.

    That is the environment variable ``LIFESAT_STOP_SECONDS``, or 5 seconds.

    Raises
    ------
    UserError
        If the variable is not a number of seconds.
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
    """Measures for how long the process of a job has given no sign of life.

    Parameters
    ----------
    patience
        How many seconds a process at work may be silent.
    start
        How many seconds a process may take to start.
    """

    def __init__(self, patience: float = QUIET_SECONDS, start: float = START_SECONDS) -> None:
        self._patience = {"running": patience, "new": start}
        self._seen: tuple[object, ...] = ()
        self._since = 0.0

    def look(self, summary: Summary, now: float) -> int:
        """Compare the job with the look before.

        Parameters
        ----------
        summary
            The job at a glance.
        now
            The time in seconds, on a clock that never goes back.

        Returns
        -------
        int
            For how many seconds the process has been silent; 0 within its patience.
        """
        seen = summary.state, summary.progress.seconds, summary.process
        if seen != self._seen:
            self._seen, self._since = seen, now
        silent = now - self._since
        return int(silent) if silent >= self._patience.get(summary.state, math.inf) else 0
