"""Errors on standard error, and the exit codes."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from lifesat.pattern import Pattern

FOUND = 0
NONE = 1
USAGE = 2
UNDECIDED = 3
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141


def say(sentence: str) -> None:
    """Write one line to standard error."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def warn(path: str, pattern: Pattern) -> None:
    """Tell what the reader of a pattern file assumed, a line for each assumption."""
    from lifesat.formats.reading import source_name

    for warning in pattern.warnings:
        say(f"{source_name(path)}:{warning}")


def report_bug() -> None:
    """Show the exception being handled as a fault of lifesat, not of its user."""
    import traceback

    traceback.print_exc()
    say("lifesat: this is a bug in lifesat; please report it with the lines above and your input")
