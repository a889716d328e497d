"""The end of a search that fails after it has begun: its last events, then an error."""

from collections.abc import Callable, Iterable, Iterator

from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, UserError
from lifesat.queries.events import Event


def end_on_failure(
    events: Iterable[Event], failed: Callable[[str], Iterable[Event]]
) -> Iterator[Event]:
    """Yield events; if making them fails, yield the end of a failed search and raise the error.

    Parameters
    ----------
    events
        The events of a search that has begun.
    failed
        Returns the last events, given the reason.

    Raises
    ------
    FailedError
        For errors that a user can act on; other errors are raised as they are.
    """
    try:
        yield from events
    except Exception as error:
        reason = _reason(error)
        yield from failed(reason)
        if isinstance(error, (UserError, OSError)):
            raise FailedError(reason) from error
        raise


def _reason(error: Exception) -> str:
    """Return the reason for a failure, one sentence."""
    match error:
        case UserError():
            return str(error)
        case MemoryError():
            return TOO_LITTLE_MEMORY
        case OSError(strerror=str(reason)):
            return f"{error.filename}: {reason}" if error.filename else reason
        case _:
            return f"{type(error).__name__}: {error}"
