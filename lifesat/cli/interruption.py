"""Ctrl-C, and a caller that goes away, as a flag that a search can check."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager, suppress

from lifesat.frontends.output.exit_codes import INTERRUPTED

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

# A machine that shuts down sends the second one.
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# After its standard input ends, a command has this long to exit cleanly, and again to exit at all.
_GRACE_SECONDS = 2.0


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, for work that checks no flag, so that it cleans up."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Interrupt:
    """Turns the first Ctrl-C into a flag that a search can check; the second one interrupts.

    `then` is called at the first one.
    """

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self._came = False
        self._then = then

    def __enter__(self) -> Interrupt:
        self._before = [signal.signal(number, self._handle) for number in _SIGNALS]
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in zip(_SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self._came = True
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._then()

    def came(self) -> bool:
        """Return whether Ctrl-C was pressed or the process was asked to end."""
        return self._came


def end_with_input() -> None:
    """Interrupt this process when its standard input ends, as Ctrl-C would.

    A program that dies closes the pipe to the process it started, so that no search outlives it.
    """
    from lifesat.system.processes import interrupt

    threading.Thread(target=_at_the_end, args=(interrupt,), daemon=True).start()


def _at_the_end(interrupt: Callable[[], None]) -> None:
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    for _ in range(2):
        interrupt()
        time.sleep(_GRACE_SECONDS)
    os._exit(INTERRUPTED)
