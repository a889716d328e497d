"""Types of options, for argparse."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from lifesat.errors import UserError
from lifesat.requests import values

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Value = TypeVar("Value")


def argument(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """Return an argparse type that parses a value as `parse` does.

    Parameters
    ----------
    parse
        Returns the value, or raises `UserError`.
    """

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except UserError as error:
            raise ArgumentTypeError(str(error)) from error

    return parse_argument


def whole_number(name: str, least: int, digits: int = 9) -> Callable[[str], int]:
    """Return an argparse type: a whole number.

    Parameters
    ----------
    name, least, digits
        As for `lifesat.requests.values.whole_number`.
    """
    return argument(values.whole_number(name, least, digits))


seconds = argument(values.parse_seconds)
size = argument(values.parse_size)
block_size = argument(values.parse_block_size)
shift = argument(values.parse_shift)
offset = argument(values.parse_offset)
memory_size = argument(values.parse_memory)
disk_size = argument(values.parse_disk)
