"""The command line: one file for each command.

A command module has ``configure(parser)``, which adds its options and names the function to run.
Only the module of the command that is called is loaded. It imports what loads numpy, dataclasses or
formats only when it runs, so that its help and completion are fast.
"""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
import time
from contextlib import suppress
from importlib import import_module

from lifesat._version import __version__
from lifesat.cli import diagnostics
from lifesat.cli.interruption import end_with_input
from lifesat.cli.overview import (
    COMMANDS,
    DESCRIPTION,
    MODULES,
    USAGE,
    add_commands,
    commands,
    overview,
)
from lifesat.errors import TOO_LITTLE_MEMORY, FailedError, MemoryLimitError, UserError
from lifesat.frontends.output import exit_codes
from lifesat.system.printing import accept_every_text, printable

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

# More than there are when a search begins.
_OBJECTS_BETWEEN_COLLECTIONS = 100_000

PACKAGES = (
    "numpy",
    "python-sat",
    "platformdirs",
    "filelock",
    "textual",
    "numba",
    "textual-serve",
    "Pillow",
    "argcomplete",
    "distributed",
    "pyganak",
)
"""The packages that lifesat and its extras for users need."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports errors in one sentence, as all commands do."""

    def error(self, message: str) -> NoReturn:
        kind, found, rest = message.removeprefix("argument ").partition(": invalid choice: ")
        if found and kind in ("COMMAND", "ACTION"):
            # They are too many to be listed in a sentence.
            word, noun = rest.partition(" (choose from")[0], kind.lower()
            known = [name for action in self._actions for name in action.choices or ()]
            self._reject(f"unknown {noun} {word}", word[1:-1], known, f"{noun}s")
        # The list of options helps where a word is wrong or missing, but not where a value is.
        hint = "" if message.startswith("argument -") else f"; see {self.prog} --help"
        # A word may be the name of somebody's file.
        said = printable(message).removeprefix("argument ")
        self.exit(exit_codes.USAGE, f"lifesat: {said}{hint}\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse words; leftover ones are an error of this parser, not of the top one."""
        options, others = super().parse_known_args(args, namespace)
        flags = [word for word in others if word.startswith("-") and word != "-"]
        if flags:
            flag = flags[0].partition("=")[0]
            shown = [action for action in self._actions if action.help != argparse.SUPPRESS]
            known = [option for action in shown for option in action.option_strings]
            self._reject(f"unrecognized option {flag!r}", flag, known, "options")
        if others:
            self._reject(f"unexpected argument {others[0]!r}", "", (), "arguments")
        return options, others

    def _reject(self, said: str, word: str, known: Iterable[str], nouns: str) -> NoReturn:
        """Exit with an error about a word, and suggest the known word that is closest."""
        from difflib import get_close_matches

        plain = {name.lstrip("-"): name for name in known}
        near = get_close_matches(word.lstrip("-"), plain, 1)
        meant = f"; did you mean {plain[near[0]]}?" if near else ""
        hint = f"'{self.prog} --help' lists all {nouns}"
        self.exit(exit_codes.USAGE, f"lifesat: {printable(said)}{meant} ({hint})\n")


class _TopParser(_Parser):
    """The parser of the whole command line, whose help lists the commands in groups."""

    def format_help(self) -> str:
        return overview(self)


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
    """The option ``--verbose``: an error unless `_run` finds it together with ``--version``."""

    def __init__(self, option_strings: Sequence[str], dest: str, **about: str) -> None:
        super().__init__(option_strings, dest, nargs=0, **about)  # type: ignore[arg-type]

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        parser.error("--verbose is for --version")


def parser(commands: Iterable[str] = COMMANDS, *, others: bool = True) -> argparse.ArgumentParser:
    """Return the parser of the command line, with the options of `commands`.

    If `others` is true, it knows the names of all commands, which its help and some errors need.
    """
    top = _TopParser(prog="lifesat", usage=USAGE, description=DESCRIPTION)
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
    choices = top.add_subparsers(
        prog="lifesat", metavar="COMMAND", required=True, parser_class=_Parser
    )
    for name, summary in COMMANDS.items():
        if not (others or name in commands):
            continue
        command = choices.add_parser(name, help=summary)
        if name in commands:
            import_module(MODULES.get(name) or f"lifesat.cli.{name.replace('-', '_')}").configure(
                command
            )
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; None stands for the process's arguments."""
    if arguments is None:
        accept_every_text()
        _start_and_end_fast()
        arguments = sys.argv[1:]
    try:
        code = _run(arguments)
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


def _run(arguments: Sequence[str]) -> int:
    """Parse and run a command line, and return its exit code."""
    _answer_shell()
    if sorted(arguments) == ["--verbose", "--version"]:
        return _print_versions()
    # A first word that is a command decides which one, whatever the others are.
    if arguments and arguments[0] not in COMMANDS and arguments[0][:1].isalpha():
        _add_installed_commands()
    first = [word for word in arguments[:1] if word in COMMANDS]
    options = parser(first or arguments, others=not first).parse_args(arguments)
    if options.until_eof:
        end_with_input()
    from lifesat.cli.arguments import KEYS
    from lifesat.frontends.options.table import check_together

    check_together(getattr(options, KEYS, ()), vars(options))
    if getattr(options, "time_limit", None) is not None:
        # The time limit includes the reading of a large input, but not this, which searches load.
        import_module("lifesat.queries.search")
        options.began = time.perf_counter()
    code: int = options.run(options)
    return code


def _add_installed_commands() -> None:
    """Add the commands of plug-ins from other distributions, with their options."""
    from lifesat.frontends.options.table import OPTIONS, options_of
    from lifesat.plugins import installed_plugins

    for plugin in installed_plugins():
        add_commands(plugin)
        if plugin.options:
            OPTIONS.update((option.key, option) for option in options_of(plugin))
    COMMANDS.update(commands())


def _start_and_end_fast() -> None:
    """Skip work at the start and the end of this process that benefits no command."""
    # numpy's OpenBLAS starts a thread for each core, and each one spins for a while. The matrices
    # of lifesat are small; its searches use several cores by processes.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Python searches young objects for garbage after every 700 new ones, and modules that load make
    # many that stay. At exit it searches all objects, which the system is about to free anyway.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)


def _print_versions() -> int:
    """Print the versions of lifesat, Python, the system and packages, and the solvers' names."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from lifesat.defaults import SOLVERS

    lines = [
        f"lifesat {__version__}",
        f"{platform.python_implementation()} {platform.python_version()}",
        platform.platform(),
    ]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name}: not installed")
    sys.stdout.write("\n".join([*lines, f"solvers: {', '.join(SOLVERS)}", ""]))
    return exit_codes.FOUND


def _answer_shell() -> None:
    """Print completions and exit, if a shell started this process for them."""
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
    """Discard unwritten output, so that Python does not try again to write it at exit."""
    with suppress(OSError):  # a program that calls `main` may have put another stream there
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
