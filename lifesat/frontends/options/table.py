"""Every option, stated once; parsers, forms and the checks of the API are made from this table.

It loads quickly: nothing but the standard library, and no code that a choice stands for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.frontends.options import problems, searches, tools
from lifesat.plugins import plugins

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    from lifesat.frontends.options.option import Option
    from lifesat.plugins import Plugin

    Request = TypeVar("Request")


def options_of(plugin: Plugin) -> tuple[Option, ...]:
    """Return the options of the commands of a plug-in."""
    options: tuple[Option, ...] = import_module(plugin.options).OPTIONS
    return options


OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        *problems.TARGETS,
        *problems.OBJECTS,
        *problems.BLOCKS,
        *searches.QUESTIONS,
        *searches.EFFORT,
        *searches.OUTPUT,
        *tools.PATTERNS,
        *tools.FORMULAS,
        *tools.PROGRAMS,
        *(each for plugin in plugins() if plugin.options for each in options_of(plugin)),
    )
}
"""The options by their keys."""


def from_values(kind: type[Request], values: Mapping[str, Any]) -> Request:
    """Build a dataclass from the values of the options that its fields are named after.

    Other values are ignored; fields without a value have their defaults.
    """
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{name: values[name] for name in names if name in values})


def check(**values: object) -> None:
    """Reject values of options that have the wrong type or are not allowed.

    Each keyword is the key of an option, with two underscores for a dot.
    """
    for name, value in values.items():
        OPTIONS[name.replace("__", ".")].check(value)


def check_together(keys: Iterable[str], values: Mapping[str, object]) -> None:
    """Reject options that cannot be combined, or that lack another one they need.

    `keys` are those of all options of a command; `values` has their values by name.
    """
    known = {OPTIONS[key].name: OPTIONS[key] for key in keys}
    given = {name: each for name, each in known.items() if each.is_given(values[name])}
    for option in given.values():
        for other in option.excludes:
            if other in given:
                raise UserError(f"{given[other].flag} cannot be combined with {option.flag}")
        if option.needs in known and option.needs not in given:
            needed = known[option.needs]
            raise UserError(f"{option.flag} needs {needed.flag} {needed.metavar or ''}".rstrip())
