"""Every option, stated once; parsers, forms and the checks of the API are made from this table.

It loads quickly: nothing but the standard library, and no code that a choice stands for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.requests import options_of_problems, options_of_searches, options_of_tools

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TypeVar

    from lifesat.requests.option import Option

    Request = TypeVar("Request")

OPTIONS: dict[str, Option] = {
    option.key: option
    for option in (
        *options_of_problems.TARGETS,
        *options_of_problems.OBJECTS,
        *options_of_problems.BLOCKS,
        *options_of_problems.PUZZLES,
        *options_of_searches.QUESTIONS,
        *options_of_searches.EFFORT,
        *options_of_searches.OUTPUT,
        *options_of_tools.PATTERNS,
        *options_of_tools.FORMULAS,
        *options_of_tools.PROGRAMS,
    )
}
"""The options by their keys."""


def from_values(kind: type[Request], values: Mapping[str, Any]) -> Request:
    """Return what the values of options state.

    Parameters
    ----------
    kind
        A dataclass whose fields have the names of options.
    values
        The values of these and other options, by name. Fields without one have their defaults.
    """
    names = kind.__dataclass_fields__  # type: ignore[attr-defined]
    return kind(**{name: values[name] for name in names if name in values})


def check(**values: object) -> None:
    """Refuse values of options that are of another type, or not allowed.

    Parameters
    ----------
    **values
        The values by the keys of their options, with two underscores for a dot.

    Raises
    ------
    UserError
        For the first that is wrong.
    """
    for name, value in values.items():
        OPTIONS[name.replace("__", ".")].check(value)


def check_together(keys: Iterable[str], values: Mapping[str, object]) -> None:
    """Refuse options that cannot be combined, or that need another one.

    Parameters
    ----------
    keys
        The keys of all options of a command.
    values
        Their values, by their names.

    Raises
    ------
    UserError
        If there is such an option.
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
