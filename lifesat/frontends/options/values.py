"""Parsers of values that a user types: numbers, times, sizes, shifts, amounts of memory.

They raise `UserError` if the text is invalid.
"""

import re
from collections.abc import Callable

from lifesat.errors import UserError

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def whole_number(name: str, least: int = 0, digits: int = 9) -> Callable[[str], int]:
    """Return a function that parses a whole number of at least `least`.

    `name` says what the number is, for the error message.

    Examples
    --------
    >>> whole_number("margin")("12")
    12
    """

    def parse(text: str) -> int:
        if not re.fullmatch(rf"[0-9]{{1,{digits}}}", text) or int(text) < least:
            right = f"give a whole number from {least}"
            if len(text) > digits:
                right += f" of at most {digits} digits"
            raise UserError(f"invalid {name} {text!r}: {right}")
        return int(text)

    return parse


def parse_integer(text: str) -> int:
    """Parse a whole number of at most nine digits, which may be negative.

    Examples
    --------
    >>> parse_integer("-2")
    -2
    """
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise UserError(f"invalid number {text!r}: give a whole number of up to 9 digits")
    return int(text)


def parse_colours(text: str) -> str:
    """Validate the colours of a picture, and return the text."""
    from lifesat.life.colours import read_colours  # noqa: PLC0415  # only what is needed

    read_colours(text)
    return text


def parse_seconds(text: str) -> float:
    """Parse a duration, and return it in seconds.

    Examples
    --------
    >>> parse_seconds("30"), parse_seconds("1.5h")
    (30.0, 5400.0)
    """
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)([smhd]?)", text)
    if not match:
        raise UserError(f"invalid time {text!r}: give seconds such as 30, or 5m, 2h, 1d")
    return float(match[1]) * _SECONDS[match[2]]


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size: width and height, with a comma or an x between them.

    Examples
    --------
    >>> parse_size("25,20"), parse_size("3x4")
    ((25, 20), (3, 4))
    """
    match = re.fullmatch(r"([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})", text)
    if not match:
        raise UserError(f"invalid size {text!r}: give width and height such as 25,20")
    return int(match[1]), int(match[2])


def parse_picture_size(text: str) -> tuple[int, int | None]:
    """Parse a size whose height may be left out.

    Examples
    --------
    >>> parse_picture_size("25,20"), parse_picture_size("25")
    ((25, 20), (25, None))
    """
    if re.fullmatch("[1-9][0-9]{0,5}", text):
        return int(text), None
    try:
        return parse_size(text)
    except UserError as error:
        raise UserError(f"{error}, or the width alone") from None


def parse_block_size(text: str) -> tuple[int, int, int]:
    """Parse the size of a block of space-time: width, height and number of generations.

    Examples
    --------
    >>> parse_block_size("8,5,3")
    (8, 5, 3)
    """
    match = re.fullmatch(r"([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})", text)
    if not match:
        right = "give width, height and number of generations such as 8,5,3"
        raise UserError(f"invalid block {text!r}: {right}")
    return int(match[1]), int(match[2]), int(match[3])


def parse_shift(text: str) -> tuple[int, int]:
    """Parse a shift: cells to the right and down.

    Examples
    --------
    >>> parse_shift("-1,2")
    (-1, 2)
    """
    match = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", text)
    if not match:
        raise UserError(f"invalid shift {text!r}: give cells right and down such as 2,0")
    return int(match[1]), int(match[2])


def parse_offset(text: str) -> tuple[int, int, int]:
    """Parse an offset in space-time: columns, rows and, if not 0, generations.

    Examples
    --------
    >>> parse_offset("1,0"), parse_offset("0,-2,1")
    ((1, 0, 0), (0, -2, 1))
    """
    match = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})(?:,(-?[0-9]{1,6}))?", text)
    if not match:
        right = "give columns, rows and generations such as 1,0,0"
        raise UserError(f"invalid offset {text!r}: {right}")
    return int(match[1]), int(match[2]), int(match[3] or 0)


def parse_rule_name(text: str) -> str:
    """Validate the name of a rule, and return it."""
    from lifesat.life.rule import parse_rule  # noqa: PLC0415 - most options need none

    parse_rule(text)
    return text


def parse_rule_in_box(text: str) -> str:
    """Parse a rule under which the outside of a box stays dead, and return its name.

    Examples
    --------
    >>> parse_rule_in_box("b36s23")
    'B36/S23'
    """
    # Most options need none of these.
    from lifesat.problems.life.box import plane_rule  # noqa: PLC0415
    from lifesat.problems.life.refractory import MOST_STATES  # noqa: PLC0415

    return plane_rule(text, MOST_STATES).name


def parse_rule_on_torus(text: str) -> str:
    """Parse a rule of two states, and return its name."""
    from lifesat.problems.life.box import torus_rule  # noqa: PLC0415 - most options need none

    return torus_rule(text).name


def parse_memory(text: str) -> int:
    """Parse an amount of memory, and return it in bytes.

    Examples
    --------
    >>> parse_memory("1.5K"), parse_memory("8GB") == 8 << 30
    (1536, True)
    """
    if not (size := _parse_bytes(text)):
        raise UserError(f"invalid memory size {text!r}: give a size such as 500M or 8G")
    return size


def parse_disk(text: str) -> int:
    """Parse an amount of disk space, possibly 0, and return it in bytes.

    Examples
    --------
    >>> parse_disk("20G") == 20 << 30, parse_disk("0")
    (True, 0)
    """
    if (size := _parse_bytes(text)) is None:
        raise UserError(f"invalid disk size {text!r}: give a size such as 500M or 20G, or 0")
    return size


def _parse_bytes(text: str) -> int | None:
    """Return a size in bytes, or None if the text is not a size."""
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,9})?)([KMGT]?)B?", text, re.IGNORECASE)
    return int(float(match[1]) * _BYTES[match[2].upper()]) if match else None
