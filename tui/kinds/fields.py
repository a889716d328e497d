"""Fields of the form, their values and their options on the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from lifesat import defaults
from lifesat.errors import UserError
from lifesat.jobs.paths import job_folder
from lifesat.life.rule import parse_rule
from lifesat.requests.choices import OUTSIDES, SYMMETRIES
from lifesat.requests.values import parse_seconds, parse_shift, parse_size, whole_number

SWITCH = ("no", "yes")
"""The choices of a field whose option on the command line takes no value."""

Texts = Mapping[str, str]
"""The texts of fields, by the names of the fields."""

Values = Mapping[str, Any]
"""The parsed values of fields, by name; None for an empty field."""


_DEFAULT = "default"


def _itself(text: str) -> str:
    return text


def _chosen(text: str) -> str | None:
    return None if text == _DEFAULT else text


@dataclass(frozen=True)
class FormField:
    """A field.

    Attributes
    ----------
    name
        Its name in drafts. Kinds of search share the texts of fields with the same name.
    label, hint
        The words to the left and to the right of the input.
    default
        Its initial text. The command has the same default, except for flags and required options.
    choices
        The words to choose from; empty for a field to type into.
    parse
        Returns the value of a text, or raises an error that says which texts are valid.
    flag
        The command's option, or "" if the kind of search adds the value in another way.
    missing
        The error message for an empty field; "" if the field is optional.
    advanced
        Whether it is hidden until the user asks for the advanced fields.
    when
        Another field and the choice there that makes this field active; None for always.
    file
        Whether it is the name of a file, which the form completes.
    amount
        If it is a number of solutions, what can be chosen: a list, which is of all if the number is
        empty, or a list or a sample, of which one is chosen now; else "".
    """

    name: str
    label: str
    hint: str = ""
    default: str = ""
    choices: tuple[str, ...] = ()
    parse: Callable[[str], Any] = _itself
    flag: str = ""
    missing: str = ""
    advanced: bool = False
    when: tuple[str, str] | None = None
    file: bool = False
    amount: Literal["", "list", "list, or sample", "sample, or list"] = ""

    def value(self, text: str) -> Any:
        """Return the value of a text, None for an empty one.

        Raises
        ------
        UserError
            If the text is invalid.
        """
        text = text.strip()
        if self.choices == SWITCH:
            return text == "yes"
        if not text:
            if self.missing:
                raise UserError(self.missing)
            return None
        return self.parse(text)

    def words(self, text: str) -> list[str]:
        """Return the words of the command line for a text."""
        text = text.strip()
        if self.choices == SWITCH:
            return [self.flag] if text == "yes" else []
        if not self.flag or not text or (text == self.default and not self.missing):
            return []
        return [f"{self.flag}={text}"] if text.startswith("-") else [self.flag, text]


def _rule(text: str) -> str:
    parse_rule(text)
    return text


def _free_name(name: str) -> str:
    if job_folder(name).exists():
        raise UserError(f"the job {name!r} already exists")
    return name


def _path(text: str) -> str:
    return str(Path(text).expanduser())


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
GENERATIONS = FormField(
    "generations", "generations", "how many generations back", "1",
    parse=whole_number("number of generations", 1), flag="--generations",
)  # fmt: skip
OUTSIDE = FormField(
    "outside", "outside", "cells outside: dead, free or torus", OUTSIDES[0], OUTSIDES,
    flag="--outside",
)  # fmt: skip
SIZE = FormField(
    "size", "torus size", "width,height; empty: from the file", parse=parse_size, flag="--size",
    when=("outside", "torus"),
)  # fmt: skip
MARGIN = FormField(
    "margin", "margin", "cells to add around the target's box", "1",
    parse=whole_number("margin", 0),
    flag="--margin", when=("outside", "dead"),
)  # fmt: skip
BOX = FormField(
    "box", "box", "width,height of the search area", "6,6", parse=parse_size,
    missing="enter the width and height of the box, such as 9,9",
)  # fmt: skip
SHIFT = FormField(
    "shift", "shift", "cells right,down in one period", "1,1", parse=parse_shift,
    flag="--shift", missing="enter the shift, such as 1,1",
)  # fmt: skip
SYMMETRY = FormField(
    "symmetry", "symmetry", "symmetry of every solution", "C1", SYMMETRIES, flag="--symmetry"
)
UP_TO_SYMMETRY = FormField(
    "up_to_symmetry", "up to symmetry", "one solution per symmetry orbit", "no", SWITCH,
    flag="--up-to-symmetry",
)  # fmt: skip
LIMIT = FormField(
    "limit",
    "how many",
    "or type N",
    # The command's default is one, so `Kind.words` always says how many.
    "1000",
    parse=whole_number("limit", 1),
    amount="list",
)
TIME = FormField(
    "time",
    "time limit",
    "seconds, or 5m, 2h, 1d; empty: none",
    parse=parse_seconds,
    flag="--time-limit",
)
RULE = FormField(
    "rule",
    "rule",
    "such as B3/S23; empty: from the file",
    parse=_rule,
    flag="--rule",
    advanced=True,
)
UNKNOWN = FormField(
    "unknown", "unknown cells", "? means a cell of any state", "no", SWITCH, flag="--unknown",
    advanced=True,
)  # fmt: skip
DIFFERENT = FormField(
    "different", "different", "exclude the target itself", "no", SWITCH, flag="--different",
    advanced=True,
)  # fmt: skip
LEAST = FormField(
    "least", "min cells", "minimum population; empty: any", parse=whole_number("population", 0),
    flag="--min-population", advanced=True,
)  # fmt: skip
MOST = FormField(
    "most", "max cells", "maximum population; empty: any", parse=whole_number("population", 0),
    flag="--max-population", advanced=True,
)  # fmt: skip
ENCODING = FormField(
    "encoding", "encoding", "translation of Life into clauses",
    _DEFAULT, (_DEFAULT, *defaults.ENCODINGS),
    parse=_chosen, flag="--encoding", advanced=True,
)  # fmt: skip
SOLVER = FormField(
    "solver",
    "solver",
    "the SAT solver",
    defaults.SOLVER,
    defaults.SOLVERS,
    flag="--solver",
    advanced=True,
)
WORKERS = FormField(
    "workers", "processes", "empty: one per core",
    parse=whole_number("number of processes", 1), flag="--workers", advanced=True,
)  # fmt: skip
DASK = FormField(
    "dask", "dask scheduler", "tcp://host:8786; empty: this machine", flag="--dask", advanced=True
)

SEED = FormField(
    "seed", "seed", "the same seed finds the same", "0", parse=whole_number("seed", 0),
    flag="--seed", advanced=True,
)  # fmt: skip

LIMIT_OR_SAMPLE = replace(LIMIT, amount="list, or sample")
TARGET = (SOURCE, PATH, TEXT)
BOUNDS = (LEAST, MOST)
EFFORT = (ENCODING, SOLVER, WORKERS, DASK)


def file_argument(texts: Texts) -> list[str]:
    """Return the file that the texts name as an argument, or ``-`` for standard input."""
    return [_path(texts["path"].strip())] if texts.get("source") == "file" else ["-"]
