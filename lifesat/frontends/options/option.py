"""What every frontend needs to know about an option: its name, its values and their parsers.

They raise `UserError` if the text is invalid.
"""

import re
from collections.abc import Callable
from typing import Any

from lifesat.errors import UserError

_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_BYTES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def whole_number(name: str, least: int = 0, digits: int = 9) -> Callable[[str], int]:
    """Return a function that parses a whole number of at least `least`.

    `name` says what the number is, for the error message.
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
    """Parse a whole number of at most nine digits, which may be negative."""
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise UserError(f"invalid number {text!r}: give a whole number of up to 9 digits")
    return int(text)


def parse_colours(text: str) -> str:
    """Validate the colours of a picture, and return the text."""
    from lifesat.life.colours import read_colours  # noqa: PLC0415  # only what is needed

    read_colours(text)
    return text


def parse_seconds(text: str) -> float:
    """Parse a duration, and return it in seconds."""
    match = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)([smhd]?)", text)
    if not match:
        raise UserError(f"invalid time {text!r}: give seconds such as 30, or 5m, 2h, 1d")
    return float(match[1]) * _SECONDS[match[2]]


def parse_size(text: str) -> tuple[int, int]:
    """Parse a size: width and height, with a comma or an x between them."""
    match = re.fullmatch(r"([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})", text)
    if not match:
        raise UserError(f"invalid size {text!r}: give width and height such as 25,20")
    return int(match[1]), int(match[2])


def parse_picture_size(text: str) -> tuple[int, int | None]:
    """Parse a size whose height may be left out."""
    if re.fullmatch("[1-9][0-9]{0,5}", text):
        return int(text), None
    try:
        return parse_size(text)
    except UserError as error:
        raise UserError(f"{error}, or the width alone") from None


def parse_block_size(text: str) -> tuple[int, int, int]:
    """Parse the size of a block of space-time: width, height and number of generations."""
    match = re.fullmatch(r"([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})[,x]([1-9][0-9]{0,5})", text)
    if not match:
        right = "give width, height and number of generations such as 8,5,3"
        raise UserError(f"invalid block {text!r}: {right}")
    return int(match[1]), int(match[2]), int(match[3])


def parse_shift(text: str) -> tuple[int, int]:
    """Parse a shift: cells to the right and down."""
    match = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", text)
    if not match:
        raise UserError(f"invalid shift {text!r}: give cells right and down such as 2,0")
    return int(match[1]), int(match[2])


def parse_offset(text: str) -> tuple[int, int, int]:
    """Parse an offset in space-time: columns, rows and, if not 0, generations."""
    match = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})(?:,(-?[0-9]{1,6}))?", text)
    if not match:
        right = "give columns, rows and generations such as 1,0,0"
        raise UserError(f"invalid offset {text!r}: {right}")
    return int(match[1]), int(match[2]), int(match[3] or 0)


def parse_range(text: str) -> tuple[int, int]:
    """Parse the first and the last of some generations."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.\.|,)([0-9]{1,6})", text)
    if not match or int(match[1]) > int(match[2]):
        raise UserError(f"invalid range {text!r}: give the first and the last, such as 3..7")
    return int(match[1]), int(match[2])


def parse_generation_and_file(text: str) -> tuple[int, str]:
    """Parse a generation and the name of a file."""
    match = re.fullmatch(r"([0-9]{1,6}):(.+)", text, re.DOTALL)
    if not match:
        raise UserError(f"invalid {text!r}: give a generation and a file, such as 46:glider.rle")
    return int(match[1]), match[2]


def parse_rule_name(text: str) -> str:
    """Validate the name of a rule, and return it."""
    from lifesat.life.rule import parse_rule  # noqa: PLC0415 - most options need none

    parse_rule(text)
    return text


def parse_rule_of_objects(text: str) -> str:
    """Parse a rule for objects in a box or on a grid, and return its name."""
    # Most options need none of these.
    from lifesat.problems.life.box import torus_rule  # noqa: PLC0415
    from lifesat.problems.life.refractory import MOST_STATES  # noqa: PLC0415

    return torus_rule(text, MOST_STATES).name


def parse_rule_of_orphan(text: str) -> str:
    """Parse a rule of two states, and return its name."""
    from lifesat.problems.life.box import torus_rule  # noqa: PLC0415 - most options need none

    return torus_rule(text).name


def parse_memory(text: str) -> int:
    """Parse an amount of memory, and return it in bytes."""
    if not (size := _parse_bytes(text)):
        raise UserError(f"invalid memory size {text!r}: give a size such as 500M or 8G")
    return size


