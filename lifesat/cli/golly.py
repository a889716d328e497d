"""``lifesat golly``: install the scripts for Golly, and check that everything works together."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType

from lifesat.cli import diagnostics, golly_files, golly_keys
from lifesat.cli.arguments import add
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes
from lifesat.system.printing import printable, standard_output
from lifesat.system.processes import command

_LEAST_PYTHON = (3, 8)  # what the scripts need of Golly's own
_TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "install: copy the scripts that this Golly can run into a folder for Golly, with a file "
        "that says which interpreter has lifesat; repair keys whose scripts have moved; with "
        "--keys, offer keys for them. doctor: check Golly, its Python, the scripts and their keys, "
        "and run a search as the scripts do. where: print as JSON, for scripts that were not "
        "installed, the interpreter that has lifesat, its version and the folder of its scripts."
    )
    parser.set_defaults(run=run)
    add(parser, "golly.action", "folder", "language", "keys")


def run(options: argparse.Namespace) -> int:
    """Install, check or print where the scripts are, and return the exit code."""
    folder = Path(options.folder) if options.folder else _data_folder() / "Scripts" / "lifesat"
    if options.action == "install":
        _install(folder.absolute(), options.language, options.keys)
        return exit_codes.FOUND
    if options.action == "where":
        where = golly_files.record() | {"scripts": str(golly_files.SOURCE)}
        standard_output().write(json.dumps(where) + "\n")
        return exit_codes.FOUND
    return _examine(folder.absolute())


def _install(folder: Path, language: str | None, keys: str | None) -> None:
    """Install the scripts and repair their keys; offer more keys if `keys` is not None."""
    _check_interpreter(sys.executable)
    # Before anything is written.
    wanted = None if keys is None else golly_keys.chosen(keys, golly_files.SCRIPTS)
    preferences = _data_folder() / "GollyPrefs"
    if not language:
        language = _language()
        if not preferences.exists():
            (other,) = golly_files.ENDS.keys() - {language}
            diagnostics.say(
                f"no {preferences}, since Golly was never closed; assumed: --language {language} "
                f"(the other is --language {other})"
            )
    golly_files.install(folder, language)
    standard_output().write(f"{folder}\n")
    golly_keys.repair(preferences, folder, language, golly_files.SCRIPTS)
    if wanted is not None:
        golly_keys.offer(preferences, folder, language, golly_files.SCRIPTS, wanted)
    diagnostics.say(
        f"In Golly: choose this folder in the File menu (Set File Folder...), and click on "
        f"{golly_files.PAGE}: it says what there is, and runs it."
    )


def _examine(folder: Path) -> int:
    """Print a line for each check and return the exit code."""
    wrong = 0
    for check in (_of_golly, _of_scripts, _of_keys, _of_search):
        try:
            for line in check(folder):
                sys.stdout.write(f"ok     {printable(line)}\n")
        except UserError as error:
            sys.stdout.write(f"wrong  {printable(str(error))}\n")
            wrong += 1
    return exit_codes.USAGE if wrong else exit_codes.FOUND


# ---------------------------------------------------------------- checks


def _of_golly(folder: Path) -> Iterator[str]:
    """Check what Golly recorded about itself when it was last closed."""
    from ctypes import CDLL

    preferences = _data_folder() / "GollyPrefs"
    said = _preferences()
    if not said:
        raise UserError(f"no {preferences}: start Golly once, and close it")
    version = said.get("golly_version", "of unknown version")
    yield f"Golly {version}, by {preferences}"
    library = _library(said)
    if (golly_files.installed_language(folder) or _language()) == "lua":
        python = "a Python" if library else "no Python"
        more = f"; `{_remedy(folder)}` brings those that end in .py" if library else ""
        yield f"it has {python}, and the scripts that end in .lua run{more}"
        return
    if not library:
        raise UserError(f"Golly has no Python, and the scripts end in .py; run: {_remedy(folder)}")
    try:
        CDLL(library)
    except OSError:
        raise UserError(
            f"Golly is to load {library}, which is not there: set python3_lib in {preferences}, or "
            "use the scripts of `lifesat golly install --language lua`"
        ) from None
    _check_library(library)
    yield f"it loads {library}, which runs the scripts that end in .py"


def _preferences() -> dict[str, str]:
    """Return the preferences that Golly has written; {} if it has not written any."""
    try:
        text = (_data_folder() / "GollyPrefs").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    lines = [line for line in text.splitlines() if "=" in line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def _library(preferences: dict[str, str]) -> str:
    """Return the Python library that Golly loads, or "" if it has no Python."""
    # Golly 3 had python_lib, for Python 2 or 3; Golly 4 and 5 have python3_lib.
    library = preferences.get("python3_lib") or preferences.get("python_lib", "")
    # Debian's build and builds without Python write the name of a macro, or nothing.
    return "" if library == "PYTHON_SHLIB" else library


def _language() -> str:
    """Return the language of the scripts that this Golly can run."""
    if sys.platform == "win32":
        return "python"  # the bridge of the other scripts needs POSIX
    return "python" if _library(_preferences()) else "lua"


def _of_scripts(folder: Path) -> Iterator[str]:
    """Check that the scripts exist, match this version, and name an interpreter with lifesat."""
    language = golly_files.installed_language(folder) or _language()
    for name, content in golly_files.contents(language, folder.as_posix()):
        installed = folder / name
        if not installed.is_file():
            raise UserError(f"no {installed}; run: {_remedy(folder)}")
        if installed.read_bytes() != content:
            raise UserError(f"{installed} is of another version; run: {_remedy(folder)}")
    yield f"scripts in {folder}"
    python = golly_files.interpreter(folder)
    yield f"lifesat {_check_interpreter(python)}, run by {python}"


def _of_keys(folder: Path) -> Iterator[str]:
    """Check that the keys of the scripts open files that exist."""
    preferences = _data_folder() / "GollyPrefs"
    keys = dict(golly_keys.assigned(preferences, folder, golly_files.SCRIPTS))
    lost = [f"{key} ({path})" for key, path in keys.items() if not path.is_file()]
    if lost:
        raise UserError(
            f"keys whose scripts are not there: {', '.join(lost)}; close Golly, and run: "
            f"{_remedy(folder)}"
        )
    if keys:
        yield "keys: " + ", ".join(f"{key} for {path.stem}" for key, path in keys.items())


def _of_search(folder: Path) -> Iterator[str]:
    """Run a search with the scripts' own code and a stub of Golly."""
    golly = ModuleType("golly")
    code = str(golly_files.code(folder, golly_files.installed_language(folder)))
    before = set(sys.modules)
    with tempfile.TemporaryDirectory() as temporary:
        vars(golly).update(getdir=lambda _: temporary, doevent=lambda _: None)
        sys.modules["golly"] = golly
        sys.path.insert(0, code)
        invalidate_caches()
        try:
            process = import_module("lifesat_golly.process")
            with process.Lifesat(_TUB, "predecessors", "--jsonl") as lifesat:
                events = [json.loads(line) for line in lifesat.lines() if line]
        except Exception as error:  # the scripts' code, which may be of any version
            raise UserError(f"a search as the scripts run it failed: {error}") from error
        finally:
            sys.path.remove(code)
            for name in set(sys.modules) - before:
                if name.partition(".")[0] in ("golly", "lifesat_golly"):
                    del sys.modules[name]
    if not any(event["type"] == "solution" for event in events):
        raise UserError("a search as the scripts run it has found nothing")
    yield f"a search as the scripts run it: found in {events[-1]['seconds']} s"


