"""The command line: one file for each command.

A command module has ``configure(parser)``, which adds its options and names the function to run.
Only the module of the command that is called is loaded, and it imports what it needs only when it
runs, so that every command starts at once.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from contextlib import suppress
from importlib import import_module

from lifesat._version import __version__
from lifesat.cli import diagnostics
from lifesat.cli.interruption import end_with_input
from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, MemoryLimitError, UserError
from lifesat.printing import accept_every_text, printable
from lifesat.reporting import exit_codes

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import NoReturn

COMMANDS = {
    "predecessors": "list what could have come before a pattern",
    "has-parent": "say for each of many patterns whether anything could have come before it",
    "rewind": "go back from a pattern as many generations as possible, one at a time",
    "count": "count what could have come before a pattern",
    "sample": "draw random predecessors, all equally likely",
    "marginals": "say for each cell how probable it is that a predecessor has it live",
    "forced": "find the cells that all predecessors have in common",
    "eater": "find still lifes that eat a glider",
    "still-lifes": "find patterns that stay as they are",
    "oscillators": "find patterns that come back in their place",
    "spaceships": "find patterns that come back elsewhere",
    "search": "find what a block of space-time allows, each of its cells as you state it",
    "complete": "find the smallest still life or oscillator with given cells",
    "agars": "find patterns of the whole plane that repeat in both directions",
    "sudoku": "solve Sudokus, count their solutions",
    "sokoban": "solve Sokoban levels, with the fewest moves or pushes",
    "encode": "write the formula, for any solver",
    "decode": "read back a model that a solver found",
    "orphan": "say whether nothing could have come before a pattern, with a proof",
    "self-forcing": "say whether every predecessor contains a pattern, and find such patches",
    "check-proof": "check such a proof, without trust in any solver",
    "knuth": "print what Knuth's programs sat-life-grid and sat-life-grid-eater print",
    "jobs": "searches that outlive their terminal: list, follow, pause, resume, stop, export",
    "tui": "searches on the whole screen: begin, follow, browse",
    "paths": "say where jobs and their files are",
    "draw": "make a pattern from text or from a picture",
    "convert": "convert, check or describe pattern files",
    "show": "show patterns on the terminal",
    "golly": "install the scripts for Golly, and check that they work",
}

_EXIT_CODES = "exit codes:\n" + "\n".join(
    f"{code:5} {meaning}" for code, meaning in exit_codes.EXIT_CODES.items()
)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are safe to print: a word may be the name of somebody's file."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))


class _PrintCompletion(argparse.Action):
    """The option ``--print-completion``."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: object, shell: object, _name: object = None
    ) -> NoReturn:
        from lifesat.cli import shell_completion

        try:
            sys.stdout.write(shell_completion.script(str(shell)))
        except UserError as error:
            parser.exit(exit_codes.USAGE, f"lifesat: {error}\n")
        parser.exit()


class _Verbose(argparse.Action):
    """The option ``--verbose``, which only `main` understands, beside ``--version``."""

    def __init__(self, option_strings: Sequence[str], dest: str, **about: str) -> None:
        super().__init__(option_strings, dest, nargs=0, **about)  # type: ignore[arg-type]

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.error("--verbose is for --version")


def parser(commands: Iterable[str] = COMMANDS, *, others: bool = True) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Parameters
    ----------
    commands
        The commands whose options it parses.
    others
        Whether it has the names of all other commands, as its help and some errors need them.
    """
    top = _Parser(
        prog="lifesat",
        description="Run Conway's Game of Life backwards.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"lifesat {__version__}")
    top.add_argument(
        "--verbose",
        action=_Verbose,
        help="with --version: also those of Python, the system and the packages, for bug reports",
    )
    top.add_argument(
        "--print-completion",
        action=_PrintCompletion,
        choices=("bash", "zsh", "fish"),
        help="print a script that completes commands, options and values in this shell, and end",
    )
    top.add_argument(
        "--until-eof",
        action="store_true",
        help="end, as Ctrl-C would, when standard input ends: for programs that start lifesat",
    )
    choices = top.add_subparsers(metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        if not (others or name in commands):
            continue
        command = choices.add_parser(name, help=summary)
        if name in commands:
            import_module(f"lifesat.cli.{name.replace('-', '_')}").configure(command)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    arguments
        The arguments after ``lifesat``; None for those of the process.
    """
    if arguments is None:
        accept_every_text()
        _start_and_end_fast()
        arguments = sys.argv[1:]
    _answer_shell()
    if sorted(arguments) == ["--verbose", "--version"]:
        return _print_versions()
    # A first word that is a command decides which one, whatever the others are.
    first = [word for word in arguments[:1] if word in COMMANDS]
    options = parser(first or arguments, others=not first).parse_args(arguments)
    try:
        if options.until_eof:
            end_with_input()
        code: int = options.run(options)
        sys.stdout.flush()
    except UserError as error:
        diagnostics.say(f"lifesat: {error}")
        code = _exit_code(error)
    except BrokenPipeError:
        # The reader has gone, as in `| head`.
        _abandon_standard_output()
        code = exit_codes.PIPE_CLOSED
    except OSError as error:
        # For example a full disk or a removed folder, which lifesat cannot repair.
        diagnostics.say(f"lifesat: {error.filename or 'output'}: {error.strerror}")
        _abandon_standard_output()
        code = exit_codes.USAGE
    except KeyboardInterrupt:
        code = exit_codes.INTERRUPTED
    except MemoryError:
        diagnostics.say(f"lifesat: {TOO_LITTLE_MEMORY}")
        code = exit_codes.UNDECIDED
    except Exception:
        diagnostics.report_bug()
        code = exit_codes.BUG
    return code


def _start_and_end_fast() -> None:
    """Omit work at the start and the end of this process that no command profits from."""
    # numpy's OpenBLAS starts a thread for each core, and each one spins for a while. The matrices
    # of lifesat are small; its searches use several cores by processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # At exit Python searches all objects for garbage, which the system is about to free anyway.
    atexit.register(gc.freeze)


def _print_versions() -> int:
    from lifesat.cli.versions import versions

    sys.stdout.write(versions())
    return exit_codes.FOUND


def _answer_shell() -> None:
    """If a shell has started this process at a press of Tab, end it with an answer."""
    if "_ARGCOMPLETE" in os.environ:
        from lifesat.cli import shell_completion

        shell_completion.answer(parser)


def _exit_code(error: UserError) -> int:
    """Return the exit code for an error that a user can act on."""
    match error:
        case FailedError():
            return exit_codes.FAILED
        case MemoryLimitError():
            return exit_codes.UNDECIDED
        case _:
            return exit_codes.USAGE


def _abandon_standard_output() -> None:
    """Let what could not be written go, so that Python does not try again at exit."""
    with suppress(OSError):  # a program that calls `main` may have put another stream there
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