def parse_disk(text: str) -> int:
    """Parse an amount of disk space, possibly 0, and return it in bytes."""
    if (size := _parse_bytes(text)) is None:
        raise UserError(f"invalid disk size {text!r}: give a size such as 500M or 20G, or 0")
    return size


def _parse_bytes(text: str) -> int | None:
    """Return a size in bytes, or None if the text is not a size."""
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,9})?)([KMGT]?)B?", text, re.IGNORECASE)
    return int(float(match[1]) * _BYTES[match[2].upper()]) if match else None


class _Words(dict[str, object]):
    """The words that fill a template; missing ones are empty."""

    def __missing__(self, word: str) -> str:
        return ""


class Option:
    """An option, the same on the command line, in the API, in JSON and in a form.

    It is a switch if it has neither a metavar nor choices. Otherwise its value is what `parse`
    returns if that is given, a whole number if `least` is given, and else a text.

    Parameters
    ----------
    key
        Its name. If a name means different things to different commands, the key is the command, a
        dot and the name.
    help
        The sentence that explains it, a template of `str.format`. It may contain ``{choices}``,
        ``{default}`` and the words of a command.
    metavar
        The placeholder of its value; several if it takes several values.
    flag, short
        Its flag on the command line, if that is not its name, and a short one.
    parse
        Returns the value of a text, or raises `UserError`.
    default, choices, suggestions
        Its value if it is not given, all values it can have, or some of many.
    least, digits, noun
        Of a whole number: the smallest one allowed, the largest number of digits, and what it is,
        for messages.
    required
        Whether it must be given.
    positional, optional, repeated
        Whether it is an argument without a flag, whether it, or the value of a flag, may be absent,
        and whether it may be given several times. A flag without its value has the value "".
    excludes, needs
        The names of the options that it cannot be combined with, and of one that it needs.
    """

    def __init__(  # noqa: PLR0913 - most are keywords, and a dataclass is slow to load
        self,
        key: str,
        help: str,  # noqa: A002 - the name in argparse
        *,
        metavar: str | tuple[str, ...] | None = None,
        flag: str = "",
        short: str = "",
        parse: Callable[[str], Any] | None = None,
        default: object = None,
        choices: tuple[Any, ...] = (),
        suggestions: tuple[str, ...] = (),
        least: int | None = None,
        digits: int = 9,
        noun: str = "",
        required: bool = False,
        positional: bool = False,
        optional: bool = False,
        repeated: bool = False,
        excludes: tuple[str, ...] = (),
        needs: str = "",
    ) -> None:
        self.key = key
        self.name = key.rpartition(".")[2]
        self.help = help
        self.metavar = metavar
        self.positional = positional
        self.flag = "" if positional else flag or "--" + self.name.replace("_", "-")
        self.short = short
        self.is_switch = metavar is None and not choices
        self.default = False if self.is_switch else default
        self.choices = choices
        self.suggestions = suggestions
        self.least = least
        self.required = required
        self.optional = optional
        self.repeated = repeated
        self.excludes = excludes
        self.needs = needs
        if parse is None and least is not None:
            parse = whole_number(noun or self.name.replace("_", " "), least, digits)
        self.parse = parse

    def words(self, **words: object) -> str:
        """Return the help, with the words of a command filled in."""
        known = {"choices": ", ".join(map(str, self.choices)), "default": self.text(self.default)}
        return self.help.format_map(_Words(known | words))

    def is_given(self, value: object) -> bool:
        """Return whether a value differs from the default."""
        return value is not None and value != self.default

    def text(self, value: Any) -> str:
        """Return the text of a value, as a user would type it into a form; "" for None."""
        if value is None:
            return ""
        if self.is_switch:
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ",".join(map(str, value))
        return f"{value:g}" if isinstance(value, float) else str(value)

    def check(self, value: object) -> None:
        """Reject a value that has the wrong type or is not allowed.

        Raises
        ------
        UserError
            If the value is invalid.
        """
        if value is None and self.default is None and not self.required:
            return
        if error := self._error(value):
            raise UserError(error)

    def _error(self, value: object) -> str:
        from lifesat.problems.json_fields import integer_error  # noqa: PLC0415 - for the API alone

        optional = self.default is None and not self.required
        right = ""
        if self.is_switch:
            right = "" if isinstance(value, bool) else "it must be True or False"
        elif self.least is not None:
            return integer_error(self.name, value, self.least, optional=optional)
        elif self.choices or self.parse is None:
            right = "" if isinstance(value, str) else "it must be a name"
        if self.choices and not right and value not in self.choices:
            right = f"it can be {', '.join(self.choices)}"
        return right and f"{self.name} is {value!r}; {right}"
