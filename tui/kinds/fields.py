"""Fields of the form: what is typed or chosen in each, and what it is on the command line."""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lifesat import defaults
from lifesat.cli.target import count, seconds, size
from lifesat.errors import UserError
from lifesat.jobs.home import job_folder
from lifesat.problems.box import SYMMETRIES
from lifesat.rules import parse_rule

SWITCH = ("no", "yes")
"""The choices of a field that is a flag alone on the command line."""

Texts = Mapping[str, str]
"""What stands in fields, by their names."""

Values = Mapping[str, Any]
"""What that means; None for an empty field."""


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
        Its name in drafts; kinds of search share what is typed in fields of one name.
    label, hint
        What stands before and behind it.
    default
        What stands in it at first; the command assumes the same, but for flags and what may not be
        missing.
    choices
        What can be chosen; empty for a text.
    parse
        Returns what a text means, or raises an error that says what would be right.
    flag
        The command's option, or "" if the kind of search puts it elsewhere on the command line.
    missing
        The sentence for where it is empty, if it may not be; the command insists upon it then.
    advanced
        Whether it is shown only when asked for.
    when
        Another field and what must be chosen there, without which this one does not count.
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

    def value(self, text: str) -> Any:
        """Return what a text in it means, None if there is none.

        Raises
        ------
        UserError
            If it means nothing.
        """
        text = text.strip()
        if self.choices == SWITCH:
            return text == "yes"
        if not text:
            if self.missing:
                raise UserError(self.missing)
            return None
        try:
            return self.parse(text)
        except ArgumentTypeError as error:
            raise UserError(str(error)) from error

    def words(self, text: str) -> list[str]:
        """Return what the command line says of a text in it."""
        text = text.strip()
        if self.choices == SWITCH:
            return [self.flag] if text == "yes" else []
        if not self.flag or not text or (text == self.default and not self.missing):
            return []
        return [f"{self.flag}={text}"] if text.startswith("-") else [self.flag, text]


def _free_name(name: str) -> str:
    if job_folder(name).exists():
        raise UserError(f"there is a job {name} already")
    return name


NAME = FormField("name", "name", "the job's", parse=_free_name, missing="the job needs a name")
SOURCE = FormField(
    "source", "target from", "text (paste, or draw), or a file", "text", ("text", "file")
)
PATH = FormField(
    "path", "file", "RLE, .cells, .mc and others; .gz too",
    missing="give the name of a file", when=("source", "file"),
)  # fmt: skip
TEXT = FormField(
    "text", "pattern", missing="paste a pattern here, or draw one", when=("source", "text")
)
GENERATIONS = FormField(
    "generations", "generations", "how many back", "1",
    parse=count(1, "number of generations"), flag="--generations",
)  # fmt: skip
OUTSIDE = FormField(
    "outside", "outside", "what lies beyond the edges", "dead", ("dead", "free", "torus"),
    flag="--outside",
)  # fmt: skip
SIZE = FormField(
    "size", "torus size", "width,height; empty: the file's", parse=size, flag="--size",
    when=("outside", "torus"),
)  # fmt: skip
MARGIN = FormField(
    "margin", "margin", "by so many cells it may be larger", "1", parse=count(0, "margin"),
    flag="--margin", when=("outside", "dead"),
)  # fmt: skip
BOX = FormField(
    "box", "box", "width,height in which all lies", "6,6", parse=size,
    missing="give the box in which all lies, such as 9,9",
)  # fmt: skip
SYMMETRY = FormField(
    "symmetry", "symmetry", "at least this one", "C1", tuple(SYMMETRIES), flag="--symmetry"
)
UP_TO_SYMMETRY = FormField(
    "up_to_symmetry", "up to symmetry", "one of those that are alike", "no", SWITCH,
    flag="--up-to-symmetry",
)  # fmt: skip
LIMIT = FormField(
    "limit", "limit", "how many to find; empty: all", parse=count(1, "limit"), flag="--limit"
)
TIME = FormField(
    "time", "time limit", "seconds, or 5m, 2h, 1d; empty: none", parse=seconds, flag="--time-limit"
)
RULE = FormField(
    "rule", "rule", "as B3/S23; empty: the file's", parse=parse_rule, flag="--rule", advanced=True
)
UNKNOWN = FormField(
    "unknown", "unknown cells", "read ? as a cell of any state", "no", SWITCH, flag="--unknown",
    advanced=True,
)  # fmt: skip
DIFFERENT = FormField(
    "different", "different", "not the target itself", "no", SWITCH, flag="--different",
    advanced=True,
)  # fmt: skip
LEAST = FormField(
    "least", "least cells", "at least so many; empty: any", parse=count(0, "population"),
    flag="--min-population", advanced=True,
)  # fmt: skip
MOST = FormField(
    "most", "most cells", "at most so many; empty: any", parse=count(0, "population"),
    flag="--max-population", advanced=True,
)  # fmt: skip
ENCODING = FormField(
    "encoding", "encoding", "how Life becomes clauses", _DEFAULT, (_DEFAULT, *defaults.ENCODINGS),
    parse=_chosen, flag="--encoding", advanced=True,
)  # fmt: skip
SOLVER = FormField(
    "solver", "solver", "", defaults.SOLVER, defaults.SOLVERS, flag="--solver", advanced=True
)
WORKERS = FormField(
    "workers", "processes", "empty: one for each core", parse=count(1, "number of processes"),
    flag="--workers", advanced=True,
)  # fmt: skip
DASK = FormField(
    "dask", "dask scheduler", "tcp://host:8786; empty: this machine", flag="--dask", advanced=True
)

TARGET = (SOURCE, PATH, TEXT)
BOUNDS = (LEAST, MOST)
EFFORT = (ENCODING, SOLVER, WORKERS, DASK)
