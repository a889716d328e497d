"""Messages on standard error."""

from __future__ import annotations

import sys

from lifesat.system.printing import printable

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from lifesat.life.pattern import Pattern


def say(sentence: str) -> None:
    """Write one line to standard error, with escapes for unprintable characters."""
    sys.stderr.write(printable(sentence) + "\n")
    sys.stderr.flush()


def warn(path: str, pattern: Pattern) -> None:
    """Report the assumptions of the reader of a pattern file, one on each line."""
    from lifesat.formats.reading import source_name

    for warning in pattern.warnings:
        say(f"{source_name(path)}:{warning}")


def report_bug() -> None:
    """Report the current exception as a bug of lifesat."""
    import traceback

    for line in traceback.format_exc().splitlines():
        say(line)
    say("lifesat: this is a bug in lifesat; please report it with the lines above and your input")
