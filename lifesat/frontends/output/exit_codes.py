"""The exit codes of ``lifesat``."""

FOUND = 0
NONE = 1
USAGE = 2
UNDECIDED = 3
FAILED = 4
BUG = 70
INTERRUPTED = 130
PIPE_CLOSED = 141

EXIT_CODES = {
    FOUND: "found or complete",
    NONE: "proved that there is none",
    USAGE: "usage or unreadable input",
    UNDECIDED: "a limit was reached before the answer was known",
    FAILED: "a search or a job failed after it had begun",
    BUG: "a bug of lifesat",
    INTERRUPTED: "interrupted; what was found so far has been written",
    PIPE_CLOSED: "the reader of standard output went away",
}
"""What each exit code means, for the help and for docs/command-line.md."""
