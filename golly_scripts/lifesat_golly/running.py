"""How a script runs, how it ends, and how to keep Golly from interrupting an update."""

from __future__ import annotations

from typing import Callable

import golly as g


class UserError(Exception):
    """One sentence for the status bar: why a script cannot do its work."""


def start(script: Callable[[], None]) -> None:
    """Run a script; show its errors, and those of Golly, in the status bar."""
    try:
        script()
    except UserError as error:
        g.exit("lifesat: %s" % error)
    except RuntimeError as error:
        g.exit("lifesat: Golly says: " + " ".join(str(error).split()))


def repaint() -> None:
    """Update the view; Golly's own Python raises Escape here as the cause of a SystemError."""
    try:
        g.update()
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise


class Undisturbed:
    """A context in which Golly handles no events, so that Escape cannot interrupt an update.

    Its value says whether Escape was pressed just before.
    """

    def __enter__(self) -> bool:
        try:
            g.check(False)
        except KeyboardInterrupt:
            g.check(False)
            return True
        return False

    def __exit__(self, *_: object) -> None:
        g.check(True)
