"""The settings of the user, from the command line and the configuration file."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lifesat.errors import UserError
from lifesat.jobs.home import home

from .actions import remapped
from .pictures import STYLES

THEME = "ansi-dark"
_MOST_UPDATES = 4


@dataclass(frozen=True)
class Settings:
    """The settings.

    Attributes
    ----------
    theme
        A theme of Textual; ``ansi-dark`` and ``ansi-light`` use the terminal's own colours.
    mouse
        Whether to use the mouse.
    pictures
        A key of `lifesat_tui.pictures.STYLES`.
    updates
        How many times a second the display of a search may change, 1 to 4.
    keys
        The keys of every action.
    """

    theme: str = THEME
    mouse: bool = True
    pictures: str = "auto"
    updates: int = _MOST_UPDATES
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: remapped({}))


def configuration_file() -> Path:
    """Return the path of the configuration file, which need not exist."""
    return home() / "tui.toml"


def read_settings() -> Settings:
    """Return the settings of the configuration file, or the defaults.

    Raises
    ------
    UserError
        If the file cannot be read or is invalid.
    """
    path = configuration_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {path}: {error}") from error
    try:
        return settings_from(tomllib.loads(text))
    except RecursionError:
        raise UserError(f"{path}: nested too deeply") from None
    except ValueError as error:  # not TOML, or a number that is too long
        raise UserError(f"{path}: {error}") from error
    except UserError as error:
        raise UserError(f"{path}: {error}") from error


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return the settings that a configuration states.

    Raises
    ------
    UserError
        If a setting is unknown or its value is invalid.
    """
    checks: dict[str, tuple[type, Callable[[Any], bool], str]] = {
        "theme": (str, bool, "the name of a theme"),
        "mouse": (bool, lambda _: True, "true or false"),
        "pictures": (str, lambda value: value in STYLES, f"one of {', '.join(STYLES)}"),
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
    """Return the table of keys, checked."""
    if isinstance(value, dict) and all(isinstance(key, str) for key in value.values()):
        return value
    raise UserError('keys must be a table of strings, such as [keys] followed by next = "n"')
