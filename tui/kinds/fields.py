"""Fields of the form, with their values and their options on the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from lifesat import defaults
from lifesat.errors import UserError
from lifesat.formats.detection import plain_text
from lifesat.formats.reading import read_bytes
from lifesat.frontends.options.table import OPTIONS
from lifesat.jobs.paths import job_folder
from lifesat.problems.problem import Goal

from ..shared.file_names import file_path

HowMany = Literal["one", "first", "sample", "all", "smallest", "largest", "nearest"]
"""The choices for how many solutions."""

GOALS: Mapping[str, Goal] = {"smallest": "fewest", "largest": "most"}
"""The goals of a search for the best solution, by their words in the form."""

SWITCH = ("no", "yes")
"""The choices of a field whose option on the command line takes no value."""

Texts = Mapping[str, str]
"""The texts of fields, by name."""

Values = Mapping[str, Any]
"""The parsed values of fields, by name; None for an empty field."""


def _itself(text: str) -> str:
    return text


@dataclass(frozen=True)
class FormField:
    """A field of the form."""

    # The name in drafts. Kinds of search share the texts of fields with the same name.
    name: str
    # The words to the left and to the right of the input.
    label: str
    hint: str = ""
    # The initial text.
    default: str = ""
    # The words to choose from; empty for a text field.
    choices: tuple[str, ...] = ()
    # Returns the value of a text, or raises an error that says which texts are valid.
    parse: Callable[[str], Any] = _itself
    # The command's option; "" if the kind of search adds the value in another way.
    flag: str = ""
    # The value of an empty text.
    empty: Any = None
    # The error message for an empty field; "" if the field is optional.
    missing: str = ""
    # Whether the field is hidden until the user asks for the advanced fields.
    advanced: bool = False
    # Another field and the choice there that makes this field active; None for always.
    when: tuple[str, str] | None = None
    # Whether the text is the name of a file, which the form completes.
    file: bool = False
    # The choices of a field for how many solutions, where an empty text stands for all.
    amount: tuple[HowMany, ...] = ()
    # The choice that this field stands for, if that has a kind of search of its own; else "".
    kind_of_amount: HowMany | Literal[""] = ""

    def offers(self, text: str) -> bool:
        """Return whether the field offers a text; a field without choices takes any text."""
        if text in GOALS and self.name == LIMIT.name:
            return text in self.amount
        return not self.choices or text in self.choices

    def value(self, text: str) -> Any:
        """Return the value of a text; raise UserError if it is invalid."""
        text = text.strip()
        if self.choices == SWITCH:
            return text == "yes"
        if not text:
            if self.missing:
                raise UserError(self.missing)
            return self.empty
        return self.parse(text)

    def words(self, text: str) -> list[str]:
        """Return the words of the command line for a text."""
        text = text.strip()
        if self.choices == SWITCH:
            return [self.flag] if text == "yes" else []
        if not self.flag or not text or (text == self.default and not self.missing):
            return []
        return [f"{self.flag}={text}"] if text.startswith("-") else [self.flag, text]


def of_option(
    key: str, label: str, hint: str = "", start: str = "", *, unset: str = "", **layout: Any
) -> FormField:
    """Return the field for an option, given its key in `lifesat.frontends.options.table.OPTIONS`.

    `start` is the initial text, if it is not the default of the option; `unset` is an initial
    choice that leaves the option out. `layout` has further attributes of the field.
    """
    option = OPTIONS[key]
    choices = SWITCH if option.is_switch else option.choices or option.suggestions
    texts = tuple(map(str, choices))
    if unset and unset not in texts:
        texts = (unset, *texts)
    parse = option.parse or _itself
    return FormField(
        option.name,
        label,
        hint,
        start or unset or option.text(option.default),
        texts,
        parse=(lambda text: None if text == unset else parse(text)) if unset else parse,
        flag=option.flag,
        empty=option.default,
        file=option.metavar == "FILE",
        **layout,
    )


def texts_of_values(values: Values) -> dict[str, str]:
    """Return the texts of fields, given the values of their options by name."""
    return {name: OPTIONS[name].text(value) for name, value in values.items()}


def _free_name(name: str) -> str:
    if job_folder(name).exists():
        raise UserError(f"the job {name!r} already exists")
    return name


def _path(text: str) -> str:
    return str(file_path(text))


NAME = FormField(
    "name", "name", "of the new job", parse=_free_name, missing="enter a name for the job"
)
SOURCE = FormField(
    "source", "target from", "pasted or drawn text, or a file", "text", ("text", "file")
)
PATH = FormField(
    "path", "file", "RLE, .cells, .mc, ...; also .gz",
    parse=_path, missing="enter the name of a file", when=("source", "file"), file=True,
)  # fmt: skip
TEXT = FormField("text", "pattern", missing="paste or draw a pattern", when=("source", "text"))
GENERATIONS = of_option("generations", "generations", "how many generations back", "1")
OUTSIDE = of_option("outside", "outside", "cells outside: dead, free or torus", "dead")
SIZE = of_option(
    "size", "torus size", "width,height; empty: from the file", when=("outside", "torus")
)
MARGIN = of_option(
    "margin", "margin", "cells to add around the target's box", when=("outside", "dead")
)
BOX = of_option(
    "box", "box", "width,height of the search area", "6,6",
    missing="enter the width and height of the box, such as 9,9",
)  # fmt: skip
SHIFT = of_option("shift", "shift", "cells right,down in one period")
SYMMETRY = of_option("symmetry", "symmetry", "symmetry of every solution")
UP_TO_SYMMETRY = of_option("up_to_symmetry", "up to symmetry", "one solution per symmetry orbit")
# The command's default is one, so `Kind.words` always says how many.
_LIST: tuple[HowMany, ...] = ("one", "first", "all")
LIMIT = replace(of_option("limit", "how many", "or type N", "1000", amount=_LIST), flag="")
TIME_LIMIT = of_option("time_limit", "time limit", "seconds, or 5m, 2h, 1d; empty: none")
RULE = of_option("rule", "rule", "such as B3/S23; empty: from the file", advanced=True)
UNKNOWN = of_option("unknown", "unknown cells", "? means a cell of any state", advanced=True)
DIFFERENT = of_option("different", "different", "exclude the target itself", advanced=True)
MIN_POPULATION = of_option("min_population", "min cells", "minimum population", advanced=True)
MAX_POPULATION = of_option(
    "max_population", "max cells", "maximum population; empty: any", advanced=True
)
MAX_OUTSIDE = of_option(
    "max_outside", "max outside", "live cells outside the box; empty: any", advanced=True
)
ENCODING = of_option(
    "encoding", "encoding", "translation of Life into clauses", unset="default", advanced=True
)
SOLVER = of_option("solver", "solver", "the SAT solver", unset=defaults.SOLVER, advanced=True)
WORKERS = of_option("workers", "processes", "empty: one per core", advanced=True)
CLUSTER = of_option(
    "cluster", "dask scheduler", "tcp://host:8786; empty: this machine", advanced=True
)
MEMORY = of_option("memory", "memory", "such as 8G; empty: half of the machine's", advanced=True)
SEED = of_option("seed", "seed", "the same seed finds the same", advanced=True)

_PARENTS: tuple[HowMany, ...] = ("one", "first", "sample", "all", "smallest", "largest", "nearest")


def _limit_or_goal(text: str) -> int | str:
    limit: int | str = text if text in GOALS else LIMIT.parse(text)
    return limit


LIMIT_OF_PARENTS = replace(LIMIT, amount=_PARENTS, parse=_limit_or_goal)
"""How many parents to list, or which is best; the other choices have kinds of their own."""
SAMPLE = replace(
    of_option("number", "how many", "or type N", "1000", amount=_PARENTS, kind_of_amount="sample"),
    flag="", missing="enter how many to draw",
)  # fmt: skip
NEAREST = FormField(
    "nearest", "how many", default="nearest", amount=_PARENTS, kind_of_amount="nearest"
)
TARGET = (SOURCE, PATH, TEXT)
BOUNDS = (MIN_POPULATION, MAX_POPULATION)
CONDITIONS = (DIFFERENT, *BOUNDS, MAX_OUTSIDE)
"""The conditions on a predecessor that a form has, besides its symmetry."""
EFFORT = (ENCODING, SOLVER, WORKERS, MEMORY, CLUSTER)


def given_text(values: Values) -> str:
    """Return the text in the values, or that of the file that they name."""
    if values["source"] == "file":
        return plain_text(read_bytes(values["path"] or ""))
    return values["text"] or ""


def file_argument(texts: Texts) -> list[str]:
    """Return the file that the texts name as an argument; ``-`` for standard input."""
    if texts.get("source") != "file":
        return ["-"]
    name = texts["path"].strip()
    try:
        return [_path(name)]
    except UserError:  # which the form shows at the field
        return [name]
