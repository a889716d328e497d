"""The command line: one file for each command.

A command module has ``configure(parser)``, which adds its options and names the function to run.
Only the module of the command that is called is loaded, and it imports what it needs only when it
runs, so that every command starts at once.
"""

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module

from lifesat._version import __version__
from lifesat.cli import diagnostics
from lifesat.cli.interruption import end_with_input
from lifesat.errors import UserError

COMMANDS = {
    "predecessors": "list what could have come before a pattern",
    "count": "count what could have come before a pattern",
    "sample": "draw predecessors by chance, all equally likely",
    "eater": "find still lifes that eat a glider",
    "still-lifes": "find patterns that stay as they are",
    "oscillators": "find patterns that come back in their place",
    "spaceships": "find patterns that come back elsewhere",
    "sudoku": "solve Sudokus, count their solutions",
    "sokoban": "solve Sokoban levels, with the fewest moves or pushes",
    "encode": "write the formula, for any solver",
    "decode": "read back a model that a solver found",
    "orphan": "say whether nothing could have come before a pattern, with a proof",
    "check-proof": "check such a proof, without trust in any solver",
    "knuth": "print what Knuth's programs sat-life-grid and sat-life-grid-eater print",
    "jobs": "searches that outlive their terminal: list, follow, pause, resume, stop, export",
    "tui": "searches on the whole screen: begin, follow, browse",
    "paths": "say where jobs and their files are",
    "convert": "convert, check or describe pattern files",
    "golly": "install the scripts for Golly, and check that they work",
}

_EXIT_CODES = """\
exit codes: 0 found or complete; 1 proved that there is none; 2 usage or unreadable input;
3 a limit was reached before the answer was known; 70 a bug of lifesat; 130 interrupted;
141 the reader of standard output went away"""


def parser(commands: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Parameters
    ----------
    commands
        The commands whose options it is to know; of the others it knows the names.
    """
    top = argparse.ArgumentParser(
        prog="lifesat",
        description="Run Conway's Game of Life backwards.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"lifesat {__version__}")
    top.add_argument(
        "--until-eof",
        action="store_true",
        help="end, as Ctrl-C would, when standard input ends: for programs that start lifesat",
    )
    choices = top.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        command = choices.add_parser(name, help=summary)
        if name in commands:
            import_module(f"lifesat.cli.{name.replace('-', '_')}").configure(command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments
        The words after ``lifesat``; those of the process when None.
    """
    words = sys.argv[1:] if arguments is None else arguments
    options = parser(words).parse_args(words)
    try:
        if options.until_eof:
            end_with_input()
        code: int = options.run(options)
        sys.stdout.flush()
    except UserError as error:
        diagnostics.say(f"lifesat: {error}")
        code = diagnostics.USAGE
    except BrokenPipeError:
        # The reader has gone, as in `| head`.
        _abandon_standard_output()
        code = diagnostics.PIPE_CLOSED
    except OSError as error:
        # A full disk, a folder that went away: nothing that lifesat could mend.
        diagnostics.say(f"lifesat: {error.filename or 'output'}: {error.strerror}")
        _abandon_standard_output()
        code = diagnostics.USAGE
    except KeyboardInterrupt:
        code = diagnostics.INTERRUPTED
    except MemoryError:
        diagnostics.say("lifesat: this machine has too little memory for that")
        code = diagnostics.UNDECIDED
    except Exception:
        diagnostics.report_bug()
        code = diagnostics.BUG
    return code


def _abandon_standard_output() -> None:
    """Let what could not be written go, so that Python does not try again at exit."""
    with suppress(OSError):  # a program that calls `main` may have put another stream there
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
