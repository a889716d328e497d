"""Errors that a user can fix, shown as one sentence without a traceback, and `StoppedError`."""

TOO_LITTLE_MEMORY = "this machine has too little memory for that"


class UserError(Exception):
    """A request that cannot be met; the message says why and what would be right."""


class FailedError(UserError):
    """A running search or job has failed; the message says why."""


class MemoryLimitError(UserError):
    """A search needs more memory than its limit; the message says how much."""


class StoppedError(Exception):
    """The caller stopped the work before it was finished."""


class TimeLimitError(TimeoutError):
    """The time limit was reached before the answer was known.

    Attributes
    ----------
    best
        The best solution found so far, which is not proved to be optimal, or None.
    """

    def __init__(self, message: str, best: object = None) -> None:
        super().__init__(message)
        self.best = best
