"""The settings of the user, from the command line and the configuration file."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from lifesat.errors import UserError
from lifesat.formats import write_file
from lifesat.jobs.paths import home

from ..board.pictures import STYLES
from .actions import remapped
from .terminal import AUTO

_MOST_UPDATES = 4


JobOrder = Literal["newest", "oldest", "name", "found", "elapsed", "what"]
"""The orders of the list of jobs."""


@dataclass(frozen=True)
class Settings:
    """The settings of the user."""

    # The name of a theme, or ``auto`` for the one that suits the terminal; ``ansi-dark`` and
    # ``ansi-light`` use the terminal's own colours.
    theme: str = AUTO
    mouse: bool = True
    # A key of `lifesat_tui.board.pictures.STYLES`.
    pictures: str = "auto"
    # How many times a second the display of a search may change, 1 to 4.
    updates: int = _MOST_UPDATES
    # The keys of every action.
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: remapped({}))
    order: JobOrder = "newest"
    # Whether the list has a preview of the job under the cursor.
    preview: bool = True
    # Whether the picture on the first screen moves.
    animation: bool = True
    # For how long the success of a task is shown.
    message_seconds: int = 5


def configuration_file() -> Path:
    """Return the path of the configuration file, which need not exist."""
    return home() / "tui.toml"


def read_settings() -> Settings:
    """Return the settings of the configuration file, or the defaults if there is none."""
    path = configuration_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {_reason(error)}") from error
    try:
        return settings_from(tomllib.loads(text))
    except RecursionError:
        raise UserError(f"{path}: nested too deeply") from None
    except ValueError as error:  # not TOML, or a number that is too long
        raise UserError(f"{path}: {error}") from error
    except UserError as error:
        raise UserError(f"{path}: {error}") from error


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)


def remember(name: str, value: str | bool) -> None:
    """Write a setting into the configuration file, which otherwise stays as it is.

    Raises UserError if the file has the setting in a form that cannot be replaced.
    """
    path = configuration_file()
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {_reason(error)}") from error
    line = f"{name} = {json.dumps(value)}"
    # Settings stand before the first table.
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    end = table.start() if table else len(text)
    top, times = re.subn(
        rf"^[ \t]*{name}[ \t]*=[^#\n]*?(?=[ \t]*(#|$))", line, text[:end], flags=re.MULTILINE
    )
    new = top + text[end:] if times else f"{line}\n{text}"
    try:
        remembered = tomllib.loads(new).get(name)
    except ValueError:
        remembered = None
    if remembered != value:
        raise UserError(f"{path} does not take the {name} {value!r}; write {line} into it")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, new, force=True)


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return the settings in a configuration; reject unknown settings and invalid values."""
    orders = get_args(JobOrder)
    checks: dict[str, tuple[type, Callable[[Any], bool], str]] = {
        "theme": (str, bool, "the name of a theme"),
        "mouse": (bool, lambda _: True, "true or false"),
        "preview": (bool, lambda _: True, "true or false"),
        "animation": (bool, lambda _: True, "true or false"),
        "order": (str, lambda value: value in orders, f"one of {', '.join(orders)}"),
        "pictures": (str, lambda value: value in STYLES, f"one of {', '.join(STYLES)}"),
        "message_seconds": (int, lambda value: value > 0, "a number of seconds, such as 5"),
        "updates": (int, lambda value: 1 <= value <= _MOST_UPDATES, "1, 2, 3 or 4"),
    }
    fields: dict[str, Any] = {}
    for name, value in values.items():
        if name == "keys":
            fields[name] = remapped(_texts(value))
            continue
        if name not in checks:
            raise UserError(f"unknown setting {name!r}; the settings are {', '.join(checks)}, keys")
        kind, good, right = checks[name]
        if type(value) is not kind or not good(value):
            raise UserError(f"invalid value {value!r} of {name}; it must be {right}")
        fields[name] = value
    return Settings(**fields)


def _texts(value: object) -> dict[str, str]:
    """Validate the table of keys and return it."""
    if isinstance(value, dict) and all(isinstance(key, str) for key in value.values()):
        return value
    raise UserError('keys must be a table of strings, such as [keys] followed by next = "n"')
