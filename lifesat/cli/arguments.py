"""Add the options of the table to parsers of argparse."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.frontends.options.table import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from lifesat.frontends.options.option import Option

    Value = TypeVar("Value")

KEYS = "keys of the table"
"""The attribute of parsed options that holds the keys of those from the table."""


def argument(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return an argparse type that parses a value with `parse`, which may raise `UserError`."""

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except UserError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_argument


def add(
    group: argparse._ActionsContainer, *keys: str, required: bool = False, **words: str
) -> None:
    """Add options of `lifesat.frontends.options.table.OPTIONS` to a parser or a group, by key.

    `words` fill in the help for this command.
    """
    group.set_defaults(**{KEYS: (*(group.get_default(KEYS) or ()), *keys)})
    for key in keys:
        option = OPTIONS[key]
        flags = [flag for flag in (option.flag, option.short) if flag]
        how = _how(option)
        if required or option.required:
            how["required"] = True
        if flags:
            how["dest"] = option.name
        group.add_argument(*flags or [option.name], help=option.words(**words), **how)


def _how(option: Option) -> dict[str, Any]:
    """Return the arguments of `add_argument` that do not depend on the command."""
    if option.is_switch:
        return {"action": "store_true"}
    how: dict[str, Any] = {"metavar": option.metavar, "default": option.default}
    if option.parse is not None:
        how["type"] = argument(option.parse)
    if option.choices:
        how["choices"] = option.choices
    if isinstance(option.metavar, tuple):
        how["nargs"] = len(option.metavar)
    if option.positional and (option.repeated or option.optional):
        how["nargs"] = "?" if not option.repeated else "*" if option.optional else "+"
    elif option.optional:
        how |= {"nargs": "?", "const": ""}
    elif option.repeated:
        how |= {"action": _Repeated, "default": ()}
    return how


class _Repeated(argparse.Action):
    """An option that may be given several times; its values become a tuple."""

    def __call__(
        self, _: object, options: argparse.Namespace, value: Any, _flag: object = None
    ) -> None:
        item = tuple(value) if isinstance(value, list) else value
        setattr(options, self.dest, (*getattr(options, self.dest), item))