def _check_interpreter(python: str) -> str:
    """Return the version of lifesat that an interpreter has, run as the scripts do.

    Raises `UserError` if it has none.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    version_command = command("--version", python=python)
    try:
        ended = subprocess.run(  # noqa: S603  # the interpreter that the user installed
            version_command, env=environment, capture_output=True, encoding="utf-8", check=False
        )
    except OSError as error:
        raise UserError(f"cannot start {python}: {error.strerror}") from None
    if ended.returncode:
        raise UserError(f"{python} cannot run lifesat: {ended.stderr.strip().splitlines()[-1]}")
    return ended.stdout.split()[-1]


def _check_library(name: str) -> None:
    """Reject a Python that is too old for the scripts, judging by the library's name."""
    version = re.search(r"(\d)\.?(\d+)", name)
    if version and (int(version[1]), int(version[2])) < _LEAST_PYTHON:
        least = ".".join(map(str, _LEAST_PYTHON))
        raise UserError(f"Golly loads {name}, but the scripts need Python {least} or later")


def _remedy(folder: Path) -> str:
    """Return the command that installs the right scripts in a folder."""
    default = _data_folder() / "Scripts" / "lifesat"
    return "lifesat golly install" + ("" if folder == default else f" --folder '{folder}'")


def _data_folder() -> Path:
    """Return the folder of Golly's user data."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home() / "AppData" / "Roaming")) / "Golly"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Golly"
    return Path.home() / ".golly"
