"""Completion in bash, zsh and fish, by argcomplete.

The shell starts lifesat each time Tab is pressed, with the line in the environment. The parser of
the command in that line answers, so that there is no separate list of options to maintain.
"""

import argparse
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from lifesat.errors import UserError
from lifesat.formats.registry import EXTENSIONS, FORMATS, IMAGES
from lifesat.frontends.options.table import SYMMETRIES
from lifesat.jobs.paths import is_job_name, jobs_folder
from lifesat.life.rule_names import rules_by_name

# What stands for a file, or for a folder, in the help of an option.
_FILES = {"CELLS", "FILE", "FILE|DIR", "FORMULA", "MODEL", "PATTERN", "PROOF", "TARGET"}
_FOLDERS = {"DIR"}


def script(shell: str) -> str:
    """Return what ``bash``, ``zsh`` or ``fish`` executes to complete options and values.

    Raises `UserError` if argcomplete is not installed.
    """
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise UserError("completion needs argcomplete: pip install 'lifesat[completion]'") from None
    return shellcode(["lifesat"], use_defaults=False, shell=shell).strip() + "\n"


def answer(parser: Callable[[Iterable[str]], argparse.ArgumentParser]) -> None:
    """Print completions for the shell that started this process, and exit.

    Without argcomplete, return. `parser` returns a parser with the options of some commands.
    """
    try:
        from argcomplete import autocomplete
    except ImportError:
        return
    commands = os.environ.get("COMP_LINE", "").split()
    autocomplete(
        parser(commands),
        always_complete_options=False,
        default_completer=values,  # type: ignore[arg-type]  # a function is as good
    )


def values(prefix: str, action: argparse.Action, **_: object) -> Iterable[str]:
    """Return completions of `prefix` for an option or argument without choices."""
    if action.metavar in _FILES or action.metavar in _FOLDERS:
        return _paths(prefix, files=action.metavar in _FILES)
    if action.metavar == "JOB|FILE":
        jobs = (name for name in _job_names() if name.startswith(prefix))
        return [*jobs, *_paths(prefix, files=True)]
    if action.dest in ("name", "names"):
        return _job_names()
    if action.dest == "deleted":
        from lifesat.jobs.trash import deleted_jobs

        return sorted({deleted.name for deleted in deleted_jobs()})
    return _names(str(action.metavar), action.dest)


def _names(metavar: str, dest: str) -> Iterable[str]:
    """Return the names that an option takes as its value, or nothing if it takes no name."""
    match metavar, dest:
        case "FORMAT", "to":
            return (*EXTENSIONS, *IMAGES)
        case "FORMAT", _:
            return FORMATS
        case "RULE", _:
            return rules_by_name()
        case "NAME", "symmetry":
            return SYMMETRIES
        case _:
            return ()


def _paths(prefix: str, *, files: bool) -> Iterable[str]:
    """Return paths that start with `prefix`: folders, or any; hidden ones only after a dot."""
    folder, name = os.path.split(prefix)
    try:
        entries = sorted(Path(folder).expanduser().iterdir())
    except (OSError, RuntimeError):  # no such folder, or no such user
        return ()
    return [
        os.path.join(folder, entry.name) + ("/" if entry.is_dir() else "")  # noqa: PTH118 - spelling
        for entry in entries
        if entry.name.startswith(name)
        and (files or entry.is_dir())
        and (name or not entry.name.startswith("."))
    ]


def _job_names() -> Iterable[str]:
    """Return the names of all jobs."""
    try:
        return sorted(path.name for path in jobs_folder().iterdir() if is_job_name(path.name))
    except OSError:
        return ()
