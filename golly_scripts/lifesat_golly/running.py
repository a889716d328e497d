"""How a script runs: what ends it, and how Golly is kept from ending it half-way."""

from __future__ import annotations

from typing import Callable

import golly as g


class UserError(Exception):
    """One sentence for the status bar: why a script does not do what it was asked to."""


def start(script: Callable[[], None]) -> None:
    """Run a script; a refusal, or an error that Golly reports, is shown in the status bar."""
    try:
        script()
    except UserError as error:
        g.exit("lifesat: %s" % error)
    except RuntimeError as error:
        g.exit("lifesat: Golly says: " + " ".join(str(error).split()))


def repaint() -> None:
    """Update the view; here Golly's own Python hides a stop behind a SystemError."""
    try:
        g.update()
    except SystemError as error:
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise


class Undisturbed:
    """A context in which Golly looks at no events, so that nothing ends the script half-way.

    Its value says whether Escape came just before.
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
