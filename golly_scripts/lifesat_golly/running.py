"""How a script runs, how it ends, and how to keep Golly from interrupting an update."""

from __future__ import annotations

from typing import Callable

import golly as g

LONGEST = 90
"""The number of characters that fit into the status bar of a narrow window."""


class UserError(Exception):
    """Why a script cannot do its work, in one sentence."""


class RejectedError(UserError):
    """Why an answer cannot be used, in one sentence; another answer may work."""


def start(script: Callable[[], None]) -> None:
    """Run a script; show its errors, Golly's and the system's."""
    try:
        script()
    except UserError as error:
        _reject("lifesat: %s" % error)
    except OSError as error:
        where = " %s" % error.filename if error.filename else ""
        _reject("lifesat: cannot write%s: %s" % (where, error.strerror or error))
    except RuntimeError as error:
        _reject("lifesat: Golly says: " + " ".join(str(error).split()))


def _reject(sentence: str) -> None:
    """End the script with a sentence; show a dialog too if the status bar would cut it off."""
    if len(sentence) > LONGEST:
        g.note(sentence)
    g.exit(beginning(sentence))


def beginning(sentence: str) -> str:
    """Return as many clauses of a sentence as fit into the status bar.

    >>> beginning("lifesat: no predecessor: " + 80 * "x")
    'lifesat: no predecessor'
    """
    if len(sentence) <= LONGEST:
        return sentence
    end = max(sentence.rfind(mark, 0, LONGEST) for mark in (": ", "; ", ", "))
    return sentence[:end] if end > len("lifesat") else sentence[: LONGEST - 3] + "..."


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
