"""What the user has chosen, on the command line and in the configuration file."""

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
    """The choices.

    Attributes
    ----------
    theme
        A theme of Textual's; ``ansi-dark`` and ``ansi-light`` keep the terminal's own colours.
    mouse
        Whether the mouse is listened to.
    pictures
        A key of `lifesat_tui.pictures.STYLES`.
    updates
        How often a second the display of a search may change by itself, 1 to 4.
    keys
        The keys of every action.
    """

    theme: str = THEME
    mouse: bool = True
    pictures: str = "auto"
    updates: int = _MOST_UPDATES
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: remapped({}))


def configuration_file() -> Path:
    """Return where the configuration is, if there is one."""
    return home() / "tui.toml"


def read_settings() -> Settings:
    """Return what the configuration file says, or the defaults.

    Raises
    ------
    UserError
        If it cannot be read or says something that cannot be.
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
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from error
    except UserError as error:
        raise UserError(f"{path}: {error}") from error


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Return the settings that a configuration states.

    Raises
    ------
    UserError
        If it says something that cannot be.
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
            raise UserError(f"there is no setting {name!r}; there are {', '.join(checks)}, keys")
        kind, good, right = checks[name]
        if type(value) is not kind or not good(value):
            raise UserError(f"{name} is {value!r}; it can be {right}")
        fields[name] = value
    return Settings(**fields)


def _texts(value: object) -> dict[str, str]:
    """Return the table of keys, if it is one."""
    if isinstance(value, dict) and all(isinstance(key, str) for key in value.values()):
        return value
    raise UserError('keys is a table of texts, as in [keys] and then next = "n"')
