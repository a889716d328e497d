"""The command line: one file for each command.

A command module has ``register(commands)``, which adds its parser and names the function to run. It
imports what it needs only when it runs, so that every command starts at once.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from lifesat._version import __version__
from lifesat.cli import convert, count, decode, diagnostics, encode, predecessors
from lifesat.errors import UserError

_EXIT_CODES = """\
exit codes: 0 found or complete; 1 proved that there is none; 2 usage or unreadable input;
3 a limit was reached before the answer was known; 70 a bug of lifesat; 130 interrupted"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="lifesat",
        description="Run Conway's Game of Life backwards.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"lifesat {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in (predecessors, count, encode, decode, convert):
        command.register(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments
        The words after ``lifesat``; those of the process when None.
    """
    options = parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except UserError as error:
        diagnostics.say(f"lifesat: {error}")
        return diagnostics.USAGE
    except BrokenPipeError:
        # The reader has gone, as in `| head`; nothing may be written to it any more, at exit
        # neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return diagnostics.PIPE_CLOSED
    except KeyboardInterrupt:
        return diagnostics.INTERRUPTED
    except Exception:
        diagnostics.report_bug()
        return diagnostics.BUG
    return code
