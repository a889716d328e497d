"""What every frontend needs to know about an option: its name, its values and its meaning."""

from collections.abc import Callable
from typing import Any

from lifesat.errors import UserError
from lifesat.frontends.options.values import whole_number


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
